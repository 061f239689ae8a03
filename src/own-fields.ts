import type { AttendanceFields, OwnFieldsOfAttendance } from './core/hal/attendance.ts'
import { ownFieldsOf } from './core/hal/own-fields.ts'
import type { OwnFieldsOfEventCampaignV1 } from './v1/campaigns.ts'
import type { OwnFieldsV1, SponsorV1 } from './v1/event-rows.ts'
import type { EventCampaignSponsorV2, OwnFieldsOfEventCampaignV2 } from './v2/campaigns.ts'
import type { OwnFieldsV2, SponsorV2 } from './v2/event-rows.ts'

export type {
  EventCampaignSponsorV2,
  OwnFieldsOfEventCampaignV1,
  OwnFieldsOfEventCampaignV2,
  OwnFieldsV1,
  OwnFieldsV2,
  SponsorV1,
  SponsorV2,
}

/**
 * The service's own fields of an event, an attendance or an event campaign, without their prefix: `hidden` for `platform:hidden`, or for
 * `action_network:hidden`. An object that a client returned remembers the prefix; a copy does not.
 *
 * @param namespace the service's prefix, for copies. @default 'platform'
 * @throws InputError if the value is a promise or not an object. Also for a copy without the argument `namespace`, if the copy has fields with
 * prefixes, but none with `platform:`
 *
 * @example
 * ```ts
 * import { EventsV2, ownOf } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * for await (const event of events.list({ max: 3 })) {
 *   console.log(event.title, ownOf(event).sponsor?.title)
 *   console.log(ownOf({ ...event }, events.namespace).hidden) // a copy does not remember the namespace
 * }
 * ```
 */
// The compiler finds the version by the field with the event's title: `summary` or `title`.
export function ownOf(event: { readonly title: string }, namespace?: string): OwnFieldsV2
export function ownOf(event: { readonly summary: string }, namespace?: string): OwnFieldsV1
export function ownOf(
  event: { readonly summary: string } | { readonly title: string },
  namespace?: string,
): OwnFieldsV1 | OwnFieldsV2
// A title that may be absent is that of an event campaign.
export function ownOf(
  campaign: { readonly title?: string | null; readonly host_pitch?: string | null },
  namespace?: string,
): OwnFieldsOfEventCampaignV2
export function ownOf(
  campaign: { readonly summary?: string | null; readonly host_pitch?: string | null },
  namespace?: string,
): OwnFieldsOfEventCampaignV1
export function ownOf(attendance: AttendanceFields, namespace?: string): OwnFieldsOfAttendance
export function ownOf(resource: object, namespace?: string): Readonly<Record<string, unknown>>
export function ownOf(resource: object, namespace?: string): object {
  return ownFieldsOf(resource, namespace)
}
