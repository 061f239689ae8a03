import { resourcesOf, rowOfAttendances, rowOfEvents } from '../core/calls/resources.ts'
import type { OwnEventLinks } from '../core/hal/fields.ts'
import { link, eventLinks as ofLinks, ownEventLinks } from '../core/read/response-schema.ts'
import type { TableOf } from '../core/version/fields.ts'
import { campaign } from './campaigns.ts'
import { attendanceFields, eventFields } from './fields.ts'
import type { EventLinksV2Fields } from './types.ts'

const eventLinks = {
  ...ofLinks,
  'osdi:attendances': { ...link, always: true },
  'osdi:record_attendance_helper': { ...link, always: true },
  ...ownEventLinks,
} as const satisfies TableOf<EventLinksV2Fields, OwnEventLinks, object>

/** The resources of version 2 for a service with this prefix (v2 §2). */
export const resources = resourcesOf({
  event: { ...rowOfEvents, fields: eventFields, links: eventLinks },
  attendance: { ...rowOfAttendances, collection: 'attendances', fields: attendanceFields },
  campaign,
})
