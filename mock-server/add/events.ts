import { viewOf } from '../api/view.ts'
import { MockServiceError } from '../errors.ts'
import {
  type ContentName,
  checkOf,
  eventField,
  type GivenName,
  givenNameOf,
  isContent,
  isOptional,
  isSetting,
  type SentValue,
  type SettingName,
  storedNames,
} from '../fields/events.ts'
import { eventText } from '../resources/events.ts'
import { rsvp } from '../rules/attendances.ts'
import { type Context, formatTime } from '../rules/context.ts'
import { apiSettings, changeEvent, contentAfter, createEvent, withTexts } from '../rules/events.ts'
import { eventByIdentifier, identifierForm, identifiersOf, isNative } from '../rules/identifiers.ts'
import { creatorOf, touchPerson } from '../rules/people.ts'
import type {
  AttendanceRecord,
  EventContent,
  EventInput,
  EventRecord,
  EventSettings,
  PersonRecord,
} from '../store/model.ts'
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
  list,
  text,
  textLike,
  validate,
  validateMembers,
  via,
  wholeNumber,
} from '../validate.ts'
import { addPerson } from './people.ts'
import { campaignOf, eventOf, keyOf, personOf, validateArgument } from './references.ts'

const time = textLike('an ISO 8601 date-time such as 2026-05-01T18:00:00', (value) => localDigits(value) !== undefined)

type FieldChecks = Readonly<Record<GivenName, Check<unknown>>>

/** Checks of the fields of an event. A value that the API would ignore in a request is an error here. */
const fields = {
  ...(Object.fromEntries(
    storedNames.map((fieldName) => [givenNameOf(fieldName), checkOf(fieldName, time)]),
  ) as FieldChecks),
  featured_image_url: filledText,
} satisfies Readonly<Record<Exclude<keyof MockEventChanges, 'identifiers' | 'location'>, Check<unknown>>>

const address = {
  ...{ venue: text, locality: text, region: text, postal_code: text },
  // The service uses only the first line (v2 §2.2).
  address_lines: check<readonly string[]>(
    'a list whose first entry is a text',
    (lines) => list.test(lines) && (lines.length === 0 || text.test(lines[0])),
  ),
  country: textLike('two letters (ISO 3166-1 alpha-2)', (value) => /^[a-z]{2}$/i.test(value)),
}
const changeable: readonly (keyof MockEventChanges)[] = [
  ...storedNames.map((fieldName) => givenNameOf(fieldName)),
  ...(['identifiers', 'location'] as const),
]

/** Fields that `updateEvent` can clear with `null`. */
type Clearable = {
  [Name in keyof MockEventChanges]-?: null extends MockEventChanges[Name] ? Name : never
}[keyof MockEventChanges]

const clearable: readonly Clearable[] = [
  ...storedNames.filter((fieldName) => isOptional(fieldName)).map((fieldName) => givenNameOf(fieldName)),
  'location',
]

const isField = (name: string): name is keyof typeof fields => name in fields

/** Checks the given fields. Treats undefined fields as missing. */
function checkFields(event: unknown, names: readonly string[], nullable: readonly string[] = []): MockEventChanges {
  const given = Object.entries(validateArgument(event, 'event', names)).filter(([, value]) => value !== undefined)
  for (const [name, value] of given) {
    if (value === null && nullable.includes(name)) continue
    if (name === 'location') validateMembers(value, 'event.location', address, 'argument')
    if (isField(name)) validate(fields[name], value, `event.${name}`, 'argument')
  }
  return Object.fromEntries(given)
}

/** Adds an event, as the user interface or a version 2 POST does (v2 §1.5). */
export function addEvent(
  context: Context,
  event: NewMockEvent,
  options: AddEventOptions = {},
  defaultKey?: KeyReference,
): EventRecord {
  const given = checkFields(event, [...changeable, 'campaign', 'creator'])
  const title = validate(filledText, given.title, 'event.title', 'argument')
  validateArgument(options, 'options', ['key', 'via'])
  const maker = validate(via, options.via ?? 'ui', 'options.via', 'argument')
  const key = keyOf(context, options.key === undefined ? defaultKey : options.key, 'options.key')
  const { creator, campaign } = event
  const apiMade = apiSettings(
    context,
    // The given creator is always the explicit creator. In a POST, the service may ignore the creator.
    creatorOf(key, creator === undefined ? undefined : personOf(context, creator, 'event.creator').id),
    campaign === undefined
      ? undefined
      : campaignOf(context, { owner: key.owner, via: maker }, campaign, 'event.campaign').id,
  )
  const defaults = maker === 'api' ? apiMade : { ...apiMade, via: maker, capacity: undefined, hidden: false }
  const foreign = given.identifiers === undefined ? [] : externalIdentifiers(context, given.identifiers)
  const before = { title, origin_system: context.assumptions.originSystem }
  const sent = contentAfter(context, before, inputOf(given), foreign, context.dialects.v2.policy)
  const content = maker === 'ui' ? asInForm(context, sent) : sent
  return createEvent(context, key, { ...defaults, ...settingsOf(given, maker) }, content)
}

const hour = 3_600_000
const week = 168 * hour

/** The content as the form of the user interface stores it: with a start, and without a missing text (assumption `unset`). */
function asInForm(context: Context, content: EventContent): EventContent {
  if (context.assumptions.unset !== 'empty text') return content
  const nextWeek = new Date(Math.ceil(context.clock.now() / hour) * hour + week).toISOString().slice(0, 19)
  return withTexts(context, { ...content, start: content.start ?? nextWeek })
}

/** Changes the given fields of an event, as the user interface does. `null` clears a field. */
export function updateEvent(context: Context, reference: EventReference, changes: MockEventChanges): EventRecord {
  const event = eventOf(context, reference)
  const given = checkFields(changes, changeable, clearable)
  const { identifiers } = given
  const foreign = identifiers === undefined ? event.content.foreign : externalIdentifiers(context, identifiers, event)
  const content = contentAfter(context, event.content, inputOf(given), foreign, context.dialects.v2.policy)
  return changeEvent(context, event, { ...settingsOf(given, event.via), content })
}

/**
 * Makes the object that the mock service's methods return for an event: its id without a prefix, and all fields of a version 2 response.
 */
export function shownEvent(context: Context, event: EventRecord): MockEvent {
  const { title } = event.content
  return {
    id: event.id,
    ...(JSON.parse(eventText(viewOf(context, context.dialects.v2), event, 'resource')) as JsonObject),
    identifiers: [...identifiersOf(context, event)],
    title,
  }
}

/** The given fields that are part of an event's content. Their types come from the table of fields. */
type GivenContent = { readonly [Name in ContentName as GivenName<Name>]?: SentValue<Name> }

/** The given fields by the names that the store uses. */
function inputOf({ location, ...given }: GivenContent & Pick<MockEventChanges, 'location'>): EventInput {
  const sent = storedNames.filter(isContent).map((fieldName) => {
    const value = given[givenNameOf(fieldName)]
    return [fieldName, storedValue(fieldName, value)] as const
  })
  const input = [...sent, ['location', location && addressOf(location)] as const]
  return Object.fromEntries(input.filter(([, value]) => value !== undefined))
}

/** Converts a given value to a stored value. Copies a list, because the caller may change it later. */
function storedValue(fieldName: ContentName, value: SentValue<ContentName> | undefined) {
  if (Array.isArray(value)) return Object.freeze([...value])
  return typeof value === 'string' && eventField(fieldName).type === 'local time' ? localDigits(value) : value
}

const addressOf = ({ country, address_lines, ...texts }: PlaceQuery): PlaceQuery => ({
  ...texts,
  ...(country !== undefined && { country: country.toUpperCase() }),
  ...(address_lines && { address_lines: address_lines.slice(0, 1) }),
})

/** Checks the given identifiers, and leaves out the one that the service made. No other event may have one of them. */
function externalIdentifiers(context: Context, identifiers: unknown, event?: EventRecord): readonly string[] {
  const checked = validate(list, identifiers, 'event.identifiers', 'argument').map((entry, index) => {
    const field = `event.identifiers[${index}]`
    const identifier = validate(identifierForm, entry, field, 'argument')
    const holder = eventByIdentifier(context, identifier)
    if (event !== undefined && holder?.id === event.id) return identifier
    if (isNative(context, identifier))
      throw new MockServiceError('argument', field, 'is set by the service; leave it out')
    if (holder) throw new MockServiceError('argument', field, 'already belongs to another event')
    return identifier
  })
  return [...new Set(checked)].filter((identifier) => !isNative(context, identifier))
}

/** The given fields that no request can set. Throws if an event with this `via` cannot have such a field. */
function settingsOf(given: MockEventChanges, via: EventSettings['via']): Partial<EventSettings> {
  const settings = storedNames.filter(isSetting).filter((fieldName) => givenNameOf(fieldName) in given)
  const settingOf = (fieldName: SettingName) => given[givenNameOf(fieldName)] ?? undefined
  const isRefused = (fieldName: SettingName) =>
    eventField(fieldName).setBy === 'user interface' && settingOf(fieldName) !== undefined
  const refused = via === 'api' ? settings.find(isRefused) : undefined
  if (refused)
    throw new MockServiceError('argument', `event.${givenNameOf(refused)}`, 'can only be set in the user interface')
  return Object.fromEntries(settings.map((fieldName) => [fieldName, settingOf(fieldName)]))
}

// Maximum number of people that one call makes up. The service stores all of them.
const maxMadeUp = 1_000_000

/** Records the RSVP of a person, or of a number of made-up people. */
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
    return current
      ? [shownAttendance(context, rsvp(context, current, person, { status: answer, isTriggered: true }))]
      : []
  }
  if (typeof who !== 'number') return attendOnce(touchPerson(context, personOf(context, who, 'who')))
  validate(wholeNumber(0, maxMadeUp), who, 'who', 'argument')
  return Array.from({ length: who }, () => addPerson(context)).flatMap(attendOnce)
}

/** Makes the object that the mock service's methods return for an RSVP. */
export const shownAttendance = (
  context: Context,
  { id, event, person, status, created, modified }: AttendanceRecord,
): MockAttendance => ({
  ...{ id, event, person, status },
  created_date: formatTime(context, created),
  modified_date: formatTime(context, modified),
})
