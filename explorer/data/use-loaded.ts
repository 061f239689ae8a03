import { useEffect, useReducer, useRef } from 'preact/hooks'

/** Something that is asked for: what was got last stays while it is asked for again. */
export interface Loaded<Value> {
  readonly value: Value | undefined
  readonly error: Error | undefined
  readonly isLoading: boolean
  readonly reload: () => void
}

/** Asks for something, and again whenever one of `on` changes; never twice at once for the same `of`. */
export function useLoaded<Value>(
  load: () => Promise<Value>,
  { of, on = [] }: { readonly of: string; readonly on?: readonly unknown[] },
): Loaded<Value> {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const state = useRef<State<Value>>({ of, isLoading: false, isStale: false, value: undefined, error: undefined })
  if (state.current.of !== of)
    state.current = { of, isLoading: false, isStale: false, value: undefined, error: undefined }
  // What is asked for once more is what is wanted by then.
  const latest = useRef(load)
  latest.current = load
  const ask = async () => {
    const mine = state.current
    if (mine.isLoading) {
      mine.isStale = true
      return
    }
    mine.isLoading = true
    draw(0)
    do {
      mine.isStale = false
      try {
        mine.value = await latest.current()
        mine.error = undefined
      } catch (error) {
        mine.error = error instanceof Error ? error : new Error(String(error))
      }
    } while (mine.isStale && mine === state.current)
    mine.isLoading = false
    if (mine === state.current) draw(0)
  }
  useEffect(() => void ask(), [of, ...on])
  const { value, error, isLoading } = state.current
  return {
    value,
    error,
    isLoading: isLoading || (value === undefined && error === undefined),
    reload: () => void ask(),
  }
}

interface State<Value> {
  readonly of: string
  isLoading: boolean
  isStale: boolean
  value: Value | undefined
  error: Error | undefined
}
