import type { AttendanceRecord, EventRecord, PersonRecord } from '../store/model.ts'
import type { AttendanceStatus } from '../types/index.ts'
import type { Context } from './context.ts'
import { joinLists } from './mailing.ts'
import { autorespond, sendDueReminders } from './reminders.ts'

/** Records a person's RSVP to an event. One that counts already gets its status (assumption `onePersonOnce`). */
export function rsvp(
  context: Context,
  event: EventRecord,
  person: PersonRecord,
  status: AttendanceStatus,
): AttendanceRecord {
  const { store, clock, assumptions } = context
  const earlier = assumptions.onePersonOnce === 'once' ? store.firstAttendance(event, person) : undefined
  if (earlier?.status === status) return earlier
  sendDueReminders(context)
  const now = clock.now()
  const moved = assumptions.modified === 'moves' ? now : event.modified
  const attendance = earlier
    ? store.replaceAttendance(event, { ...earlier, status, modified: now }, moved)
    : store.addAttendance(event, person, { created: now, modified: now, status }, moved)
  joinLists(context, event, person)
  if (status === 'accepted') autorespond(context, event, person, now)
  clock.tick()
  return attendance
}

/** How many attendances an event has, of those that count (assumption `totalAccepted`). */
export const totalAccepted = ({ store, assumptions }: Context, event: EventRecord): number =>
  assumptions.totalAccepted === 'accepted' ? event.accepted : store.attendancesOf(event).length
