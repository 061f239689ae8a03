import type { Assumptions } from '../assumptions.ts'
import { type Clock, lastSecond } from '../clock.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { Store } from '../store/store.ts'
import type { Instant } from '../time.ts'
import type { Geocode, Version } from '../types/index.ts'

/** Notes an ignored part of a request: the path of the field, and why it is ignored. */
export type Ignore = (field: string, message: string) => void

/** What the rules of a service need: its store, clock, geocoder, assumptions and addresses. */
export interface Context {
  readonly store: Store
  readonly clock: Clock
  readonly assumptions: Readonly<Assumptions>
  readonly dialects: Readonly<Record<Version, Dialect>>
  readonly geocode: Geocode
  /** Called for each ignored part of a request. The request log shows these parts. */
  readonly ignore: Ignore
  readonly namespace: string
  /** The base address that the caller uses. All links begin with it. */
  readonly baseUrl: string
  /** Every base address of the service: a link to a person may begin with any of them. */
  readonly addresses: () => readonly string[]
}

/** A moment in the format of responses (assumption `timestamps`). */
export const formatTime = ({ assumptions }: Pick<Context, 'assumptions'>, instant: Instant): string =>
  assumptions.timestamps === 'milliseconds' ? new Date(instant).toISOString() : toSecond(instant)

/**
 * The modification time of a change: the clock's time, but always later than the previous change, even as responses show it. The clock may
 * still be in the same second, or may have been set back.
 */
export function timeOfChange({ clock, assumptions }: Pick<Context, 'clock' | 'assumptions'>, before: Instant): Instant {
  const grain = assumptions.timestamps === 'milliseconds' ? 1 : 1000
  const next = (Math.floor(before / grain) + 1) * grain
  return Math.min(Math.max(clock.now(), next), lastSecond)
}

const day = 86_400
let lastDay = { date: Number.NaN, text: '' }

/** Like `toISOString` without milliseconds, but four times as fast: reuses the text of the last date. Moments on a page share few dates. */
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

/** The origin system of resources that the service itself creates. */
export const ownSystem = 'Mock Service'

/** The same context with another base address for links. Links in bodies may also begin with `more` addresses. */
export const contextAt = (context: Context, base: string, more?: () => readonly string[]): Context =>
  base === context.baseUrl && !more
    ? context
    : { ...context, baseUrl: base, addresses: () => [base, ...context.addresses(), ...(more?.() ?? [])] }
