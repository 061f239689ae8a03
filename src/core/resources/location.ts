import type { KnownAccuracy, Open } from './enums.ts'

/** Coordinates of a place (v1 §2.2, v2 §2.2). The service overwrites them from geocoding. */
export interface GeoPoint {
  /** Degrees. */
  latitude?: number | null
  /** Degrees. */
  longitude?: number | null
  /** How near the coordinates are: `Rooftop`, `Approximate`, or what a service may add. */
  accuracy?: Open<KnownAccuracy> | null
}

/** An address as the service answers it: of an event (v1 §2.2, v2 §2.2), or of a person (v1 §2.3). */
export interface Address {
  /** Street address; the service keeps the first entry only. */
  address_lines?: string[] | null
  /** City or other local area. Set by the service, from geocoding. */
  locality?: string | null
  /** The last two letters of the ISO 3166-2 code; `""` where unknown. Set by the service, from geocoding. */
  region?: string | null
  /** Postal code in the form of its region. */
  postal_code?: string | null
  /** ISO 3166-1 alpha-2 code, `US` where none was sent. In version 1 set by the service, from geocoding. */
  country?: string | null
  /** ISO 639 code of the language of the address. Set by the service, to English. */
  language?: string | null
  /** Coordinates. Set by the service, from geocoding. */
  location?: GeoPoint | null
}

/** Where an event takes place, as the service answers it (v1 §2.2, v2 §2.2). */
export interface Location extends Address {
  /** Name of the venue. */
  venue?: string | null
}

/** Coordinates as sent; the service overwrites them from geocoding. */
export interface NewGeoPoint {
  /** Degrees. */
  readonly latitude?: number | undefined
  /** Degrees. */
  readonly longitude?: number | undefined
  /** How near the coordinates are. */
  readonly accuracy?: Open<KnownAccuracy> | undefined
}

/** Where a new event takes place. What the service reckons from the address may be sent, but is overwritten (v1 §2.2, v2 §2.2). */
export interface NewLocation {
  /** Name of the venue. */
  readonly venue?: string | undefined
  /** Street address; the service keeps the first entry only. */
  readonly address_lines?: readonly string[] | undefined
  /** City or other local area. */
  readonly locality?: string | undefined
  /** The last two letters of the ISO 3166-2 code. */
  readonly region?: string | undefined
  /** Postal code in the form of its region. */
  readonly postal_code?: string | undefined
  /** ISO 3166-1 alpha-2 code. @default 'US', by the service */
  readonly country?: string | undefined
  /** ISO 639 code; overwritten by the service. */
  readonly language?: string | undefined
  /** Coordinates; overwritten by the service. */
  readonly location?: NewGeoPoint | undefined
}

/** Changes of a location: the fields that are sent; `null` clears one. */
export type LocationChanges = {
  readonly [Field in keyof Omit<NewLocation, 'location'>]?: NewLocation[Field] | null
} & {
  /** Coordinates; overwritten by the service. */
  readonly location?: { readonly [Field in keyof NewGeoPoint]?: NewGeoPoint[Field] | null } | null | undefined
}
