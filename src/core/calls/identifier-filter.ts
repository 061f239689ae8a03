import { HttpError, InputError } from '../errors/error-classes.ts'
import type { Collection } from '../hal/hal.ts'
import type { EventLike } from '../hal/identified.ts'
import { identifiersIn, isIdentifier } from '../hal/identified.ts'
import { eventsOf } from '../hal/relations.ts'
import { type ResolvedCallOptions, type ResolvedListOptions, readListOptions } from '../options/read-options.ts'
import type { PageIterator } from '../paging/page-iterator.ts'
import { Pager } from '../paging/pager.ts'
import { quoted } from '../schema/odata-filter.ts'
import type { ClientContext } from './client-context.ts'
import { eventSource } from './lists.ts'

// A service that does not support a filter may ignore the filter, refuse it, or send an empty list. An empty list then looks as if no event had the
// identifier, so the client tests the filter.

/**
 * Pages of the API key's events, invalid events included: an event that is left out would be created again. With `identifiers`, asks the service for
 * events that have one of them.
 */
export function pagesOf(
  context: ClientContext,
  call: ResolvedCallOptions,
  identifiers: readonly string[] | undefined,
  options: Partial<ResolvedListOptions> = {},
): PageIterator<Collection<EventLike>> {
  const text = identifiers?.map((each) => `identifier eq ${quoted(each)}`).join(' or ')
  const read = { ...readListOptions('list', undefined, { ...call, onInvalid: 'keep' }), ...options }
  return new Pager<EventLike>(eventSource(context, read, text === undefined ? undefined : { text })).pages()
}

/** Statuses of services that do not support filters, or of servers that refuse a long address. */
const refusalStatuses = new Set([400, 404, 414, 422, 431, 501])

/**
 * Whether the filter may have caused the error. If so, the caller reads the list without a filter, which fails too if the error has another cause.
 */
export const refusesFilter = (error: unknown): boolean =>
  error instanceof HttpError
    ? refusalStatuses.has(error.status)
    : error instanceof InputError && error.field === 'filter'

export const hasOneOf = (event: object, wanted: readonly string[]): boolean =>
  identifiersIn(event).some((each) => wanted.includes(each))

/** Name in `filters`. Filters with several identifiers have a name of their own, because a service may not support `or`. */
const filterFormOf = (identifiers: readonly string[]) => (identifiers.length > 1 ? 'several' : 'one')

/** Remembers whether the service supports a filter with this number of identifiers: one, or several. */
export const learnFilter = ({ filters }: ClientContext, identifiers: readonly string[], works: boolean): void =>
  filters.set(filterFormOf(identifiers), works)

/** Whether the service supports a filter with this number of identifiers: one, or several. Undefined if the client has not learned it recently. */
export const knownFilter = ({ filters }: ClientContext, identifiers: readonly string[]): boolean | undefined =>
  filters.get(filterFormOf(identifiers))

/**
 * Whether an empty filtered list proves that no event has one of these identifiers. It does if the API key has no events at all, or if the same kind
 * of filter finds a known event: one of the first page.
 */
export async function provesAbsence(
  context: ClientContext,
  identifiers: readonly string[],
  call: ResolvedCallOptions,
): Promise<boolean> {
  const known = knownFilter(context, identifiers)
  if (known !== undefined) return known
  const first = pagesOf(context, call, undefined, {
    limits: { max: Infinity, maxPages: 1, deadline: Infinity, prefetch: 0 },
  })
  const events: EventLike[] = []
  for await (const page of first) events.push(...eventsOf<EventLike>(page))
  const { complete, rejected } = first.report
  if (events.length === 0 && rejected === 0 && complete) return true
  const isThere = events.some((event) => hasOneOf(event, identifiers))
  const other = isThere ? undefined : testIdentifier(context, events, identifiers)
  const works = other !== undefined && (await findsWith(context, [...identifiers.slice(0, -1), other], other, call))
  learnFilter(context, identifiers, works)
  return works
}

/** Whether a list that is filtered by `identifiers` contains an event with the identifier `wanted`. */
async function findsWith(
  context: ClientContext,
  identifiers: readonly string[],
  wanted: string,
  call: ResolvedCallOptions,
): Promise<boolean> {
  try {
    for await (const page of pagesOf(context, call, identifiers))
      if (eventsOf<EventLike>(page).some((event) => hasOneOf(event, [wanted]))) return true
  } catch (error) {
    if (!refusesFilter(error)) throw error
  }
  return false
}

/** Maximum length of the identifier that tests the filter. A longer one would make the address too long. */
const maxTestLength = 200

const systemOf = (identifier: string) => identifier.slice(0, identifier.indexOf(':'))

/**
 * Chooses an identifier of an existing event to test the filter. Prefers an identifier of the same system as `wanted`, then one of another system.
 * The service's own identifiers come last, because some services find only these. Prefers events that have not changed for a long time, because some
 * services find new events only after a while.
 */
function testIdentifier(
  { dialect: { modified }, options: { namespace } }: ClientContext,
  events: readonly EventLike[],
  wanted: readonly string[],
): string | undefined {
  const systems = wanted.map(systemOf)
  const foreign = systems.filter((system) => system !== namespace)
  const rankOf = (system: string) =>
    (foreign.length > 0 ? foreign : systems).includes(system) ? 0 : system === namespace ? 2 : 1
  // Compares dates as text, because a service writes all its dates in the same form.
  const changed = (event: EventLike) => String(Reflect.get(event, modified))
  const all = events
    .toSorted((one, other) => changed(one).localeCompare(changed(other), 'en'))
    .flatMap(identifiersIn)
    .filter((each) => isIdentifier(each) && each.isWellFormed() && each.length <= maxTestLength)
  return all.toSorted((one, other) => rankOf(systemOf(one)) - rankOf(systemOf(other)))[0]
}
