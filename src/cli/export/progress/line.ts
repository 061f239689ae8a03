import { Format, SingleBar } from 'cli-progress'
import { shown } from '../tally.ts'
import type { Pace, Progress } from './progress.ts'

const of = (done: number, total: number | undefined): string =>
  total === undefined ? shown(done) : `${shown(done)} of ${shown(total)}`

/** Seconds as people say them. */
function inWords(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** What the line says. */
export function textOf({ pages, totalPages, events, totalEvents, eventsPerSecond, secondsLeft }: Pace): string {
  return [
    `${of(pages, totalPages)} pages`,
    `${of(events, totalEvents)} events`,
    `${shown(Math.round(eventsPerSecond))} events/s`,
    ...(secondsLeft === undefined ? [] : [`${inWords(secondsLeft)} left`]),
  ].join(' · ')
}

/** A line on the terminal that moves: a bar where the service says how much there is, and in words how far, how fast and how long. */
export function progressLine(): Progress {
  let latest: Pace | undefined
  const bar = new SingleBar({
    stream: process.stderr,
    fps: 10,
    hideCursor: true,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 20,
    format: (options, { progress }) => {
      if (!latest) return ''
      if (latest.totalEvents === undefined) return textOf(latest)
      return `${Format.BarFormat(progress, options)} ${textOf(latest)}`
    },
  })
  return {
    tell: (pace) => {
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
