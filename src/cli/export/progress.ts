import type { Collection } from 'osdi-events'
import type { Io } from '../run/io.ts'
import { ProgressLine, progressText, Speedometer } from '../terminal/progress.ts'
import type { Tally } from './output.ts'

/** How an export ended. */
export type ExportEnding = 'done' | 'interrupted' | 'failed'

/** Shows the progress of an export. */
export interface ProgressReporter {
  /** @param page the page that was written last */
  update(tally: Tally, page: Pick<Collection<unknown>, 'total_pages' | 'total_records'>): void
  /** Removes the progress line until the next drawing, because events are written. */
  hide(): void
  end(ending: ExportEnding): void
}

/**
 * JSON lines with `--json-progress`, else a progress line.
 *
 * @param before totals of earlier runs, which do not count for the speed
 */
export function progressFor(flags: { readonly jsonProgress?: true }, before: Tally, io: Io): ProgressReporter {
  const speedometer = new Speedometer(io.clock, itemsOf(before))
  if (flags.jsonProgress) return jsonProgress(speedometer, io)
  const line = new ProgressLine(io, 'exporting · waiting for the first page')
  return {
    update: (tally, { total_records }) => {
      const count = { done: itemsOf(tally), total: readCounter(total_records) }
      line.show(progressText('exporting', 'events', count, speedometer))
    },
    hide: () => line.hide(),
    end: () => line[Symbol.dispose](),
  }
}

const itemsOf = ({ events, rejected }: Tally): number => events + rejected

/** A counter of a page as a number; some services send it as text. */
const readCounter = (count: unknown): number | undefined =>
  /^\s*\d+\s*$/.test(String(count)) && Number.isSafeInteger(Number(count)) ? Number(count) : undefined

/** Minimum milliseconds between two lines of `--json-progress`. */
const lineIntervalMs = 1000

const rounded = (number: number | undefined): number | null =>
  number === undefined ? null : Math.round(number * 10) / 10

/** One JSON object per line on standard error, at most once a second and at the end. */
function jsonProgress(speedometer: Speedometer, { stderr, clock }: Io): ProgressReporter {
  let latest: object = {
    pages: 0,
    totalPages: null,
    events: 0,
    totalEvents: null,
    rejected: 0,
    eventsPerSecond: null,
    secondsLeft: null,
  }
  let writtenAt = Number.NEGATIVE_INFINITY
  const writeLine = (state: string): void => {
    stderr.write(`${JSON.stringify({ state, ...latest })}\n`)
    writtenAt = clock.elapsed()
  }
  return {
    update: (tally, { total_pages, total_records }) => {
      const total = readCounter(total_records)
      const { perSecond, secondsLeft } = speedometer.read({ done: itemsOf(tally), total })
      latest = {
        pages: tally.pages,
        totalPages: readCounter(total_pages) ?? null,
        events: tally.events,
        totalEvents: total ?? null,
        rejected: tally.rejected,
        eventsPerSecond: rounded(perSecond),
        secondsLeft: rounded(secondsLeft),
      }
      if (clock.elapsed() - writtenAt >= lineIntervalMs) writeLine('running')
    },
    hide: () => {},
    end: writeLine,
  }
}
