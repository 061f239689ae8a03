import type { Fault, SandboxInfo } from 'osdi-events/mock'
import { useEffect, useState } from 'preact/hooks'
import type { RequestList } from './request-list.ts'

/**
 * State of the event feed. `paused`: the page is hidden. `reconnecting`: the feed broke off, and the page reconnects. `offline`: to
 * reconnect has failed; the page keeps trying.
 */
export type FeedState = 'connecting' | 'live' | 'paused' | 'reconnecting' | 'offline'

/** The state that all views share. */
export interface State {
  readonly connection: FeedState
  /** Undefined until the request log is loaded. */
  readonly requests: RequestList | undefined
  /** Increases when the service is reset or restored. Requests of the new session have other numbers. */
  readonly session: number
  /** Undefined until the feed sends them. */
  readonly faults: readonly Fault[] | undefined
  /** How many requests a fault keeps waiting. */
  readonly waiting: number
  /** The service's time, and the browser's time when it arrived, in milliseconds. */
  readonly clock: { readonly now: number; readonly isRunning: boolean; readonly receivedAt: number } | undefined
  /** Increases with every change of stored data. */
  readonly revision: number
  /** Sandboxes of the server, the most recently used one first. Undefined until they are loaded, and for a service without a server. */
  readonly sandboxes: readonly SandboxInfo[] | undefined
  /** A short note at the edge of the page. */
  readonly toast: Toast
}

interface Toast {
  readonly text: string
  readonly link?: { readonly href: string; readonly text: string } | undefined
}

const initial: State = {
  connection: 'connecting',
  requests: undefined,
  session: 0,
  faults: undefined,
  waiting: 0,
  clock: undefined,
  revision: 0,
  sandboxes: undefined,
  toast: { text: '' },
}

let state = initial

/** Forgets everything: the explorer shows another service. */
export const forget = (): void => update(() => initial)

const listeners = new Set<() => void>()

export function update(change: (state: State) => Partial<State>): void {
  state = { ...state, ...change(state) }
  for (const notify of listeners) notify()
}

/** A part of the state. The component renders when this part changes. */
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

/** Shows a note for six seconds, or for twenty if it has a link to follow. */
export function showToast(text: string, link?: Toast['link']): void {
  clearTimeout(toastTimer)
  update(() => ({ toast: { text, link } }))
  toastTimer = setTimeout(() => update(() => ({ toast: { text: '' } })), link ? 20_000 : 6000)
}
