/** The documented literals plus any other text: a service may name new values before this package knows them. */
export type Open<Known extends string> = Known | (string & Record<never, never>)

/** Values of `status`; the documents only ever assign `confirmed` (v1 §3, v2 §3). */
export const statuses = ['confirmed', 'tentative', 'cancelled'] as const
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

const guard =
  <Known extends string>(known: readonly Known[]) =>
  (value: unknown): value is Known =>
    (known as readonly unknown[]).includes(value)

/**
 * Closes the open type of `status`.
 *
 * @example
 * ```ts
 * import { type EventV2, isKnownStatus } from 'osdi-events'
 *
 * // 'confirmed', 'tentative', 'cancelled', or nothing that this program knows
 * const statusOf = ({ status }: EventV2) => (isKnownStatus(status) ? status : undefined)
 * console.log(typeof statusOf)
 * ```
 */
export const isKnownStatus: (value: unknown) => value is KnownStatus = guard(statuses)
/**
 * Closes the open type of `transparence`.
 *
 * @example
 * ```ts
 * import { type EventV2, isKnownTransparence } from 'osdi-events'
 *
 * const blocksTime = ({ transparence }: EventV2) => !isKnownTransparence(transparence) || transparence === 'opaque'
 * console.log(typeof blocksTime)
 * ```
 */
export const isKnownTransparence: (value: unknown) => value is KnownTransparence = guard(transparences)
/**
 * Closes the open type of `visibility`.
 *
 * @example
 * ```ts
 * import { EventsV2, isKnownVisibility } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * for await (const { title, visibility } of events.list({ max: 50 })) {
 *   if (isKnownVisibility(visibility) && visibility === 'public') console.log(title)
 * }
 * ```
 */
export const isKnownVisibility: (value: unknown) => value is KnownVisibility = guard(visibilities)
/**
 * Closes the open type of a reminder's `method`.
 *
 * @example
 * ```ts
 * import { type EventV2, isKnownReminderMethod, type KnownReminderMethod } from 'osdi-events'
 *
 * const waysOf = ({ reminders }: EventV2): KnownReminderMethod[] =>
 *   (reminders ?? []).map(({ method }) => method).filter(isKnownReminderMethod)
 * console.log(typeof waysOf)
 * ```
 */
export const isKnownReminderMethod: (value: unknown) => value is KnownReminderMethod = guard(reminderMethods)
/**
 * Closes the open type of `accuracy`.
 *
 * @example
 * ```ts
 * import { type EventV2, isKnownAccuracy } from 'osdi-events'
 *
 * // whether a pin on a map stands where the event is, and not in the middle of its town
 * const isExact = ({ location }: EventV2) => {
 *   const accuracy = location?.location?.accuracy
 *   return isKnownAccuracy(accuracy) && accuracy === 'Rooftop'
 * }
 * console.log(typeof isExact)
 * ```
 */
export const isKnownAccuracy: (value: unknown) => value is KnownAccuracy = guard(accuracies)
