import type { EventCount, WeekCount } from 'osdi-events/mock'
import { daysLater } from '../../text/date.ts'

/** Some weeks on end, and what starts in them. */
export interface Block extends EventCount {
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string
  readonly to: string
}

/** More bars than these would be too thin to tell apart. */
const most = 53
const week = 7 * 86_400_000
const last = '9999-12-31'

const momentOf = (date: string) => Date.parse(`${date}T00:00Z`)

/** The weeks between two days as blocks of so many weeks that there are not too many of them; those without events are there too. */
export function blocksOf(
  weeks: readonly WeekCount[],
  { from = '0000-01-01', to = last }: { readonly from?: string | undefined; readonly to?: string | undefined },
): { readonly size: number; readonly blocks: readonly Block[] } {
  const shown = weeks.filter(({ start }) => start >= from && start <= to)
  const first = shown[0]?.start
  const end = shown.at(-1)?.start
  if (first === undefined || end === undefined) return { size: 1, blocks: [] }
  const at = (start: string, size: number) => Math.floor(Math.round((momentOf(start) - momentOf(first)) / week) / size)
  const size = Math.ceil((at(end, 1) + 1) / most)
  const counts = Array.from({ length: at(end, size) + 1 }, () => ({ events: 0, rsvps: 0 }))
  for (const { start, events, rsvps } of shown) {
    const count = counts[at(start, size)]
    if (!count) continue
    count.events += events
    count.rsvps += rsvps
  }
  return {
    size,
    blocks: counts.map((count, index) => {
      const start = daysLater(first, index * size * 7)
      const stop = daysLater(start, size * 7 - 1)
      // What comes behind the last year that has four digits is written with a sign.
      return { from: start, to: stop.startsWith('+') ? last : stop, ...count }
    }),
  }
}
