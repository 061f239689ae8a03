import type { Fault, RequestLogEntry } from 'osdi-events/mock'
import { useEffect, useState } from 'preact/hooks'

/** How the page stands to its service. */
export type Connection = 'connecting' | 'live' | 'paused' | 'broken'

/** What the whole page shares: what it knows of the service, and what it says at its edge. */
export interface State {
  readonly connection: Connection
  /** The request log, oldest first; undefined until it is loaded. */
  readonly requests: readonly RequestLogEntry[] | undefined
  /** Undefined until the feed brings them. */
  readonly faults: readonly Fault[] | undefined
  /** What the service's clock showed, and when the page learnt of it, by the page's own clock. */
  readonly clock: { readonly now: number; readonly isRunning: boolean; readonly learnt: number } | undefined
  /** Grows whenever stored data has changed: what was loaded before may be out of date. */
  readonly revision: number
  /** What was done last, for some seconds. */
  readonly toast: string
}

let state: State = {
  connection: 'connecting',
  requests: undefined,
  faults: undefined,
  clock: undefined,
  revision: 0,
  toast: '',
}

const watchers = new Set<() => void>()

/** Changes some members of the state; whoever shows them is drawn anew. */
export function update(change: (state: State) => Partial<State>): void {
  state = { ...state, ...change(state) }
  for (const tell of watchers) tell()
}

/** Part of the state; whoever uses it is drawn anew when that part is another. */
export function useShared<Part>(part: (state: State) => Part): Part {
  const [shown, show] = useState(() => part(state))
  useEffect(() => {
    const look = () => show(() => part(state))
    look()
    watchers.add(look)
    return () => void watchers.delete(look)
  }, [])
  return shown
}

let toastTimer: ReturnType<typeof setTimeout> | undefined

/** Says for six seconds that something was done. */
export function say(toast: string): void {
  clearTimeout(toastTimer)
  update(() => ({ toast }))
  toastTimer = setTimeout(() => update(() => ({ toast: '' })), 6000)
}
