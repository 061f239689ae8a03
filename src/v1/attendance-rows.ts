import type { AttendanceFields, OwnAttendanceFields } from '../core/hal/attendance.ts'
import type { EditableAttendance, NewAttendance } from '../core/hal/new-attendance.ts'
import type { FieldsOf, FilterTypesOf, Unprefixed } from '../core/schema/field-list.ts'
import { attendanceTypes, listedAttendanceFields } from '../core/schema/hal-schemas.ts'
import { rowsFor } from '../core/schema/rows.ts'

/** Fields of an attendance that have the same name on every service. The spec does not show them: all may be absent. */
export interface AttendanceV1Fields extends AttendanceFields {
  /** When the attendance was recorded: ISO 8601, UTC. */
  created_at?: string | null
  /** When the attendance was last changed: ISO 8601, UTC. */
  modified_at?: string | null
}

/** Fields of an attendance that can be recorded and changed through version 1. */
export interface EditableAttendanceV1 extends EditableAttendance {
  /** When the person answered: a date-time with a zone. Set it to backdate the RSVP. @default now */
  readonly created_at?: string | undefined
}

/** An RSVP to record through version 1. */
export interface NewAttendanceV1 extends EditableAttendanceV1, NewAttendance {}

/** The fields of an attendance. */
export const attendanceFields = {
  ...listedAttendanceFields,
  created_at: { filterType: 'moment', sent: 'optional', other: 'created_date' },
  modified_at: { filterType: 'moment', other: 'modified_date' },
} as const satisfies FieldsOf<
  AttendanceV1Fields,
  OwnAttendanceFields,
  EditableAttendanceV1 & Pick<Partial<NewAttendance>, 'person'>
>

/** The rows of the fields. */
export const attendanceRows = () =>
  rowsFor<Unprefixed<AttendanceV1Fields & OwnAttendanceFields>>()(attendanceFields, attendanceTypes())

/** How filters compare the fields of attendances. @hidden */
export type AttendanceFilterTypesV1 = FilterTypesOf<typeof attendanceFields>
