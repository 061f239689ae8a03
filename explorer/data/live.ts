import type { Fault, RequestLogEntry } from 'osdi-events/mock'
import { storeOf, useStore } from './store.ts'

/** How the page stands to its service. */
export type Connection = 'connecting' | 'live' | 'paused' | 'broken'

/** What the page knows of the service from its stream. */
export interface Live {
  readonly connection: Connection
  /** Oldest first; as many as are shown at the most. */
  readonly requests: readonly RequestLogEntry[]
  /** Undefined until the page was told of them. */
  readonly rules: readonly Fault[] | undefined
  /** What the service's clock showed, and when the page learnt of it, by the page's own clock. */
  readonly clock: { readonly now: number; readonly goes: boolean; readonly learnt: number } | undefined
  /** Grows whenever something that is stored has changed: what was asked for before may be out of date. */
  readonly revision: number
}

export const live = storeOf<Live>({
  connection: 'connecting',
  requests: [],
  rules: undefined,
  clock: undefined,
  revision: 0,
})

/** Part of what is known from the stream. */
export const useLive = <Part>(part: (live: Live) => Part): Part => useStore(live, part)
