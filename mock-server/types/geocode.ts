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
