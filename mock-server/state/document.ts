import type { ClockState } from '../clock.ts'
import { campaignFields, type StoredCampaignField, storedCampaignFields } from '../fields/campaigns.ts'
import { checkOf, isOptional, type StoredName, type StoredValue, storedNames } from '../fields/events.ts'
import { personFields, type StoredPersonField, storedPersonFields } from '../fields/people.ts'
import type { FieldRow } from '../fields/row.ts'
import { identifierForm } from '../rules/identifiers.ts'
import type { CampaignRecord, OwnerId, PersonRecord } from '../store/model.ts'
import type { Store } from '../store/store.ts'
import { instantFrom, localDigits } from '../text/local-time.ts'
import type { Instant } from '../time.ts'
import type { MockState, Place, PlaceQuery, Seeded } from '../types/index.ts'
import {
  accuracy,
  attendanceStatus,
  check,
  filledText,
  flag,
  list,
  oneOf,
  prefix,
  text,
  textLike,
  timeZone,
  token,
  via,
  wholeNumber,
  within,
} from '../validate.ts'
import {
  type Codec,
  type Field,
  listOf,
  objectOf,
  optional,
  sparse,
  stateError,
  texts,
  type ValuesOf,
  withDefault,
} from './codecs.ts'

/** The data of a snapshot. `stateOf` writes a state document from these data, and `readState` reads a document into them. */
export interface SnapshotData extends ClockState {
  readonly store: Store
  readonly seeded: Seeded
  /** The prefix of the service that made the snapshot. No foreign identifier in the store has this prefix. */
  readonly namespace: string
}

// The first and the last date-time whose year has four digits.
export const earliest = Date.parse('0000-01-01T00:00:00Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

/** A moment. The document always has milliseconds, even if responses show only seconds. */
export const moment: Codec<Instant> = {
  read: (value, path) => {
    const instant = typeof value === 'string' ? instantFrom(value) : undefined
    if (instant !== undefined && instant >= earliest && instant <= latest) return instant
    throw stateError(path, 'must be a date-time with a zone, such as 2026-05-01T12:00:00Z, up to the year 9999')
  },
  write: (instant) => new Date(instant).toISOString(),
}

const countryCode = textLike('two capital letters', (value) => /^[A-Z]{2}$/.test(value))
const localTime = textLike('a local date-time such as 2026-05-01T18:00:00', (value) => localDigits(value) === value)

export const address = sparse<PlaceQuery>(
  objectOf({
    venue: optional(text),
    address_lines: optional(listOf(text, 1)),
    locality: optional(text),
    region: optional(text),
    postal_code: optional(text),
    country: optional(countryCode),
  } satisfies Record<keyof PlaceQuery, unknown>),
)

const location = objectOf({
  sent: address,
  country: text,
  place: sparse<Place>(
    objectOf({
      locality: optional(text),
      region: text,
      country: text,
      latitude: within(90),
      longitude: within(180),
      accuracy,
      timeZone,
    } satisfies Record<keyof Place, unknown>),
  ),
})

/** The stored fields of an event that have one value each, in the order of the table. */
const plainFields = Object.fromEntries(
  storedNames.map((fieldName) => {
    const check = checkOf(fieldName, localTime)
    return [fieldName, isOptional(fieldName) ? optional(check) : check]
  }),
) as { readonly [Name in StoredName]: Field<StoredValue<Name>> }

/**
 * The codec of a field that the service stores without a conversion. Entries have no `primary`, because the first entry of a list is the
 * primary one.
 */
function codecOfRow({
  type,
  required,
  form = required ? filledText : text,
  members = {},
  always,
}: FieldRow): Field<unknown> {
  const { primary: _primary, ...parts } = members
  const entry = () => objectOf(Object.fromEntries(Object.entries(parts).map(([name, row]) => [name, codecOfRow(row)])))
  const codecs: { readonly [Type in FieldRow['type']]?: () => Field<unknown> } = {
    texts: () => listOf(text),
    identifiers: () => listOf(identifierForm),
    map: () => texts,
    entries: () => listOf(entry()),
    addresses: () => listOf(address),
  }
  const codec = codecs[type]?.() ?? form
  return always && (type === 'text' || type === 'entries') ? codec : optional(codec)
}

/** The fields of a person that the service stores without a conversion, in the order of the table. */
const personMembers = Object.fromEntries(
  storedPersonFields.map((fieldName) => [fieldName, codecOfRow(personFields[fieldName])]),
) as {
  readonly [Name in StoredPersonField]: Field<PersonRecord[Name]>
}

/** The stored fields of a campaign. */
const campaignMembers = {
  ...(Object.fromEntries(
    storedCampaignFields.map((fieldName) => [fieldName, codecOfRow(campaignFields[fieldName])]),
  ) as {
    readonly [Name in StoredCampaignField]: Field<CampaignRecord[Name]>
  }),
  hidden: withDefault(false, flag),
  vetting: withDefault(false, flag),
}

const { title, origin_system, name, visibility, capacity, hidden, status, ...otherFields } = plainFields

type Members<Document> = Readonly<Record<keyof Document, Field<unknown>>>

/** The members that mark a state document. */
export const formatMembers = {
  format: oneOf('osdi-events mock state'),
  version: check<1>('1, the version that this release reads', (value) => value === 1),
}

/** The codec of the whole document, except the entries of its lists, which have the codecs of {@link entriesIn}. */
export const stateDocument = objectOf({
  ...formatMembers,
  seed: text,
  ids: oneOf('uuid', 'number'),
  namespace: prefix,
  clock: objectOf({ now: moment, advanced: wholeNumber(0) }),
  seeded: objectOf({ group: text, individual: text }),
  people: list,
  groups: list,
  keys: list,
  campaigns: list,
  events: list,
  attendances: list,
  tags: list,
  taggings: list,
  outbox: list,
  reminded: list,
} satisfies Members<MockState>)

type Entry<Name extends keyof MockState> = MockState[Name] extends readonly (infer One)[] ? Members<One> : never

/** A text that must name a record in the store. */
const reference = <Name extends string = string>(find: (name: string) => unknown, expected: string) =>
  check<Name>(expected, (name) => typeof name === 'string' && Boolean(find(name)))

/** The codec of the entries of each list. Each list comes after all lists to which its entries refer. */
export const entriesIn = (store: Store) => {
  const { people, groups, keys, campaigns } = store
  const personId = reference((id) => people.has(id), 'the id of one of the people')
  const groupId = reference((id) => groups.has(id), 'the id of one of the groups')
  const eventId = reference((id) => store.eventEvenRemoved(id), 'the id of one of the events')
  const owner = reference<OwnerId>((name) => {
    const [kind, id = ''] = name.split(/:(.*)/s)
    return (kind === 'group' && groups.has(id)) || (kind === 'person' && people.has(id))
  }, 'one of the groups and people')

  return {
    people: objectOf({
      id: text,
      ...personMembers,
      created: moment,
      modified: optional(moment),
      addedBy: optional(text),
    } satisfies Entry<'people'>),
    groups: objectOf({
      id: text,
      title: filledText,
      creator: personId,
      members: listOf(personId),
      organizers: listOf(personId),
      administrators: listOf(personId),
    } satisfies Entry<'groups'>),
    keys: objectOf({
      token,
      group: optional(groupId),
      person: optional(personId),
    } satisfies Entry<'keys'>),
    campaigns: objectOf({
      id: text,
      owner,
      via,
      created: moment,
      modified: optional(moment),
      ...campaignMembers,
    } satisfies Entry<'campaigns'>),
    events: objectOf({
      id: text,
      key: reference((key) => keys.has(key), 'one of the keys'),
      via,
      campaign: optional(reference((id) => campaigns.has(id), 'the id of one of the campaigns')),
      creator: personId,
      explicit_creator: flag,
      created: moment,
      modified: moment,
      title,
      origin_system,
      name,
      ...otherFields,
      identifiers: listOf(identifierForm),
      location,
      capacity,
      hidden,
      visibility,
      status: withDefault('confirmed', status),
      removed: withDefault(false, flag),
    } satisfies Entry<'events'>),
    attendances: objectOf({
      id: text,
      event: eventId,
      person: personId,
      created: moment,
      modified: optional(moment),
      status: withDefault('accepted', attendanceStatus),
      identifiers: optional(listOf(identifierForm)),
      referrer_data: optional(texts),
    } satisfies Entry<'attendances'>),
    tags: objectOf({ id: text, owner, name: filledText, created: moment } satisfies Entry<'tags'>),
    taggings: objectOf({
      id: text,
      tag: reference((id) => store.tags.get(id), 'the id of one of the tags'),
      person: personId,
      created: moment,
      removed: withDefault(false, flag),
    } satisfies Entry<'taggings'>),
    outbox: objectOf({
      kind: oneOf('autoresponse', 'reminder'),
      event: eventId,
      person: personId,
      to: text,
      subject: text,
      sent_at: moment,
    } satisfies Entry<'outbox'>),
    reminded: objectOf({ event: eventId, person: personId } satisfies Entry<'reminded'>),
  }
}

/** The type of the read entries, for each list. */
export type Entries = ValuesOf<ReturnType<typeof entriesIn>>
