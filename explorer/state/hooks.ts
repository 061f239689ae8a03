import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import { showToast, useShared } from './store.ts'

function useRerender(): () => void {
  const [, rerender] = useReducer((times: number) => times + 1, 0)
  return () => rerender(0)
}

const errorOf = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

export interface Loaded<Value> {
  /** The value that was loaded last. It stays while the next value is loading. */
  readonly value: Value | undefined
  /** Whether the value belongs to the current key. */
  readonly isCurrent: boolean
  readonly error: Error | undefined
  readonly reload: () => void
}

interface Loading<Value> {
  value?: Value | undefined
  error?: Error | undefined
  /** Key of the value. */
  key?: string
  isBusy?: boolean
  isStale?: boolean
  /** When the value became stale the last time. */
  staleAt?: number
}

/** Milliseconds without a change after which a program has stopped writing. */
const quiet = 200

/**
 * Loads a value, and again whenever `key`, `on` or stored data changes. One request at a time. If a program writes without a pause, the page
 * is loading for at most a third of the time; it rests no longer when the writes end or the key changes.
 */
export function useLoaded<Value>(key: string, load: () => Promise<Value>, on?: unknown): Loaded<Value> {
  const revision = useShared((state) => state.revision)
  const rerender = useRerender()
  const { current: loading } = useRef<Loading<Value>>({})
  const latest = useRef({ key, load })
  latest.current = { key, load }
  const reload = async () => {
    loading.isStale = true
    loading.staleAt = performance.now()
    if (loading.isBusy) return
    loading.isBusy = true
    while (loading.isStale) {
      loading.isStale = false
      const current = latest.current
      const start = performance.now()
      try {
        Object.assign(loading, { value: await current.load(), key: current.key, error: undefined })
      } catch (error) {
        // Drops the value of another key: it would be wrong beside this error.
        if (loading.key !== current.key) loading.value = undefined
        loading.error = errorOf(error)
      }
      rerender()
      const took = performance.now() - start
      const isOld = () => current.key !== latest.current.key
      const isQuiet = () => performance.now() - (loading.staleAt ?? 0) >= quiet
      if (loading.isStale) await rest(2 * took, () => isOld() || isQuiet())
      loading.isStale ||= isOld()
    }
    loading.isBusy = false
  }
  useEffect(() => void reload(), [key, revision, on])
  return { value: loading.value, isCurrent: loading.key === key, error: loading.error, reload: () => void reload() }
}

/** Waits until the time is over, or `isOver` returns true. */
async function rest(ms: number, isOver: () => boolean): Promise<void> {
  const end = performance.now() + ms
  while (performance.now() < end && !isOver()) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Runs one asynchronous action at a time. `error` is the error of the last action, if it failed. */
export function useAction() {
  const [error, setError] = useState<Error>()
  const [isBusy, setBusy] = useState(false)
  const run = async (action: () => Promise<unknown>) => {
    if (isBusy) return
    setBusy(true)
    // The note of an earlier action would contradict the outcome of this one.
    showToast('')
    await action().then(
      () => setError(undefined),
      (thrown) => setError(errorOf(thrown)),
    )
    setBusy(false)
  }
  return { error, isBusy, run }
}

/** The service's time, in milliseconds. With a running clock, the component renders every second. */
export function useServiceNow(): number | undefined {
  const clock = useShared((state) => state.clock)
  const rerender = useRerender()
  useEffect(() => {
    const timer = clock?.isRunning ? setInterval(rerender, 1000) : undefined
    return () => clearInterval(timer)
  }, [clock])
  return clock && clock.now + (clock.isRunning ? Date.now() - clock.receivedAt : 0)
}
