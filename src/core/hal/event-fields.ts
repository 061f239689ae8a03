import type { Link, OneOrMany } from './hal.ts'

/** The documented literals, or any other text: a service may add values that this package does not know. */
export type Open<Known extends string> = Known | (string & Record<never, never>)

/**
 * Values of `status`. In the spec, the service sets only `confirmed` (v1 §3, v2 §3). On the Action Network, an event is `pending_approval` until the
 * organizers of its campaign approve it.
 */
export const statuses = ['confirmed', 'tentative', 'cancelled', 'pending_approval'] as const
/** Values of `transparence` (v1 §2.1, v2 §2.1). */
export const transparences = ['opaque', 'transparent'] as const
/** Values of `visibility` (v1 §2.1, v2 §2.1). */
export const visibilities = ['public', 'private'] as const
/** Values of `reminders[].method` (v1 §2.1, v2 §2.3). */
export const reminderMethods = ['email', 'sms'] as const
/** Values of `location.location.accuracy` (v1 §2.2, v2 §2.2). */
export const accuracies = ['Rooftop', 'Approximate'] as const

/** A documented `status`. */
export type KnownStatus = (typeof statuses)[number]
/** A documented `transparence`. */
export type KnownTransparence = (typeof transparences)[number]
/** A documented `visibility`. */
export type KnownVisibility = (typeof visibilities)[number]
/** A documented reminder method. */
export type KnownReminderMethod = (typeof reminderMethods)[number]
/** A documented accuracy of coordinates. */
export type KnownAccuracy = (typeof accuracies)[number]

const guardFor =
  <Known extends string>(known: readonly Known[]) =>
  (value: unknown): value is Known =>
    (known as readonly unknown[]).includes(value)

/**
 * Narrows a `status` to the documented values.
 *
 * @example
 * ```ts
 * import { type EventV2, isKnownStatus } from 'osdi-events'
 *
 * // 'confirmed', 'tentative', 'cancelled' or 'pending_approval'; undefined for a value that this program does not know
 * const statusOf = ({ status }: EventV2) => (isKnownStatus(status) ? status : undefined)
 * console.log(typeof statusOf)
 * ```
 */
export const isKnownStatus: (value: unknown) => value is KnownStatus = /* @__PURE__ */ guardFor(statuses)
/** Narrows a `transparence` to the documented values. */
export const isKnownTransparence: (value: unknown) => value is KnownTransparence =
  /* @__PURE__ */ guardFor(transparences)
/** Narrows a `visibility` to the documented values. */
export const isKnownVisibility: (value: unknown) => value is KnownVisibility = /* @__PURE__ */ guardFor(visibilities)
/** Narrows the `method` of a reminder to the documented values. */
export const isKnownReminderMethod: (value: unknown) => value is KnownReminderMethod =
  /* @__PURE__ */ guardFor(reminderMethods)
/** Narrows an `accuracy` to the documented values. */
export const isKnownAccuracy: (value: unknown) => value is KnownAccuracy = /* @__PURE__ */ guardFor(accuracies)

/** Coordinates of a place (v1 §2.2, v2 §2.2). The service overwrites them from geocoding. */
export interface GeoPoint {
  /** Degrees. */
  latitude?: number | null
  /** Degrees. */
  longitude?: number | null
  /** Accuracy of the coordinates: `Rooftop`, `Approximate`, or another value that a service adds. */
  accuracy?: Open<KnownAccuracy> | null
}

/** Links of an event with the service's own prefix, here `platform` and `action_network` (v1 §2.4, v2 §2.5). */
export interface OwnEventLinks {
  /** The event campaign that the event belongs to. */
  'platform:event_campaign'?: OneOrMany<Link> | null
  /** The event's embed code. */
  'platform:embed'?: OneOrMany<Link> | null
  /** The event campaign that the event belongs to. */
  'action_network:event_campaign'?: OneOrMany<Link> | null
  /** The event's embed code. */
  'action_network:embed'?: OneOrMany<Link> | null
}

/** An address as the service returns it: of an event (v1 §2.2, v2 §2.2), or of a person (v1 §2.3). */
export interface Address {
  /** Street address; the service keeps the first entry only. */
  address_lines?: string[] | null
  /** City or other local area. Set by the service, from geocoding. */
  locality?: string | null
  /** The last two letters of the ISO 3166-2 code; `""` if unknown. Set by the service, from geocoding. */
  region?: string | null
  /** Postal code, in the form that its region uses. */
  postal_code?: string | null
  /** ISO 3166-1 alpha-2 code; `US` if none was sent. In version 1 set by the service, from geocoding. */
  country?: string | null
  /** ISO 639 code of the language of the address. Set by the service, to English. */
  language?: string | null
  /** Coordinates. Set by the service, from geocoding. */
  location?: GeoPoint | null
}

/** Where an event takes place, as the service returns it (v1 §2.2, v2 §2.2). */
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
  /** Accuracy of the coordinates. */
  readonly accuracy?: Open<KnownAccuracy> | undefined
}

/** Where a new event takes place. You may send the fields that the service computes from the address, but it overwrites them (v1 §2.2, v2 §2.2). */
export interface NewLocation {
  /** Name of the venue. */
  readonly venue?: string | undefined
  /** Street address; the service keeps the first entry only. */
  readonly address_lines?: readonly string[] | undefined
  /** City or other local area. */
  readonly locality?: string | undefined
  /** The last two letters of the ISO 3166-2 code. */
  readonly region?: string | undefined
  /** Postal code, in the form that its region uses. */
  readonly postal_code?: string | undefined
  /** ISO 3166-1 alpha-2 code. @default 'US', by the service */
  readonly country?: string | undefined
  /** ISO 639 code; overwritten by the service. */
  readonly language?: string | undefined
  /** Coordinates; overwritten by the service. */
  readonly location?: NewGeoPoint | undefined
}

/** Changes of a location: only the fields to change; `null` clears a field. */
export type LocationChanges = {
  readonly [Field in keyof Omit<NewLocation, 'location'>]?: NewLocation[Field] | null
} & {
  /** Coordinates; overwritten by the service. */
  readonly location?: { readonly [Field in keyof NewGeoPoint]?: NewGeoPoint[Field] | null } | null | undefined
}

/** A reminder to the people who come (v1 §2.1, v2 §2.3). Set by the service. */
export interface Reminder {
  /** Always `email` in the spec. */
  method?: Open<KnownReminderMethod> | null
  /** Minutes before the event's local start; always 1440 in the spec. */
  minutes?: number | null
}
