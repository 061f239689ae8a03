import { attendanceBody } from './attendance-body.ts'
import type { Connection } from './connection.ts'
import type { VersionTypes } from './dialect.ts'
import { LinkError } from './errors/error-classes.ts'
import { readFilter } from './filter.ts'
import type { ApiRequest } from './http/transport.ts'
import type { AttendancesOptions } from './list-options.ts'
import type { WriteOptions } from './options.ts'
import { Pager } from './pagination/pager.ts'
import { pagingOf, placeOf, type ReadPage } from './paging.ts'
import { type ResolvedCallOptions, readCallOptions, readListOptions } from './read-options.ts'
import type { AttendancePage, NewAttendance } from './results/attendance.ts'
import { type HalLike, linkOf } from './results/hal.ts'
import { type EventReference, eventIdOf, isPersonReference, personHref } from './url/references.ts'
import { withQuery } from './url/service-url.ts'
import { notApplied } from './writes.ts'

/** Who comes to an event: reads and records it, through the links of the event. */
export class Attendances<V extends VersionTypes> {
  readonly #connection: Connection<V>

  constructor(connection: Connection<V>) {
    this.#connection = connection
  }

  list(
    event: EventReference,
    options: AttendancesOptions<V['attendanceFilter']> | undefined,
  ): Pager<V['attendance'], AttendancePage<V['attendance']>> {
    const { address, dialect, options: settings, reader, transport } = this.#connection
    const { relation, filterable } = dialect.attendances
    const read = readListOptions('attendances', options, settings.defaults)
    const filter = readFilter(options?.filter, filterable)
    // The list is known by this address, wherever the event's own link leads, so that its checkpoints are of one form.
    const { href } = address.event(eventIdOf(event, settings.namespace))
    const known = new URL(`${href}/${relation.replace('osdi:', '')}`)
    const place = placeOf(this.#connection, known, read.call, filter)
    const first = withQuery(new URL(place.url), read.page === undefined ? {} : { page: read.page }).href
    const readPage: ReadPage<AttendancePage<V['attendance']>> = async (url, call, onInvalid) => {
      const link = url.href === first ? await this.#linkOf(event, [relation], call) : undefined
      const at = link ? withQuery(link, Object.fromEntries(url.searchParams)) : url
      return transport.send({ method: 'GET', url: at }, call, (response) => reader.attendances(response, onInvalid))
    }
    return new Pager(pagingOf(this.#connection, read, filter, place, readPage))
  }

  async record(
    event: EventReference,
    attendance: NewAttendance,
    options: WriteOptions | undefined,
  ): Promise<V['attendance']> {
    const { dialect, options: settings, reader, transport } = this.#connection
    const call = readCallOptions('write', options, settings.defaults)
    const body = attendanceBody(attendance, call.extra, (person) => personHref(person, this.#connection, 'person'))
    const { person } = attendance
    const link = await this.#linkOf(event, dialect.attendances.helpers, call).catch(notApplied)
    const request: ApiRequest = {
      method: 'POST',
      url: withQuery(link, call.query),
      body,
      personal: isPersonReference(person) ? [] : textsIn(person),
    }
    return transport.send(request, call, (response) => reader.attendance(response))
  }

  /** Where an event's link leads, by the first of these relations that it has. An id costs a request. */
  async #linkOf(event: EventReference, relations: readonly string[], call: ResolvedCallOptions): Promise<URL> {
    const { address, links, options, reader, transport } = this.#connection
    const ask = () =>
      transport.send({ method: 'GET', url: address.event(eventIdOf(event, options.namespace)) }, call, (response) =>
        reader.event(response, true),
      )
    const resource: HalLike = typeof event === 'object' ? event : await ask()
    const [found] = relations.flatMap((relation) => linkOf(resource, relation) ?? [])
    if (found) return links.resolve(found.href)
    throw new LinkError(`The event has no link ${relations.join(' or ')}`, undefined, links.base)
  }
}

/** Every text in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
