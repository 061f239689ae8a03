import { attendanceStatus } from '../validate.ts'
import { both, type FieldTable, momentFields } from './row.ts'

/** The fields of an attendance. The documents only show links to attendances (assumption `attendanceFields`). */
export const attendanceFields = {
  identifiers: { ...both('identifiers'), type: 'identifiers', always: true },
  ...momentFields,
  status: { ...both('status'), type: 'text', values: attendanceStatus.values, always: true, setBy: 'request' },
  person_id: {
    ...both('~person_id'),
    type: 'text',
    always: true,
    assumed: { attendanceFields: 'with ids' },
    unfiltered: true,
  },
  event_id: {
    ...both('~event_id'),
    type: 'text',
    always: true,
    assumed: { attendanceFields: 'with ids' },
    unfiltered: true,
  },
} as const satisfies FieldTable

/** What is true of an attendance, under the neutral name. */
export type AttendanceFact = keyof typeof attendanceFields
