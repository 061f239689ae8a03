import { EventsClient } from '../core/client/client.ts'
import type { AnyNamespace } from '../core/hal/namespace.ts'
import type { ClientOptions } from '../core/options/client-options.ts'
import type { NewAttendanceV1 } from './attendance-rows.ts'
import type { EventCampaignFilterV1, EventCampaignPageV1, EventCampaignV1 } from './campaigns.ts'
import { type AttendanceFilterV1, type FilterV1, type PersonFilterV1, v1 } from './dialect.ts'
import type { NewEventV1 } from './event-rows.ts'
import type { AttendanceChangesV1, AttendanceV1, EventChangesV1, EventV1, PageV1, PersonV1 } from './types.ts'

/** The types of version 1, as {@link EventsV1} takes and returns them. */
export interface TypesV1<NS extends string = AnyNamespace> {
  /** One event in a result. */
  readonly event: EventV1<NS>
  /** One page in a result. */
  readonly page: PageV1<NS>
  /** What `create` takes, */
  readonly created: NewEventV1<NS>
  /** What `update` takes, */
  readonly changed: EventChangesV1<NS>
  /** What `list` filters by. */
  readonly filter: FilterV1
  /** One attendance in a result. */
  readonly attendance: AttendanceV1<NS>
  /** What `recordAttendance` takes. */
  readonly newAttendance: NewAttendanceV1
  /** What `updateAttendance` takes. */
  readonly attendanceChanges: AttendanceChangesV1
  /** The type of the filter for the method `attendances`. */
  readonly attendanceFilter: AttendanceFilterV1
  /** One person in a result. */
  readonly person: PersonV1
  /** What `people` filters by. */
  readonly personFilter: PersonFilterV1
  /** One event campaign in a result. */
  readonly campaign: EventCampaignV1<NS>
  /** One page of event campaigns in a result. */
  readonly campaignPage: EventCampaignPageV1<NS>
  /** What `campaigns` filters by. */
  readonly campaignFilter: EventCampaignFilterV1
  /** Version 1 creates no event campaigns. */
  readonly newCampaign: never
  /** Version 1 changes no event campaigns. */
  readonly campaignChanges: never
  /** Version 1 creates no events in event campaigns. */
  readonly campaignOfCreate: never
}

/**
 * Reads, pages, creates and updates the events of a service through version 1 of its API.
 * `NS` is the service's own prefix, taken from `namespace`.
 *
 * @example
 * ```ts
 * import { EventsV1 } from 'osdi-events'
 *
 * const events = new EventsV1({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * for await (const event of events.list()) console.log(event.summary)
 * ```
 */
export class EventsV1<const in out NS extends string = AnyNamespace> extends EventsClient<TypesV1<NS>> {
  /**
   * A client of version 1 for one service and one key. It sends nothing yet.
   *
   * @throws InputError naming the option that cannot be used
   */
  constructor(options: ClientOptions<NS>) {
    super(v1, options)
  }
}
