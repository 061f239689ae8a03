import type { AttendanceRecord } from '../store/model.ts'
import { nativeIdentifier } from './context.ts'
import type { Facts } from './facts.ts'

/** Everything that is true of an attendance. */
export const attendanceFacts: Facts<'attendances', AttendanceRecord> = {
  identifiers: ({ id, identifiers = [] }, context) => [nativeIdentifier(context, id), ...identifiers],
  created: ({ created }) => created,
  modified: ({ modified }) => modified,
  status: ({ status }) => status,
  person_id: ({ person }) => person,
  event_id: ({ event }) => event,
}
