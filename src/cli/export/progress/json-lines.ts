import type { Pace, Progress } from './progress.ts'

/** Milliseconds between two lines. */
const between = 1000

const rounded = (number: number | undefined): number | null =>
  number === undefined ? null : Math.round(number * 10) / 10

/** A JSON object a line on standard error, once a second and at the end. */
export function jsonProgress(): Progress {
  let latest: Pace | undefined
  let saidAt = Number.NEGATIVE_INFINITY
  const say = (state: string): void => {
    process.stderr.write(
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
    saidAt = performance.now()
  }
  return {
    tell: (pace) => {
      latest = pace
      if (performance.now() - saidAt >= between) say('running')
    },
    end: say,
  }
}
