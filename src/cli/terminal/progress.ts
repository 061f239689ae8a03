import type { Clock } from '../run/io.ts'
import type { MessageOutput } from './messages.ts'
import { screenOf } from './screen.ts'
import { cut, formatNumber } from './text.ts'

/** How much of a command's work is done. */
export interface ProgressCount {
  readonly done: number
  /** The number of all items; undefined if it is not known. */
  readonly total?: number | undefined
}

/** The speed is measured over this many milliseconds. Over a shorter time, one slow response would make the remaining time jump. */
const windowMs = 10_000

/** The progress line shows no speed before so many milliseconds: they tell nothing about it. */
const unmeasuredMs = 1000

/** Measures speed and remaining time, smoothed over the last ten seconds. Work of earlier runs does not count for the speed. */
export class Speedometer {
  readonly #clock: Clock
  readonly #begun: number
  #samples: { readonly at: number; readonly done: number }[]

  constructor(clock: Clock, done = 0) {
    this.#clock = clock
    this.#begun = clock.elapsed()
    this.#samples = [{ at: this.#begun, done }]
  }

  /** Whether the work takes long enough to tell its speed. */
  get isMeasured(): boolean {
    return this.#clock.elapsed() - this.#begun >= unmeasuredMs
  }

  /** @returns items per second, and the seconds that are left if the total is known */
  read({ done, total }: ProgressCount): { readonly perSecond: number; readonly secondsLeft: number | undefined } {
    const at = this.#clock.elapsed()
    // Keeps one sample from before the window, so that there is always a first one.
    while ((this.#samples[1]?.at ?? at) <= at - windowMs) this.#samples.shift()
    const [first] = this.#samples
    this.#samples.push({ at, done })
    const perSecond = first ? (done - first.done) / Math.max((at - first.at) / 1000, 0.001) : 0
    const isKnown = total !== undefined && perSecond > 0
    return { perSecond, secondsLeft: isKnown ? Math.max(0, total - done) / perSecond : undefined }
  }
}

/** Work that takes fewer milliseconds shows no progress. */
const silentMs = 500

/** Milliseconds between two lines in a file or a pipe. */
const plainLineMs = 10_000

/**
 * Shows the progress of work that takes longer than half a second. On a terminal, it is one line that is removed at the end. In a file or a pipe, it
 * prints a line every ten seconds, so that a log shows that the work goes on, and a last one at the end.
 */
export class ProgressLine implements Disposable {
  readonly #io: MessageOutput & { readonly clock: Clock }
  readonly #timer: Disposable
  #text: string
  #shown = ''
  /** The last line in a file or a pipe. */
  #printed: string | undefined
  /** How often the service asked to wait. */
  #waits = 0
  #silentUntil: number

  /** @param text what the command does, until the first {@link show} */
  constructor(io: MessageOutput & { readonly clock: Clock }, text: string) {
    this.#io = io
    this.#text = text
    const { isTTY } = io.stderr
    this.#silentUntil = io.clock.elapsed() + (isTTY ? silentMs : plainLineMs)
    this.#timer = io.clock.every(isTTY ? 100 : 1000, () => (isTTY ? this.#drawLater() : this.#print()))
    openLines.set(io.stderr, this)
  }

  /** Sets the text of the next drawing. */
  show(text: string): void {
    this.#text = text
  }

  /** Counts that the service asked to wait. From then on, the line says so. */
  countWait(): void {
    this.#waits += 1
  }

  get #whole(): string {
    if (this.#waits === 0) return this.#text
    return `${this.#text} · asked to wait${this.#waits === 1 ? '' : ` ${formatNumber(this.#waits)} times`}`
  }

  /** Removes the line, so that a message can be printed. The next drawing shows it again. */
  hide(): void {
    if (this.#shown === '') return
    this.#shown = ''
    this.#io.stderr.write(eraseLine)
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]()
    this.hide()
    openLines.delete(this.#io.stderr)
    if (this.#printed !== undefined && this.#printed !== this.#whole) this.#io.stderr.write(`${this.#whole}\n`)
  }

  /** Draws the line at once. Needed during work that does not let timers run. */
  draw(): void {
    const { stderr, env } = this.#io
    const text = this.#whole
    if (!stderr.isTTY || text === this.#shown) return
    const { width = 80, paint } = screenOf(stderr, env)
    this.#shown = text
    // Leaves the last column free, because some terminals break a line that fills it.
    stderr.write(`${eraseLine}${paint('dim', cut(text, width - 1))}`)
  }

  #drawLater(): void {
    if (this.#io.clock.elapsed() >= this.#silentUntil) this.draw()
  }

  #print(): void {
    const { stderr, clock } = this.#io
    if (clock.elapsed() < this.#silentUntil) return
    this.#silentUntil = clock.elapsed() + plainLineMs
    this.#printed = this.#whole
    stderr.write(`${this.#whole}\n`)
  }
}

/** The open progress line of each output. */
const openLines = new WeakMap<MessageOutput['stderr'], ProgressLine>()

/** Lets the open progress line, if there is one, say that the service asked to wait. */
export const countWait = ({ stderr }: Pick<MessageOutput, 'stderr'>): void => openLines.get(stderr)?.countWait()

/** Moves to the first column and erases the line (ECMA-48 EL). */
const eraseLine = '\r\u001b[K'

/** A count for people, such as `12,000 of 100,000 events`. */
export const countText = ({ done, total }: ProgressCount, noun: string): string =>
  `${formatNumber(done)}${total === undefined ? '' : ` of ${formatNumber(total)}`} ${noun}`

/** Seconds for people, such as `3 min 20 s`. */
export function durationText(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** The text of a progress line, such as `exporting · 12,000 of 100,000 events · 1,005/s · 7 s left`. */
export function progressText(verb: string, noun: string, count: ProgressCount, speedometer: Speedometer): string {
  const { perSecond, secondsLeft } = speedometer.read(count)
  if (!speedometer.isMeasured) return `${verb} · ${countText(count, noun)}`
  return [
    verb,
    countText(count, noun),
    ...(perSecond > 0 ? [`${perSecond < 10 ? perSecond.toFixed(1) : formatNumber(Math.round(perSecond))}/s`] : []),
    ...(!secondsLeft ? [] : [`${durationText(secondsLeft)} left`]),
  ].join(' · ')
}
