import type { Assumptions } from '../assumptions.ts'
import { type Clock, lastSecond } from '../clock.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { Store } from '../store/store.ts'
import type { Instant } from '../time.ts'
import type { Geocode, Version } from '../types/index.ts'

/** Notes a part of a request that does not count, by the path of the field, and why. */
export type Ignore = (field: string, message: string) => void

/** What the rules work on: one service's store, and where it gets time and places from. */
export interface Context {
  readonly store: Store
  readonly clock: Clock
  readonly assumptions: Readonly<Assumptions>
  readonly dialects: Readonly<Record<Version, Dialect>>
  readonly geocode: Geocode
  /** Called for each part of a request that does not count: the request log shows them. */
  readonly ignore: Ignore
  readonly namespace: string
  /** The address that the caller knows the service by: all links begin with it. */
  readonly baseUrl: string
  /** The service's own address (option `baseUrl`). */
  readonly ownUrl: string
}

/** A moment as the service writes the times it makes (assumption `timestamps`). */
export const formatTime = ({ assumptions }: Pick<Context, 'assumptions'>, instant: Instant): string =>
  assumptions.timestamps === 'milliseconds' ? new Date(instant).toISOString() : toSecond(instant)

/**
 * The time of a change: the clock's, but always later than the change before, as responses show both. A running clock may stand in the same
 * second still, or may have been set back.
 */
export function timeOfChange({ clock, assumptions }: Pick<Context, 'clock' | 'assumptions'>, before: Instant): Instant {
  const grain = assumptions.timestamps === 'milliseconds' ? 1 : 1000
  const next = (Math.floor(before / grain) + 1) * grain
  return Math.min(Math.max(clock.now(), next), lastSecond)
}

const day = 86_400
let lastDay = { date: Number.NaN, text: '' }

/** As `toISOString`, without milliseconds. Four times as fast: the moments on a page lie in few days. */
function toSecond(instant: Instant): string {
  const seconds = Math.floor(instant / 1000)
  const date = Math.floor(seconds / day)
  if (date !== lastDay.date) lastDay = { date, text: new Date(instant).toISOString().slice(0, 11) }
  const time = seconds - date * day
  return `${lastDay.text}${twoDigits(time / 3600)}:${twoDigits((time / 60) % 60)}:${twoDigits(time % 60)}Z`
}

const twoDigits = (number: number): string => `${number < 10 ? '0' : ''}${Math.floor(number)}`

/** The service's own identifier for an id (v2 §2.1). */
export const nativeIdentifier = (context: Context, id: string): string => `${context.namespace}:${id}`

/** The origin system of what the service itself makes. */
export const ownSystem = 'Mock Service'

/** The same context under another base address. */
export const contextAt = (context: Context, base: string): Context =>
  base === context.baseUrl ? context : { ...context, baseUrl: base }
