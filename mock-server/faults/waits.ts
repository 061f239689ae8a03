import type { Wait } from '../api/message.ts'
import { maxTimeout, setRepeatingTimer, setTimer } from '../time.ts'

/** Why a wait has ended: its time is over, the fault was removed, the server is closing, or the caller has disconnected. */
type WaitEnd = 'elapsed' | 'removed' | 'closing' | 'aborted'

interface OpenWait extends Wait {
  readonly ended: Promise<WaitEnd>
}

/** The waits that a fault has caused. */
export class Waits {
  /** The open waits. The key is the function that ends the wait, the value is the signal of the request. */
  readonly #open = new Map<(reason: WaitEnd) => void, AbortSignal | undefined>()

  readonly #notify: () => void

  /** Calls `notify` when a wait starts or ends. */
  constructor(notify: () => void) {
    this.#notify = notify
  }

  /** How many requests wait. */
  get count(): number {
    return this.#open.size
  }

  /** Starts a wait of `ms` milliseconds. Without `ms`, only `end`, `release` or the signal ends the wait. */
  start(signal: AbortSignal | undefined, ms?: number): OpenWait {
    const { promise: ended, resolve } = Promise.withResolvers<WaitEnd>()
    const abort = () => end('aborted')
    const end = (reason: WaitEnd) => {
      stopTimer?.()
      signal?.removeEventListener('abort', abort)
      if (this.#open.delete(end)) this.#notify()
      resolve(reason)
    }
    const stopTimer = ms === undefined ? undefined : setTimer(ms, () => end('elapsed'))
    this.#open.set(end, signal)
    this.#notify()
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
    return { ended, release: abort }
  }

  /** Ends all waits; with `signals`, only waits of requests with one of these signals. */
  end(reason: WaitEnd, signals?: ReadonlySet<AbortSignal | undefined>): void {
    for (const [end, signal] of this.#open) if (!signals || signals.has(signal)) end(reason)
  }
}

/** Keeps the process running until a promise settles, as an open connection would. */
export async function keepAlive<Value>(promise: Promise<Value>): Promise<Value> {
  const stop = setRepeatingTimer(maxTimeout, () => {})
  try {
    return await promise
  } finally {
    stop()
  }
}
