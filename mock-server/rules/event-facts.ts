import {
  type ConstantName,
  type ContentName,
  type FactName,
  factNames,
  isContent,
  isSetting,
  rowOf,
  type SettingName,
} from '../fields.ts'
import type { AttendanceRecord, EventRecord, GroupRecord } from '../store/model.ts'
import { type Context, formatTime, nativeIdentifier } from './context.ts'
import { identifiersOf } from './identifiers.ts'
import { locationFacts } from './location.ts'
import { reminderMinutes } from './reminders.ts'

/** Returns a fact of a record as responses show it, but moments in milliseconds, for filters. Undefined if the record has no value. */
type Fact<Item> = (item: Item, context: Context) => unknown

const publicPage = (event: EventRecord, context: Context): string | undefined =>
  event.via === 'ui' ? publicUrl(context, event) : undefined

/** A local date-time as responses show it (assumption `localTimes`). */
const formatLocalTime = ({ assumptions }: Context, digits: string | undefined): string | undefined =>
  digits !== undefined && assumptions.localTimes === 'Z' ? `${digits}Z` : digits

/** Facts that responses do not show as they are stored (v2 §2.1, §4.4). */
const derived = {
  identifiers: (event, context) => identifiersOf(context, event),
  created: ({ created }) => created,
  modified: ({ modified }) => modified,
  browser_url: (event, context) => event.content.browser_url ?? publicPage(event, context),
  public_url: publicPage,
  location: ({ content }, context) => locationFacts(context, content.location),
  total_accepted: (event, { store, assumptions }) =>
    assumptions.totalAccepted === 'accepted' ? event.accepted : store.attendancesOf(event).length,
  campaign: ({ campaign }) => campaign,
  reminders: () => [{ method: 'email', minutes: reminderMinutes }],
  sponsor: ({ owner }, context) => {
    const group = owner.startsWith('group:') ? context.store.groups.get(owner.slice('group:'.length)) : undefined
    return group && { title: group.title, browser_url: groupUrl(context, group) }
  },
} satisfies Readonly<Record<Exclude<FactName, ContentName | SettingName | ConstantName>, Fact<EventRecord>>> &
  Readonly<Partial<Record<FactName, Fact<EventRecord>>>>

function factOf(fact: FactName): Fact<EventRecord> {
  if (fact in derived) return derived[fact as keyof typeof derived]
  if (isSetting(fact)) return (event) => event[fact]
  if (!isContent(fact)) return () => rowOf(fact).constant
  return rowOf(fact).type === 'local time'
    ? ({ content }, context) => formatLocalTime(context, content[fact])
    : ({ content }) => content[fact]
}

/** Functions that return the facts of an event, including generated facts. */
export const eventFacts = Object.fromEntries(factNames.map((fact) => [fact, factOf(fact)])) as {
  readonly [Name in FactName]: Fact<EventRecord>
}

/** Facts of an attendance that filters can compare. */
export const attendanceFacts: { readonly [Name in FactName]?: Fact<AttendanceRecord> } = {
  identifiers: ({ id }, context) => [nativeIdentifier(context, id)],
  created: ({ created }) => created,
  modified: ({ modified }) => modified,
  status: ({ status }) => status,
}

/** The function that returns a fact of an event as responses show it. */
export function shownFact(fact: FactName): Fact<EventRecord> {
  const read = eventFacts[fact]
  if (rowOf(fact).type !== 'moment') return read
  return (event, context) => formatTime(context, Number(read(event, context)))
}

/** Address of the page where people sign up to an event of the user interface. It does not depend on the event's title. */
export const publicUrl = ({ baseUrl }: Context, { id }: EventRecord): string => `${baseUrl}/events/${id}`

/** Address of the public page of a group. */
export const groupUrl = ({ baseUrl }: Context, { id }: GroupRecord): string => `${baseUrl}/groups/${id}`
