/** Milliseconds since 1970 (UTC). */
export type Instant = number

/** The time of the system's clock. This time can jump, because the clock can be set. */
export const wallTime = (): Instant => Date.now()

/** Milliseconds of a monotonic clock. */
export const elapsed = (): number => performance.now()

/** Maximum duration of a timer on every platform, in milliseconds. */
export const maxTimeout = 2 ** 31 - 1

/** Milliseconds between the heartbeats of an event feed. */
export const heartbeatInterval = 15_000

/** Stops a timer or a subscription. */
export type Stop = () => void

/** Calls `act` after `ms` milliseconds. Keeps the process running until then. The returned function stops the timer. */
export function setTimer(ms: number, act: () => void): Stop {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

/** Calls `act` every `ms` milliseconds, until the returned function is called. Keeps the process running until then. */
export function setRepeatingTimer(ms: number, act: () => void): Stop {
  const timer = setInterval(act, ms)
  return () => clearInterval(timer)
}

// Taken here: a test may replace the global one, and stop it.
const immediate = globalThis.setImmediate as ((act: () => void) => unknown) | undefined

/** Lets other work of the program run: requests, timers, input. A timer of a page would wait for some milliseconds. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (immediate) return void immediate(resolve)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })

/** Work in steps. Each step takes far less than a millisecond, and other work can run between two steps. */
export type Steps<Result> = Generator<undefined, Result>

/** Runs all steps synchronously. */
export function runToEnd<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Makes a signal that aborts after `ms` milliseconds, unless `stop` is called before. */
export function timeLimit(ms: number): { readonly signal: AbortSignal; readonly stop: Stop } {
  const over = new AbortController()
  const stop = setTimer(ms, () => over.abort(new DOMException('The time is over', 'TimeoutError')))
  return { signal: over.signal, stop }
}
