import type { Assumptions } from './assumptions.ts'
import type { CheckReport } from './check.ts'

/** An address to find: the parts that the caller sent. */
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

/** The place of an address, as a geocoder returns it. */
export interface Place {
  /** City or other area. If `locality` is missing, the service treats the address as not found (assumption `geocodeMiss`). */
  readonly locality?: string
  /** Last two letters of the ISO 3166-2 code, or an empty text. */
  readonly region: string
  /**
   * ISO 3166-1 alpha-2 code. Version 1 shows this country. Version 2 shows the country that the caller sent, else `US` (v1 §2.2, v2 §2.2).
   */
  readonly country: string
  /** Degrees, from -90 to 90. */
  readonly latitude: number
  /** Degrees, from -180 to 180. */
  readonly longitude: number
  /** How exact the coordinates are. */
  readonly accuracy: 'Rooftop' | 'Approximate'
  /** IANA name of the time zone at the place. The service needs the zone to send reminders at the right time. */
  readonly timeZone: string
}

/**
 * Finds the place of an address. The service calls this function for every event that it stores, with `{}` for an event without a location,
 * and once for each address of seeded events. If the function throws or returns no place, the service stores nothing: `addEvent` throws a
 * `MockServiceError`, and a request gets status 500.
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

/** Options of {@link createMockService}. All are optional. */
export interface MockServiceOptions {
  /**
   * Time at which the service's clock starts: an ISO 8601 date-time with a zone, in the years 1 to 9998. With `'system'`, the clock shows
   * the system's time plus the durations passed to `advance`, and writes do not move the clock. Two changes of an event always have
   * different modification times: a change in the same second as the previous change gets the next second (with `timestamps:
   * 'milliseconds'`, the next millisecond).
   * @default '2026-01-01T00:00:00Z'
   */
  readonly now?: string
  /** Events per page: a whole number from 1 up. @default 25 */
  readonly perPage?: number
  /**
   * How many made-up events the service has at the start: at most 2 000 000. They belong to the group whose key is in
   * {@link MockService.seeded}.
   * @default 0
   */
  readonly events?: number
  /**
   * Start value for generated ids and made-up data. Two services with the same seed generate the same ids and data. @default 'osdi-events'
   */
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
  /**
   * The service's own prefix, such as `platform` in the identifier `platform:123` and in the field `platform:hidden`. @default 'platform'
   */
  readonly namespace?: string
  /** Base address of the service: an http or https address without query and fragment. @default 'https://events.example.org' */
  readonly baseUrl?: string
  /**
   * How many of the latest requests {@link MockService.requests} keeps: a whole number. `0` switches the log off.
   * @default 1000
   */
  readonly requestLog?: number
  /** Finds the places of addresses. @default a built-in geocoder that knows some eighty places */
  readonly geocode?: Geocode
  /**
   * Settings for the behaviour that the spec leaves open. Missing settings keep their defaults. Also takes a report of {@link checkService}:
   * then the service is the assumed one, except where the check found a different setting.
   * @default {@link defaultAssumptions}
   */
  readonly assumptions?: Partial<Assumptions> | CheckReport
}
