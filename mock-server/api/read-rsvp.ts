import type { RsvpInput } from '../rules/attendances.ts'
import type { Context } from '../rules/context.ts'
import type { PersonChanges } from '../rules/people.ts'
import type { TagNames } from '../rules/tags.ts'
import type { AttendanceRecord } from '../store/model.ts'
import { isObject, type JsonObject } from '../text/json.ts'
import type { Instant } from '../time.ts'
import type { AttendanceStatus } from '../types/index.ts'
import { attendanceStatus } from '../validate.ts'
import { type InvalidPart, type Report, reportHal, reportUnknown } from './read.ts'
import { readFields } from './read-fields.ts'
import { readPerson, statusesIn } from './read-person.ts'
import { readTags, tagMembers } from './read-tags.ts'
import type { View } from './view.ts'

/** The fields of an RSVP in a body. */
interface ReadChange {
  readonly input: SentRsvp
  /** Invalid and unused parts of the body. The handler decides which parts it ignores, and for which it refuses the request. */
  readonly invalid: readonly InvalidPart[]
}

interface ReadRsvp extends ReadChange {
  /** The fields of `person` in the body. */
  readonly person: PersonChanges
  /** The tags to give to the person and to take away. */
  readonly tags: TagNames
}

interface SentRsvp extends Omit<RsvpInput, 'identifiers' | 'isTriggered'> {
  /** The sent entries, before `rules/attendances.ts` checks them. */
  readonly identifiers: readonly unknown[]
}

/** Reads the body of an RSVP. Without a valid status, the status is `accepted`. */
export function readRsvp(view: View, body: JsonObject): ReadRsvp {
  const { input, invalid, report } = readAttendance(view, body, undefined)
  if (body.person !== undefined && !isObject(body.person)) report('person', 'must be an object')
  const described = isObject(body.person) ? body.person : {}
  const how = { path: 'person.', nulls: 'invalid', statuses: statusesIn.rsvp } as const
  const person = readPerson(view, described, report, how)
  return { input, invalid, person, tags: readTags(view.context, body, report) }
}

/** Reads the body of a PUT to an attendance. */
export const readChange = (view: View, body: JsonObject, before: AttendanceRecord): ReadChange =>
  readAttendance(view, body, before)

function readAttendance(view: View, body: JsonObject, before: AttendanceRecord | undefined) {
  const { context, dialect } = view
  const invalid: InvalidPart[] = []
  const report: Report = (field, message, kind = 'optional') => invalid.push({ kind, field, message })
  const fields = dialect.fields.attendances
  const isNew = before === undefined
  const sent = readFields(
    { context, version: dialect.version, isNew, nulls: 'invalid', report, path: '' },
    fields,
    body,
  )
  const known = new Set([...fields.map(({ wire }) => wire), ...(isNew ? ['person', 'triggers', ...tagMembers] : [])])
  reportUnknown(body, known, 'is not a field of an RSVP that the service stores', report)
  reportHal(body, isNew ? ['osdi:person'] : [], report)
  const input: SentRsvp = {
    status: statusOf(context, sent.status, before, report),
    created: createdOf(context, dialect.names.created, sent.created, report),
    identifiers: Array.isArray(sent.identifiers) ? sent.identifiers : [],
    ...(sent.referrer_data !== undefined && { referrer_data: sent.referrer_data as Readonly<Record<string, string>> }),
  }
  return { input, invalid, report }
}

/** The status of an attendance after a request (assumption `attendanceStatus`). */
function statusOf(
  { assumptions }: Context,
  sent: unknown,
  before: AttendanceRecord | undefined,
  report: Report,
): AttendanceStatus {
  const unsent = before?.status ?? 'accepted'
  if (!attendanceStatus.test(sent)) return unsent
  const isCheckIn = sent === 'accepted' || (before && sent === 'attended')
  if (assumptions.attendanceStatus === 'kept' || sent === unsent || isCheckIn) return sent
  report('status', 'can only be set by the service, except for a PUT with attended or accepted', 'never refused')
  return unsent
}

function createdOf({ clock }: Context, name: string, sent: unknown, report: Report): Instant | undefined {
  if (typeof sent !== 'number') return undefined
  if (sent <= clock.now()) return sent
  report(name, 'must not be in the future')
  return undefined
}
