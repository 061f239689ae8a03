import { AmbiguousError, type ErrorDetails, InputError, SchemaError } from '../errors/error-classes.ts'
import { eventsOf } from '../hal/hal.ts'
import type { EventLike } from '../hal/identified.ts'
import { isIdentifier } from '../hal/identified.ts'
import { responseOf } from '../hal/metadata.ts'
import type { ResolvedCallOptions } from '../options/read-options.ts'
import { oneLine } from '../text/messages.ts'
import type { Redactor } from '../text/redact.ts'
import { idOf } from '../url/references.ts'
import type { Connection } from './connection.ts'
import type { EventIndex } from './event-index.ts'
import { hasOneOf, knownFilter, learnFilter, pagesOf, provesAbsence, refusesFilter } from './identifier-filter.ts'

/** @throws InputError naming `identifier` if its form is wrong */
export function checkIdentifier(identifier: unknown): string {
  if (typeof identifier === 'string' && isIdentifier(identifier)) return identifier
  throw InputError.of('identifier', 'must have the form <system>:<id>, such as calendar:42')
}

/** Result of a search. */
interface SearchResult<Event> {
  readonly one: Event | undefined
  /** Whether the list is empty. A service that does not know the filter may send an empty list too. */
  readonly isEmpty: boolean
}

/**
 * Finds the event that has one of these identifiers, among the events of the API key. Asks the service to filter. If the service does not filter,
 * reads the whole list.
 *
 * @param index events of earlier calls; several calls can share an index
 * @throws AmbiguousError if several events have one of the identifiers
 * @throws SchemaError if the client finds no such event, but the list is not complete
 */
export async function findEvent<Event extends object>(
  connection: Connection,
  identifiers: readonly string[],
  call: ResolvedCallOptions,
  index?: EventIndex,
): Promise<Event | undefined> {
  const { redactor } = connection
  /** Error details of a page. */
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
  const search = async (isFiltered: boolean): Promise<SearchResult<Event>> => {
    const pages = pagesOf(connection, call, isFiltered ? identifiers : undefined)
    const found = new Map<string, object>()
    let last: object = {}
    let hasOthers = !isFiltered
    let isEmpty = true
    for await (const page of pages) {
      last = page
      for (const event of eventsOf<EventLike>(page)) {
        isEmpty = false
        if (!isFiltered) index?.add(event)
        if (hasOneOf(event, identifiers)) found.set(idOf(event), event)
        else hasOthers = true
      }
    }
    const { complete } = pages.report
    const details = detailsOf(last)
    if (index && hasOthers) index.filterIgnored = true
    if (index && complete && !isFiltered) index.scanDetails = details
    const one = onlyOne(found, details)
    if (one && !hasOthers) learnFilter(connection, identifiers, true)
    if (one || complete) return { one, isEmpty }
    const message = `may be incomplete, and another event may have ${identifiers.join(' or ')}`
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

/** The event itself, or a redacted copy if the event contains an API key. */
function withoutKeys(event: object, redactor: Redactor): object {
  const clean = redactor.value(event, []) as object
  return JSON.stringify(clean) === JSON.stringify(event) ? event : clean
}
