import * as z from 'zod/mini'
import { asNotApplied, InputError, LinkError } from '../errors/error-classes.ts'
import type { AttendancePage, NewAttendance, NewAttendee, NewEmailAddress, NewPhoneNumber } from '../hal/attendance.ts'
import { firstLink, type HalLike } from '../hal/hal.ts'
import type { EventReference } from '../hal/identified.ts'
import type { ApiRequest } from '../http/call-context.ts'
import type { AttendancesOptions } from '../options/list-options.ts'
import type { WriteOptions } from '../options/options.ts'
import { type ResolvedCallOptions, readCallOptions, readListOptions } from '../options/read-options.ts'
import { Pager } from '../pagination/pager.ts'
import { readAttendance, readPage } from '../read/decode.ts'
import { isPromise } from '../text/messages.ts'
import { isPersonReference, personHref } from '../url/references.ts'
import { withQuery } from '../url/service-url.ts'
import { guarded, isObject, plainCopy, present } from '../values/arguments.ts'
import { originOf } from '../values/origin.ts'
import { type FieldsOf, list, memoize, onlyFields, that } from '../values/schema.ts'
import { checkArgument } from '../values/validate.ts'
import { readFilter } from '../version/filter.ts'
import { type Connection, eventUrl, getEvent } from './connection.ts'
import { type FetchPage, pagerOptionsOf, parametersOf } from './lists.ts'
import { checkExtra, type Extra, newFields } from './request-body.ts'

// The client reads and records attendances through links of their event.

export function listAttendances<Attendance>(
  connection: Connection,
  event: EventReference,
  options: AttendancesOptions | undefined,
): Pager<Attendance, AttendancePage<Attendance>> {
  const { dialect, options: settings, reading, transport } = connection
  const { relation, filterable } = dialect.attendances
  const read = readListOptions('attendances', options, settings.defaults)
  const filter = readFilter(read.filter, filterable)
  // Checkpoints are bound to this address, even if the event's own link leads elsewhere.
  const known = new URL(`${eventUrl(connection, event)}/${relation.replace('osdi:', '')}`)
  const collection = withQuery(known, parametersOf(read.call, filter))
  const fetch: FetchPage<AttendancePage<Attendance>> = async (url, call, onInvalid, isFirst) => {
    const link = isFirst ? await linkUrlOf(connection, event, [relation], call) : undefined
    const request = { method: 'GET', url: link ? withQuery(link, Object.fromEntries(url.searchParams)) : url } as const
    return transport.send(request, call, (response) =>
      readPage(reading, response, reading.schemas.attendance, onInvalid),
    )
  }
  return new Pager(pagerOptionsOf(connection, collection, read, filter, fetch))
}

export async function recordAttendance<Attendance extends object>(
  connection: Connection,
  event: EventReference,
  attendance: NewAttendance,
  options: WriteOptions | undefined,
): Promise<Attendance> {
  const { dialect, options: settings, reading, transport } = connection
  const call = readCallOptions('write', options, settings.defaults)
  const given = plainCopy(attendance, 'attendance', true) as NewAttendance
  const hrefOf = (person: never) => personHref(person, connection, 'attendance.person')
  const body = guarded('attendance', () => attendanceBody(given, call.extra, hrefOf), true)
  const { person } = given
  const link = await linkUrlOf(connection, event, dialect.attendances.recordRelations, call).catch(asNotApplied)
  const request: ApiRequest = {
    method: 'POST',
    url: withQuery(link, call.query),
    body,
    personal: isPersonReference(person) ? [] : stringsIn(person),
  }
  return transport.send(request, call, (response) => readAttendance(reading, response))
}

/** Address of the event's link: of `relations`, the first one that the event has. If `event` is an id, gets the event first. */
async function linkUrlOf(
  connection: Connection,
  event: EventReference,
  relations: readonly string[],
  call: ResolvedCallOptions,
): Promise<URL> {
  const { links } = connection
  const byId = () => getEvent<HalLike>(connection, eventUrl(connection, event), call)
  const resource = typeof event === 'object' ? event : await byId()
  const [found] = guarded('event', () => {
    const { _links } = resource
    return relations.flatMap((relation) => {
      const link = firstLink({ _links }, relation)
      return link ? [{ link, relation }] : []
    })
  })
  if (found) return links.resolve(found.link, originOf(resource)?.response.url, `The event's link ${found.relation}`)
  if (isPromise(resource)) throw InputError.of('event', 'is a promise; await it first')
  throw new LinkError(`The event has no link ${relations.join(' or ')}`, undefined, links.base)
}

/** Every string inside a value. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

// The request body.

const schemas = memoize(() => {
  const { identifiers, locationShape, required, text } = newFields()
  const flag = z.optional(z.boolean())
  const { venue: _, ...address } = locationShape
  const mail = required.check(that((value) => /^[^\s@]+@[^\s@]+$/.test(value), 'must be an e-mail address'))
  const person = onlyFields<NewAttendee>({
    given_name: text,
    family_name: text,
    email_addresses: z.optional(list(onlyFields<NewEmailAddress>({ address: mail, primary: flag }))),
    phone_numbers: z.optional(list(onlyFields<NewPhoneNumber>({ number: required, primary: flag }))),
    postal_addresses: z.optional(list(onlyFields(address))),
    languages_spoken: z.optional(list(z.string())),
    identifiers,
  } as FieldsOf<NewAttendee>)
  // Any text: a service may know more statuses than the spec.
  const status = z.optional(required)
  return { withFields: onlyFields({ person, status }), withReference: onlyFields({ status }) }
})

const isNonEmpty = (value: unknown) => Array.isArray(value) && value.length > 0

/**
 * The body of the POST that records an attendance, from a copy of the caller's argument.
 *
 * @param hrefOf returns the address of a person that the service knows
 * @throws InputError naming the wrong field
 */
function attendanceBody(given: NewAttendance, extra: Extra, hrefOf: (person: never) => string): string {
  const { person, ...others } = Object(given) as NewAttendance
  const isReference = isPersonReference(person)
  const sent = present(isReference ? others : given)
  checkArgument(isReference ? schemas().withReference : schemas().withFields, sent, 'attendance')
  if (isObject(person) && !isReference) {
    // Assumption: the spec does not say which fields identify a person.
    const { email_addresses, phone_numbers, identifiers } = person as NewAttendee
    if (![email_addresses, phone_numbers, identifiers].some(isNonEmpty)) {
      throw InputError.of(
        'person.email_addresses',
        'is missing; give an e-mail address, a telephone number or an identifier',
      )
    }
  }
  checkExtra(extra, (name) => ['person', 'status', '_links'].includes(name))
  const links = isReference && { _links: { 'osdi:person': { href: hrefOf(person as never) } } }
  return JSON.stringify({ ...(sent as object), ...extra, ...links })
}
