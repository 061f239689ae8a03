export * from '../helpers.ts'
export type {
  AttendanceFilterTypesV1,
  AttendanceV1Fields,
  EditableAttendanceV1,
  NewAttendanceV1,
} from './attendance-rows.ts'
export type {
  EventCampaignFilterTypesV1,
  EventCampaignFilterV1,
  EventCampaignPageV1,
  EventCampaignV1,
  EventCampaignV1Fields,
  EventCampaignV1Own,
} from './campaigns.ts'
export type { AttendanceFilterV1, FilterV1, PersonFilterV1 } from './dialect.ts'
export type { EditableV1, EditableV1Own, EventV1Fields, EventV1Own, FilterTypesV1, NewEventV1 } from './event-rows.ts'
export { EventsV1, type TypesV1 } from './events.ts'
export type { PersonFilterTypesV1 } from './person-rows.ts'
export type {
  AttendanceChangesV1,
  AttendanceV1,
  EventChangesV1,
  EventLinksV1,
  EventLinksV1Fields,
  EventPeopleV1,
  EventV1,
  PageV1,
  PersonLinksV1,
  PersonV1,
} from './types.ts'
