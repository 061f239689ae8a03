import type { FactName } from '../dialects/dialect.ts'
import type { AttendanceRecord, EventRecord } from '../store/model.ts'
import { stringOf } from '../text/json.ts'
import { instantFrom, localDigits } from '../text/local-time.ts'
import type { Instant } from '../time.ts'
import { type Context, formatTime } from './context.ts'
import { identifiersOf } from './identifiers.ts'
import { locationFacts } from './location.ts'
import type { Literal } from './odata.ts'
import { reminderMinutes } from './reminders.ts'
import { groupUrl, publicUrl } from './scope.ts'

/** A value as filters compare it: times are milliseconds. */
export type Value = string | number | boolean

/** How a fact is written in responses and in filters. */
interface FactKind {
  /** As responses show it, where that is not as it is kept. */
  readonly show?: (kept: never, context: Context) => unknown
  /** What it is compared with in a filter; no filter compares what has none. */
  readonly wants?: string
  readonly read?: (literal: Literal) => Value | undefined
  /** As filters compare it, where that is not as it is kept. */
  readonly compared?: (kept: never) => Value | undefined
  /** Whether one value is greater than another. */
  readonly ordered?: boolean
  /** A moment, or the digits of a local time. */
  readonly time?: 'moment' | 'local'
}

const date = /^\d{4}-\d{2}-\d{2}$/

/** Reads a time; a date alone is the time at which it begins. */
const timeIn = (read: (text: string) => Instant | undefined) => (literal: Literal) =>
  typeof literal === 'string' ? read(date.test(literal) ? `${literal}T00:00:00Z` : literal) : undefined

const wall = (text: string): Instant | undefined => {
  const digits = localDigits(text)
  return digits === undefined ? undefined : Date.parse(`${digits}Z`)
}

const kinds = {
  plain: {},
  text: { wants: 'a text in quotes', read: stringOf, ordered: true },
  /** Any of a record's identifiers is meant. */
  identifier: { wants: 'a text in quotes', read: stringOf, ordered: false },
  number: { wants: 'a number', read: (one) => (typeof one === 'number' ? one : undefined), ordered: true },
  flag: { wants: 'true or false', read: (one) => (typeof one === 'boolean' ? one : undefined), ordered: false },
  moment: {
    show: (instant: Instant, context) => formatTime(context, instant),
    wants: 'a date-time with its zone or a date, in quotes',
    read: timeIn(instantFrom),
    ordered: true,
    time: 'moment',
  },
  // Compared by the digits alone, as the service keeps them (assumption `localTimes`).
  local: {
    show: (digits: string, { assumptions }) => (assumptions.localTimes === 'no zone' ? digits : `${digits}Z`),
    wants: 'a date-time or a date, in quotes',
    read: timeIn(wall),
    compared: wall,
    ordered: true,
    time: 'local',
  },
} as const satisfies Readonly<Record<string, FactKind>>

/** Something that is true of a record at a moment, before a version names it: stored, or made by the service. */
export interface Fact<Item> {
  readonly kind: FactKind
  /** As it is kept; undefined where the record has none. */
  readonly of: (item: Item, context: Context) => unknown
}

const fact = <Item = EventRecord>(kind: keyof typeof kinds, of: Fact<Item>['of']): Fact<Item> => ({
  kind: kinds[kind],
  of,
})

const page = (event: EventRecord, context: Context) => (event.via === 'ui' ? publicUrl(context, event) : undefined)

/** How many attendances an event has, of those that count (assumption `totalAccepted`). */
const totalAccepted = (event: EventRecord, { store, assumptions }: Context): number =>
  assumptions.totalAccepted === 'accepted' ? event.accepted : store.attendancesOf(event).length

/** Everything that is true of an event, what the service generates included (v2 §2.1, §4.4). */
export const eventFacts = {
  identifiers: fact('plain', (event, context) => identifiersOf(context, event)),
  origin_system: fact('text', ({ content }) => content.origin_system),
  created: fact('moment', ({ created }) => created),
  modified: fact('moment', ({ modified }) => modified),
  name: fact('text', ({ content }) => content.name),
  title: fact('text', ({ content }) => content.title),
  description: fact('text', ({ content }) => content.description),
  instructions: fact('text', ({ content }) => content.instructions),
  /** The caller's own, or the public page of a user-interface event. */
  browser_url: fact('text', (event, context) => event.content.browser_url ?? page(event, context)),
  /** Page on the service; only user-interface events have one. */
  public_url: fact('text', page),
  featured_image_url: fact('text', (event) => event.featured_image_url),
  start: fact('local', ({ content }) => content.start),
  end: fact('local', ({ content }) => content.end),
  location: fact('plain', ({ content }, context) => locationFacts(context, content.location)),
  total_accepted: fact('number', totalAccepted),
  campaign: fact('text', ({ campaign }) => campaign),
  status: fact('text', ({ status }) => status),
  transparence: fact('text', () => 'opaque'),
  visibility: fact('text', ({ visibility }) => visibility),
  guests_can_invite_others: fact('flag', () => true),
  capacity: fact('number', ({ capacity }) => capacity),
  hidden: fact('flag', ({ hidden }) => hidden),
  reminders: fact('plain', () => [{ method: 'email', minutes: reminderMinutes }]),
  sponsor: fact('plain', sponsorOf),
} as const satisfies Readonly<Record<FactName, Fact<EventRecord>>>

function sponsorOf({ owner }: EventRecord, context: Context) {
  const group = owner.startsWith('group:') ? context.store.groups.get(owner.slice('group:'.length)) : undefined
  return group && { title: group.title, browser_url: groupUrl(context, group) }
}

/** What filters compare of attendances. */
export const attendanceFacts = {
  created: fact<AttendanceRecord>('moment', ({ created }) => created),
  modified: fact<AttendanceRecord>('moment', ({ modified }) => modified),
  status: fact<AttendanceRecord>('text', ({ status }) => status),
} as const

/** What a filter calls `identifier`: a record has several, which are asked for otherwise. */
export const identifier: Fact<unknown> = fact<unknown>('identifier', () => undefined)

/** A fact as responses show it; undefined where there is none. */
export function shown<Item>({ kind, of }: Fact<Item>, item: Item, context: Context): unknown {
  const kept = of(item, context)
  return kept !== undefined && kind.show ? kind.show(kept as never, context) : kept
}

/** A fact as filters compare it; undefined where there is none. */
export function compared<Item>({ kind, of }: Fact<Item>, item: Item, context: Context): Value | undefined {
  const kept = of(item, context)
  return kept !== undefined && kind.compared ? kind.compared(kept as never) : (kept as Value | undefined)
}
