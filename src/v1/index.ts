export * from '../core/index.ts'
export { EventsV1, type TypesV1 } from './events.ts'
export type { NamesOfVersion2, NotInVersion1, RefusedV1, Version1CallsIt } from './refused.ts'
export type {
  EditableV1,
  EditableV1Own,
  EmailAddress,
  EventChangesV1,
  EventLinksV1,
  EventLinksV1Fields,
  EventLinksV1Own,
  EventPeopleV1,
  EventV1,
  EventV1Fields,
  EventV1Own,
  NewEventV1,
  PageV1,
  PersonLinksV1,
  PersonV1,
  PostalAddress,
  SponsorV1,
} from './types.ts'
