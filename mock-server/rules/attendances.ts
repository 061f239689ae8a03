import { toArray } from '../store/lists.ts'
import type { AttendanceRecord, EventRecord, OwnerId, PersonRecord } from '../store/model.ts'
import type { AttendanceStatus, DashboardEntry, TargetingEntry } from '../types/index.ts'
import type { Context } from './context.ts'
import { publicUrl } from './event-facts.ts'
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

/**
 * Whoever acts on an event joins its owner's list, and the personal list of a creator who was set explicitly; a creator who
 * was assigned changes no list (v1 §4.5, v2 §4.7).
 */
export function joinLists({ store }: Pick<Context, 'store'>, event: EventRecord, person: PersonRecord): void {
  store.join(event.owner, person)
  if (event.explicitCreator) store.join(`person:${event.creator}`, person)
}

/** Everyone on a list, in the order of joining. */
export const mailingList = ({ store }: Context, list: OwnerId): readonly PersonRecord[] =>
  toArray(store.mailingList(list))

/** The events that an owner can target: those that somebody acted on (v1 §1.5, v2 §1.6). */
export function targeting(context: Context, owner: OwnerId): readonly TargetingEntry[] {
  return eventsOwnedBy(context, owner).flatMap((event) => {
    const people = toArray(context.store.attendancesOf(event)).map(({ person }) => person)
    return people.length > 0 ? [{ id: event.id, label: labelOf(context, event), people: [...new Set(people)] }] : []
  })
}

/** What the targeting interface calls an event. */
export function labelOf({ assumptions }: Context, { via, content }: EventRecord): string {
  return via === 'ui' ? content.title : `[${assumptions.labelNumber}, ${content.origin_system} Event], ${content.title}`
}

/** The list of all actions of an owner: the events of the user interface alone (v1 §1.4, v2 §1.5). */
export function dashboard(context: Context, owner: OwnerId): readonly DashboardEntry[] {
  return eventsOwnedBy(context, owner)
    .filter(({ via }) => via === 'ui')
    .map((event) => {
      const page = publicUrl(context, event)
      return { id: event.id, title: event.content.title, publicUrl: page, manageUrl: `${page}/manage` }
    })
}

const eventsOwnedBy = ({ store }: Context, owner: OwnerId): readonly EventRecord[] => toArray(store.eventsOf(owner))
