import type { AttendanceRecord, EventRecord, Instant } from '../model.ts'
import { instantAt } from '../text/local-time.ts'
import type { OutboxMessage } from '../types.ts'
import { type World, written } from './world.ts'

/** Minutes before the event at which its reminder is due (v1 §2.1, v2 §2.3). */
export const reminderMinutes = 1440

/** When an event's reminder is due: by the clock of the event's place. Events of the interface send none (v2 §1.5). */
function dueOf(event: EventRecord): Instant | undefined {
  const { start, location } = event.content
  if (event.via === 'api' || start === undefined) return undefined
  return instantAt(start, location.place.timeZone) - reminderMinutes * 60_000
}

/** Notes when an event's reminder is due, if that is new. One that would have been due before is never sent late. */
export function remind({ store, clock }: World, event: EventRecord, previous: EventRecord | undefined): void {
  const due = dueOf(event)
  if (due === undefined || due < clock.now() || (previous && dueOf(previous) === due)) return
  store.reminders.add(due, event.id)
}

/** Sends every reminder that has fallen due since it was last asked. */
export function settle(world: World): void {
  const { store, clock } = world
  for (let next = store.reminders.take(clock.now()); next; next = store.reminders.take(clock.now())) {
    const event = store.events.get(next.event)
    // The event has moved since; its new time has an entry of its own.
    if (!event || dueOf(event) !== next.due) continue
    for (const id of store.attendancesOf(event.id)) {
      const attendance = store.attendances.get(id)
      const pair = `${event.id} ${attendance?.person}`
      if (!attendance || store.reminded.has(pair)) continue
      store.reminded.add(pair)
      store.outbox.push(message(world, 'reminder', event, attendance, next.due))
    }
  }
}

/** Sends the answer to an RSVP, where the event sends any (v2 §1.5). */
export function autorespond(world: World, event: EventRecord, attendance: AttendanceRecord): void {
  if (event.via === 'api') return
  world.store.outbox.push(message(world, 'autoresponse', event, attendance, attendance.created))
}

const subjects = { autoresponse: 'Thank you for your RSVP', reminder: 'Reminder' } as const

function message(
  world: World,
  kind: OutboxMessage['kind'],
  event: EventRecord,
  attendance: AttendanceRecord,
  at: Instant,
): OutboxMessage {
  return Object.freeze({
    kind,
    method: 'email',
    event: event.id,
    person: attendance.person,
    to: world.store.people.get(attendance.person)?.email_address ?? '',
    subject: `${subjects[kind]}: ${event.content.title}`,
    sent_at: written(world, at),
  })
}
