/** Milliseconds since 1970 (UTC). */
export type Instant = number

/** The system's clock, which may be set. */
export const wallTime = (): Instant => Date.now()

/** Milliseconds by a clock that nobody sets. */
export const elapsed = (): number => performance.now()

/** Milliseconds of the longest timer that every platform has. */
export const maxTimeout = 2 ** 31 - 1

/** Milliseconds between the comments by which an event feed shows that it is alive. */
export const heartbeatInterval = 15_000

/** Stops what was to be done. */
export type Stop = () => void

/** Does something after so many milliseconds, unless it is stopped before. Until then the program is kept running. */
export function setTimer(ms: number, act: () => void): Stop {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

/** Does something again and again, so many milliseconds apart, until it is stopped. The program is kept running. */
export function setRepeatingTimer(ms: number, act: () => void): Stop {
  const timer = setInterval(act, ms)
  return () => clearInterval(timer)
}

/** Work in steps of well under a millisecond, between which others may have their turn. */
export type Steps<Result> = Generator<undefined, Result>

/** Does the work in one go. */
export function runToEnd<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** A signal that aborts after so many milliseconds, unless it is stopped before. */
export function timeLimit(ms: number): { readonly signal: AbortSignal; readonly stop: Stop } {
  const over = new AbortController()
  const stop = setTimer(ms, () => over.abort(new DOMException('The time is over', 'TimeoutError')))
  return { signal: over.signal, stop }
}
