import { MockServiceError } from '../errors.ts'
import { isTimeZone } from '../text/local-time.ts'
import type { Place } from '../types.ts'

/** Holds a geocoder's answer to its type, for a replaced geocoder may come from untyped code. */
export function checkPlace(place: Place): Place {
  const wrong = (member: string, problem: string) =>
    new MockServiceError('option', `geocode().${member}`, `${problem} was expected of the geocoder`)
  if (typeof place.region !== 'string') throw wrong('region', 'a text')
  if (typeof place.country !== 'string') throw wrong('country', 'a text')
  if (!Number.isFinite(place.latitude)) throw wrong('latitude', 'a number')
  if (!Number.isFinite(place.longitude)) throw wrong('longitude', 'a number')
  if (place.accuracy !== 'Rooftop' && place.accuracy !== 'Approximate')
    throw wrong('accuracy', 'Rooftop or Approximate')
  if (typeof place.timeZone !== 'string' || !isTimeZone(place.timeZone)) throw wrong('timeZone', 'an IANA time zone')
  return Object.freeze({ ...place })
}
