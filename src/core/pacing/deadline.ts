import { later } from '../time.ts'

/** Thrown inside the package when a time limit runs out; it never reaches a caller. */
export class LimitReached extends Error {}

/**
 * Runs `work` until it settles, `signal` aborts or `ms` have passed, whichever is first, and leaves no timer and no listener behind.
 * The work gets a signal of its own; that it ignores it (an injected `fetch` may) delays nothing.
 *
 * @throws the signal's own reason, or {@link LimitReached}
 */
export async function within<T>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const inner = new AbortController()
  let stop: (reason: unknown) => void = () => {}
  const stopped = new Promise<never>((_, reject) => {
    stop = (reason) => {
      reject(reason)
      inner.abort(reason)
    }
  })
  const onAbort = () => stop(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  const end = later(Math.max(0, ms), () => stop(new LimitReached()))
  try {
    const working = work(inner.signal)
    // Whichever of the two loses may still reject later, when nobody listens any more.
    working.catch(() => {})
    stopped.catch(() => {})
    return await Promise.race([working, stopped])
  } catch (error) {
    // Whatever the work still has open is closed.
    inner.abort(error)
    throw error
  } finally {
    end()
    signal?.removeEventListener('abort', onAbort)
  }
}

/** Longer timers fire at once on every platform. */
export const longestTimer = 2 ** 31 - 1

/** Waits, for as long as a timer can; an abort ends the wait at once with the signal's own reason. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await within(Math.min(ms, longestTimer), signal, () => new Promise<never>(() => {}))
  } catch (reason) {
    if (!(reason instanceof LimitReached)) throw reason
  }
}
