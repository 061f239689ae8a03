import { oneLine, sayIssues } from '../base/messages.ts'
import type { Redactor } from '../base/redact.ts'
import { AmbiguousError, type ErrorDetails, InputError, SchemaError } from '../errors/error-classes.ts'
import { isIdentifier } from '../hal/identified.ts'
import { issuesOf, responseOf } from '../hal/metadata.ts'
import { eventsOf } from '../hal/relations.ts'
import type { ResolvedCallOptions } from '../options/read-options.ts'
import type { ClientContext } from './client-context.ts'
import { type EventIndex, keyOf } from './event-index.ts'
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
  /** Error details of the last page. */
  readonly details: ErrorDetails
}

/**
 * Finds the event that has one of these identifiers, among the events of the API key. Asks the service to filter. If the service does not filter,
 * reads the whole list.
 *
 * @param index what the calls of one run share
 * @throws AmbiguousError if several events have one of the identifiers
 * @throws SchemaError if the client finds no such event, but the list is not complete, or this run may have created the event
 * @throws SchemaError if the event is invalid and the call does not keep it
 */
export async function findEvent<Event extends object>(
  context: ClientContext,
  identifiers: readonly string[],
  call: ResolvedCallOptions,
  index?: EventIndex,
): Promise<Event | undefined> {
  // The search reads invalid events too: an event that it leaves out would be created again.
  const event = await searchEvent<Event>(context, identifiers, call, index)
  const issues = event ? issuesOf(event) : []
  if (!event || issues.length === 0 || call.onInvalid === 'keep') return event
  const what = oneLine(sayIssues(issues, 'it'), 500)
  const message = `The event that was found does not match the interface: ${what}`
  throw new SchemaError(message, issues, detailsOf(context, event))
}

async function searchEvent<Event extends object>(
  context: ClientContext,
  identifiers: readonly string[],
  call: ResolvedCallOptions,
  index?: EventIndex,
): Promise<Event | undefined> {
  const { redactor } = context
  const onlyOne = (found: ReadonlyMap<string, object>, details: ErrorDetails): Event | undefined => {
    const [one, ...others] = found.values()
    if (others.length === 0) return one as Event | undefined
    const ids = oneLine(redactor.text([...found.keys()].join(', ')))
    const events = [...found.values()].map((event) => withoutKeys(event, redactor))
    const message = `${identifiers.join(', ')}: ${found.size} events have it: ${ids}`
    throw new AmbiguousError(message, events, details)
  }
  const search = async (isFiltered: boolean): Promise<SearchResult<Event>> => {
    const pages = pagesOf(context, call, isFiltered ? identifiers : undefined)
    // Events of this run count whether the list shows them or not.
    const found = index?.written(identifiers) ?? new Map<string, object>()
    let isInList = false
    let last: object = {}
    let hasOthers = !isFiltered
    let isEmpty = true
    for await (const page of pages) {
      last = page
      for (const event of eventsOf<object>(page)) {
        isEmpty = false
        if (!isFiltered) index?.add(event)
        if (hasOneOf(event, identifiers)) {
          isInList = true
          found.set(keyOf(event), index?.latest(event) ?? event)
        } else hasOthers = true
      }
    }
    // A rejected item may be the event that we search.
    const complete = pages.report.complete && pages.report.rejected === 0
    const details = detailsOf(context, last)
    if (index && hasOthers) index.filterIgnored = true
    if (index && complete && !isFiltered) index.scanDetails = details
    const one = onlyOne(found, details)
    if (isInList && !hasOthers) learnFilter(context, identifiers, true)
    if (one || complete) return { one, isEmpty, details }
    const message = `may be incomplete, and another event may have ${identifiers.join(' or ')}`
    throw new SchemaError(`The list ${message}`, [{ field: 'total_records', message }], details)
  }
  const look = async (): Promise<Pick<SearchResult<Event>, 'one' | 'details'>> => {
    const details = index?.scanDetails
    // A create with an unknown outcome may be in the list by now.
    if (index && details && !index.hasLost(identifiers))
      return { one: onlyOne(index.having(identifiers), details), details }
    if (!index?.filterIgnored && knownFilter(context, identifiers) !== false) {
      try {
        const result = await search(true)
        if (!result.isEmpty || (await provesAbsence(context, identifiers, call))) return result
      } catch (error) {
        if (!refusesFilter(error)) throw error
      }
    }
    return search(false)
  }
  const written = index?.writtenWithAll(identifiers)
  if (written) return written as Event
  const { one, details } = await look()
  const known = one ?? (index?.sentWith(identifiers) as Event | undefined)
  if (known || !index?.hasLost(identifiers)) return known
  const message = `may show ${identifiers.join(' or ')} later: an earlier create of this run had an unknown outcome`
  throw new SchemaError(`The list ${message}`, [{ field: 'identifiers', message }], details)
}

/** Error details of a page or an event. */
function detailsOf({ redactor }: ClientContext, result: object): ErrorDetails {
  const { url, headers, ...others } = responseOf(result)
  return { method: 'GET', url: redactor.text(url), headers: redactor.headers(headers), ...others }
}

/** The event itself, or a redacted copy if the event contains an API key. */
function withoutKeys(event: object, redactor: Redactor): object {
  const clean = redactor.value(event, []) as object
  return JSON.stringify(clean) === JSON.stringify(event) ? event : clean
}
