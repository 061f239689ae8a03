import type { Connection } from './connection.ts'
import { AmbiguousError, type ErrorDetails, HttpError, InputError, SchemaError } from './errors/error-classes.ts'
import { oneLine } from './errors/messages.ts'
import { quoted } from './filter.ts'
import type { Redactor } from './http/redact.ts'
import { eventPaging } from './lists.ts'
import { Pager } from './pagination/pager.ts'
import { type ResolvedCallOptions, readListOptions } from './read-options.ts'
import { isIdentifier } from './request-body.ts'
import { eventsOf } from './results/hal.ts'
import { responseOf } from './results/metadata.ts'
import { type EventLike, idOf } from './url/references.ts'

/** @throws InputError naming `identifier` where it is none */
export function checkIdentifier(identifier: unknown): string {
  if (typeof identifier === 'string' && isIdentifier(identifier)) return identifier
  throw InputError.of('identifier', 'must have the form <system>:<id>, such as calendar:42')
}

/** What a whole list told of its events, for finds that follow each other: where the service does not filter, one pass serves them all. */
export class EventIndex {
  /** Events and their ids, by each identifier. */
  readonly #events = new Map<string, readonly (readonly [id: string, event: EventLike])[]>()
  /** Whether the service was seen to leave filters unheeded. */
  unheeded = false
  /** The page that ended the pass; undefined until there was a whole one, and where a write may have changed what it told. */
  readTo: ErrorDetails | undefined

  /** Adds an event, or what it has become. Of each only as much is kept as an update needs: lists can be long. */
  add(event: EventLike): void {
    const { identifiers, _links } = event
    const entry = [idOf(event), { identifiers, _links }] as const
    for (const each of identifiers) {
      const others = (this.#events.get(each) ?? []).filter(([id]) => id !== entry[0])
      this.#events.set(each, [...others, entry])
    }
  }

  /** The events that have one of these identifiers, by id. */
  having(identifiers: readonly string[]): Map<string, object> {
    return new Map(identifiers.flatMap((each) => this.#events.get(each) ?? []))
  }
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
  /** @param text the filter; without it the whole list is read */
  const search = async (text?: string): Promise<Event | undefined> => {
    const filter = text === undefined ? undefined : { text }
    const pages = new Pager(eventPaging(connection, readListOptions('list', undefined, call), filter)).pages()
    const found = new Map<string, object>()
    let last: object = {}
    let unheeded = !filter
    for await (const page of pages) {
      last = page
      for (const event of eventsOf(page) as EventLike[]) {
        if (!filter) index?.add(event)
        if (identifiers.some((each) => event.identifiers.includes(each))) found.set(idOf(event), event)
        else unheeded = true
      }
    }
    const { complete } = pages.report
    const details = detailsOf(last)
    if (index && unheeded) index.unheeded = true
    if (index && complete && !filter) index.readTo = details
    const one = onlyOne(found, details)
    if (one || complete) return one
    const message = `named more events than it sent, and one of them may have ${identifiers.join(' or ')}`
    throw new SchemaError(`The list ${message}`, [{ field: 'total_records', message }], details)
  }
  const wholeList = index?.readTo
  if (wholeList) return onlyOne(index.having(identifiers), wholeList)
  if (index?.unheeded) return search()
  return search(identifiers.map((each) => `identifier eq ${quoted(each)}`).join(' or ')).catch((error: unknown) => {
    if (refusesFilter(error)) return search()
    throw error
  })
}

/** Statuses of services that do not know filters, or of servers that do not read addresses as long as they make them. */
const refusals = new Set([400, 404, 414, 422, 431, 501])

/** Whether a list may still be read without its filter. Where another thing is wrong, that fails in the same way. */
const refusesFilter = (error: unknown): boolean =>
  error instanceof HttpError ? refusals.has(error.status) : error instanceof InputError && error.field === 'filter'

/** The event itself, or where a service has written a key into it, a copy without that. */
function withoutKeys(event: object, redactor: Redactor): object {
  const clean = redactor.value(event, []) as object
  return JSON.stringify(clean) === JSON.stringify(event) ? event : clean
}
