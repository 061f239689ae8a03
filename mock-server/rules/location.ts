import type { Policy } from '../dialects/dialect.ts'
import { MockServiceError } from '../errors.ts'
import type { AddressInput, LocationRecord } from '../store/model.ts'
import { isObject } from '../text/json.ts'
import type { Place, PlaceQuery } from '../types/index.ts'
import { accuracy, type Check, text, timeZone, validate, within } from '../validate.ts'
import type { Context } from './context.ts'
import { geocode as builtIn } from './geocode.ts'

/**
 * The location of an event after a write. Merges the sent parts into the previous parts, or replaces them (assumption `partialLocation`),
 * and geocodes the result. Without a location, or with `null`, an event gets the default place (v1 §2.2, v2 §2.2).
 */
export function locationAfter(
  context: Context,
  input: AddressInput | null | undefined,
  before: LocationRecord | undefined,
  policy: Policy,
): LocationRecord {
  const base = input && context.assumptions.partialLocation === 'merged' ? before : undefined
  if (before && (input === undefined || (input && isUnchanged(context, input, before, base)))) return before
  // Version 2 shows a default country. A caller may send this country back unchanged. If the other parts of the place are unchanged too,
  // the service does not store the country as the caller's.
  const isElsewhere = input && before && !isUnchanged(context, placeParts(input), before, before)
  const isReadBack = base !== undefined && input?.country === base.country && !isElsewhere
  const sent = withoutNulls({ ...base?.sent, ...input, ...(isReadBack && { country: base.sent.country ?? null }) })
  const place = placeOf(context, sent)
  // Uses `base.country` and not `sent.country`, because in version 1 geocoding may have replaced the sent country.
  const countryBefore = input?.country === null ? undefined : base?.country
  const country = policy.country === 'geocoded' ? place.country : (input?.country ?? countryBefore ?? 'US')
  const location = { sent, place, country }
  if (input) noteOverwritten(context, input, location)
  return location
}

/** Reports the sent parts that geocoding overwrites (v1 §2.2, v2 §2.2). */
function noteOverwritten(context: Context, input: AddressInput, location: LocationRecord): void {
  const shown = locationValues(context, location)
  for (const part of ['locality', 'region', 'country'] as const) {
    const sent = input[part]
    if (typeof sent === 'string' && sent !== shown[part])
      context.ignore(`location.${part}`, `is overwritten from geocoding: ${JSON.stringify(shown[part] ?? '')}`)
  }
}

/** The parts of an address that a place depends on, except the country. */
const placeParts = ({ locality, region, postal_code }: AddressInput): AddressInput => ({
  ...(locality !== undefined && { locality }),
  ...(region !== undefined && { region }),
  ...(postal_code !== undefined && { postal_code }),
})

/**
 * Whether the sent parts change nothing in the location that responses show. Without `base`, the sent parts replace all others, so a
 * missing part is a change.
 */
function isUnchanged(
  context: Context,
  input: AddressInput,
  before: LocationRecord,
  base: LocationRecord | undefined,
): boolean {
  const shown: { readonly [Part in keyof PlaceQuery]?: unknown } = locationValues(context, before)
  const isShown = (part: keyof PlaceQuery) => JSON.stringify(input[part] ?? undefined) === JSON.stringify(shown[part])
  const names = Object.keys(base ? input : { ...before.sent, ...input }) as (keyof PlaceQuery)[]
  return names.every((part) => part in input && isShown(part))
}

/** Copies the parts that have a value. Freezes the copy, because a test's own geocoder gets it. */
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
 * A location as responses show it (v1 §2.2, v2 §2.2): the geocoded place with the venue, the first address line and the postal code that
 * the caller sent. In version 2, the country is also the caller's.
 */
export function locationValues(context: Context, { sent, place, country }: LocationRecord) {
  const keepsSent = place.locality === undefined && context.assumptions.geocodeMiss === 'kept'
  // Without location data, a location has no locality (v1 §2.2, v2 §2.2).
  const noLocality = Object.keys(sent).length > 0 ? '' : undefined
  const region = keepsSent ? place.region || (sent.region ?? '') : place.region
  return {
    venue: sent.venue,
    address_lines: sent.address_lines,
    locality: keepsSent ? (sent.locality ?? noLocality) : (place.locality ?? noLocality),
    region: region === '' && context.assumptions.unknownRegion === 'absent' ? undefined : region,
    postal_code: sent.postal_code,
    country,
    ...languageOf(context),
    location: { latitude: place.latitude, longitude: place.longitude, accuracy: place.accuracy },
  }
}

/** The language of a place, as a part of its location (assumptions `language`, `locationLanguage`). */
export const languageOf = ({ assumptions }: Pick<Context, 'assumptions'>): { readonly language?: string } =>
  assumptions.locationLanguage === 'shown' ? { language: assumptions.language } : {}

/** Geocodes an address. If a test's own geocoder fails, throws a {@link MockServiceError} that says why. */
export function placeOf({ geocode, store }: Context, query: PlaceQuery): Place {
  if (geocode === builtIn) return geocode(query)
  const { revision } = store
  let place: unknown
  try {
    place = geocode(query)
  } catch (cause) {
    const what = cause instanceof Error ? `${cause.name}: ${cause.message}` : 'something that is not an error'
    throw new MockServiceError('option', 'geocode()', `threw ${what}`, { cause })
  }
  if (store.revision !== revision)
    throw new MockServiceError('option', 'geocode()', 'changed the service, in the middle of a write')
  return checkedPlace(place)
}

/** Checks and copies the result of a test's own geocoder. Untyped code may return anything, and may change the object later. */
function checkedPlace(result: unknown): Place {
  if (!isObject(result)) throw new MockServiceError('option', 'geocode()', 'must give a place')
  const member = <Value>(name: keyof Place, check: Check<Value>): Value =>
    validate(check, result[name], `geocode().${name}`, 'option')
  return Object.freeze({
    ...(result.locality !== undefined && { locality: member('locality', text) }),
    region: member('region', text),
    country: member('country', text),
    latitude: member('latitude', within(90)),
    longitude: member('longitude', within(180)),
    accuracy: member('accuracy', accuracy),
    timeZone: member('timeZone', timeZone),
  })
}
