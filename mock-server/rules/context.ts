import type { Assumptions } from '../assumptions.ts'
import { type Clock, lastSecond } from '../clock.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { Store } from '../store/store.ts'
import type { Instant } from '../time.ts'
import type { Geocode, StoredRecord, Version } from '../types/index.ts'

/**
 * Reports an ignored part of a request: the path of the field, and why the service ignores the field. The request log shows these reports.
 */
export type Ignore = (field: string, message: string) => void

/** The parts of a service that its rules use. */
export interface Context {
  readonly store: Store
  readonly clock: Clock
  readonly assumptions: Readonly<Assumptions>
  readonly dialects: Readonly<Record<Version, Dialect>>
  readonly geocode: Geocode
  /** The rules call this function for each ignored part of a request. */
  readonly ignore: Ignore
  /** The handlers call this function for the record that a request stored. `before` is the JSON of the record before a PUT. */
  readonly noteStored: (record: StoredRecord, before?: string) => void
  readonly namespace: string
  /** The base address that the caller uses. All links in responses begin with this address. */
  readonly baseUrl: string
  /** All base addresses of the service. A request may contain links that begin with any of these addresses. */
  readonly addresses: () => readonly string[]
}

/** Formats a moment for responses (assumption `timestamps`). */
export const formatTime = ({ assumptions }: Pick<Context, 'assumptions'>, instant: Instant): string =>
  assumptions.timestamps === 'milliseconds' ? new Date(instant).toISOString() : toSecond(instant)

/**
 * The modification time for a change now: the clock's time, or the next second (or millisecond) after the previous change. Responses must
 * never show the same time for two changes, although the clock may still be in the same second, or may have been set back.
 */
export function timeOfChange({ clock, assumptions }: Pick<Context, 'clock' | 'assumptions'>, before: Instant): Instant {
  const grain = assumptions.timestamps === 'milliseconds' ? 1 : 1000
  const next = (Math.floor(before / grain) + 1) * grain
  return Math.min(Math.max(clock.now(), next), lastSecond)
}

const day = 86_400
let lastDay = { date: Number.NaN, text: '' }

/**
 * Like `toISOString` without milliseconds, but four times as fast. Reuses the text of the last date, because most moments on a page have
 * the same date.
 */
function toSecond(instant: Instant): string {
  const seconds = Math.floor(instant / 1000)
  const date = Math.floor(seconds / day)
  if (date !== lastDay.date) lastDay = { date, text: new Date(instant).toISOString().slice(0, 11) }
  const time = seconds - date * day
  return `${lastDay.text}${twoDigits(time / 3600)}:${twoDigits((time / 60) % 60)}:${twoDigits(time % 60)}Z`
}

const twoDigits = (number: number): string => `${number < 10 ? '0' : ''}${Math.floor(number)}`

/** The identifier that the service makes from an id, such as `platform:123` (v2 §2.1). */
export const nativeIdentifier = (context: Context, id: string): string => `${context.namespace}:${id}`

/** The default origin system. Older state documents have none, and mean this one. */
export const ownSystem = 'Mock Service'

/** Copies a context with another base address for links. Links in request bodies may also begin with the addresses of `more`. */
export const contextAt = (context: Context, base: string, more?: () => readonly string[]): Context =>
  base === context.baseUrl && !more
    ? context
    : { ...context, baseUrl: base, addresses: () => [base, ...context.addresses(), ...(more?.() ?? [])] }
