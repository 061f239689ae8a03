import type { Assumptions } from '../assumptions.ts'
import type { SeededKeys } from './accounts.ts'
import type { MockService } from './service.ts'

/** What a geocoder is given: the parts of an address that the caller sent, each may be missing. */
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

/** What a geocoder answers. */
export interface Place {
  /** City or other local area; where it is missing, the address counts as not found (assumption `geocodeMiss`). */
  readonly locality?: string
  /** The last two letters of the ISO 3166-2 code; empty where nothing is known, or where the code ends in no two letters. */
  readonly region: string
  /** ISO 3166-1 alpha-2. Version 1 takes it over, version 2 keeps the caller's (v1 §2.2, v2 §2.2). */
  readonly country: string
  /** Degrees, from -90 to 90. */
  readonly latitude: number
  /** Degrees, from -180 to 180. */
  readonly longitude: number
  /** How near the coordinates are. */
  readonly accuracy: 'Rooftop' | 'Approximate'
  /** IANA name of the time zone at the place; reminders of the event are reckoned in it. */
  readonly timeZone: string
}

/**
 * Finds the place of an address. Called for every event that is stored, with `{}` where no location was sent; for seeded events
 * once for each address. One that throws or answers no place makes `addEvent` throw a `MockServiceError`, and a request end in
 * status 500; nothing is stored then.
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

/** Settings of {@link createMockService}. None is needed. */
export interface MockServiceOptions {
  /**
   * Where the service's clock starts: an ISO 8601 date-time with a zone, in the years 1 to 9998. With `'system'` the clock
   * shows the system's time and what it was advanced by, and does not move with writes.
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
   * Text that all made-up ids and seeded data are derived from: the same seed, the same service.
   * @default 'osdi-events'
   */
  readonly seed?: string
  /**
   * Tokens of the two keys that are always there, {@link MockService.seeded}, in place of made-up ones: each of 1 to 512
   * printable ASCII characters, no space at either end.
   * @default made up from the seed
   */
  readonly keys?: SeededKeys
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
   * What the interface documents leave open, one named entry each; the rest keep their defaults.
   * @default those of {@link Assumptions}
   */
  readonly assumptions?: Partial<Assumptions>
}
