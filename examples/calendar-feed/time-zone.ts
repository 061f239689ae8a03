import tzLookup from '@photostructure/tz-lookup'
import type { EventV2 } from 'osdi-events'

/** Gives the time zone of an event's place, such as `Europe/Berlin`. The API does not tell it: take it from your own data, or look it up. */
export type ZoneOf<Event = EventV2> = (event: Event) => string | undefined

/**
 * Looks the zone up by the coordinates that the service found for the address; undefined where it found no more than a country.
 *
 * @throws RangeError for coordinates that are not on the earth
 */
export const zoneByCoordinates: ZoneOf = ({ location }) => {
  const { latitude, longitude, accuracy } = location?.location ?? {}
  if (typeof latitude !== 'number' || typeof longitude !== 'number' || accuracy === 'Approximate') return undefined
  return tzLookup(latitude, longitude)
}
