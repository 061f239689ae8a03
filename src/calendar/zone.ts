import tzLookup from '@photostructure/tz-lookup'
import { zoneOfRegion } from './regions.ts'

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
 * @example
 * ```ts
 * import { zoneOf } from 'osdi-events/calendar'
 *
 * zoneOf({ location: { region: 'IL', country: 'US' } }) // { zone: 'America/Chicago', by: 'region' }
 * ```
 */
export function zoneOf({ location }: Placed): FoundZone | undefined {
  if (!location) return undefined
  const { latitude, longitude, accuracy } = location.location ?? {}
  const isApproximate = /^approximate$/i.test(accuracy ?? '')
  const atPlace = zoneAt(latitude, longitude)
  if (atPlace && !isApproximate) return { zone: atPlace, by: 'coordinates' }
  const zone = zoneOfRegion(location.region, location.country)
  if (zone) return { zone, by: 'region' }
  return atPlace && location.locality?.trim() ? { zone: atPlace, by: 'coordinates' } : undefined
}

/** The zone at coordinates; undefined without coordinates, and for those that are not on the earth. */
function zoneAt(latitude: unknown, longitude: unknown): string | undefined {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  try {
    return tzLookup(latitude, longitude)
  } catch {
    return undefined
  }
}
