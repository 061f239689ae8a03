import type { Dialect, Field } from '../dialects/dialect.ts'
import { type Context, formatTime, nativeIdentifier, ownSystem } from '../rules/context.ts'
import { shownFact } from '../rules/event-facts.ts'
import { geocode } from '../rules/geocode.ts'
import type { AttendanceRecord, CampaignRecord, EventRecord, PersonRecord } from '../store/model.ts'
import { isObject, type JsonObject } from '../text/json.ts'
import { personParts } from './router.ts'

/** How records are shown: by a version's names, with links below the base address that the caller uses. */
export interface View {
  readonly context: Context
  readonly dialect: Dialect
  /** The root address of the version. */
  readonly root: string
  /** Cache of embedded people as JSON, by id. Each event of version 1 embeds its creator twice, and a page has few different creators. */
  readonly people: Map<string, string>
}

/** A `resource` is a whole response and has curies. An `embedded` resource has none (v1 §2.4, v2 §2.5). */
export type Form = 'resource' | 'embedded'

export function viewOf(context: Context, dialect: Dialect): View {
  return { context, dialect, root: `${context.baseUrl}/api/${dialect.version}`, people: new Map() }
}

/** The links to documentation in the `_links` of a response (v1 §2.4, v2 §2.6). */
export function curiesOf({ context, dialect }: View): readonly JsonObject[] {
  const href = `${context.baseUrl}/docs/{rel}`
  return ['osdi', dialect.namespace].map((name) => ({ name, href, templated: true }))
}

/** The address of a path below the version's root. The service's paths need no encoding. */
export const addressOf = ({ root }: View, path: string): string => `${root}/${path}`

/** The path of a campaign (assumption `campaignLink`). */
const campaignPath = ({ context }: View, id: string): string =>
  `event_campaigns/${context.assumptions.campaignLink === 'bare' ? id : nativeIdentifier(context, id)}`

const link = (view: View, path: string) => ({ href: addressOf(view, path) })

/** A link as JSON. The service's addresses have no characters that JSON escapes. */
export const linkText = (href: string): string => `{"href":"${href}"}`

/** An event as JSON. Concatenates texts: that is faster than `JSON.stringify` of a whole event, and a page has many events. */
export function eventText(view: View, event: EventRecord, form: Form): string {
  const curies = form === 'resource' ? `,"curies":${JSON.stringify(curiesOf(view))}` : ''
  const people = view.dialect.embedsPeople ? `,"_embedded":{${peopleText(view, event, form)}}` : ''
  return `{${fieldsText(view, event)}"_links":{${linksText(view, event)}${curies}}${people}}`
}

/** The fields of an event in a version as JSON, each followed by a comma (v1 §2.1, v2 §2.1). */
function fieldsText({ context, dialect }: View, event: EventRecord): string {
  const { unset } = context.assumptions
  // Members of a location may be undefined too.
  const replacer = unset === 'null' ? (_: string, value: unknown) => (value === undefined ? null : value) : undefined
  let text = ''
  for (const { label, show, members } of writtenFields(dialect)) {
    const value = show(event, context)
    if (value === undefined && unset === 'absent') continue
    const named = members && isObject(value) ? renamed(value, members) : value
    text += `${label}${JSON.stringify(named, replacer)},`
  }
  return text
}

const writeField = ({ wire, fact, members }: Field) => ({ label: `"${wire}":`, show: shownFact(fact), members })

const written = new WeakMap<Dialect, readonly ReturnType<typeof writeField>[]>()

/** How the fields of a version are written. Cached: a page of events writes each field many times. */
function writtenFields(dialect: Dialect): readonly ReturnType<typeof writeField>[] {
  const known = written.get(dialect) ?? dialect.fields.map(writeField)
  written.set(dialect, known)
  return known
}

const renamed = (value: JsonObject, names: NonNullable<Field['members']>): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [names[name] ?? name, member]))

/** The links of an event, except curies (v1 §2.4, v2 §2.5). */
function linksText(view: View, { id, creator, campaign }: EventRecord): string {
  const { namespace, attendances, attendanceHelper } = view.dialect
  const event = addressOf(view, `events/${id}`)
  const person = linkText(addressOf(view, `people/${creator}`))
  const toAttendances = linkText(`${event}/${attendances}`)
  const toCampaign = campaign && linkText(addressOf(view, campaignPath(view, campaign)))
  return (
    `"self":${linkText(event)},"osdi:${attendances}":${toAttendances}` +
    `,"osdi:creator":${person},"osdi:organizer":${person}` +
    (toCampaign ? `,"${namespace}:event_campaign":${toCampaign}` : '') +
    `,"${namespace}:embed":${linkText(`${event}/embed`)}` +
    (attendanceHelper ? `,"osdi:record_attendance_helper":${toAttendances}` : '')
  )
}

/** Creator and organizer are the same person (v1 §2.1), and only version 1 embeds them (v1 §2.3). */
function peopleText(view: View, { creator }: EventRecord, form: Form): string {
  const person = view.context.store.people.get(creator)
  if (!person) return ''
  const text = view.people.get(creator) ?? personText(view, person, form)
  view.people.set(creator, text)
  return `"osdi:creator":${text},"osdi:organizer":${text}`
}

/** A person as JSON, in the shape of v1 §2.3 under each version's names. */
export function personText(view: View, person: PersonRecord, form: Form): string {
  const { context, dialect } = view
  const { names } = dialect
  const created = formatTime(context, person.created)
  const part = (name: string) => [`osdi:${name}`, link(view, `people/${person.id}/${name}`)]
  return JSON.stringify({
    given_name: person.given_name,
    family_name: person.family_name,
    identifiers: [nativeIdentifier(context, person.id), ...(person.details?.identifiers ?? [])],
    [names.created]: created,
    [names.modified]: created,
    [names.origin_system]: ownSystem,
    email_addresses: [{ primary: true, address: person.email_address }],
    postal_addresses: [postalAddress(view, person)],
    _links: {
      self: link(view, `people/${person.id}`),
      ...Object.fromEntries([dialect.attendances, ...personParts].map(part)),
      ...(form === 'resource' && { curies: curiesOf(view) }),
    },
  })
}

// Addresses of people always use the built-in geocoder: a test's own geocoder is for events.
function postalAddress({ context }: View, { postal_code = '', details }: PersonRecord) {
  const sent = details?.address ?? {}
  const place = geocode({ ...sent, postal_code })
  return {
    primary: true,
    address_lines: sent.address_lines ?? [],
    locality: place.locality ?? sent.locality ?? '',
    region: place.region || (sent.region ?? ''),
    postal_code,
    country: sent.country ?? place.country,
    language: context.assumptions.language,
    location: { latitude: place.latitude, longitude: place.longitude, accuracy: place.accuracy },
  }
}

/** An event campaign as JSON. The documents do not show its fields (assumption `linked`). */
export function campaignText(view: View, campaign: CampaignRecord): string {
  const { context, dialect } = view
  return JSON.stringify({
    identifiers: [nativeIdentifier(context, campaign.id)],
    [dialect.names.title]: campaign.title,
    _links: {
      self: link(view, campaignPath(view, campaign.id)),
      'osdi:events': link(view, `event_campaigns/${campaign.id}/events`),
      curies: curiesOf(view),
    },
  })
}

/** An RSVP as JSON; with its person if the request recorded it. The documents do not show its fields (assumption `attendanceFields`). */
export function attendanceText(
  view: View,
  attendance: AttendanceRecord,
  form: Form,
  recorded?: PersonRecord | undefined,
): string {
  const { context, dialect } = view
  const { names, namespace } = dialect
  const { id, event, person } = attendance
  const isFull = context.assumptions.attendanceFields === 'with ids'
  return JSON.stringify({
    identifiers: [nativeIdentifier(context, id)],
    [names.created]: formatTime(context, attendance.created),
    [names.modified]: formatTime(context, attendance.modified),
    status: attendance.status,
    ...(isFull && { [`${namespace}:person_id`]: person, [`${namespace}:event_id`]: event }),
    ...(isFull && recorded && { person: attendee(view, recorded) }),
    _links: {
      self: link(view, `events/${event}/${dialect.attendances}/${id}`),
      'osdi:event': link(view, `events/${event}`),
      'osdi:person': link(view, `people/${person}`),
      ...(form === 'resource' && { curies: curiesOf(view) }),
    },
  })
}

function attendee(view: View, person: PersonRecord) {
  const { given_name, family_name, email_address, details } = person
  return {
    given_name,
    family_name,
    email_addresses: [{ primary: true, address: email_address }],
    phone_numbers: (details?.phone_numbers ?? []).map((number, index) => ({ primary: index === 0, number })),
    postal_addresses: [postalAddress(view, person)],
    languages_spoken: details?.languages_spoken ?? [],
  }
}

/** The embed resource of an event as JSON. The documents do not show the embed code (assumption `linked`). */
export function embedText(view: View, { id }: EventRecord): string {
  return JSON.stringify({
    _links: {
      self: link(view, `events/${id}/embed`),
      'osdi:event': link(view, `events/${id}`),
      curies: curiesOf(view),
    },
  })
}
