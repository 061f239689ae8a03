import { type FactName, factTypes } from '../dialects/dialect.ts'
import type { AttendanceRecord, EventRecord, GroupRecord } from '../store/model.ts'
import { type Context, formatTime, nativeIdentifier } from './context.ts'
import { identifiersOf } from './identifiers.ts'
import { locationFacts } from './location.ts'
import { reminderMinutes } from './reminders.ts'

/** Gives a fact of a record as responses show it, but moments in milliseconds, as filters compare them; undefined without a value. */
type Fact<Item> = (item: Item, context: Context) => unknown

const publicPage = (event: EventRecord, context: Context): string | undefined =>
  event.via === 'ui' ? publicUrl(context, event) : undefined

/** A local date-time as responses show it (assumption `localTimes`). */
const formatLocalTime = ({ assumptions }: Context, digits: string | undefined): string | undefined =>
  digits !== undefined && assumptions.localTimes === 'Z' ? `${digits}Z` : digits

/** Everything that is true of an event, the facts that the service generates included (v2 §2.1, §4.4). */
export const eventFacts: { readonly [Name in FactName]: Fact<EventRecord> } = {
  identifiers: (event, context) => identifiersOf(context, event),
  origin_system: ({ content }) => content.origin_system,
  created: ({ created }) => created,
  modified: ({ modified }) => modified,
  name: ({ content }) => content.name,
  title: ({ content }) => content.title,
  description: ({ content }) => content.description,
  instructions: ({ content }) => content.instructions,
  browser_url: (event, context) => event.content.browser_url ?? publicPage(event, context),
  public_url: publicPage,
  featured_image_url: (event) => event.featured_image_url,
  start: ({ content }, context) => formatLocalTime(context, content.start),
  end: ({ content }, context) => formatLocalTime(context, content.end),
  location: ({ content }, context) => locationFacts(context, content.location),
  total_accepted: (event, { store, assumptions }) =>
    assumptions.totalAccepted === 'accepted' ? event.accepted : store.attendancesOf(event).length,
  campaign: ({ campaign }) => campaign,
  status: ({ status }) => status,
  transparence: () => 'opaque',
  visibility: ({ visibility }) => visibility,
  guests_can_invite_others: () => true,
  capacity: ({ capacity }) => capacity,
  hidden: ({ hidden }) => hidden,
  reminders: () => [{ method: 'email', minutes: reminderMinutes }],
  sponsor: ({ owner }, context) => {
    const group = owner.startsWith('group:') ? context.store.groups.get(owner.slice('group:'.length)) : undefined
    return group && { title: group.title, browser_url: groupUrl(context, group) }
  },
}

/** What filters can compare of an attendance. */
export const attendanceFacts: { readonly [Name in FactName]?: Fact<AttendanceRecord> } = {
  identifiers: ({ id }, context) => [nativeIdentifier(context, id)],
  created: ({ created }) => created,
  modified: ({ modified }) => modified,
  status: ({ status }) => status,
}

/** A fact of an event as responses show it. */
export function formatFact(context: Context, event: EventRecord, fact: FactName): unknown {
  const value = eventFacts[fact](event, context)
  return typeof value === 'number' && factTypes[fact] === 'moment' ? formatTime(context, value) : value
}

/** Page where people sign up to a user-interface event. It keeps its address when the title changes. */
export const publicUrl = ({ baseUrl }: Context, { id }: EventRecord): string => `${baseUrl}/events/${id}`

/** Public page of a group. */
export const groupUrl = ({ baseUrl }: Context, { id }: GroupRecord): string => `${baseUrl}/groups/${id}`
