import { toArray } from '../store/lists.ts'
import type { EventRecord, MessageRecord, PersonRecord } from '../store/model.ts'
import { instantAt } from '../text/local-time.ts'
import type { Instant } from '../time.ts'
import type { OutboxMessage } from '../types/index.ts'
import { type Context, formatTime } from './context.ts'
import { primaryEmail } from './person-values.ts'

/** How many minutes before an event its reminder is due (v1 §2.1, v2 §2.3). */
export const reminderMinutes = 1440

/**
 * When an event's reminder is due, in the time zone of the event's place. Undefined for events without a start, cancelled or pending events,
 * and events created through the API, because they have no reminder (v1 §1.4, v2 §1.5).
 */
export function reminderDue(event: EventRecord): Instant | undefined {
  const { start, location } = event.content
  const isOff = event.status === 'cancelled' || event.status === 'pending_approval'
  if (event.via === 'api' || isOff || start === undefined) return undefined
  return instantAt(start, location.place.timeZone) - reminderMinutes * 60_000
}

/** Reschedules an event's reminder if the due time changes. Does not schedule a reminder in the past. */
export function scheduleReminder(
  { store, clock }: Context,
  event: EventRecord,
  previous: EventRecord | undefined,
): void {
  const [due, before] = [reminderDue(event), previous && reminderDue(previous)]
  if (due === before) return
  if (before !== undefined) store.unschedule(before, event)
  if (due !== undefined && due >= clock.now()) store.schedule(due, event)
}

/**
 * Sends every due reminder. The rules call this function before each change that can affect who gets a reminder, and before each read of
 * the outbox.
 */
export function sendDueReminders(context: Context): void {
  const { store, clock } = context
  const now = clock.now()
  for (let next = store.takeDue(now); next; next = store.takeDue(now)) {
    if (next.event) remindPeople(context, next.event, next.due)
  }
}

function remindPeople({ store }: Context, event: EventRecord, due: Instant): void {
  for (const attendance of toArray(store.attendancesOf(event))) {
    const person = attendance.status === 'accepted' ? store.people.get(attendance.person) : undefined
    if (!person || store.wasReminded(event, person)) continue
    store.noteReminded(event, person)
    send({ store }, 'reminder', event, person, due)
  }
}

/**
 * Sends the autoresponse to an RSVP. Only events created in the user interface send autoresponses (v2 §1.5). With the assumption
 * `autoresponse: 'by trigger'`, the request must ask for it.
 */
export function autorespond(
  { store, assumptions }: Context,
  event: EventRecord,
  person: PersonRecord,
  { now, isTriggered }: { readonly now: Instant; readonly isTriggered: boolean },
): void {
  const isSent = assumptions.autoresponse === 'every RSVP' || isTriggered
  if (event.via === 'ui' && isSent) send({ store }, 'autoresponse', event, person, now)
}

const subjects = { autoresponse: 'Thank you for your RSVP', reminder: 'Reminder' } as const

/** Sends a message to a person who has an e-mail address. */
function send(
  { store }: Pick<Context, 'store'>,
  kind: MessageRecord['kind'],
  event: EventRecord,
  person: PersonRecord,
  sent: Instant,
): void {
  const to = primaryEmail(person)
  const subject = `${subjects[kind]}: ${event.content.title}`
  if (to !== undefined) store.send({ kind, event: event.id, person: person.id, to, subject, sent })
}

/** All sent messages, oldest first. Sends due reminders first. */
export function outboxOf(context: Context): readonly OutboxMessage[] {
  sendDueReminders(context)
  return toArray(context.store.outbox).map((message) => outboxMessage(context, message))
}

/** A message as the outbox shows it. */
export function outboxMessage(context: Context, message: MessageRecord): OutboxMessage {
  const { kind, event, person, to, subject, sent } = message
  return { kind, method: 'email', event, person, to, subject, sent_at: formatTime(context, sent) }
}
