import { MockServiceError } from '../errors.ts'
import { identifierForm } from '../rules/identifiers.ts'
import type { OwnerId, PersonDetails } from '../store/model.ts'
import type { Store } from '../store/store.ts'
import { getIn } from '../text/json.ts'
import { instantFrom, localDigits } from '../text/local-time.ts'
import type { Instant } from '../time.ts'
import type { MockState, Place, PlaceQuery } from '../types/index.ts'
import {
  accuracy,
  attendanceStatus,
  type Check,
  email,
  filledText,
  flag,
  list,
  oneOf,
  pathOf,
  status,
  text,
  textLike,
  timeZone,
  token,
  validate,
  validateKeys,
  via,
  visibility,
  wholeNumber,
  within,
} from '../validate.ts'

export const damaged = (path: string, problem: string) => new MockServiceError('state', path, problem)

/** A member of a document: how it is read, with what was read before it in the store, and how it is written. */
interface Field<Value> {
  read(value: unknown, path: string, store: Store): Value
  /** Undefined where it is left out. */
  write(value: Value): unknown
}

/** What is written as it is. */
const plain = <Value>(wanted: Check<Value>): Field<Value> => ({
  read: (value, path) => validate(wanted, value, path, 'state'),
  write: (value) => value,
})

/** A member that may be missing, which then says the same as a value. */
const withDefault = <Value, const Default>(
  byDefault: Default,
  { read, write }: Field<Value>,
): Field<Value | Default> => ({
  read: (value, path, store) => (value === undefined ? byDefault : read(value, path, store)),
  write: (value) => (value === byDefault ? undefined : write(value as Value)),
})

const optional = <Value>(field: Field<Value>) => withDefault(undefined, field)

const listOf = <Value>({ read, write }: Field<Value>, max?: number): Field<readonly Value[]> => ({
  read: (value, path, store) => {
    const entries = validate(list, value, path, 'state')
    if (max !== undefined && entries.length > max) throw damaged(path, `must be a list of ${max} at the most`)
    return Object.freeze(entries.map((entry, index) => read(entry, `${path}[${index}]`, store)))
  },
  write: (values) => values.map(write),
})

/** The name of something that is in the store already. */
const nameOf = <Name extends string = string>(
  find: (store: Store, name: string) => unknown,
  wanted: string,
): Field<Name> => ({
  read: (value, path, store) => {
    if (typeof value === 'string' && find(store, value)) return value as Name
    throw damaged(path, `must be ${wanted}`)
  },
  write: (name) => name,
})

type Shape = Readonly<Record<string, Field<unknown>>>
type ValueOf<Fields> = { readonly [Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never }

/** An object of such members, and of no others. */
const objectOf = <Fields extends Shape>(fields: Fields): Field<ValueOf<Fields>> & { readonly names: string[] } => ({
  names: Object.keys(fields),
  read: (value, path, store) => {
    const object = validateKeys(value, path, Object.keys(fields), 'state', 'state')
    const members = Object.entries(fields).map(([name, { read }]) => [
      name,
      read(Object.hasOwn(object, name) ? object[name] : undefined, pathOf(path, name), store),
    ])
    return Object.fromEntries(members) as ValueOf<Fields>
  },
  write: (value) => defined(Object.entries(fields).map(([name, { write }]) => [name, write(getIn(value, name))])),
})

const defined = (members: readonly (readonly [string, unknown])[]) =>
  Object.fromEntries(members.filter(([, value]) => value !== undefined))

/** The same, without members where nothing is. */
const sparse = <Whole>({ read, write }: Field<object>): Field<Whole> => ({
  read: (...given) => Object.freeze(defined(Object.entries(read(...given)))) as Whole,
  write: (value) => write(value as object),
})

const someText = plain(text)
const title = plain(filledText)

// The moments that a date-time with a year of four digits can show.
export const first = Date.parse('0000-01-01T00:00:00Z')
const last = Date.parse('9999-12-31T23:59:59.999Z')

/** To the millisecond, whatever the service shows of it. */
const moment: Field<Instant> = {
  read: (value, path) => {
    const instant = typeof value === 'string' ? instantFrom(value) : undefined
    if (instant !== undefined && instant >= first && instant <= last) return instant
    throw damaged(path, 'must be a date-time with a zone, such as 2026-05-01T12:00:00Z, up to the year 9999')
  },
  write: (instant) => new Date(instant).toISOString(),
}

const localTime = textLike('a local date-time such as 2026-05-01T18:00:00', (value) => localDigits(value) === value)

const personId = nameOf(({ people }, id) => people.has(id), 'the id of one of the people')
const groupId = nameOf(({ groups }, id) => groups.has(id), 'the id of one of the groups')
const eventId = nameOf((store, id) => store.eventEvenRemoved(id), 'the id of one of the events')
const people = listOf(personId)

const owner = nameOf<OwnerId>(({ groups, people }, name) => {
  const [kind, id = ''] = name.split(/:(.*)/s)
  return (kind === 'group' && groups.has(id)) || (kind === 'person' && people.has(id))
}, 'one of the groups and people')

const address = sparse<PlaceQuery>(
  objectOf({
    venue: optional(someText),
    address_lines: optional(listOf(someText, 1)),
    locality: optional(someText),
    region: optional(someText),
    postal_code: optional(someText),
    country: optional(plain(textLike('two capital letters', (value) => /^[A-Z]{2}$/.test(value)))),
  } satisfies Record<keyof PlaceQuery, unknown>),
)

const location = objectOf({
  sent: address,
  country: someText,
  place: sparse<Place>(
    objectOf({
      locality: optional(someText),
      region: someText,
      country: someText,
      latitude: plain(within(90)),
      longitude: plain(within(180)),
      accuracy: plain(accuracy),
      timeZone: plain(timeZone),
    } satisfies Record<keyof Place, unknown>),
  ),
})

/** What stands before the lists. */
export const head = objectOf({
  format: plain(oneOf('osdi-events mock state')),
  version: plain(oneOf(1, 2)),
  seed: someText,
  ids: plain(oneOf('uuid', 'number')),
  clock: objectOf({ now: moment, advanced: plain(wholeNumber(0)) }),
  seeded: objectOf({ group: someText, individual: someText }),
} satisfies Members<Omit<MockState, keyof typeof lists>>)

type Members<Document> = Readonly<Record<keyof Document, Field<unknown>>>
type Entry<Name extends keyof MockState> = MockState[Name] extends readonly (infer One)[] ? Members<One> : never

/** The lists, in the order in which one speaks of the others: each entry is read when those before it are in the store. */
export const lists = {
  people: objectOf({
    id: someText,
    given_name: someText,
    family_name: someText,
    email_address: plain(email),
    postal_code: optional(someText),
    created: moment,
    details: optional(
      objectOf({
        phone_numbers: listOf(someText),
        languages_spoken: listOf(someText),
        identifiers: listOf(plain(identifierForm)),
        address,
      } satisfies Record<keyof PersonDetails, unknown>),
    ),
  } satisfies Entry<'people'>),
  groups: objectOf({
    id: someText,
    title,
    creator: personId,
    members: people,
    organizers: people,
    administrators: people,
  } satisfies Entry<'groups'>),
  keys: objectOf({
    token: plain(token),
    group: optional(groupId),
    person: optional(personId),
  } satisfies Entry<'keys'>),
  campaigns: objectOf({ id: someText, title, owner } satisfies Entry<'campaigns'>),
  events: objectOf({
    id: someText,
    key: nameOf(({ keys }, key) => keys.has(key), 'one of the keys'),
    via: plain(via),
    campaign: optional(nameOf(({ campaigns }, id) => campaigns.has(id), 'the id of one of the campaigns')),
    creator: personId,
    explicit_creator: plain(flag),
    created: moment,
    modified: moment,
    title,
    origin_system: title,
    name: optional(someText),
    description: optional(someText),
    instructions: optional(someText),
    browser_url: optional(someText),
    featured_image_url: optional(someText),
    start: optional(plain(localTime)),
    end: optional(plain(localTime)),
    identifiers: listOf(plain(identifierForm)),
    location,
    capacity: optional(plain(wholeNumber(0))),
    hidden: plain(flag),
    visibility: plain(visibility),
    status: withDefault('confirmed', plain(status)),
    removed: withDefault(false, plain(flag)),
  } satisfies Entry<'events'>),
  attendances: objectOf({
    id: someText,
    event: eventId,
    person: personId,
    created: moment,
    modified: optional(moment),
    status: withDefault('accepted', plain(attendanceStatus)),
  } satisfies Entry<'attendances'>),
  outbox: objectOf({
    kind: plain(oneOf('autoresponse', 'reminder')),
    event: eventId,
    person: personId,
    to: someText,
    subject: someText,
    sent_at: moment,
  } satisfies Entry<'outbox'>),
  reminded: objectOf({ event: eventId, person: personId } satisfies Entry<'reminded'>),
}

export type Lists = {
  readonly [Name in keyof typeof lists]: (typeof lists)[Name] extends Field<infer Value> ? Value : never
}
