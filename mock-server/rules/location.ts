import { MockServiceError } from '../errors.ts'
import type { AddressInput, LocationRecord, Policy } from '../store/model.ts'
import { isObject } from '../text/json.ts'
import { isTimeZone } from '../text/local-time.ts'
import type { Place, PlaceQuery } from '../types/index.ts'
import type { Context } from './context.ts'
import type { LocationFacts } from './event-facts.ts'
import { geocode as builtIn } from './geocode.ts'

/**
 * The location of an event after a writer sent one: parts are merged into what was sent before, or replace it (assumption
 * `partialLocation`), and the whole is geocoded. `null` and no location at all leave the defaults (v2 §2.2).
 */
export function locationAfter(
  context: Context,
  input: AddressInput | null | undefined,
  previous: LocationRecord | undefined,
  policy: Policy,
): LocationRecord {
  const kept = input && context.assumptions.partialLocation === 'merged' ? previous : undefined
  const sent = withoutNulls({ ...kept?.sent, ...input })
  const place = placeOf(context, sent)
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
export function locationFacts(context: Context, { sent, place, country }: LocationRecord): LocationFacts {
  const missed = place.locality === undefined && context.assumptions.geocodeMiss === 'kept'
  // Without location data there is no locality at all (v1 §2.2, v2 §2.2).
  const empty = Object.keys(sent).length > 0 ? '' : undefined
  return {
    venue: sent.venue,
    address_lines: sent.address_lines,
    locality: missed ? (sent.locality ?? empty) : (place.locality ?? empty),
    region: missed ? place.region || (sent.region ?? '') : place.region,
    postal_code: sent.postal_code,
    country,
    language: context.assumptions.language,
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

/** The place of an address. What a replaced geocoder does wrong is its author's to know. */
export function placeOf({ geocode }: Context, query: PlaceQuery): Place {
  if (geocode === builtIn) return geocode(query)
  let answer: unknown
  try {
    answer = geocode(query)
  } catch (cause) {
    const what = cause instanceof Error ? `${cause.name}: ${cause.message}` : 'what is no error'
    throw new MockServiceError('option', 'geocode()', `threw ${what}`, { cause })
  }
  return checkedPlace(answer)
}

/** Holds a geocoder's answer to its type, for it may come from untyped code; a copy, for it may change later. */
function checkedPlace(answer: unknown): Place {
  if (!isObject(answer)) throw wrong('geocode()', 'a place')
  const { locality, region, country, latitude, longitude, accuracy, timeZone } = answer
  if (locality !== undefined && typeof locality !== 'string') throw wrong('geocode().locality', 'a text')
  if (typeof region !== 'string') throw wrong('geocode().region', 'a text')
  if (typeof country !== 'string') throw wrong('geocode().country', 'a text')
  if (!isWithin(latitude, 90)) throw wrong('geocode().latitude', 'a number from -90 to 90')
  if (!isWithin(longitude, 180)) throw wrong('geocode().longitude', 'a number from -180 to 180')
  if (!isAccuracy(accuracy)) throw wrong('geocode().accuracy', 'Rooftop or Approximate')
  if (typeof timeZone !== 'string' || !isTimeZone(timeZone)) throw wrong('geocode().timeZone', 'an IANA time zone')
  const place = { region, country, latitude, longitude, accuracy, timeZone }
  return Object.freeze(locality === undefined ? place : { locality, ...place })
}

const isAccuracy = (value: unknown): value is Place['accuracy'] => value === 'Rooftop' || value === 'Approximate'

const isWithin = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= limit

const wrong = (field: string, wanted: string) =>
  new MockServiceError('option', field, `${wanted} was expected of the geocoder`)
