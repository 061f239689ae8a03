import { EventsClient } from '../core/client/client.ts'
import type { CampaignReference } from '../core/hal/identified.ts'
import type { AnyNamespace } from '../core/hal/namespace.ts'
import type { ClientOptions } from '../core/options/client-options.ts'
import type { NewAttendanceV2 } from './attendance-rows.ts'
import type {
  EventCampaignChangesV2,
  EventCampaignFilterV2,
  EventCampaignPageV2,
  EventCampaignV2,
  NewEventCampaignV2,
} from './campaigns.ts'
import { type AttendanceFilterV2, type FilterV2, type PersonFilterV2, v2 } from './dialect.ts'
import type { NewEventV2 } from './event-rows.ts'
import type { AttendanceChangesV2, AttendanceV2, EventChangesV2, EventV2, PageV2, PersonV2 } from './types.ts'

/** The types of version 2, as {@link EventsV2} takes and returns them. */
export interface TypesV2<NS extends string = AnyNamespace> {
  /** One event in a result. */
  readonly event: EventV2<NS>
  /** One page in a result. */
  readonly page: PageV2<NS>
  /** What `create` takes. */
  readonly created: NewEventV2
  /** What `update` takes. */
  readonly changed: EventChangesV2
  /** What `list` filters by. */
  readonly filter: FilterV2
  /** One attendance in a result. */
  readonly attendance: AttendanceV2<NS>
  /** What `recordAttendance` takes. */
  readonly newAttendance: NewAttendanceV2
  /** What `updateAttendance` takes. */
  readonly attendanceChanges: AttendanceChangesV2
  /** The type of the filter for the method `attendances`. */
  readonly attendanceFilter: AttendanceFilterV2
  /** One person in a result. */
  readonly person: PersonV2
  /** What `people` filters by. */
  readonly personFilter: PersonFilterV2
  /** One event campaign in a result. */
  readonly campaign: EventCampaignV2<NS>
  /** One page of event campaigns in a result. */
  readonly campaignPage: EventCampaignPageV2<NS>
  /** What `campaigns` filters by. */
  readonly campaignFilter: EventCampaignFilterV2
  /** What `createCampaign` takes. */
  readonly newCampaign: NewEventCampaignV2
  /** What `updateCampaign` takes. */
  readonly campaignChanges: EventCampaignChangesV2
  /** What the option `campaign` of `create` takes. */
  readonly campaignOfCreate: CampaignReference
}

/**
 * Reads, pages, creates and updates the events of a service through version 2 of its API.
 * `NS` is the service's own prefix, taken from `namespace`.
 *
 * @example
 * ```ts
 * import { EventsV2 } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * for await (const event of events.list()) console.log(event.title)
 * ```
 */
export class EventsV2<const in out NS extends string = AnyNamespace> extends EventsClient<TypesV2<NS>> {
  /**
   * A client of version 2 for one service and one key. It sends nothing yet.
   *
   * @throws InputError naming the option that cannot be used
   */
  constructor(options: ClientOptions<NS>) {
    super(v2, options)
  }
}
