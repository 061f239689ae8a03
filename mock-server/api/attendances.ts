import { rsvp } from '../rules/attendances.ts'
import { HttpError } from '../rules/context.ts'
import { personAt } from '../rules/creators.ts'
import { filteredAttendances } from '../rules/filter.ts'
import { attendancesOf, eventFor, isKnownTo, personFor, storePerson } from '../rules/scope.ts'
import type { AttendanceRecord, PersonRecord } from '../store/model.ts'
import { type Handler, keptPage, type Operation } from './operation.ts'
import { attendanceText } from './people.ts'
import { type RsvpInput, readRsvp } from './read-rsvp.ts'
import { hrefIn, type View } from './view.ts'

export const listAttendances: Handler = (call) => {
  const { context, addresses, dialect } = call.view
  const event = eventFor(context, call.key, call.match.id)
  return keptPage(call, {
    ...shownIn(call.view),
    address: addresses.attendances(event.id),
    all: () => context.store.attendancesOf(event),
    filtered: (odata) => filteredAttendances(context, dialect, event, odata),
  })
}

/** A person's RSVPs to events tied to the key; those to other events are not the key's to see. */
export const listPersonAttendances: Handler = (call) => {
  const { context, addresses, dialect } = call.view
  const person = personFor(context, call.key, call.match.id)
  return keptPage(call, {
    ...shownIn(call.view),
    address: addresses.personPart(person.id, dialect.attendances),
    all: () => attendancesOf(context, call.key, person),
  })
}

/** How a page shows attendances (assumption `attendanceLinks`). */
const shownIn = (view: View) => ({
  relation: `osdi:${view.dialect.attendances}`,
  linked: view.context.assumptions.attendanceLinks,
  addressOf: ({ event, id }: AttendanceRecord) => view.addresses.attendance(event, id),
  text: (attendance: AttendanceRecord) => attendanceText(view, attendance, 'embedded'),
})

export const getAttendance: Handler = ({ view, key, match }) => {
  const event = eventFor(view.context, key, match.id)
  const attendance = view.context.store.attendances.get(match.member)
  if (attendance?.event !== event.id) throw new HttpError(view.context.assumptions.notFound, 'Attendance not found')
  return attendanceText(view, attendance, 'resource')
}

/** Records the RSVP of a linked or a described person (assumption `recordAttendance`). */
export const recordAttendance: Handler = (call) => {
  const { context } = call.view
  const event = eventFor(context, call.key, call.match.id)
  const { input, problems } = readRsvp(context, call.body)
  const [problem] = problems
  const known = knownPerson(call, input)
  if (problem !== undefined && context.assumptions.invalidOptional === 400)
    throw new HttpError(400, `${problem}: is not valid`)
  const person = known ?? storePerson(context, input.person)
  return attendanceText(call.view, rsvp(context, event, person, input.status), 'resource', person)
}

/**
 * Whose RSVP a body is: the linked person, or the one with the e-mail address; undefined where nobody has it. Only people whom the key
 * may see: an RSVP makes its person readable.
 */
function knownPerson({ view: { context }, key, body }: Operation, { person }: RsvpInput): PersonRecord | undefined {
  const { store, assumptions } = context
  const invalid = (field: string, problem: string) => new HttpError(assumptions.invalidBody, `${field}: ${problem}`)
  const href = hrefIn(body, 'osdi:person')
  if (href !== undefined) {
    const linked = store.people.get(personAt(context, href) ?? '')
    if (!linked || !isKnownTo(context, key, linked)) throw invalid('_links.osdi:person', 'is no person')
    return linked
  }
  if (person.email_address === '')
    throw invalid('person.email_addresses', 'an address, or a link osdi:person, is required')
  return store.personByEmail(person.email_address, (one) => isKnownTo(context, key, one))
}
