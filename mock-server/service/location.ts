import type { LocationFacts } from '../facts.ts'
import type { AddressInput, LocationRecord, Policy } from '../model.ts'
import type { Place, PlaceQuery } from '../types.ts'
import { placeOf } from './place.ts'
import type { World } from './world.ts'

/**
 * The location of an event after a writer sent one: parts are merged into what was sent before, or replace it (assumption
 * `partialLocation`), and the whole is geocoded. `null` and no location at all leave the defaults (v2 §2.2).
 */
export function locationAfter(
  world: World,
  input: AddressInput | null | undefined,
  previous: LocationRecord | undefined,
  policy: Policy,
): LocationRecord {
  const kept = input && world.assumptions.partialLocation === 'merged' ? previous : undefined
  const sent = withoutNulls({ ...kept?.sent, ...input })
  const place = placeOf(world, sent)
  return { sent, place, country: policy.country === 'geocoded' ? place.country : callersCountry(input, kept) }
}

/** The country that was sent now, else the one that the event has: geocoding may have replaced what was sent before. */
function callersCountry(input: AddressInput | null | undefined, kept: LocationRecord | undefined): string {
  return input?.country ?? (input?.country === null ? undefined : kept?.country) ?? 'US'
}

/** The parts that have a value. They go out to the geocoder, and stay as they are whatever it does. */
function withoutNulls({ address_lines, ...texts }: AddressInput): PlaceQuery {
  const given: { -readonly [Part in keyof PlaceQuery]: PlaceQuery[Part] } = {}
  for (const name of textParts) {
    const part = texts[name]
    if (part !== null && part !== undefined) given[name] = part
  }
  if (address_lines) given.address_lines = Object.freeze([...address_lines])
  return Object.freeze(given)
}

const textParts = ['venue', 'locality', 'region', 'postal_code', 'country'] as const

/** What an answer shows: the geocoder's finding, with the caller's venue, first line, postal code and, in version 2, country. */
export function locationFacts(world: World, { sent, place, country }: LocationRecord): LocationFacts {
  const missed = place.locality === undefined && world.assumptions.geocodeMiss === 'kept'
  // Without location data there is no locality at all (v1 §2.2, v2 §2.2).
  const empty = Object.keys(sent).length > 0 ? '' : undefined
  return {
    venue: sent.venue,
    address_lines: sent.address_lines,
    locality: missed ? (sent.locality ?? empty) : (place.locality ?? empty),
    region: missed ? place.region || (sent.region ?? '') : place.region,
    postal_code: sent.postal_code,
    country,
    language: world.assumptions.language,
    location: coordinatesOf(place),
  }
}

/** Of a place the same object each time: who writes it as JSON need not do so again. */
function coordinatesOf(place: Place): LocationFacts['location'] {
  const known = coordinates.get(place)
  if (known) return known
  const { latitude, longitude, accuracy } = place
  const made = Object.freeze({ latitude, longitude, accuracy })
  coordinates.set(place, made)
  return made
}

const coordinates = new WeakMap<Place, LocationFacts['location']>()
