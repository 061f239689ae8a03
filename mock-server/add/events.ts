import { eventText, viewOf } from '../api/resources.ts'
import { MockServiceError } from '../errors.ts'
import { rsvp } from '../rules/attendances.ts'
import { type Context, formatTime, ownSystem } from '../rules/context.ts'
import { apiSettings, changeEvent, contentAfter, createEvent } from '../rules/events.ts'
import { eventByIdentifier, identifierForm, identifiersOf, isNative } from '../rules/identifiers.ts'
import { creatorOf } from '../rules/people.ts'
import type { AttendanceRecord, EventInput, EventRecord, EventSettings, PersonRecord } from '../store/model.ts'
import type { JsonObject } from '../text/json.ts'
import { localDigits } from '../text/local-time.ts'
import type {
  AddEventOptions,
  AttendOptions,
  EventReference,
  KeyReference,
  MockAttendance,
  MockEvent,
  MockEventChanges,
  NewMockEvent,
  PlaceQuery,
} from '../types/index.ts'
import {
  attendanceStatus,
  type Check,
  check,
  filledText,
  flag,
  list,
  status,
  text,
  textLike,
  validate,
  validateMembers,
  via,
  visibility,
  wholeNumber,
} from '../validate.ts'
import { addPerson } from './accounts.ts'
import { campaignOf, eventOf, keyOf, personOf, validateArgument } from './references.ts'

const time = textLike('an ISO 8601 date-time such as 2026-05-01T18:00:00', (value) => localDigits(value) !== undefined)

/** What can be said of an event, and what it must be: a test is told of what a request would be forgiven. */
const fields: Readonly<Record<string, Check<unknown>>> = {
  title: filledText,
  origin_system: filledText,
  name: text,
  description: text,
  instructions: text,
  browser_url: text,
  start_date: time,
  end_date: time,
  featured_image_url: filledText,
  capacity: wholeNumber(0),
  visibility,
  hidden: flag,
  status,
}
const changeable = [...Object.keys(fields), 'identifiers', 'location']
const clearable = [
  ...['name', 'description', 'instructions', 'browser_url', 'start_date', 'end_date', 'location'],
  ...['featured_image_url', 'capacity'],
]
const ofInterface = ['featured_image_url', 'capacity', 'hidden', 'visibility'] as const

/** What is given of an event, each member held to its type; those that are undefined count as missing. */
function checked(event: unknown, names: readonly string[], mayBeNull: readonly string[] = []): MockEventChanges {
  const given = Object.entries(validateArgument(event, 'event', names)).filter(([, value]) => value !== undefined)
  for (const [name, value] of given) {
    if (value === null && mayBeNull.includes(name)) continue
    if (fields[name]) validate(fields[name], value, `event.${name}`, 'argument')
  }
  return Object.fromEntries(given)
}

/** Stores an event as the service's user interface makes it, or as a version 2 POST does (v2 §1.5). Where no key is given, it is the usual one's. */
export function addEvent(
  context: Context,
  event: NewMockEvent,
  options: AddEventOptions = {},
  defaultKey?: KeyReference,
): EventRecord {
  const given = checked(event, [...changeable, 'campaign', 'creator'])
  const title = validate(filledText, given.title, 'event.title', 'argument')
  validateArgument(options, 'options', ['key', 'via'])
  const made = validate(via, options.via ?? 'ui', 'options.via', 'argument')
  const key = keyOf(context, options.key === undefined ? defaultKey : options.key, 'options.key')
  const { creator, campaign } = event
  const settings = apiSettings(
    context,
    // Who is named is the explicit creator: a test states that, and does not ask for it as a POST does.
    creatorOf(key, creator === undefined ? undefined : personOf(context, creator, 'event.creator').id),
    campaign === undefined ? undefined : campaignOf(context, key.owner, campaign, 'event.campaign').id,
  )
  const usually = made === 'api' ? settings : { ...settings, via: made, capacity: undefined, hidden: false }
  const foreign = foreignOf(context, event.identifiers ?? [])
  const before = { title, origin_system: ownSystem }
  const content = contentAfter(context, before, inputOf(given), foreign, context.dialects.v2.policy)
  return createEvent(context, key, { ...usually, ...settingsIn(given, made) }, content)
}

/** Changes an event as its page in the user interface would: what is given, and nothing else; `null` clears. */
export function updateEvent(context: Context, reference: EventReference, changes: MockEventChanges): EventRecord {
  const event = eventOf(context, reference)
  const given = checked(changes, changeable, clearable)
  const { identifiers } = given
  const foreign = identifiers === undefined ? event.content.foreign : foreignOf(context, identifiers, event)
  const content = contentAfter(context, event.content, inputOf(given), foreign, context.dialects.v2.policy)
  return changeEvent(context, event, { ...settingsIn(given, event.via), content })
}

/** An event as a test sees it: its bare id, and what a version 2 answer shows. */
export function shownEvent(context: Context, event: EventRecord): MockEvent {
  const { title } = event.content
  return {
    id: event.id,
    ...(JSON.parse(eventText(viewOf(context, context.dialects.v2), event, 'resource')) as JsonObject),
    identifiers: [...identifiersOf(context, event)],
    title,
  }
}

/** The same under the names of what is stored. */
function inputOf({ start_date, end_date, identifiers, location, ...texts }: MockEventChanges): EventInput {
  const input = {
    ...texts,
    start: start_date && localDigits(start_date),
    end: end_date && localDigits(end_date),
    location: location && addressOf(location),
  }
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

const address = {
  ...{ venue: text, locality: text, region: text, postal_code: text },
  // Only the first line is used (v2 §2.2).
  address_lines: check<readonly string[]>(
    'a list whose first entry is a text',
    (lines) => list.test(lines) && (lines.length === 0 || text.test(lines[0])),
  ),
  country: textLike('two letters (ISO 3166-1 alpha-2)', (value) => /^[a-z]{2}$/i.test(value)),
}

function addressOf(location: unknown): PlaceQuery {
  const given: PlaceQuery = validateMembers(location, 'event.location', address, 'argument')
  const { country, address_lines } = given
  return {
    ...given,
    ...(country !== undefined && { country: country.toUpperCase() }),
    ...(address_lines && { address_lines: address_lines.slice(0, 1) }),
  }
}

/** The identifiers that are given; each must be free to take, or be its own already. */
function foreignOf(context: Context, identifiers: unknown, event?: EventRecord): readonly string[] {
  const foreign = validate(list, identifiers, 'event.identifiers', 'argument').map((entry, index) => {
    const field = `event.identifiers[${index}]`
    const identifier = validate(identifierForm, entry, field, 'argument')
    const holder = eventByIdentifier(context, identifier)
    if (event !== undefined && holder?.id === event.id) return identifier
    if (isNative(context, identifier)) throw new MockServiceError('argument', field, 'is for the service to give')
    if (holder) throw new MockServiceError('argument', field, 'belongs to another event already')
    return identifier
  })
  return [...new Set(foreign)].filter((identifier) => !isNative(context, identifier))
}

/** What is given of what no request can set. */
function settingsIn(given: MockEventChanges, via: EventSettings['via']): Partial<EventSettings> {
  const ignored = via === 'api' && ofInterface.find((name) => given[name] !== undefined && given[name] !== null)
  if (ignored) throw new MockServiceError('argument', `event.${ignored}`, 'is set in the user interface alone')
  const names = [...ofInterface, 'status'] as const
  return Object.fromEntries(names.flatMap((name) => (name in given ? [[name, given[name] ?? undefined]] : [])))
}

// Every one of them is a person with a name and an address.
const maxMadeUp = 1_000_000

/** Records the RSVP of a person, or of as many made-up people as a number says. */
export function attend(
  context: Context,
  event: EventReference,
  who: unknown,
  options: AttendOptions = {},
): readonly MockAttendance[] {
  const { serial } = eventOf(context, event)
  const { status = 'accepted' } = validateArgument(options, 'options', ['status'])
  const answer = validate(attendanceStatus, status, 'options.status', 'argument')
  const attendOnce = (person: PersonRecord) => {
    const current = context.store.events.at(serial)
    return current ? [shownAttendance(context, rsvp(context, current, person, answer))] : []
  }
  if (typeof who !== 'number') return attendOnce(personOf(context, who, 'who'))
  validate(wholeNumber(0, maxMadeUp), who, 'who', 'argument')
  return Array.from({ length: who }, () => addPerson(context)).flatMap(attendOnce)
}

/** An RSVP as a test sees it. */
export const shownAttendance = (
  context: Context,
  { id, event, person, status, created, modified }: AttendanceRecord,
): MockAttendance => ({
  ...{ id, event, person, status },
  created_date: formatTime(context, created),
  modified_date: formatTime(context, modified),
})
