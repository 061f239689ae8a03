import { hrefIn } from '../hal.ts'
import type { Listing } from '../memory/listing.ts'
import type { AttendanceRecord, PersonRecord } from '../model.ts'
import { attendanceMember, attendanceText } from '../resources/attendance.ts'
import { collection } from '../resources/collection.ts'
import { rsvp } from '../service/attendances.ts'
import { personAt } from '../service/creators.ts'
import { storePerson } from '../service/people.ts'
import { Refusal } from '../service/refusal.ts'
import { attendancesOf, eventFor, isKnownTo, personFor } from '../service/scope.ts'
import { isEmail } from '../text/email.ts'
import { at, isObject, textOf } from '../text/json.ts'
import type { Call, Handler } from './call.ts'

export const listAttendances: Handler = (call) => {
  const { world, addresses } = call.view
  const event = eventFor(world, call.key, call.match.id)
  return attendanceCollection(call, addresses.attendances(event.id), world.store.attendancesOf(event))
}

/** A person's RSVPs to events tied to the key; those to other events are not the key's to see. */
export const listPersonAttendances: Handler = (call) => {
  const { world, addresses, dialect } = call.view
  const person = personFor(world, call.key, call.match.id)
  const members = attendancesOf(world, call.key, person)
  return attendanceCollection(call, addresses.personPart(person.id, dialect.attendances), members)
}

function attendanceCollection({ view, paging }: Call, address: string, members: Listing<AttendanceRecord>) {
  const show = (attendance: AttendanceRecord) => attendanceMember(view, attendance)
  return collection(view, { address, relation: `osdi:${view.dialect.attendances}`, members, show }, paging())
}

export const getAttendance: Handler = ({ view, key, match }) => {
  const event = eventFor(view.world, key, match.id)
  const attendance = view.world.store.attendances.get(match.member)
  if (attendance?.event !== event.id) throw new Refusal(view.world.assumptions.notFound, 'Attendance not found')
  return attendanceText(view, attendance, 'single')
}

/** Records the RSVP of a linked or a described person (assumption `recordAttendance`). */
export const recordAttendance: Handler = (call) => {
  const { world } = call.view
  const event = eventFor(world, call.key, call.match.id)
  return attendanceText(call.view, rsvp(world, event, respondent(call)), 'single')
}

/**
 * Whose RSVP a body is: the linked person, or the one with the e-mail address, who is stored if nobody has it. Only of people
 * whom the key may see: an RSVP makes its person readable.
 */
function respondent({ view: { world }, key, body }: Call): PersonRecord {
  const invalid = (field: string, problem: string) => new Refusal(world.assumptions.invalidBody, `${field}: ${problem}`)
  const href = hrefIn(body, 'osdi:person')
  if (href !== undefined) {
    const linked = world.store.people.get(personAt(world, href) ?? '')
    if (!linked || !isKnownTo(world, key, linked)) throw invalid('_links.osdi:person', 'is no person')
    return linked
  }
  const person = at(body, 'person')
  const address = primary(at(person, 'email_addresses'), 'address')?.trim()
  if (address === undefined || !isEmail(address))
    throw invalid('person.email_addresses', 'an address, or a link osdi:person, is required')
  return (
    world.store.personByEmail(address, (person) => isKnownTo(world, key, person)) ??
    storePerson(world, {
      given_name: textOf(at(person, 'given_name')) ?? '',
      family_name: textOf(at(person, 'family_name')) ?? '',
      email_address: address,
      postal_code: primary(at(person, 'postal_addresses'), 'postal_code'),
    })
  )
}

/** A member of the entry that is marked primary, or of the first one. */
function primary(entries: unknown, member: string): string | undefined {
  const objects = Array.isArray(entries) ? entries.filter(isObject) : []
  const chosen = objects.find((entry) => entry.primary === true) ?? objects[0]
  return textOf(at(chosen, member))
}
