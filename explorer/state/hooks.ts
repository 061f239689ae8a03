import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import { useShared } from './store.ts'

/** Draws whoever uses it anew. */
function useDraw(): () => void {
  const [, draw] = useReducer((times: number) => times + 1, 0)
  return () => draw(0)
}

const errorOf = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** Something that is loaded from the service. */
export interface Loaded<Value> {
  /** What came last. It stays while more is loaded, and goes where that fails. */
  readonly value: Value | undefined
  /** Whether the value is of what is asked for now, and not of what was asked for before. */
  readonly isCurrent: boolean
  readonly error: Error | undefined
  readonly reload: () => void
}

interface Loading<Value> {
  value?: Value | undefined
  error?: Error | undefined
  /** What the value is of. */
  loaded?: string
  isBusy?: boolean
  isStale?: boolean
}

/** Loads something, and again whenever `of`, `on` or stored data has changed; never twice at once. */
export function useLoaded<Value>(of: string, load: () => Promise<Value>, on?: unknown): Loaded<Value> {
  const revision = useShared((state) => state.revision)
  const draw = useDraw()
  const { current: mine } = useRef<Loading<Value>>({})
  const latest = useRef({ of, load })
  latest.current = { of, load }
  const ask = async () => {
    mine.isStale = true
    if (mine.isBusy) return
    mine.isBusy = true
    while (mine.isStale) {
      mine.isStale = false
      const asked = latest.current
      const begun = performance.now()
      try {
        Object.assign(mine, { value: await asked.load(), loaded: asked.of, error: undefined })
      } catch (error) {
        // What was found before may be of something else.
        if (mine.loaded !== asked.of) mine.value = undefined
        mine.error = errorOf(error)
      }
      draw()
      // Of a service that is written to without end, the page asks for a third of the time at most.
      if (asked.of !== latest.current.of) mine.isStale = true
      else if (mine.isStale) await new Promise((resolve) => setTimeout(resolve, 2 * (performance.now() - begun)))
    }
    mine.isBusy = false
  }
  useEffect(() => void ask(), [of, revision, on])
  return { value: mine.value, isCurrent: mine.loaded === of, error: mine.error, reload: () => void ask() }
}

/** Does things that take a moment and may fail, one at a time; `error` says why the last one failed. */
export function useAct() {
  const [error, fail] = useState<Error>()
  const [isBusy, setBusy] = useState(false)
  const run = async (act: () => Promise<unknown>) => {
    if (isBusy) return
    setBusy(true)
    await act().then(
      () => fail(undefined),
      (thrown) => fail(errorOf(thrown)),
    )
    setBusy(false)
  }
  return { error, isBusy, run }
}

/** What the service's clock shows; drawn anew every second where it runs. Undefined until it is known. */
export function useServiceNow(): number | undefined {
  const clock = useShared((state) => state.clock)
  const draw = useDraw()
  useEffect(() => {
    const timer = clock?.isRunning ? setInterval(draw, 1000) : undefined
    return () => clearInterval(timer)
  }, [clock])
  return clock && clock.now + (clock.isRunning ? Date.now() - clock.learnt : 0)
}
