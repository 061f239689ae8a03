import type { Assumptions } from '../assumptions.ts'

/** An address for a geocoder: the parts that the caller sent. */
export interface PlaceQuery {
  /** Name of the venue. */
  readonly venue?: string
  /** Street address, at most one line. */
  readonly address_lines?: readonly string[]
  /** City or other area. */
  readonly locality?: string
  /** Last two letters of the ISO 3166-2 code. */
  readonly region?: string
  /** Postal code. */
  readonly postal_code?: string
  /** ISO 3166-1 alpha-2 code. */
  readonly country?: string
}

/** The result of a geocoder. */
export interface Place {
  /** City or other area. If it is missing, the address counts as not found (assumption `geocodeMiss`). */
  readonly locality?: string
  /** Last two letters of the ISO 3166-2 code, or an empty text. */
  readonly region: string
  /** ISO 3166-1 alpha-2 code. Version 1 shows it. Version 2 shows the caller's, else `US` (v1 §2.2, v2 §2.2). */
  readonly country: string
  /** Degrees, from -90 to 90. */
  readonly latitude: number
  /** Degrees, from -180 to 180. */
  readonly longitude: number
  /** How exact the coordinates are. */
  readonly accuracy: 'Rooftop' | 'Approximate'
  /** IANA name of the time zone at the place, for the times of reminders. */
  readonly timeZone: string
}

/**
 * Finds the place of an address. The service calls it for every event that it stores, with `{}` if no location was sent, and once for each
 * address of seeded events. If it throws or returns no place, nothing is stored: `addEvent` throws a `MockServiceError`, and a request
 * gets status 500.
 *
 * @example
 * ```ts
 * import { createMockService, type Geocode } from 'osdi-events/mock'
 *
 * const geocode: Geocode = ({ locality }) => ({
 *   latitude: 64.15,
 *   longitude: -21.94,
 *   accuracy: locality ? 'Rooftop' : 'Approximate',
 *   locality: 'Reykjavik',
 *   region: '',
 *   country: 'IS',
 *   timeZone: 'Atlantic/Reykjavik',
 * })
 * const service = createMockService({ geocode })
 * service.addEvent({ title: 'Picnic', location: { locality: 'Reykjavik' } }, { key: service.seeded.group })
 * ```
 */
export type Geocode = (query: PlaceQuery) => Place

/** Options of {@link createMockService}. None is needed. */
export interface MockServiceOptions {
  /**
   * When the service's clock starts: an ISO 8601 date-time with a zone, in the years 1 to 9998. With `'system'`, the clock shows the
   * system's time plus the durations passed to `advance`, and writes do not move the clock. If it has not moved since the last change of an
   * event, the next change gets the next second (with `timestamps: 'milliseconds'`, the next millisecond).
   * @default '2026-01-01T00:00:00Z'
   */
  readonly now?: string
  /** Events per page: a whole number from 1 up. @default 25 */
  readonly perPage?: number
  /**
   * How many believable events to seed for a group: at most 2 000 000. {@link MockService.seeded} has the group's key.
   * @default 0
   */
  readonly events?: number
  /** Ids and seeded data depend on this text: the same seed makes the same service. @default 'osdi-events' */
  readonly seed?: string
  /**
   * Tokens of the two keys in {@link MockService.seeded}: 1 to 512 printable ASCII characters, without a space at either end.
   * @default depends on the seed
   */
  readonly keys?: {
    /** Token of the group's key. */
    readonly group?: string
    /** Token of the individual account's key. */
    readonly individual?: string
  }
  /** The service's own prefix, in identifiers, fields and relations. @default 'platform' */
  readonly namespace?: string
  /** Base address of the service: http or https, without query and fragment. @default 'https://events.example.org' */
  readonly baseUrl?: string
  /**
   * How many of the latest requests {@link MockService.requests} keeps: a whole number, 0 for none.
   * @default 1000
   */
  readonly requestLog?: number
  /** Finds the places of addresses. @default a built-in geocoder that knows some eighty places */
  readonly geocode?: Geocode
  /**
   * Decides what the spec leaves open. Entries that are missing keep their defaults.
   * @default {@link defaultAssumptions}
   */
  readonly assumptions?: Partial<Assumptions>
}
