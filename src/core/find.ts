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

/**
 * The event of the key that has one of these identifiers. The service is asked to filter; where it does not, the whole list is read.
 *
 * @throws AmbiguousError where there are several
 * @throws SchemaError where there is none, but the service sent fewer events than it says it has
 */
export async function findEvent<V extends VersionTypes>(
  lists: EventLists<V>,
  identifiers: readonly string[],
  call: ResolvedCallOptions,
  { options: { namespace }, redactor }: Connection<V>,
): Promise<V['event'] | undefined> {
  const read = readListOptions('list', undefined, call)
  const holds: Filter['holds'] = (event) => identifiers.some((each) => (event as EventLike).identifiers.includes(each))
  /** What an error tells of the page that was read last. */
  const detailsOf = (page: object): ErrorDetails => {
    const { url, headers, ...others } = responseOf(page)
    return { method: 'GET', url: redactor.text(url), headers: redactor.headers(headers), ...others }
  }
  const search = async (text: string | undefined): Promise<V['event'] | undefined> => {
    const found = new Map<string, V['event']>()
    let last: object = {}
    const onPage = (page: object) => {
      last = page
    }
    const list = lists.filtered(read, { text, holds }, () => ({ onPage, onDone: () => {} }))
    for await (const event of list) found.set(idOf(event as EventLike, namespace), event)
    const [one, ...others] = found.values()
    if (others.length > 0) {
      const ids = oneLine(redactor.text([...found.keys()].join(', ')))
      const events = [...found.values()].map((event) => withoutKeys(event, redactor))
      throw new AmbiguousError(
        `${identifiers.join(', ')}: ${found.size} events have it: ${ids}`,
        events,
        detailsOf(last),
      )
    }
    if (one || list.report?.complete) return one
    const message = `named more events than it sent, and one of them may have ${identifiers.join(' or ')}`
    throw new SchemaError(`The list ${message}`, [{ field: 'total_records', message }], detailsOf(last))
  }
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
