import type { AttendanceRecord, EventRecord } from '../model.ts'
import { joinLists } from './mailing.ts'
import { autorespond, settle } from './reminders.ts'
import type { World } from './world.ts'

/** Records a person's RSVP to an event, or finds the one that counts already (assumption `onePersonOnce`). */
export function rsvp(world: World, event: EventRecord, person: string): AttendanceRecord {
  const { store, clock, ids, assumptions } = world
  const earlier = store.firstAttendance(event.id, person)
  if (earlier && assumptions.onePersonOnce === 'once') return earlier
  const attendance = { id: ids.next(), event: event.id, person, created: clock.now() }
  store.putAttendance(attendance, event)
  if (assumptions.modified === 'moves') store.putEvent({ ...event, modified: clock.now() })
  joinLists(world, event, person)
  autorespond(world, event, attendance)
  clock.tick()
  settle(world)
  return attendance
}
