import { AmbiguousError, type ErrorDetails, InputError, SchemaError } from '../errors/error-classes.ts'
import { eventsOf } from '../hal/hal.ts'
import type { EventLike } from '../hal/identified.ts'
import { responseOf } from '../hal/metadata.ts'
import type { ResolvedCallOptions } from '../options/read-options.ts'
import { oneLine } from '../text/messages.ts'
import type { Redactor } from '../text/redact.ts'
import { idOf } from '../url/references.ts'
import type { Connection } from './connection.ts'
import type { EventIndex } from './event-index.ts'
import { hasOneOf, knownFilter, learnFilter, pagesOf, provesAbsence, refusesFilter } from './identifier-filter.ts'
import { isIdentifier } from './request-body.ts'

/** @throws InputError naming `identifier` where it is none */
export function checkIdentifier(identifier: unknown): string {
  if (typeof identifier === 'string' && isIdentifier(identifier)) return identifier
  throw InputError.of('identifier', 'must have the form <system>:<id>, such as calendar:42')
}

/** What a search came to. */
interface Found<Event> {
  readonly one: Event | undefined
  /** Whether the list was empty: a service that does not know the filter may answer so. */
  readonly isEmpty: boolean
}

/**
 * The event of the key that has one of these identifiers. The service is asked to filter; where it does not, the whole list is read.
 *
 * @param index what earlier finds have learned, and later ones will; of an event found there only as much is known as an update needs
 * @throws AmbiguousError where there are several
 * @throws SchemaError where there is none, but the service sent fewer events than it says it has
 */
export async function findEvent<Event extends object>(
  connection: Connection,
  identifiers: readonly string[],
  call: ResolvedCallOptions,
  index?: EventIndex,
): Promise<Event | undefined> {
  const { redactor } = connection
  /** What an error tells of the page that was read last. */
  const detailsOf = (page: object): ErrorDetails => {
    const { url, headers, ...others } = responseOf(page)
    return { method: 'GET', url: redactor.text(url), headers: redactor.headers(headers), ...others }
  }
  const onlyOne = (found: ReadonlyMap<string, object>, details: ErrorDetails): Event | undefined => {
    const [one, ...others] = found.values()
    if (others.length === 0) return one as Event | undefined
    const ids = oneLine(redactor.text([...found.keys()].join(', ')))
    const events = [...found.values()].map((event) => withoutKeys(event, redactor))
    const message = `${identifiers.join(', ')}: ${found.size} events have it: ${ids}`
    throw new AmbiguousError(message, events, details)
  }
  const search = async (isFiltered: boolean): Promise<Found<Event>> => {
    const pages = pagesOf(connection, call, isFiltered ? identifiers : undefined)
    const found = new Map<string, object>()
    let last: object = {}
    let unheeded = !isFiltered
    let isEmpty = true
    for await (const page of pages) {
      last = page
      for (const event of eventsOf<EventLike>(page)) {
        isEmpty = false
        if (!isFiltered) index?.add(event)
        if (hasOneOf(event, identifiers)) found.set(idOf(event), event)
        else unheeded = true
      }
    }
    const { complete } = pages.report
    const details = detailsOf(last)
    if (index && unheeded) index.filterIgnored = true
    if (index && complete && !isFiltered) index.scanDetails = details
    const one = onlyOne(found, details)
    if (one && !unheeded) learnFilter(connection, identifiers, true)
    if (one || complete) return { one, isEmpty }
    const message = `is not shown to be complete, and another event may have ${identifiers.join(' or ')}`
    throw new SchemaError(`The list ${message}`, [{ field: 'total_records', message }], details)
  }
  const wholeList = index?.scanDetails
  if (wholeList) return onlyOne(index.having(identifiers), wholeList)
  if (!index?.filterIgnored && knownFilter(connection, identifiers) !== false) {
    try {
      const { one, isEmpty } = await search(true)
      if (one || !isEmpty || (await provesAbsence(connection, identifiers, call))) return one
    } catch (error) {
      if (!refusesFilter(error)) throw error
    }
  }
  return (await search(false)).one
}

/** The event itself, or where a service has written a key into it, a copy without that. */
function withoutKeys(event: object, redactor: Redactor): object {
  const clean = redactor.value(event, []) as object
  return JSON.stringify(clean) === JSON.stringify(event) ? event : clean
}
