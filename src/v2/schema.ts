import { schemasOf } from '../core/calls/schemas.ts'
import type { OwnEventLinks } from '../core/hal/fields.ts'
import { link, eventLinks as ofLinks, ownEventLinks } from '../core/read/response-schema.ts'
import type { TableOf } from '../core/version/fields.ts'
import { attendanceFields, eventFields } from './fields.ts'
import type { EventLinksV2Fields } from './types.ts'

const eventLinks = {
  ...ofLinks,
  'osdi:attendances': { ...link, always: true },
  'osdi:record_attendance_helper': { ...link, always: true },
  ...ownEventLinks,
} as const satisfies TableOf<EventLinksV2Fields, OwnEventLinks, object>

/** The schemas of version 2 for a service with this prefix (v2 §2). */
export const schemas = schemasOf({ event: eventFields, eventLinks, attendance: attendanceFields })
