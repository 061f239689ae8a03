import type { Collection, Paged } from '../hal/hal.ts'

/** The types of a version of the API: what its client takes and returns. */
export interface VersionTypes {
  /** An event in a response. */
  readonly event: object
  /** One page of events in a response. */
  readonly page: Collection<object>
  /** What `create` takes. */
  readonly created: object
  /** What `update` takes. */
  readonly changed: object
  /** What `list` filters by. */
  readonly filter: object
  /** An attendance in a response. */
  readonly attendance: object
  /** What `recordAttendance` takes. */
  readonly newAttendance: object
  /** What `updateAttendance` takes. */
  readonly attendanceChanges: object
  /** What `attendances` filters by. */
  readonly attendanceFilter: object
  /** A person in a response. */
  readonly person: object
  /** What `people` filters by. */
  readonly personFilter: object
  /** An event campaign in a response. */
  readonly campaign: object
  /** One page of event campaigns in a response. */
  readonly campaignPage: Paged
  /** What `campaigns` filters by. */
  readonly campaignFilter: object
  /** What `createCampaign` takes. */
  readonly newCampaign: object
  /** What `updateCampaign` takes. */
  readonly campaignChanges: object
  /** What the option `campaign` of `create` takes. */
  readonly campaignOfCreate: unknown
}
