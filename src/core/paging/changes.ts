import { jsonOrText } from '../base/messages.ts'
import { httpDate, wallTime } from '../base/time.ts'
import { InputError } from '../errors/error-classes.ts'
import type { Collection, Paged } from '../hal/hal.ts'
import { isMoment, millisecondsOf, momentText } from '../hal/local-time.ts'
import { responseOf } from '../hal/metadata.ts'
import { itemsOf } from '../hal/relations.ts'
import { checkBound, type ListScope } from './checkpoint.ts'
import { Pager } from './pager.ts'
import type { ListSource, PagingObserver } from './report.ts'

/**
 * Reads the option `since`: a date-time, or a cursor, which contains one. Returns milliseconds since 1970.
 *
 * @throws InputError if `since` is neither a date-time with a zone nor a cursor of this collection
 */
export function readSince(since: string | Date, scope: ListScope): number {
  if (isMoment(since)) return millisecondsOf(since)
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

/** Where a list of changes begins, and what the pager needs to make the cursor for the next list. */
interface ChangesStart {
  /** The collection that cursors are bound to. Its address has no filter, because each list of changes filters by another time. */
  readonly scope: ListScope
  readonly since: string | Date | undefined
  /** Name of the field with the date of the last change. */
  readonly field: string
}

/**
 * A {@link Pager} of the events that were created or changed since the last time, with a cursor for the next time.
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
  constructor(source: ListSource<Page>, start: ChangesStart) {
    super(source)
    this.#start = start
    this.#cursor = start.since instanceof Date ? momentText(start.since.getTime()) : start.since
  }

  /**
   * A short text for the next `since`. It does not contain the API key. It is the option `since` until an iteration reaches its end, with
   * `report.complete` true and `report.rejected` 0. Then it is the time of the latest change in the list, or the service's time at the start of the
   * iteration, whichever is earlier. An iteration that fails, or that you break off, does not change the cursor. Undefined if you gave no `since` and
   * the list had no event.
   */
  get cursor(): string | undefined {
    return this.#cursor
  }

  /** @internal */
  protected override observe(): PagingObserver {
    const { field, scope } = this.#start
    const localTime = wallTime()
    let began: number | undefined
    let latest = Number.NEGATIVE_INFINITY
    const { onEnd } = super.observe()
    return {
      onPage: (page) => {
        // Uses the service's clock if possible, because the clock of this machine may be wrong.
        began ??= httpDate(responseOf(page).headers.get('date')) ?? localTime
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
