import type { Fault } from 'osdi-events/mock'
import { useEffect, useState } from 'preact/hooks'
import type { RequestList } from './request-list.ts'

/**
 * State of the event feed. `paused`: the page is hidden. `reconnecting`: the feed broke off, and the page tries again. `offline`: that
 * failed too; the page keeps trying.
 */
export type Connection = 'connecting' | 'live' | 'paused' | 'reconnecting' | 'offline'

/** What all views share. */
export interface State {
  readonly connection: Connection
  /** Undefined until the request log is loaded. */
  readonly requests: RequestList | undefined
  /** Grows when the service starts over: from then on, requests have other numbers. */
  readonly session: number
  /** Undefined until the feed brings them. */
  readonly faults: readonly Fault[] | undefined
  /** The service's time, and when it arrived by the browser's clock, in milliseconds. */
  readonly clock: { readonly now: number; readonly isRunning: boolean; readonly receivedAt: number } | undefined
  /** Grows with every change of stored data. */
  readonly revision: number
  /** A short note at the edge of the page. */
  readonly toast: string
}

let state: State = {
  connection: 'connecting',
  requests: undefined,
  session: 0,
  faults: undefined,
  clock: undefined,
  revision: 0,
  toast: '',
}

const listeners = new Set<() => void>()

export function update(change: (state: State) => Partial<State>): void {
  state = { ...state, ...change(state) }
  for (const notify of listeners) notify()
}

/** A part of the state, kept up to date. */
export function useShared<Part>(part: (state: State) => Part): Part {
  const [value, setValue] = useState(() => part(state))
  useEffect(() => {
    const refresh = () => setValue(() => part(state))
    refresh()
    listeners.add(refresh)
    return () => void listeners.delete(refresh)
  }, [])
  return value
}

let toastTimer: ReturnType<typeof setTimeout> | undefined

/** Says for six seconds what was done. */
export function showToast(toast: string): void {
  clearTimeout(toastTimer)
  update(() => ({ toast }))
  toastTimer = setTimeout(() => update(() => ({ toast: '' })), 6000)
}
