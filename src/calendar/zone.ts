import tzLookup from '@photostructure/tz-lookup'
import { refusePromise } from '../core/base/messages.ts'
import { isElsewhere, zoneOfRegion } from './regions.ts'

/** What {@link zoneOf} reads: an event of either version, or a copy of one. */
export interface Placed {
  /** Where the event takes place. */
  readonly location?:
    | {
        /** Name of the venue. */
        readonly venue?: string | null | undefined
        /** Street address: the first entry is read. */
        readonly address_lines?: readonly string[] | null | undefined
        /** Postal code. */
        readonly postal_code?: string | null | undefined
        /** City or other local area. */
        readonly locality?: string | null | undefined
        /** The last two letters of the ISO 3166-2 code, such as `IL`. */
        readonly region?: string | null | undefined
        /** ISO 3166-1 alpha-2 code, such as `US`. */
        readonly country?: string | null | undefined
        /** Coordinates. */
        readonly location?:
          | {
              /** Degrees. */
              readonly latitude?: number | null | undefined
              /** Degrees. */
              readonly longitude?: number | null | undefined
              /** `Rooftop`, `Approximate`, or another value. */
              readonly accuracy?: string | null | undefined
            }
          | null
          | undefined
      }
    | null
    | undefined
}

/** The time zone of an event's place. */
export interface FoundZone {
  /** Name of the IANA time zone, such as `America/Chicago`. */
  readonly zone: string
  /** Whether its coordinates or its US state or country decided. */
  readonly by: 'coordinates' | 'region'
}

/**
 * The time zone of an event's place, which the API does not send. Exact coordinates decide. Without them, a US state or a country decides if all its
 * places keep the same time. Then come the coordinates of a town. Undefined for all other events: for a country such as the United States the
 * service may show coordinates of its middle, so coordinates without a town decide nothing.
 *
 * @throws InputError for a promise of an event
 *
 * @example
 * ```ts
 * import { zoneOf } from 'osdi-events/calendar'
 *
 * zoneOf({ location: { region: 'IL', country: 'US' } }) // { zone: 'America/Chicago', by: 'region' }
 * ```
 */
export function zoneOf(event: Placed): FoundZone | undefined {
  refusePromise(event, 'event')
  return zoneOfPlace(event?.location)
}

function zoneOfPlace(location: Placed['location']): FoundZone | undefined {
  if (!location) return undefined
  const { latitude, longitude, accuracy } = location.location ?? {}
  const isApproximate = /^approximate$/i.test(accuracy ?? '')
  const atPlace = zoneAt(latitude, longitude)
  if (atPlace && !isApproximate) return { zone: atPlace, by: 'coordinates' }
  const zone = zoneOfRegion(location)
  if (zone && !(atPlace && isElsewhere(atPlace, zone))) return { zone, by: 'region' }
  const hasTown = typeof location.locality === 'string' && location.locality.trim() !== ''
  return atPlace && hasTown ? { zone: atPlace, by: 'coordinates' } : undefined
}

/** Middles of the United States in use: of its 48 states, with Alaska and Hawaii, and as Google and OpenStreetMap have it. */
const middles = [
  [39.5, -98.35],
  [39.8283, -98.5795],
  [37.0902, -95.7129],
  [39.7837, -100.4459],
] as const

/** The zone at coordinates. Undefined without coordinates, and for those that stand for no place. */
function zoneAt(latitude: unknown, longitude: unknown): string | undefined {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  if (middles.some(([north, east]) => Math.hypot(latitude - north, longitude - east) < 0.001)) return undefined
  try {
    const zone = tzLookup(latitude, longitude)
    // A zone of the sea. Latitude and longitude 0 mean an unknown place.
    return zone.startsWith('Etc/') ? undefined : zone
  } catch {
    return undefined
  }
}
