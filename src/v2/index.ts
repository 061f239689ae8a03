export * from '../helpers.ts'
export type {
  AttendanceFilterTypesV2,
  AttendanceV2Fields,
  EditableAttendanceV2,
  NewAttendanceV2,
} from './attendance-rows.ts'
export type {
  EditableEventCampaignV2,
  EventCampaignChangesV2,
  EventCampaignFilterTypesV2,
  EventCampaignFilterV2,
  EventCampaignPageV2,
  EventCampaignV2,
  EventCampaignV2Fields,
  EventCampaignV2Own,
  NewEventCampaignV2,
} from './campaigns.ts'
export type { AttendanceFilterV2, FilterV2, PersonFilterV2 } from './dialect.ts'
export type { EditableV2, EventV2Fields, EventV2Own, FilterTypesV2, NewEventV2 } from './event-rows.ts'
export { EventsV2, type TypesV2 } from './events.ts'
export type { PersonFilterTypesV2 } from './person-rows.ts'
export type {
  AttendanceChangesV2,
  AttendanceV2,
  EventChangesV2,
  EventLinksV2,
  EventLinksV2Fields,
  EventV2,
  PageV2,
  PersonLinksV2,
  PersonV2,
} from './types.ts'
