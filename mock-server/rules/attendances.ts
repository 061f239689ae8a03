import { toArray } from '../store/lists.ts'
import type { AttendanceRecord, EventRecord, OwnerId, PersonRecord } from '../store/model.ts'
import type { Instant } from '../time.ts'
import type { AttendanceStatus, DashboardEntry, TargetingEntry } from '../types/index.ts'
import { type Context, timeOfChange } from './context.ts'
import { publicUrl } from './event-values.ts'
import { identifiersFor } from './identifiers.ts'
import { autorespond, sendDueReminders } from './reminders.ts'

/** The data of an RSVP, except event and person. */
export interface RsvpInput {
  readonly status: AttendanceStatus
  /** When the person signed up, if earlier than the clock's time. */
  readonly created?: Instant | undefined
  /** Foreign identifiers that no other attendance has. */
  readonly identifiers?: readonly string[] | undefined
  readonly referrer_data?: Readonly<Record<string, string>> | undefined
  /** Whether the request has `triggers.autoresponse.enabled: true` (assumption `autoresponse`). */
  readonly isTriggered?: boolean | undefined
}

/** Records a person's RSVP to an event. A second RSVP of the same person changes the first RSVP (assumption `onePersonOnce`). */
export function rsvp(context: Context, event: EventRecord, person: PersonRecord, input: RsvpInput): AttendanceRecord {
  const { store, clock, assumptions } = context
  const { status, created, identifiers, referrer_data, isTriggered = false } = input
  const earlier = assumptions.onePersonOnce === 'once' ? store.firstAttendance(event, person) : undefined
  if (earlier) return changeAttendance(context, event, person, earlier, input)
  sendDueReminders(context)
  const now = clock.now()
  const attendance = store.addAttendance(
    event,
    person,
    { created: created ?? now, modified: now, status, identifiers, referrer_data },
    eventModified(context, event),
  )
  joinLists(context, event, person)
  if (status === 'accepted') autorespond(context, event, person, { now, isTriggered })
  clock.tick()
  return attendance
}

/**
 * Replaces the status of an attendance, and the given creation time and referrer data. Adds the given identifiers. If all data stay the
 * same, does nothing.
 */
export function changeAttendance(
  context: Context,
  event: EventRecord,
  person: PersonRecord,
  attendance: AttendanceRecord,
  input: RsvpInput,
): AttendanceRecord {
  const { store, clock } = context
  const { status, identifiers = [], isTriggered = false } = input
  const { created = attendance.created, referrer_data = attendance.referrer_data } = input
  const known = new Set(attendance.identifiers)
  const added = identifiers.filter((identifier) => !known.has(identifier))
  const before = { status: attendance.status, created: attendance.created, referrer_data: attendance.referrer_data }
  if (isEqual({ status, created, referrer_data }, before) && added.length === 0) return attendance
  sendDueReminders(context)
  const now = clock.now()
  const changed = {
    ...attendance,
    status,
    created,
    referrer_data,
    identifiers: added.length > 0 ? [...known, ...added] : attendance.identifiers,
    modified: timeOfChange(context, attendance.modified),
  }
  const stored = store.replaceAttendance(event, changed, eventModified(context, event))
  joinLists(context, event, person)
  if (status === 'accepted' && attendance.status !== status) autorespond(context, event, person, { now, isTriggered })
  clock.tick()
  return stored
}

/** The sent identifiers that no other attendance has. Reports all other identifiers as ignored. */
export function freeIdentifiers(
  context: Context,
  entries: readonly unknown[],
  attendance: AttendanceRecord | undefined,
): readonly string[] {
  const holderOf = (identifier: string) => context.store.attendanceByIdentifier(identifier)
  return identifiersFor(context, entries, 'attendance', attendance?.id, holderOf)
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The modification time of an event after an RSVP (assumption `modified`). */
const eventModified = (context: Context, { modified }: EventRecord): Instant =>
  context.assumptions.modified === 'moves' ? timeOfChange(context, modified) : modified

/**
 * Adds a person to the e-mail list of the event's owner, after an RSVP. If the caller named the event's creator, also adds the person to
 * the creator's personal list (v1 §4.5, v2 §4.7).
 */
export function joinLists({ store }: Pick<Context, 'store'>, event: EventRecord, person: PersonRecord): void {
  store.join(event.owner, person)
  if (event.explicitCreator) store.join(`person:${event.creator}`, person)
}

/** The people on an e-mail list, in the order in which they joined. */
export const mailingList = ({ store }: Context, list: OwnerId): readonly PersonRecord[] =>
  toArray(store.mailingList(list))

/** The targeting interface of an owner: the owner's events with an RSVP (v1 §1.5, v2 §1.6). */
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

/** An owner's list of all actions. It contains only events created in the user interface (v1 §1.4, v2 §1.5). */
export function dashboard(context: Context, owner: OwnerId): readonly DashboardEntry[] {
  return eventsOwnedBy(context, owner)
    .filter(({ via }) => via === 'ui')
    .map((event) => {
      const page = publicUrl(context, event)
      return { id: event.id, title: event.content.title, publicUrl: page, manageUrl: `${page}/manage` }
    })
}

const eventsOwnedBy = ({ store }: Context, owner: OwnerId): readonly EventRecord[] => toArray(store.eventsOf(owner))
