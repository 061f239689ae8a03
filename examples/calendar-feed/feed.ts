import { createHash } from 'node:crypto'
import { type EventsV2, type EventV2, idOf } from 'osdi-events'
import { type CalendarOptions, calendarOf } from 'osdi-events/calendar'

const day = 86_400_000

export interface FeedOptions extends CalendarOptions<EventV2> {
  /** Hears of odd events, once for each: for the log of those who run the server. It has ids, and nothing that people wrote. */
  readonly onProblem?: (message: string) => void
}

/** A calendar to subscribe to. It keeps a copy of the events, and answers from it: a calendar that asks costs the service nothing. */
export class CalendarFeed {
  readonly #client: EventsV2
  readonly #options: FeedOptions
  #events: ReadonlyMap<string, EventV2> = new Map()
  #cursor: string | undefined
  #wholeAt = Number.NEGATIVE_INFINITY
  #calendar: { readonly text: string; readonly etag: string } | undefined
  #told = new Set<string>()

  constructor(client: EventsV2, options: FeedOptions = {}) {
    this.#client = client
    this.#options = { host: new URL(client.baseUrl).hostname, ...options }
  }

  /**
   * Brings the copy in step: with what changed since the last time, or once a day with everything, which alone shows what was removed. After a
   * failure the copy is as it was.
   *
   * @param now the time, for tests
   * @throws Error where the list ended early, or where no event can be shown: calendars would remove the events that did not come
   */
  async refresh(now = Date.now()): Promise<void> {
    const isWhole = now - this.#wholeAt >= day
    // An event that is not what the API describes must not take the calendar of all others down.
    const changes = this.#client.changes({ since: isWhole ? undefined : this.#cursor, onInvalid: 'report' })
    const { items, complete } = await changes.toArray({ max: Infinity })
    if (!complete) throw new Error('the list of events ended early')
    const { rejected = 0 } = changes.report ?? {}
    if (isWhole && items.length === 0 && rejected) throw new Error('no event is what the API describes')
    // An odd event that was left out is still there.
    const before = isWhole && rejected === 0 ? [] : this.#events
    const events = new Map([...before, ...items.map((event) => [idOf(event), event] as const)])
    const { text, count, problems } = calendarOf(events.values(), this.#options)
    if (problems.length > 0 && count === 0) throw new Error('no event can be put into a calendar')
    const leftOut = rejected ? [`left out ${rejected} events that are not what the API describes`] : []
    this.#tell([...leftOut, ...problems.map(({ id, message }) => `event ${id}: ${message}`)])
    this.#calendar = { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
    this.#events = events
    this.#cursor = changes.cursor
    if (isWhole) this.#wholeAt = now
  }

  /** Answers a calendar that asks, also whether anything is new (RFC 9110 §13). */
  respond({ headers }: Request): Response {
    if (!this.#calendar)
      return new Response('The calendar is not here yet.', { status: 503, headers: { 'retry-after': '60' } })
    const { text, etag } = this.#calendar
    const known = { etag, 'cache-control': 'public, max-age=300' }
    const tags = headers.get('if-none-match')?.split(',') ?? []
    const isKnown = tags.map((tag) => tag.trim().replace(/^W\//, '')).some((tag) => tag === etag || tag === '*')
    if (isKnown) return new Response(null, { status: 304, headers: known })
    return new Response(text, { headers: { ...known, 'content-type': 'text/calendar; charset=utf-8' } })
  }

  #tell(problems: readonly string[]): void {
    const { onProblem = console.error } = this.#options
    for (const problem of new Set(problems)) if (!this.#told.has(problem)) onProblem(problem)
    this.#told = new Set(problems)
  }
}
