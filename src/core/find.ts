import type { Connection } from './connection.ts'
import type { VersionTypes } from './dialect.ts'
import { AmbiguousError, type ErrorDetails, HttpError, InputError, SchemaError } from './errors/error-classes.ts'
import { oneLine } from './errors/messages.ts'
import type { EventLists } from './event-lists.ts'
import { type Filter, quoted } from './filter.ts'
import type { Redactor } from './http/redact.ts'
import { type ResolvedCallOptions, readListOptions } from './read-options.ts'
import { isIdentifier } from './request-body.ts'
import { responseOf } from './results/metadata.ts'
import { type EventLike, idOf } from './url/references.ts'

/** @throws InputError naming `identifier` where it is none */
export function checkIdentifier(identifier: unknown): string {
  if (typeof identifier === 'string' && isIdentifier(identifier)) return identifier
  throw InputError.of('identifier', 'must have the form <system>:<id>, such as calendar:42')
}

/** What a whole list told of its events, for finds that follow each other: where the service does not filter, one pass serves them all. */
export class EventIndex {
  readonly #namespace: string
  readonly #events = new Map<string, EventLike>()
  readonly #ids = new Map<string, readonly string[]>()
  /** Whether the service was seen to leave filters unheeded. */
  unheeded = false
  /** The page that ended the pass; undefined until there was a whole one, and where a write may have changed what it told. */
  readTo: ErrorDetails | undefined

  constructor(namespace: string) {
    this.#namespace = namespace
  }

  /** Adds an event, or what it has become. Of each only as much is kept as an update needs: lists can be long. */
  add(event: EventLike): void {
    const id = idOf(event, this.#namespace)
    const { identifiers, _links } = event
    this.#events.set(id, { identifiers, _links })
    for (const each of identifiers) {
      const ids = this.#ids.get(each) ?? []
      if (!ids.includes(id)) this.#ids.set(each, [...ids, id])
    }
  }

  /** The events that have one of these identifiers, by id. */
  having(identifiers: readonly string[]): Map<string, object> {
    const ids = identifiers.flatMap((each) => this.#ids.get(each) ?? [])
    return new Map(ids.map((id) => [id, this.#events.get(id) ?? {}]))
  }
}

/**
 * The event of the key that has one of these identifiers. The service is asked to filter; where it does not, the whole list is read.
 *
 * @param index what earlier finds have learned, and later ones will; of an event found there only as much is known as an update needs
 * @throws AmbiguousError where there are several
 * @throws SchemaError where there is none, but the service sent fewer events than it says it has
 */
export async function findEvent<V extends VersionTypes>(
  lists: EventLists<V>,
  identifiers: readonly string[],
  call: ResolvedCallOptions,
  { options: { namespace }, redactor }: Connection<V>,
  index?: EventIndex,
): Promise<V['event'] | undefined> {
  const read = readListOptions('list', undefined, call)
  /** What an error tells of the page that was read last. */
  const detailsOf = (page: object): ErrorDetails => {
    const { url, headers, ...others } = responseOf(page)
    return { method: 'GET', url: redactor.text(url), headers: redactor.headers(headers), ...others }
  }
  const onlyOne = (found: ReadonlyMap<string, object>, details: () => ErrorDetails): V['event'] | undefined => {
    const [one, ...others] = found.values()
    if (others.length === 0) return one as V['event'] | undefined
    const ids = oneLine(redactor.text([...found.keys()].join(', ')))
    const events = [...found.values()].map((event) => withoutKeys(event, redactor))
    const message = `${identifiers.join(', ')}: ${found.size} events have it: ${ids}`
    throw new AmbiguousError(message, events, details())
  }
  const search = async (text: string | undefined): Promise<V['event'] | undefined> => {
    const found = new Map<string, V['event']>()
    let last: object = {}
    const onPage = (page: object) => {
      last = page
    }
    const holds: Filter['holds'] = (event) => {
      if (text === undefined) index?.add(event as EventLike)
      return identifiers.some((each) => (event as EventLike).identifiers.includes(each))
    }
    const list = lists.filtered(read, { text, holds }, () => ({ onPage, onDone: () => {} }))
    for await (const event of list) found.set(idOf(event as EventLike, namespace), event)
    const { complete, filter } = list.report ?? {}
    if (index && filter === 'ignored') index.unheeded = true
    if (index && complete && text === undefined) index.readTo = detailsOf(last)
    const one = onlyOne(found, () => detailsOf(last))
    if (one || complete) return one
    const message = `named more events than it sent, and one of them may have ${identifiers.join(' or ')}`
    throw new SchemaError(`The list ${message}`, [{ field: 'total_records', message }], detailsOf(last))
  }
  const wholeList = index?.readTo
  if (wholeList) return onlyOne(index.having(identifiers), () => wholeList)
  if (index?.unheeded) return search(undefined)
  return search(identifiers.map((each) => `identifier eq ${quoted(each)}`).join(' or ')).catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 400) return search(undefined)
    throw error
  })
}

/** The event itself, or where a service has written a key into it, a copy without that. */
function withoutKeys(event: object, redactor: Redactor): object {
  const clean = redactor.value(event) as object
  return JSON.stringify(clean) === JSON.stringify(event) ? event : clean
}
