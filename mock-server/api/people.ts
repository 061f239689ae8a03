import { nativeIdentifier, ownSystem, written } from '../rules/context.ts'
import { geocode } from '../rules/geocode.ts'
import type { AttendanceRecord, CampaignRecord, EventRecord, PersonRecord } from '../store/model.ts'
import { type Bytes, utf8 } from '../text/bytes.ts'
import { link, type Resource } from './hal.ts'
import { keptOf, type Member, memberOf } from './kept.ts'
import { personParts } from './routes.ts'
import { named, type Standing, type View } from './view.ts'

/** A person in the shape of v1 §2.3, under each version's names. */
function personResource(view: View, person: PersonRecord, standing: Standing): Resource {
  const { context, dialect, addresses } = view
  const part = (name: string) => [`osdi:${name}`, link(addresses.personPart(person.id, name))]
  const created = written(context, person.created)
  return {
    ...named(view, {
      given_name: person.given_name,
      family_name: person.family_name,
      identifiers: [nativeIdentifier(context, person.id)],
      created,
      modified: created,
      origin_system: ownSystem,
      email_addresses: [{ primary: true, address: person.email_address }],
      postal_addresses: [postalAddress(view, person)],
    }),
    _links: {
      self: link(addresses.person(person.id)),
      ...Object.fromEntries([dialect.attendances, ...personParts].map(part)),
      ...(standing === 'single' && { curies: view.curies }),
    },
  }
}

/** People as JSON, as answers of their own and inside events: up to 2 MB each. */
const people = {
  single: keptOf(personShown('single')),
  listed: keptOf(personShown('listed')),
}

function personShown(standing: Standing) {
  const show = (view: View, person: PersonRecord) => utf8(JSON.stringify(personResource(view, person, standing)))
  return { show, size: ({ length }: Bytes) => length, most: 2_000_000 }
}

/** A person as JSON. Every event of version 1 shows one twice. */
export const personJson = (view: View, person: PersonRecord, standing: Standing): Bytes =>
  people[standing](view).in(view, person)

// People's addresses come from the built-in table even where the geocoder is replaced: that one is for events.
function postalAddress({ context }: View, { postal_code = '' }: PersonRecord): Resource {
  const place = geocode({ postal_code })
  return {
    primary: true,
    address_lines: [],
    locality: place.locality ?? '',
    region: place.region,
    postal_code,
    country: place.country,
    language: context.assumptions.language,
    location: { latitude: place.latitude, longitude: place.longitude, accuracy: place.accuracy },
  }
}

/** The address of an event campaign, wherever it is linked to (assumption `campaignLink`). */
export const campaignHref = ({ context, addresses }: View, id: string): string =>
  addresses.campaign(context.assumptions.campaignLink === 'bare' ? id : nativeIdentifier(context, id))

/** An event campaign, as far as it is known (assumption `linked`). */
export function campaignResource(view: View, campaign: CampaignRecord): Resource {
  return {
    ...named(view, { identifiers: [nativeIdentifier(view.context, campaign.id)], title: campaign.title }),
    _links: {
      self: link(campaignHref(view, campaign.id)),
      'osdi:events': link(view.addresses.campaignEvents(campaign.id)),
      curies: view.curies,
    },
  }
}

/** One RSVP; its fields are not shown in the documents, so it says no more than is known (assumption `linked`). */
function attendanceResource(view: View, attendance: AttendanceRecord, standing: Standing): Resource {
  const { context, addresses } = view
  const { id } = attendance
  const created = written(context, attendance.created)
  return {
    ...named(view, {
      identifiers: [nativeIdentifier(context, id)],
      created,
      modified: created,
      status: 'accepted',
    }),
    _links: {
      self: link(addresses.attendance(attendance.event, id)),
      'osdi:event': link(addresses.event(attendance.event)),
      'osdi:person': link(addresses.person(attendance.person)),
      ...(standing === 'single' && { curies: view.curies }),
    },
  }
}

/** An RSVP as JSON. */
export const attendanceText = (view: View, attendance: AttendanceRecord, standing: Standing): string =>
  JSON.stringify(attendanceResource(view, attendance, standing))

/** An RSVP as a collection shows it. */
export function attendanceMember(view: View, attendance: AttendanceRecord): Member {
  const { event, id } = attendance
  return memberOf(attendanceText(view, attendance, 'listed'), view.addresses.attendance(event, id))
}

/** The embed code's address of an event: what the code is, the documents do not show (assumption `linked`). */
export function embedResource(view: View, event: EventRecord): Resource {
  const { addresses } = view
  return {
    _links: {
      self: link(addresses.embed(event.id)),
      'osdi:event': link(addresses.event(event.id)),
      curies: view.curies,
    },
  }
}
