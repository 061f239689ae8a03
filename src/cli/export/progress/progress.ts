import type { Collection } from 'osdi-events'
import type { Tally } from '../tally.ts'
import { jsonProgress } from './json-lines.ts'
import { progressLine } from './line.ts'

/** How an export ended. */
export type Ending = 'done' | 'interrupted' | 'failed'

/** How far an export is, and how fast it goes. */
export interface Pace extends Tally {
  readonly totalPages: number | undefined
  readonly totalEvents: number | undefined
  readonly eventsPerSecond: number
  readonly secondsLeft: number | undefined
}

/** Whom it is told. */
export interface Progress {
  tell(pace: Pace): void
  end(ending: Ending): void
}

/** Programs that ask for it get lines of JSON, people at a terminal a line that moves, and all others nothing. */
export function progressFor(flags: { readonly jsonProgress?: true }): Progress {
  if (flags.jsonProgress) return jsonProgress()
  return process.stderr.isTTY ? progressLine() : { tell: () => {}, end: () => {} }
}

/** Reckons the pace of a run that goes on behind `before`. */
export function paceFrom(before: Tally): (tally: Tally, page: Collection<unknown>) => Pace {
  const start = performance.now()
  return (tally, { total_pages, total_records }) => {
    const eventsPerSecond = (tally.events - before.events) / Math.max((performance.now() - start) / 1000, 0.001)
    const totalEvents = total_records ?? undefined
    const left = totalEvents === undefined ? undefined : Math.max(0, totalEvents - tally.events - tally.rejected)
    return {
      ...tally,
      totalPages: total_pages ?? undefined,
      totalEvents,
      eventsPerSecond,
      secondsLeft: left === undefined || eventsPerSecond === 0 ? undefined : left / eventsPerSecond,
    }
  }
}
