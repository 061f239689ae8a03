import type { MockState } from 'osdi-events/mock'

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The target of a link. */
export function hrefOf(resource: JsonObject, relation: string): string | undefined {
  const links = isObject(resource._links) ? resource._links[relation] : undefined
  const [first] = [links].flat()
  return isObject(first) && typeof first.href === 'string' ? first.href : undefined
}

type Entry<List extends 'events' | 'people' | 'campaigns' | 'attendances'> = MockState[List][number]

/**
 * The values of a record by the names of a state document. `undefined` stands for a field that the answer could show, and does not. A version does
 * not have the fields that are missing here.
 */
type Shown<Values> = { readonly [Name in keyof Values]?: Values[Name] | undefined }
export type EventValues = Shown<Omit<Entry<'events'>, 'id' | 'key' | 'creator' | 'campaign' | 'removed'>>
export type PersonValues = Shown<Omit<Entry<'people'>, 'id' | 'addedBy'>>
export type CampaignValues = Shown<Omit<Entry<'campaigns'>, 'id' | 'owner'>>
export type AttendanceValues = Shown<Omit<Entry<'attendances'>, 'id' | 'event' | 'person'>>

/** How to read an answer: the version's names, and the service's prefix and address. */
export interface Reading {
  readonly version: 'v1' | 'v2'
  readonly namespace: string
  readonly baseUrl: string
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const filled = (value: unknown): string | undefined => text(value) || undefined
const texts = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined
const objects = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** The members of an object that are texts. */
const textsIn = (value: unknown): Record<string, string> | undefined =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, each]) => (typeof each === 'string' ? [[name, each]] : [])),
      )
    : undefined

function oneOf<const Known extends string>(value: unknown, ...known: readonly Known[]): Known | undefined {
  return known.find((each) => each === value)
}

function moment(value: unknown): string | undefined {
  const at = typeof value === 'string' && /T.*(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/** The digits of a local time, without the zone that some answers write behind it. */
const localTime = (value: unknown): string | undefined => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.exec(text(value) ?? '')?.[0]

/** Removes members without a value. */
export const known = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    -readonly [Name in keyof Values]?: Exclude<Values[Name], undefined>
  }

const momentsOf = (resource: JsonObject, { version }: Reading) => ({
  created: moment(resource[version === 'v1' ? 'created_at' : 'created_date']),
  modified: moment(resource[version === 'v1' ? 'modified_at' : 'modified_date']),
})

/** The identifiers that the service did not make. */
const foreignIn = (resource: JsonObject, { namespace }: Reading): readonly string[] =>
  (texts(resource.identifiers) ?? []).filter((each) => /^[^:\s]+:\S/.test(each) && !each.startsWith(`${namespace}:`))

const isPageOf = (address: unknown, { baseUrl }: Reading): boolean =>
  typeof address === 'string' && address.startsWith(`${baseUrl}/`)

const isSet = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)

/** The names of an event's fields that differ between the versions. Version 1 lacks the others. */
export function eventValues(event: JsonObject, reading: Reading): EventValues {
  const { version, namespace } = reading
  const isV1 = version === 'v1'
  const page = event[isV1 ? 'url' : 'browser_url']
  const isOwnPage = isPageOf(page, reading)
  return {
    ...momentsOf(event, reading),
    title: filled(event[isV1 ? 'summary' : 'title']),
    origin_system: filled(event[isV1 ? 'originating_system' : 'origin_system']),
    description: text(event.description),
    instructions: text(event[isV1 ? `${namespace}:event_instructions` : 'instructions']),
    start: localTime(event[isV1 ? 'start' : 'start_date']),
    visibility: oneOf(event.visibility, 'public', 'private'),
    status: oneOf(event.status, 'tentative', 'cancelled', 'pending_approval'),
    identifiers: foreignIn(event, reading),
    location: isObject(event.location) ? locationOf(event.location) : undefined,
    // Only events of the user interface have a page of the service.
    via: isOwnPage ? 'ui' : 'api',
    ...(!isV1 && {
      name: text(event.name),
      end: localTime(event.end_date),
      browser_url: isOwnPage ? undefined : text(page),
      featured_image_url: text(event.featured_image_url),
      capacity: Number.isSafeInteger(event.capacity) ? Number(event.capacity) : undefined,
      hidden: isSet(event[`${namespace}:hidden`]),
      tag_list: texts(event.tag_list),
    }),
  }
}

/** The parts of an address that a caller may have sent. */
function sentParts(shown: JsonObject) {
  const { venue, locality, region, postal_code, country, address_lines } = shown
  const lines = texts(address_lines)?.slice(0, 1)
  return known({
    venue: text(venue),
    address_lines: lines,
    locality: text(locality),
    region: filled(region),
    postal_code: text(postal_code),
    country: /^[A-Z]{2}$/.test(text(country) ?? '') ? text(country) : undefined,
  })
}

/** A place as a geocoder returns it. */
export type Location = NonNullable<EventValues['location']>

export function locationOf(shown: JsonObject): Location {
  const { location: point = {} } = shown
  const { latitude, longitude, accuracy } = isObject(point) ? point : ({} as JsonObject)
  const degrees = (value: unknown, limit: number) => (typeof value === 'number' && Math.abs(value) <= limit ? value : 0)
  const country = text(shown.country) ?? 'US'
  const { country: sentCountry, ...sent } = sentParts(shown)
  return {
    // The default country alone is no part that a caller has sent.
    sent: Object.keys(sent).length > 0 ? known({ ...sent, country: sentCountry }) : {},
    country,
    place: {
      ...known({ locality: text(shown.locality) }),
      region: text(shown.region) ?? '',
      country,
      latitude: degrees(latitude, 90),
      longitude: degrees(longitude, 180),
      accuracy: oneOf(accuracy, 'Rooftop', 'Approximate') ?? 'Approximate',
      timeZone: 'UTC',
    },
  }
}

const primaryFirst = (entries: readonly JsonObject[]): readonly JsonObject[] =>
  entries.toSorted((one, other) => Number(other.primary === true) - Number(one.primary === true))

export function personValues(person: JsonObject, reading: Reading): PersonValues {
  const emails = primaryFirst(objects(person.email_addresses)).flatMap(({ address, status }) =>
    typeof address === 'string' ? [{ address, ...known({ status: text(status) }) }] : [],
  )
  const phones = primaryFirst(objects(person.phone_numbers)).flatMap(({ number, number_type, status }) =>
    // A request may have a number that is no text.
    /^string|number$/.test(typeof number) && /\d/.test(String(number))
      ? [{ number: String(number), ...known({ number_type: text(number_type), status: text(status) }) }]
      : [],
  )
  // A service may show a number that has no digits for a person without a phone.
  const hasPhones = Array.isArray(person.phone_numbers) && (phones.length > 0 || person.phone_numbers.length === 0)
  const addresses = primaryFirst(objects(person.postal_addresses)).map((address) => {
    const { country, ...parts } = sentParts(address)
    return Object.keys(parts).length > 0 ? known({ ...parts, country }) : {}
  })
  return {
    ...momentsOf(person, reading),
    given_name: text(person.given_name),
    family_name: text(person.family_name),
    identifiers: foreignIn(person, reading),
    email_addresses: Array.isArray(person.email_addresses) ? emails : undefined,
    phone_numbers: hasPhones ? phones : undefined,
    postal_addresses: Array.isArray(person.postal_addresses) ? addresses : undefined,
    languages_spoken: texts(person.languages_spoken),
    custom_fields: textsIn(person.custom_fields),
  }
}

export function campaignValues(campaign: JsonObject, reading: Reading): CampaignValues {
  const { version, namespace } = reading
  const isV1 = version === 'v1'
  const page = campaign[isV1 ? 'url' : 'browser_url']
  const isOwnPage = isPageOf(page, reading)
  return {
    ...momentsOf(campaign, reading),
    title: filled(campaign[isV1 ? 'summary' : 'title']),
    origin_system: filled(campaign[isV1 ? 'originating_system' : 'origin_system']),
    name: text(campaign.name),
    description: text(campaign.description),
    host_pitch: text(campaign.host_pitch),
    host_instructions: text(campaign.host_instructions),
    host_url: isOwnPage ? undefined : text(campaign.host_url),
    featured_image_url: text(campaign.featured_image_url),
    browser_url: isOwnPage ? undefined : text(page),
    tag_list: texts(campaign.tag_list),
    hidden: isSet(campaign[`${namespace}:hidden`]),
    identifiers: foreignIn(campaign, reading),
    via: isOwnPage ? 'ui' : 'api',
  }
}

export function attendanceValues(attendance: JsonObject, reading: Reading): AttendanceValues {
  return {
    ...momentsOf(attendance, reading),
    status: oneOf(attendance.status, 'declined', 'tentative', 'needs action', 'attended'),
    identifiers: foreignIn(attendance, reading),
    referrer_data: textsIn(attendance[`${reading.namespace}:referrer_data`]),
  }
}
