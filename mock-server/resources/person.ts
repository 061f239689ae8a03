import { geocode } from '../geocode.ts'
import { link, type Resource } from '../hal.ts'
import type { PersonRecord } from '../model.ts'
import { personParts } from '../routes.ts'
import { nativeIdentifier, ownSystem, written } from '../service/world.ts'
import { type Bytes, utf8 } from '../text/bytes.ts'
import { keptOf } from './kept.ts'
import { named, type Standing, type View } from './view.ts'

/** A person in the shape of v1 §2.3, under each version's names. */
function personResource(view: View, person: PersonRecord, standing: Standing): Resource {
  const { world, dialect, addresses } = view
  const part = (name: string) => [`osdi:${name}`, link(addresses.personPart(person.id, name))]
  const created = written(world, person.created)
  return {
    ...named(view, {
      given_name: person.given_name,
      family_name: person.family_name,
      identifiers: [nativeIdentifier(world, person.id)],
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
function postalAddress({ world }: View, { postal_code = '' }: PersonRecord): Resource {
  const place = geocode({ postal_code })
  return {
    primary: true,
    address_lines: [],
    locality: place.locality ?? '',
    region: place.region,
    postal_code,
    country: place.country,
    language: world.assumptions.language,
    location: { latitude: place.latitude, longitude: place.longitude, accuracy: place.accuracy },
  }
}
