/** Milliseconds since 1970, by the system's clock, which may be set. */
export const wallTime = (): number => Date.now()

/** Milliseconds since some moment, by a clock that only goes on. */
export const elapsed = (): number => performance.now()

/** Does something after so many milliseconds, unless the function that it returns is called before. */
export function later(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

/** Thrown inside the package when a time limit runs out; it never reaches a caller. */
export class LimitReached extends Error {}

/**
 * Runs `work` until it settles, one of the signals aborts or `ms` have passed, whichever is first, and leaves no timer and no listener behind.
 * The work gets a signal of its own; that it ignores it (an injected `fetch` may) delays nothing.
 *
 * @throws the reason of the signal, or {@link LimitReached}
 */
export async function within<T>(
  ms: number,
  signals: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  for (const signal of signals) signal?.throwIfAborted()
  const inner = new AbortController()
  const ends: (() => void)[] = []
  try {
    return await new Promise<T>((resolve, reject) => {
      // Not by a listener on the signal of our own: one for every request is dear.
      const stop = (reason: unknown) => {
        reject(reason)
        inner.abort(reason)
      }
      for (const signal of signals) {
        const onAbort = () => stop(signal?.reason)
        signal?.addEventListener('abort', onAbort, { once: true })
        ends.push(() => signal?.removeEventListener('abort', onAbort))
      }
      if (ms < Infinity) ends.push(later(Math.max(0, ms), () => stop(new LimitReached())))
      work(inner.signal).then(resolve, reject)
    })
  } catch (error) {
    // Whatever the work still has open is closed.
    inner.abort(error)
    throw error
  } finally {
    for (const end of ends) end()
  }
}

/** Longer timers fire at once on every platform. */
export const maxTimeout = 2 ** 31 - 1

/** Waits, for as long as a timer can; an abort ends the wait at once with the signal's own reason. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await within(Math.min(ms, maxTimeout), [signal], () => new Promise<never>(() => {}))
  } catch (reason) {
    if (!(reason instanceof LimitReached)) throw reason
  }
}
