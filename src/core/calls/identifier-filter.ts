import { HttpError, InputError } from '../errors/error-classes.ts'
import { type Collection, eventsOf } from '../hal/hal.ts'
import type { EventLike } from '../hal/identified.ts'
import { type ResolvedCallOptions, type ResolvedListOptions, readListOptions } from '../options/read-options.ts'
import type { PageIterator } from '../pagination/page-iterator.ts'
import { Pager } from '../pagination/pager.ts'
import { quoted } from '../version/filter.ts'
import type { Connection } from './connection.ts'
import { eventPaging } from './lists.ts'
import { isIdentifier } from './request-body.ts'

// Services that do not know a filter may ignore it, refuse it, or answer with an empty list. The last looks as if no event had the identifier.

/** Pages of the key's events: of those that have one of these identifiers as far as the service filters, or of all. */
export function pagesOf(
  connection: Connection,
  call: ResolvedCallOptions,
  identifiers: readonly string[] | undefined,
  options: Partial<ResolvedListOptions> = {},
): PageIterator<Collection<EventLike>> {
  const text = identifiers?.map((each) => `identifier eq ${quoted(each)}`).join(' or ')
  const read = { ...readListOptions('list', undefined, call), ...options }
  return new Pager<EventLike>(eventPaging(connection, read, text === undefined ? undefined : { text })).pages()
}

/** Statuses of services that do not know filters, or of servers that do not read addresses as long as they make them. */
const refusals = new Set([400, 404, 414, 422, 431, 501])

/** Whether a list may still be read without its filter. Where another thing is wrong, that fails in the same way. */
export const refusesFilter = (error: unknown): boolean =>
  error instanceof HttpError ? refusals.has(error.status) : error instanceof InputError && error.field === 'filter'

export const hasOneOf = ({ identifiers }: EventLike, wanted: readonly string[]): boolean =>
  wanted.some((each) => identifiers.includes(each))

/** What is learned of filters with one identifier does not hold for several: a service may know no `or`. */
const formOf = (identifiers: readonly string[]) => (identifiers.length > 1 ? 'several' : 'one')

/** Remembers whether the service finds events by such identifiers. */
export const learnFilter = ({ filters }: Connection, identifiers: readonly string[], works: boolean): void =>
  filters.set(formOf(identifiers), works)

/** Whether the service finds events by such identifiers, as far as that was learned a short while ago. */
export const knownFilter = ({ filters }: Connection, identifiers: readonly string[]): boolean | undefined =>
  filters.get(formOf(identifiers))

/**
 * Whether an empty answer to a filter proves that no event has one of these identifiers: if no event is there at all, or if the service finds an event
 * that is there by the same filter.
 */
export async function provesAbsence(
  connection: Connection,
  identifiers: readonly string[],
  call: ResolvedCallOptions,
): Promise<boolean> {
  const known = knownFilter(connection, identifiers)
  if (known !== undefined) return known
  const first = pagesOf(connection, call, undefined, {
    onInvalid: 'report',
    limits: { max: Infinity, maxPages: 1, deadline: Infinity, prefetch: 0 },
  })
  const events: EventLike[] = []
  for await (const page of first) events.push(...eventsOf<EventLike>(page))
  const { complete, rejected } = first.report
  if (events.length === 0 && rejected === 0 && complete) return true
  const isThere = events.some((event) => hasOneOf(event, identifiers))
  const other = isThere ? undefined : identifierIn(connection, events, identifiers)
  const works = other !== undefined && (await finds(connection, [...identifiers.slice(0, -1), other], other, call))
  learnFilter(connection, identifiers, works)
  return works
}

/** Whether a filter by identifiers leaves an event that has one of them. */
async function finds(
  connection: Connection,
  identifiers: readonly string[],
  wanted: string,
  call: ResolvedCallOptions,
): Promise<boolean> {
  try {
    for await (const page of pagesOf(connection, call, identifiers, { onInvalid: 'report' }))
      if (eventsOf<EventLike>(page).some((event) => hasOneOf(event, [wanted]))) return true
  } catch (error) {
    if (!refusesFilter(error)) throw error
  }
  return false
}

/** Longer ones leave little room for others in an address. */
const maxLength = 200

const systemOf = (identifier: string) => identifier.slice(0, identifier.indexOf(':'))

/**
 * The identifier to ask for: of the systems that are looked for, else of another, and last one of the service's own, which it may know how to find
 * where it finds no others. Of several, that of the event that has not changed for longest: a service may need a while to find what is new.
 */
function identifierIn(
  { dialect: { modified }, options: { namespace } }: Connection,
  events: readonly EventLike[],
  wanted: readonly string[],
): string | undefined {
  const systems = wanted.map(systemOf)
  const foreign = systems.filter((system) => system !== namespace)
  const rankOf = (system: string) =>
    (foreign.length > 0 ? foreign : systems).includes(system) ? 0 : system === namespace ? 2 : 1
  // A service writes all of its dates in one form.
  const changed = (event: EventLike) => String(Reflect.get(event, modified))
  const all = events
    .toSorted((one, other) => changed(one).localeCompare(changed(other), 'en'))
    .flatMap(({ identifiers }) => identifiers)
    .filter((each) => isIdentifier(each) && each.isWellFormed() && each.length <= maxLength)
  return all.toSorted((one, other) => rankOf(systemOf(one)) - rankOf(systemOf(other)))[0]
}
