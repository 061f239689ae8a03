import type { OwnEventLinks } from '../core/hal/event-fields.ts'
import type { FieldsOf, Unprefixed } from '../core/schema/field-list.ts'
import { eventLinkTypes, links, listedEventLinks } from '../core/schema/hal-schemas.ts'
import { resourcesOf, rowOfAttendances, rowOfEvents, rowOfPeople } from '../core/schema/resources.ts'
import { rowsFor } from '../core/schema/rows.ts'
import { attendanceFields, attendanceRows } from './attendance-rows.ts'
import { campaign } from './campaigns.ts'
import { eventFields, eventRows } from './event-rows.ts'
import { personFields, personRows } from './person-rows.ts'
import type { EventLinksV2Fields } from './types.ts'

const eventLinks = {
  ...listedEventLinks,
  'osdi:attendances': { always: true },
  'osdi:record_attendance_helper': { always: true },
} as const satisfies FieldsOf<EventLinksV2Fields, OwnEventLinks, unknown>

const eventLinkRows = () =>
  rowsFor<Unprefixed<EventLinksV2Fields & OwnEventLinks>>()(eventLinks, {
    ...eventLinkTypes(),
    'osdi:attendances': links(),
    'osdi:record_attendance_helper': links(),
  })

/** The resources of version 2 for a service with this prefix (v2 §2). */
export const resources = resourcesOf({
  event: { ...rowOfEvents, fields: eventFields, rows: eventRows, links: eventLinkRows },
  attendance: { ...rowOfAttendances, collection: 'attendances', fields: attendanceFields, rows: attendanceRows },
  person: { ...rowOfPeople, fields: personFields, rows: personRows },
  campaign,
})
