import type { Assumptions } from '../assumptions.ts'
import type { MockService } from './service.ts'

/** What a geocoder is given: the parts of an address that the caller sent. */
export interface PlaceQuery {
  /** Name of the venue. */
  readonly venue?: string
  /** Street address; one line at the most. */
  readonly address_lines?: readonly string[]
  /** City or other local area. */
  readonly locality?: string
  /** The last two letters of the ISO 3166-2 code. */
  readonly region?: string
  /** Postal code in the form of its region. */
  readonly postal_code?: string
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
}

/** What a geocoder finds. */
export interface Place {
  /** City or other local area. Without it the address counts as not found (assumption `geocodeMiss`). */
  readonly locality?: string
  /** The last two letters of the ISO 3166-2 code, or empty. */
  readonly region: string
  /** ISO 3166-1 alpha-2. Version 1 takes it over, version 2 keeps the caller's (v1 §2.2, v2 §2.2). */
  readonly country: string
  /** Degrees, from -90 to 90. */
  readonly latitude: number
  /** Degrees, from -180 to 180. */
  readonly longitude: number
  /** How near the coordinates are. */
  readonly accuracy: 'Rooftop' | 'Approximate'
  /** IANA name of the time zone at the place, by which reminders are due. */
  readonly timeZone: string
}

/**
 * Finds the place of an address. Called for every event that is stored, with `{}` where no location was sent; for seeded events
 * once an address. If it throws or returns no place, `addEvent` throws a `MockServiceError`, a request ends in status 500, and
 * nothing is stored.
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
 *   postal_code: '',
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
   * Where the service's clock starts: an ISO 8601 date-time with a zone, in the years 1 to 9998. With `'system'` it shows the
   * system's time plus what it was advanced by, and does not move with writes.
   * @default '2026-01-01T00:00:00Z'
   */
  readonly now?: string
  /**
   * Events on a page of a collection, a whole number from 1 up.
   * @default 25
   */
  readonly perPage?: number
  /**
   * How many believable events to seed for a group key, 2 000 000 at the most; {@link MockService.seeded} names the keys.
   * @default 0, nothing is seeded
   */
  readonly events?: number
  /**
   * Text that ids and seeded data are derived from: the same seed, the same service.
   * @default 'osdi-events'
   */
  readonly seed?: string
  /**
   * Tokens of the two keys that are always there, {@link MockService.seeded}: 1 to 512 printable ASCII characters, no space at
   * either end.
   * @default made up from the seed
   */
  readonly keys?: {
    /** Of the group's key. */
    readonly group?: string
    /** Of the individual account's key. */
    readonly individual?: string
  }
  /**
   * The service's own prefix, in identifiers, fields and relations.
   * @default 'platform'
   */
  readonly namespace?: string
  /**
   * The service's base address: http or https, without query or fragment.
   * @default 'https://events.example.org'
   */
  readonly baseUrl?: string
  /**
   * How many requests {@link MockService.requests} keeps, the last ones: a whole number; 0 keeps none.
   * @default 1000
   */
  readonly requestLog?: number
  /**
   * Replaces the built-in geocoder.
   * @default the built-in one, which knows some eighty places
   */
  readonly geocode?: Geocode
  /**
   * What the spec leaves open, one named entry each; the rest keep their defaults.
   * @default those of {@link Assumptions}
   */
  readonly assumptions?: Partial<Assumptions>
}
