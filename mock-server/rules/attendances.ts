import type { AttendanceRecord, EventRecord, PersonRecord } from '../store/model.ts'
import type { Context } from './context.ts'
import { joinLists } from './mailing.ts'
import { autorespond, sendDueReminders } from './reminders.ts'

/** Records a person's RSVP to an event, or finds the one that counts already (assumption `onePersonOnce`). */
export function rsvp(context: Context, event: EventRecord, person: PersonRecord): AttendanceRecord {
  const { store, clock, assumptions } = context
  const earlier = store.firstAttendance(event, person)
  if (earlier && assumptions.onePersonOnce === 'once') return earlier
  sendDueReminders(context)
  const now = clock.now()
  const attendance = store.addAttendance(event, person, now, assumptions.modified === 'moves' ? now : event.modified)
  joinLists(context, event, person)
  autorespond(context, event, person, now)
  clock.tick()
  return attendance
}
