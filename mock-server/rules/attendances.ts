import { toArray } from '../store/lists.ts'
import type { AttendanceRecord, EventRecord, OwnerId, PersonRecord } from '../store/model.ts'
import type { AttendanceStatus, DashboardEntry, TargetingEntry } from '../types/index.ts'
import { type Context, timeOfChange } from './context.ts'
import { publicUrl } from './event-facts.ts'
import { autorespond, sendDueReminders } from './reminders.ts'

/** Records a person's RSVP to an event. An earlier RSVP of the person gets the new status (assumption `onePersonOnce`). */
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
  const eventModified = assumptions.modified === 'moves' ? timeOfChange(context, event.modified) : event.modified
  const attendance = earlier
    ? store.replaceAttendance(
        event,
        { ...earlier, status, modified: timeOfChange(context, earlier.modified) },
        eventModified,
      )
    : store.addAttendance(event, person, { created: now, modified: now, status }, eventModified)
  joinLists(context, event, person)
  if (status === 'accepted') autorespond(context, event, person, now)
  clock.tick()
  return attendance
}

/**
 * After an RSVP, the person joins the e-mail list of the event's owner. If the event's creator was set explicitly, the person joins the
 * creator's personal list too (v1 §4.5, v2 §4.7).
 */
export function joinLists({ store }: Pick<Context, 'store'>, event: EventRecord, person: PersonRecord): void {
  store.join(event.owner, person)
  if (event.explicitCreator) store.join(`person:${event.creator}`, person)
}

/** The people on an e-mail list, in the order of joining. */
export const mailingList = ({ store }: Context, list: OwnerId): readonly PersonRecord[] =>
  toArray(store.mailingList(list))

/** The events of an owner in the targeting interface: those with an attendance (v1 §1.5, v2 §1.6). */
export function targeting(context: Context, owner: OwnerId): readonly TargetingEntry[] {
  return eventsOwnedBy(context, owner).flatMap((event) => {
    const people = toArray(context.store.attendancesOf(event)).map(({ person }) => person)
    return people.length > 0 ? [{ id: event.id, label: labelOf(context, event), people: [...new Set(people)] }] : []
  })
}

/** The label of an event in the targeting interface. */
export function labelOf({ assumptions }: Context, { via, content }: EventRecord): string {
  return via === 'ui' ? content.title : `[${assumptions.labelNumber}, ${content.origin_system} Event], ${content.title}`
}

/** An owner's list of all actions. It has only events made in the user interface (v1 §1.4, v2 §1.5). */
export function dashboard(context: Context, owner: OwnerId): readonly DashboardEntry[] {
  return eventsOwnedBy(context, owner)
    .filter(({ via }) => via === 'ui')
    .map((event) => {
      const page = publicUrl(context, event)
      return { id: event.id, title: event.content.title, publicUrl: page, manageUrl: `${page}/manage` }
    })
}

const eventsOwnedBy = ({ store }: Context, owner: OwnerId): readonly EventRecord[] => toArray(store.eventsOf(owner))
