import { InputError } from '../errors/error-classes.ts'
import { type Collection, itemsOf, type Paged } from '../hal/hal.ts'
import { isMoment, millisecondsOf } from '../hal/local-time.ts'
import { responseOf } from '../hal/metadata.ts'
import { jsonOrText } from '../text/messages.ts'
import { guarded } from '../values/arguments.ts'
import { momentText } from '../version/filter.ts'
import { checkBound, type Scope } from './checkpoint.ts'
import type { PagerOptions, PagingObserver } from './page-iterator.ts'
import { Pager } from './pager.ts'

/**
 * The moment that a `since` stands for.
 *
 * @throws InputError where it is neither a date-time with a zone nor a cursor of this collection
 */
export function readSince(since: string | Date, scope: Scope): number {
  if (guarded('since', () => isMoment(since))) return millisecondsOf(since)
  const { osdi, changes, to } = Object(typeof since === 'string' ? jsonOrText(since) : undefined)
  if (osdi !== 1 || typeof changes !== 'string' || !isMoment(to)) {
    throw InputError.of(
      'since',
      'must be the cursor of a list of changes, or a date-time with a zone, such as 2026-05-01T00:00:00Z',
    )
  }
  checkBound('since', changes, scope)
  return millisecondsOf(to)
}

/** Where a list of changes begins, and how it learns where the next one goes on. */
interface ChangesStart {
  /** What cursors are bound to: the collection without the filter of this time. */
  readonly scope: Scope
  readonly since: string | Date | undefined
  /** The field that says when an event was last changed. */
  readonly field: string
  /** This machine's, where the service does not tell the time. */
  readonly clock: () => number
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
  readonly #start: ChangesStart
  #cursor: string | undefined

  /** @internal */
  constructor(options: PagerOptions<Page>, start: ChangesStart) {
    super(options)
    this.#start = start
    this.#cursor = start.since instanceof Date ? momentText(start.since.getTime()) : start.since
  }

  /**
   * A short text for the next `since`, without the key. It is the given `since` until an iteration comes to its end with `report.complete` true and
   * nothing rejected: then it stands for the last change that was seen, or for the service's time when that iteration began where that is earlier.
   * An iteration that you break off, or that fails, does not move it. Undefined where there was no `since` and nothing was seen.
   */
  get cursor(): string | undefined {
    return this.#cursor
  }

  /** @internal */
  protected override observe(): PagingObserver {
    const { clock, field, scope } = this.#start
    const here = clock()
    let began: number | undefined
    let latest = Number.NEGATIVE_INFINITY
    const { onEnd } = super.observe()
    return {
      onPage: (page) => {
        // The service's own clock, where it tells: this machine's may be wrong.
        began ??= Date.parse(responseOf(page).headers.get('date') ?? '') || here
        for (const event of itemsOf(page)) {
          const modified = millisecondsOf(Reflect.get(event as object, field))
          if (modified > latest) latest = modified
        }
      },
      onEnd: (report, isDone) => {
        onEnd(report, isDone)
        const { complete, rejected } = report
        if (!isDone || !complete || rejected > 0 || began === undefined || latest === Number.NEGATIVE_INFINITY) return
        const to = momentText(Math.min(latest, began))
        this.#cursor = JSON.stringify({ osdi: 1, changes: scope.clean(scope.collection), to })
      },
    }
  }
}
