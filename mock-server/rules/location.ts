import type { Policy } from '../dialects/dialect.ts'
import { MockServiceError } from '../errors.ts'
import type { AddressInput, LocationRecord } from '../store/model.ts'
import { isObject } from '../text/json.ts'
import type { Place, PlaceQuery } from '../types/index.ts'
import { accuracy, type Check, text, timeZone, validate, within } from '../validate.ts'
import type { Context } from './context.ts'
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

/**
 * A location as both versions show it (v1 §2.2, v2 §2.2): the geocoder's finding, with the caller's venue, first line, postal code
 * and, in version 2, country.
 */
export function locationFacts(context: Context, { sent, place, country }: LocationRecord) {
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
    location: { latitude: place.latitude, longitude: place.longitude, accuracy: place.accuracy },
  }
}

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
  if (!isObject(answer)) throw new MockServiceError('option', 'geocode()', 'must give a place')
  const member = <Value>(name: keyof Place, check: Check<Value>): Value =>
    validate(check, answer[name], `geocode().${name}`, 'option')
  return Object.freeze({
    ...(answer.locality !== undefined && { locality: member('locality', text) }),
    region: member('region', text),
    country: member('country', text),
    latitude: member('latitude', within(90)),
    longitude: member('longitude', within(180)),
    accuracy: member('accuracy', accuracy),
    timeZone: member('timeZone', timeZone),
  })
}
