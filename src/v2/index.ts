export { actionNetwork } from '../action-network.ts'
export * from '../core/index.ts'
export {
  type OwnFieldsV1,
  type OwnFieldsV2,
  ownOf,
  type SponsorV1,
  type SponsorV2,
} from '../own-fields.ts'
export type { AttendanceFilterV2, FilterV2, NamesOfVersion1, RefusedV2 } from './dialect.ts'
export { EventsV2, type TypesV2 } from './events.ts'
export type {
  AttendanceV2,
  AttendanceV2Fields,
  EditableV2,
  EventChangesV2,
  EventLinksV2,
  EventLinksV2Fields,
  EventV2,
  EventV2Fields,
  EventV2Own,
  NewEventV2,
  PageV2,
} from './types.ts'
