/** What a geocoder is given: the parts of an address that the caller sent, each may be missing. */
export interface PlaceQuery {
  readonly venue?: string
  readonly address_lines?: readonly string[]
  readonly locality?: string
  readonly region?: string
  readonly postal_code?: string
  readonly country?: string
}

/** What a geocoder answers. */
export interface Place {
  readonly locality?: string
  /** The last two letters of the ISO 3166-2 code; empty where nothing is known. */
  readonly region: string
  /** ISO 3166-1 alpha-2. Version 1 takes it over, version 2 keeps the caller's (v1 §2.2, v2 §2.2). */
  readonly country: string
  /** Degrees. */
  readonly latitude: number
  /** Degrees. */
  readonly longitude: number
  readonly accuracy: 'Rooftop' | 'Approximate'
  /** IANA name of the time zone at the place; reminders of the event are reckoned in it. */
  readonly timeZone: string
}

/** Finds the place of an address. Called for every event that is stored, with `{}` where no location was sent. */
export type Geocode = (query: PlaceQuery) => Place
