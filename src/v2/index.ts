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
export type { AttendanceFilterV2, FilterV2 } from './dialect.ts'
export { EventsV2 } from './events.ts'
export type {
  AttendanceV2,
  EventChangesV2,
  EventLinksV2Fields,
  EventV2,
  NewEventV2,
  PageV2,
} from './types.ts'
