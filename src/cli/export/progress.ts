import { Format, SingleBar } from 'cli-progress'
import type { Collection } from 'osdi-events'
import type { Clock, Io } from '../io.ts'
import { formatNumber, type Tally } from './output.ts'

/** How an export ended. */
export type ExportEnding = 'done' | 'interrupted' | 'failed'

/** Progress and speed of an export. */
export interface ExportPace extends Tally {
  readonly totalPages: number | undefined
  readonly totalEvents: number | undefined
  readonly eventsPerSecond: number
  readonly secondsLeft: number | undefined
}

/** Shows the progress of an export. */
export interface ProgressReporter {
  update(pace: ExportPace): void
  end(ending: ExportEnding): void
}

/** JSON lines with `--json-progress`, else a progress line on a terminal, else nothing. */
export function progressFor(flags: { readonly jsonProgress?: true }, io: Io): ProgressReporter {
  if (flags.jsonProgress) return jsonProgress(io)
  return io.stderr.isTTY ? progressLine(io) : { update: () => {}, end: () => {} }
}

/** A counter of a page as a number; some services send it as text. */
const readCounter = (count: unknown): number | undefined =>
  /^\s*\d+\s*$/.test(String(count)) && Number.isSafeInteger(Number(count)) ? Number(count) : undefined

/** Makes a function that computes progress and speed of a run. `before` has the totals of earlier runs, which do not count for the speed. */
export function paceFrom(before: Tally, clock: Clock): (tally: Tally, page: Collection<unknown>) => ExportPace {
  const start = clock.elapsed()
  return (tally, { total_pages, total_records }) => {
    const eventsPerSecond = (tally.events - before.events) / Math.max((clock.elapsed() - start) / 1000, 0.001)
    const totalEvents = readCounter(total_records)
    const left = totalEvents === undefined ? undefined : Math.max(0, totalEvents - tally.events - tally.rejected)
    return {
      ...tally,
      totalPages: readCounter(total_pages),
      totalEvents,
      eventsPerSecond,
      secondsLeft: left === undefined || eventsPerSecond === 0 ? undefined : left / eventsPerSecond,
    }
  }
}

const countOf = (done: number, total: number | undefined): string =>
  total === undefined ? formatNumber(done) : `${formatNumber(done)} of ${formatNumber(total)}`

/** Seconds for people, such as `3 min 20 s`. */
function durationText(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Text of the progress line. */
export function progressText({
  pages,
  totalPages,
  events,
  totalEvents,
  eventsPerSecond,
  secondsLeft,
}: ExportPace): string {
  return [
    `${countOf(pages, totalPages)} pages`,
    `${countOf(events, totalEvents)} events`,
    `${formatNumber(Math.round(eventsPerSecond))} events/s`,
    ...(secondsLeft === undefined ? [] : [`${durationText(secondsLeft)} left`]),
  ].join(' · ')
}

/** The progress line on a terminal: pages, events, speed and time left. It has a progress bar if the service sends a total. */
function progressLine({ stderr }: Io): ProgressReporter {
  let latest: ExportPace | undefined
  const bar = new SingleBar({
    stream: stderr,
    fps: 10,
    hideCursor: true,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 20,
    format: (options, { progress }) => {
      if (!latest) return ''
      if (latest.totalEvents === undefined) return progressText(latest)
      return `${Format.BarFormat(progress, options)} ${progressText(latest)}`
    },
  })
  return {
    update: (pace) => {
      const first = !latest
      latest = pace
      const done = pace.events + pace.rejected
      const total = Math.max(pace.totalEvents ?? 0, done)
      if (first) bar.start(total, done)
      else {
        bar.setTotal(total)
        bar.update(done)
      }
    },
    end: () => bar.stop(),
  }
}

/** Minimum milliseconds between two lines of `--json-progress`. */
const lineIntervalMs = 1000

const rounded = (number: number | undefined): number | null =>
  number === undefined ? null : Math.round(number * 10) / 10

/** One JSON object per line on standard error, at most once a second and at the end. */
function jsonProgress({ stderr, clock }: Io): ProgressReporter {
  let latest: ExportPace | undefined
  let writtenAt = Number.NEGATIVE_INFINITY
  const writeLine = (state: string): void => {
    stderr.write(
      `${JSON.stringify({
        state,
        pages: latest?.pages ?? 0,
        totalPages: latest?.totalPages ?? null,
        events: latest?.events ?? 0,
        totalEvents: latest?.totalEvents ?? null,
        rejected: latest?.rejected ?? 0,
        eventsPerSecond: rounded(latest?.eventsPerSecond),
        secondsLeft: rounded(latest?.secondsLeft),
      })}\n`,
    )
    writtenAt = clock.elapsed()
  }
  return {
    update: (pace) => {
      latest = pace
      if (clock.elapsed() - writtenAt >= lineIntervalMs) writeLine('running')
    },
    end: writeLine,
  }
}
