import { InputError } from '../errors/error-classes.ts'
import { oneLine } from '../errors/messages.ts'
import { momentText } from '../filter.ts'
import { type Collection, itemsOf, type Paged } from '../results/hal.ts'
import { isMoment, momentOf } from '../results/local-time.ts'
import { responseOf } from '../results/metadata.ts'
import type { Scope } from './checkpoint.ts'
import { Pager } from './pager.ts'
import type { PagerOptions, PagingObserver } from './pager-options.ts'

/**
 * The moment that a `since` stands for.
 *
 * @throws InputError where it is neither a date-time with a zone nor a cursor of this collection
 */
export function readSince(since: string | Date, { collection, clean }: Scope): number {
  if (isMoment(since)) return momentOf(since)
  const { osdi, changes, to } = parsed(since)
  const moment = osdi === 1 && typeof changes === 'string' && isMoment(to) ? momentOf(to) : undefined
  if (moment === undefined) {
    throw InputError.of(
      'since',
      'must be the cursor of a list of changes, or a date-time with a zone, such as 2026-05-01T00:00:00Z',
    )
  }
  if (changes === clean(collection)) return moment
  const [other, own] = [oneLine(clean(String(changes))), clean(collection)]
  throw InputError.of('since', `belongs to the list ${other}, and not to ${own}`)
}

function parsed(text: unknown): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(String(text)))
  } catch {
    return {}
  }
}

/** Where changes go on: moves when an iteration has come to its end. */
export class ChangesCursor {
  readonly #scope: Scope
  /** The field that says when an event was last changed. */
  readonly #field: string
  readonly #clock: () => number
  #text: string | undefined

  /** @param clock this machine's, where the service does not tell the time */
  constructor(since: string | Date | undefined, scope: Scope, field: string, clock: () => number) {
    this.#scope = scope
    this.#field = field
    this.#clock = clock
    this.#text = since instanceof Date ? momentText(since.getTime()) : since
  }

  get text(): string | undefined {
    return this.#text
  }

  /** Follows one iteration. */
  observe(): PagingObserver<Paged> {
    let began: number | undefined
    let latest = Number.NEGATIVE_INFINITY
    const here = this.#clock()
    return {
      onPage: (page) => {
        // The service's own clock, where it tells: this machine's may be wrong.
        began ??= Date.parse(responseOf(page).headers.get('date') ?? '') || here
        for (const event of itemsOf(page)) {
          const modified = momentOf(Reflect.get(event as object, this.#field))
          if (modified > latest) latest = modified
        }
      },
      onDone: ({ complete, rejected }) => {
        if (!complete || rejected > 0 || began === undefined || latest === Number.NEGATIVE_INFINITY) return
        this.#text = JSON.stringify({
          osdi: 1,
          changes: this.#scope.clean(this.#scope.collection),
          to: momentText(Math.min(latest, began)),
        })
      },
    }
  }
}

/**
 * The events that were created or changed since last time, as {@link Pager} lists them, and where the next time goes on.
 *
 * @example
 * ```ts
 * import { EventsV2, idOf } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * const copy = new Map<string, object>()
 * let saved: string | undefined // keep it beside the copy
 * const changes = events.changes({ since: saved })
 * for await (const event of changes) copy.set(idOf(event), event)
 * saved = changes.cursor
 * ```
 */
export class ChangesPager<Event, Page extends Paged = Collection<Event>> extends Pager<Event, Page> {
  readonly #cursor: ChangesCursor

  /** @internal */
  constructor(options: PagerOptions<Page>, cursor: ChangesCursor) {
    super({ ...options, observe: () => cursor.observe() })
    this.#cursor = cursor
  }

  /**
   * A short text for the next `since`, without the key. It is the given `since` until an iteration comes to its end with `report.complete` true and
   * nothing rejected: then it stands for the last change that was seen, or for the service's time when that iteration began where that is earlier.
   * An iteration that you break off, or that fails, does not move it. Undefined where there was no `since` and nothing was seen.
   */
  get cursor(): string | undefined {
    return this.#cursor.text
  }
}
