import { formatTime, nativeIdentifier, ownSystem } from '../rules/context.ts'
import { geocode } from '../rules/geocode.ts'
import type { AttendanceRecord, CampaignRecord, EventRecord, PersonRecord } from '../store/model.ts'
import { personParts } from './router.ts'
import { type Form, link, type View } from './view.ts'

/** A person as JSON, in the shape of v1 §2.3 under each version's names. */
export function personText(view: View, person: PersonRecord, form: Form): string {
  const { context, dialect, addresses } = view
  const { names } = dialect
  const created = formatTime(context, person.created)
  const part = (name: string) => [`osdi:${name}`, link(addresses.personPart(person.id, name))]
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
      self: link(addresses.person(person.id)),
      ...Object.fromEntries([dialect.attendances, ...personParts].map(part)),
      ...curiesOf(view, form),
    },
  })
}

// People's addresses come from the built-in table even where the geocoder is replaced: that one is for events.
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

const curiesOf = ({ curies }: View, form: Form) => (form === 'resource' ? { curies } : {})

/** An event campaign as JSON, as far as it is known (assumption `linked`). */
export function campaignText(view: View, campaign: CampaignRecord): string {
  const { context, dialect, addresses, curies } = view
  return JSON.stringify({
    identifiers: [nativeIdentifier(context, campaign.id)],
    [dialect.names.title]: campaign.title,
    _links: {
      self: link(addresses.campaign(campaign.id)),
      'osdi:events': link(addresses.campaignEvents(campaign.id)),
      curies,
    },
  })
}

/** An RSVP as JSON, and its person where it was just recorded: the documents do not show its fields (assumption `attendanceFields`). */
export function attendanceText(
  view: View,
  attendance: AttendanceRecord,
  form: Form,
  recorded?: PersonRecord | undefined,
): string {
  const { context, dialect, addresses } = view
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
      self: link(addresses.attendance(event, id)),
      'osdi:event': link(addresses.event(event)),
      'osdi:person': link(addresses.person(person)),
      ...curiesOf(view, form),
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

/** The embed code's address of an event: what the code is, the documents do not show (assumption `linked`). */
export function embedText({ addresses, curies }: View, { id }: EventRecord): string {
  return JSON.stringify({
    _links: { self: link(addresses.embed(id)), 'osdi:event': link(addresses.event(id)), curies },
  })
}
