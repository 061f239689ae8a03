import { idIn, isPersonReference, personHref } from '../address/references.ts'
import { below, shownAddress, withQuery } from '../address/service-address.ts'
import { missing, refusePromise } from '../base/messages.ts'
import { originOf } from '../base/origin.ts'
import { isObjectLike } from '../base/values.ts'
import { asNotApplied, InputError, LinkError } from '../errors/error-classes.ts'
import type { HalLike, Link, Paged } from '../hal/hal.ts'
import type { AttendanceLike, AttendanceReference, EventReference, PersonLike } from '../hal/identified.ts'
import { checkKind, idOf, isAddressOf, kindOfResource, segmentsOf } from '../hal/ids.ts'
import type { NewAttendance } from '../hal/new-attendance.ts'
import { firstLink } from '../hal/relations.ts'
import type { ApiRequest } from '../http/request.ts'
import type { AttendanceOptions } from '../options/call-options.ts'
import type { CollectionOptions, RosterOptions } from '../options/list-options.ts'
import {
  type ResolvedAttendanceOptions,
  type ResolvedCallOptions,
  readAttendanceOptions,
  readListOptions,
} from '../options/read-options.ts'
import { Pager } from '../paging/pager.ts'
import { type ClientContext, eventUrl, fetchResource } from './client-context.ts'
import { CollectionSource } from './lists.ts'
import { type Body, type Extra, readArgument } from './request-body.ts'
import { readNothing } from './responses.ts'
import { RosterPager } from './roster.ts'
import { sendWrite } from './writes.ts'

// Calls about attendances. The client reads and records attendances through links of their event.

export function listAttendances(
  context: ClientContext,
  of: EventReference | PersonLike,
  options: CollectionOptions | RosterOptions | undefined,
): Pager<object, Paged> | RosterPager {
  const resource = context.resources.attendance
  const read = readListOptions('roster', options, context.options.defaults)
  const owner = isPerson(of) ? new URL(personHref(of, context, 'person')) : eventUrl(context, of as EventReference)
  // Checkpoints are bound to this address. The client requests the link of the event or person, which may have another address.
  const collection = below(owner, resource.collection)
  const begin = (call: ResolvedCallOptions) => linkUrlOf(context, of, relationsOf(context), call)
  const rsvps = new Pager<object, Paged>(new CollectionSource(context, { resource, collection, read, begin }))
  return read.people ? new RosterPager(context, rsvps, read.call) : rsvps
}

const isPerson = (of: EventReference | PersonLike): of is PersonLike =>
  isObjectLike(of) && kindOfResource(of) === 'person'

/** The relations of the links of an event or a person to the attendances. */
const relationsOf = ({ resources }: ClientContext) => [`osdi:${resources.attendance.collection}`]

export async function getAttendance<Attendance extends object>(
  context: ClientContext,
  event: EventReference,
  attendance: string | AttendanceLike,
  call: ResolvedCallOptions,
): Promise<Attendance> {
  checkIsEvent(event)
  const id = idIn('attendance', attendance, context.options.namespace)
  const url = await linkUrlOf(context, event, relationsOf(context), call)
  return fetchResource(context, 'attendance', below(url, id), call)
}

/** @returns undefined with the option `background` */
export async function recordAttendance<Attendance extends object>(
  context: ClientContext,
  event: EventReference,
  attendance: object,
  given: AttendanceOptions | undefined,
): Promise<Attendance | undefined> {
  const options = readAttendanceOptions(given, context.options.defaults)
  checkIsEvent(event)
  const body = attendanceBody(context, attendance, options.call.extra)
  const { recordRelations } = context.dialect
  const url = await linkUrlOf(context, event, recordRelations, options.call).catch(asNotApplied)
  return sendAttendance(context, { method: 'POST', url }, body, options)
}

/** @returns undefined with the option `background` */
export async function updateAttendance<Attendance extends object>(
  context: ClientContext,
  attendance: AttendanceReference,
  changes: object,
  given: AttendanceOptions | undefined,
): Promise<Attendance | undefined> {
  const options = readAttendanceOptions(given, context.options.defaults)
  const url = attendanceUrl(context, attendance)
  const writable = context.resources.attendance.changed
  const { body } = readArgument(context, { writable, given: changes, extra: options.call.extra })
  return sendAttendance(context, { method: 'PUT', url }, body, options)
}

/**
 * The address of an attendance below its event. Its self link may be below its person, but some services change an attendance only below the event.
 */
function attendanceUrl({ links, resources }: ClientContext, attendance: AttendanceReference): URL {
  const refusal = (why: string) => InputError.of('attendance', why)
  refusePromise(attendance, 'attendance')
  const [self, event] = linksOfAttendance(attendance)
  const base = originOf(attendance)?.response.url
  const segments = self ? segmentsOf(self.href) : []
  if (event && (!self || segments.at(-4) === 'people')) {
    const id = idOf(attendance as HalLike)
    return below(links.hiding.resolve(event, base), resources.attendance.collection, id)
  }
  if (!self || segments.length < 2) throw refusal('must be an RSVP, or its address or link, not an id')
  const url = links.hiding.resolve(self, base)
  if (isAddressOf('attendance', url.href)) return url
  throw refusal('is not the address of an RSVP, which ends in attendances/<id>')
}

/** The link to an attendance, and to its event. */
function linksOfAttendance(attendance: AttendanceReference): (Pick<Link, 'href' | 'templated'> | undefined)[] {
  if (typeof attendance === 'string') return [{ href: attendance }]
  if (!isObjectLike(attendance)) return []
  if ('href' in attendance) return [attendance as unknown as Link]
  checkKind(attendance, ['attendance'], 'attendance')
  return [firstLink(attendance, 'self'), firstLink(attendance, 'osdi:event')]
}

async function sendAttendance<Attendance extends object>(
  context: ClientContext,
  { method, url }: Pick<ApiRequest, 'method' | 'url'>,
  body: Body,
  { call, background }: ResolvedAttendanceOptions,
): Promise<Attendance | undefined> {
  const { person, add_tags, remove_tags, triggers, ...shown } = body
  const request = {
    method,
    url: withQuery(url, { ...call.query, ...(background && { background_request: true }) }),
    body: JSON.stringify(body),
    shownUrl: shownAddress(url, call.query),
  }
  if (background) return context.transport.send(request, call, readNothing)
  // The result remembers the body for `unappliedOf`, but without the person: personal data should not stay in memory longer than necessary.
  return sendWrite(context, {
    resource: context.resources.attendance,
    request,
    call,
    sent: JSON.stringify(shown),
  })
}

/** @throws InputError if the argument is a resource of another kind */
function checkIsEvent(event: unknown): void {
  if (isObjectLike(event)) checkKind(event, ['event'], 'event')
}

/** Address of a link of an event: the first of `relations` that the event has. If `event` is an id, gets the event first. */
async function linkUrlOf(
  context: ClientContext,
  event: EventReference | PersonLike,
  relations: readonly string[],
  call: ResolvedCallOptions,
): Promise<URL> {
  const noun = isPerson(event) ? 'person' : 'event'
  const links = noun === 'person' ? context.links.hiding : context.links
  const byId = () => {
    // The parameters of the caller are for the request that follows.
    const get = { ...call, query: {} }
    return fetchResource<HalLike>(context, 'event', eventUrl(context, event as EventReference), get)
  }
  const resource: HalLike = typeof event === 'object' ? event : await byId()
  const [found] = relations.flatMap((relation) => {
    const link = firstLink(resource, relation)
    return link ? [{ link, relation }] : []
  })
  if (found) return links.resolve(found.link, originOf(resource)?.response.url, `The ${noun}'s link ${found.relation}`)
  refusePromise(resource, 'event')
  throw new LinkError(`The ${noun} has no link ${relations.join(' or ')}`, undefined, links.base)
}

/** A body without the telephone numbers that are blank: a field of a form that the person did not fill in. */
function withoutBlankPhones(body: Body): Body {
  const { person } = body
  const phones = isObjectLike(person) ? person.phone_numbers : undefined
  if (!Array.isArray(phones)) return body
  const given = phones.filter(({ number }) => String(number).trim() !== '')
  return { ...body, person: { ...Object(person), phone_numbers: given.length > 0 ? given : undefined } }
}

const isNonEmpty = (value: unknown) => Array.isArray(value) && value.length > 0

/**
 * The body of the POST that records an attendance.
 *
 * @throws InputError naming the wrong field
 */
function attendanceBody(context: ClientContext, given: unknown, extra: Extra): Body {
  const writable = context.resources.attendance.created
  const { person, ...others } = Object(given) as Partial<NewAttendance>
  const call = { writable, extra }
  if (isPersonReference(person)) {
    const href = personHref(person, context, 'attendance.person')
    return readArgument(context, { ...call, given: others, href }).body
  }
  const body = withoutBlankPhones(readArgument(context, { ...call, given }).body)
  if (!isObjectLike(body.person)) throw InputError.of('attendance.person', missing)
  // The spec does not say which fields identify a person. The client assumes these.
  const { email_addresses, phone_numbers, identifiers } = body.person
  if ([email_addresses, phone_numbers, identifiers].some(isNonEmpty)) return body
  const message = 'is missing; give an e-mail address, a telephone number or an identifier'
  throw InputError.of('person.email_addresses', message)
}
