import type { Assumptions } from '../assumptions.ts'
import type { SeededKeys } from './accounts.ts'
import type { Geocode } from './geocode.ts'
import type { MockService } from './service.ts'

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
  readonly journal?: number
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
