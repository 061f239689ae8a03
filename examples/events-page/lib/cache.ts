/** One value that is slow to load, kept for the visitors of a website. Needs no package. */

/** What a cache returns. */
export interface Kept<Value> {
  readonly value: Value
  /** Milliseconds since it was loaded. */
  readonly age: number
}

/** Milliseconds. */
const fresh = 60_000
const usable = 10 * 60_000
const lastResort = 24 * 3_600_000
const pause = 10_000

/** Keeps a background load alive after the response, where the platform would stop it: `waitUntil` of Workers, `after` of Next. */
export type KeepAlive = (work: Promise<unknown>) => void

/**
 * Caches one value. For a minute, visitors get it at once. For ten minutes they still do, while a new one loads. Then they wait for the new one, and
 * get the old one, up to a day, if the load fails. All visitors share one load, and ten seconds pass between a failure and the next load.
 */
export function cacheOf<Value>(load: () => Promise<Value>, onError: (error: unknown) => void, now: () => number) {
  let kept: { readonly value: Value; readonly at: number } | undefined
  let loading: Promise<Value> | undefined
  let failed: { readonly error: unknown; readonly at: number } | undefined

  async function renew(): Promise<Value> {
    try {
      const value = await load()
      kept = { value, at: now() }
      failed = undefined
      return value
    } catch (error) {
      failed = { error, at: now() }
      onError(error)
      throw error
    } finally {
      loading = undefined
    }
  }

  /** @throws what the load threw, if nothing is kept */
  return async (keepAlive: KeepAlive): Promise<Kept<Value>> => {
    const age = kept ? now() - kept.at : Number.POSITIVE_INFINITY
    if (kept && age < fresh) return { value: kept.value, age }
    if (!loading && !(failed && now() - failed.at < pause)) {
      loading = renew()
      keepAlive(loading.catch(() => {}))
    }
    if (kept && age < usable) return { value: kept.value, age }
    try {
      if (!loading) throw failed?.error
      return { value: await loading, age: 0 }
    } catch (error) {
      if (kept && age < lastResort) return { value: kept.value, age }
      throw error
    }
  }
}
