export { actionNetwork } from '../action-network.ts'
export * from '../core/index.ts'
export {
  type OwnFieldsOfAttendance,
  type OwnFieldsV1,
  type OwnFieldsV2,
  ownOf,
  type SponsorV1,
  type SponsorV2,
} from '../own-fields.ts'
export type { AttendanceFilterV1, FilterV1 } from './dialect.ts'
export { EventsV1 } from './events.ts'
export type {
  AttendanceV1,
  EventChangesV1,
  EventLinksV1Fields,
  EventPeopleV1,
  EventV1,
  NewEventV1,
  PageV1,
  PersonV1,
} from './types.ts'
