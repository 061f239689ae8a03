import { MockServiceError } from '../errors.ts'
import { rsvp } from '../rules/attendances.ts'
import { type Context, formatTime } from '../rules/context.ts'
import type { AttendanceRecord, PersonRecord } from '../store/model.ts'
import type { EventReference, MockAttendance } from '../types/index.ts'
import { addPerson } from './accounts.ts'
import { eventOf, personOf } from './references.ts'

// Every one of them is a person with a name and an address.
const most = 1_000_000

/** Records the RSVP of a person, or of as many made-up people as a number says. */
export function attend(context: Context, event: EventReference, who: unknown): readonly MockAttendance[] {
  const { serial } = eventOf(context, event)
  const attendOnce = (person: PersonRecord) => {
    const current = context.store.events.at(serial)
    return current ? [shown(context, rsvp(context, current, person))] : []
  }
  if (typeof who !== 'number') return attendOnce(personOf(context, who, 'who'))
  if (!Number.isSafeInteger(who) || who < 0 || who > most)
    throw new MockServiceError('argument', 'who', `must be a whole number from 0 to ${most}`)
  return Array.from({ length: who }, () => addPerson(context)).flatMap(attendOnce)
}

const shown = (context: Context, { id, event, person, created }: AttendanceRecord): MockAttendance =>
  Object.freeze({ id, event, person, created_date: formatTime(context, created) })
