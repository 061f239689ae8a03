import { MockServiceError } from '../errors.ts'
import { rsvp } from '../rules/attendances.ts'
import { type World, written } from '../rules/context.ts'
import type { AttendanceRecord, PersonRecord } from '../store/model.ts'
import type { EventReference, MockAttendance } from '../types/index.ts'
import { addPerson } from './accounts.ts'
import { eventOf, personOf } from './references.ts'

// Every one of them is a person with a name and an address.
const most = 1_000_000

/** Records the RSVP of a person, or of as many made-up people as a number says. */
export function attend(world: World, event: EventReference, who: unknown): readonly MockAttendance[] {
  const { serial } = eventOf(world, event)
  const attendOnce = (person: PersonRecord) => {
    const current = world.store.events.at(serial)
    return current ? [shown(world, rsvp(world, current, person))] : []
  }
  if (typeof who !== 'number') return attendOnce(personOf(world, who, 'who'))
  if (!Number.isSafeInteger(who) || who < 0 || who > most)
    throw new MockServiceError('argument', 'who', `must be a whole number from 0 to ${most}`)
  return Array.from({ length: who }, () => addPerson(world)).flatMap(attendOnce)
}

const shown = (world: World, { serial, event, person, created }: AttendanceRecord): MockAttendance =>
  Object.freeze({
    id: world.store.ids.idOf('attendance', serial),
    event,
    person,
    created_date: written(world, created),
  })
