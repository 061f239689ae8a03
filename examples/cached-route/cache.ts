/** What a cache gives. */
export interface Cached<Value> {
  readonly value: Value
  /** Milliseconds since it was loaded. */
  readonly age: number
}

export interface CacheOptions {
  /** Milliseconds for which a value is given as it is. */
  readonly freshFor: number
  /** Milliseconds for which an older one is given still, while a new one is loaded, or cannot be. */
  readonly staleFor: number
  /** Milliseconds between two attempts to renew an older value. */
  readonly pause: number
  /** Hears of failures that nobody waits for. */
  readonly onError: (error: unknown) => void
  /** The time, for tests. */
  readonly now?: () => number
}

/** One load, and how many wait for it. */
interface Load<Value> {
  readonly result: Promise<Value>
  readonly stop: AbortController
  waiting: number
}

/**
 * A cache of one value, stale while it is revalidated: whoever asks gets what is there, and nobody waits for a service that is slow or down
 * as long as there is something to give. However many ask, there is one load at a time; once all who waited for it have left, it is stopped.
 */
export function cacheOf<Value>(load: (signal: AbortSignal) => Promise<Value>, options: CacheOptions) {
  const { freshFor, staleFor, pause, onError, now = Date.now } = options
  let kept: { readonly value: Value; readonly at: number } | undefined
  let running: Load<Value> | undefined
  let notBefore = 0

  function begin(): Load<Value> {
    const stop = new AbortController()
    const result = load(stop.signal).then((value) => {
      kept = { value, at: now() }
      return value
    })
    const begun: Load<Value> = { result, stop, waiting: 0 }
    running = begun
    const end = () => {
      if (running === begun) running = undefined
    }
    result.then(end, end)
    return begun
  }

  function renew(): void {
    if (running || now() < notBefore) return
    const { result } = begin()
    result.catch((error: unknown) => {
      notBefore = now() + pause
      onError(error)
    })
  }

  /** Waits for a load, or for those who asked to leave. */
  async function join(signal: AbortSignal): Promise<Value> {
    signal.throwIfAborted()
    const joined = running ?? begin()
    joined.waiting += 1
    const left = Promise.withResolvers<never>()
    const leave = () => left.reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await Promise.race([joined.result, left.promise])
    } finally {
      signal.removeEventListener('abort', leave)
      joined.waiting -= 1
      if (joined.waiting === 0 && running === joined) {
        running = undefined
        joined.stop.abort(signal.reason)
      }
    }
  }

  return {
    /** @throws what the load ended with, or the signal's reason; only where there is nothing to give */
    async get(signal: AbortSignal): Promise<Cached<Value>> {
      const age = kept ? now() - kept.at : Number.POSITIVE_INFINITY
      if (kept && age < freshFor + staleFor) {
        if (age >= freshFor) renew()
        return { value: kept.value, age }
      }
      return { value: await join(signal), age: 0 }
    },
  }
}
