/** Milliseconds since 1970. The user may set this clock back or forward. */
export const wallTime = (): number => Date.now()

/** The format of HTTP dates that has no time zone. It means GMT, like the other formats (RFC 9110 §5.6.7). */
const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4}$/

/** An HTTP date in milliseconds since 1970; undefined if it cannot be read. `Date.parse` accepts more: it reads "1.5" as a day in January. */
export function httpDate(header: string | null): number | undefined {
  const value = header?.trim() ?? ''
  const moment = /^[A-Z][a-z]+,? /.test(value) ? Date.parse(asctime.test(value) ? `${value} GMT` : value) : Number.NaN
  return Number.isNaN(moment) ? undefined : moment
}

/** Milliseconds of a monotonic clock. */
export const elapsed = (): number => performance.now()

/** Calls `act` after `ms` milliseconds. The returned function cancels the call. */
export function callLater(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

/** Thrown inside the package when a time limit runs out; it never reaches a caller. */
export class LimitReached extends Error {}

/**
 * Runs `work` until it settles, one of the signals aborts, or `ms` milliseconds have passed. Then removes its timer and listeners. The work gets a
 * signal of its own. Does not wait for work that ignores this signal, as an injected `fetch` may.
 *
 * @throws the reason of the signal, or {@link LimitReached}
 */
export async function runWithin<T>(
  ms: number,
  signals: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  for (const signal of signals) signal?.throwIfAborted()
  const inner = new AbortController()
  const ends: (() => void)[] = []
  try {
    return await new Promise<T>((resolve, reject) => {
      // Rejects here and not in a listener on `inner.signal`: one more listener for each request would be slow.
      const stop = (reason: unknown) => {
        reject(reason)
        inner.abort(reason)
      }
      for (const signal of signals) {
        const onAbort = () => stop(signal?.reason)
        signal?.addEventListener('abort', onAbort, { once: true })
        ends.push(() => signal?.removeEventListener('abort', onAbort))
      }
      if (ms < Infinity) ends.push(callLater(Math.max(0, ms), () => stop(new LimitReached())))
      work(inner.signal).then(resolve, reject)
    })
  } catch (error) {
    // Tells the work to close what is still open.
    inner.abort(error)
    throw error
  } finally {
    for (const end of ends) end()
  }
}

/** The longest time of a timer, in milliseconds. Longer timers fire at once, on every platform. */
export const maxTimeout = 2 ** 31 - 1

/** Waits `ms` milliseconds, at most {@link maxTimeout}. An abort rejects at once with the signal's reason. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await runWithin(Math.min(ms, maxTimeout), [signal], () => new Promise<never>(() => {}))
  } catch (reason) {
    if (!(reason instanceof LimitReached)) throw reason
  }
}

/** Calls a function without waiting for its promise. Passes a thrown error or a rejection to `failed`. Ignores errors of `failed`. */
export function callSafely(run: () => unknown, failed = (_thrown: unknown): void => {}): void {
  const running = async () => run()
  running()
    .catch(failed)
    .catch(() => {})
}

/** The time limit of an iteration. */
export interface Deadline {
  /** The limit, in milliseconds. */
  readonly limit: number
  /** The time when the limit runs out, on the clock of the time limits. */
  readonly end: number
}
