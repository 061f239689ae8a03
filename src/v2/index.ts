export * from '../core/index.ts'
export { EventsV2, type TypesV2 } from './events.ts'
export type { NamesOfVersion1, RefusedV2, Version2CallsIt } from './refused.ts'
export type {
  EditableV2,
  EventChangesV2,
  EventLinksV2,
  EventLinksV2Fields,
  EventLinksV2Own,
  EventV2,
  EventV2Fields,
  EventV2Own,
  NewEventV2,
  PageV2,
  SponsorV2,
} from './types.ts'
