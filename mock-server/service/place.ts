import { MockServiceError } from '../errors.ts'
import { geocode as builtIn } from '../geocode.ts'
import { isObject } from '../text/json.ts'
import { isTimeZone } from '../text/local-time.ts'
import type { Place, PlaceQuery } from '../types.ts'
import type { World } from './world.ts'

/** The place of an address. What a replaced geocoder does wrong is its author's to know. */
export function placeOf({ geocode }: World, query: PlaceQuery): Place {
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
