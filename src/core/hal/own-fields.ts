import { isPromise, kindOf, oneLine, refusePromise } from '../base/messages.ts'
import { originOf } from '../base/origin.ts'
import { isObjectLike } from '../base/values.ts'
import { InputError } from '../errors/error-classes.ts'
import type { HalResource } from './hal.ts'
import { defaultNamespace, isPrefix, prefixProblem } from './namespace.ts'

/** The prefix of a field name, such as `platform`. */
const prefixOf = (field: string) => /^([A-Za-z][\w.-]*):./.exec(field)?.[1]

/** The fields of a resource that have the service's own prefix, with names without the prefix. */
export function ownFieldsOf(resource: object, namespace: string | undefined): Record<string, unknown> {
  if (!isObjectLike(resource) || Array.isArray(resource) || isPromise(resource))
    throw InputError.of('resource', `must be an event, or another resource of a service, not ${kindOf(resource)}`)
  if (namespace !== undefined && !isPrefix(namespace)) throw InputError.of('namespace', prefixProblem)
  const own = `${namespace ?? originOf(resource)?.namespace ?? likelyNamespaceOf(resource)}:`
  const found = Object.entries(resource).filter(([name]) => name.startsWith(own) && name !== own)
  return Object.fromEntries(found.map(([name, value]) => [name.slice(own.length), value]))
}

/**
 * The namespace of a copy: `platform`, as for `idOf`.
 *
 * @throws InputError if the copy has fields with prefixes, but none with `platform:`. Otherwise a hidden event could look public, because its field
 * `hidden` is not found
 */
function likelyNamespaceOf(resource: object): string {
  const prefixes = new Set(Object.keys(resource).flatMap((name) => prefixOf(name) ?? []))
  prefixes.delete('osdi')
  if (prefixes.size === 0 || prefixes.has(defaultNamespace)) return defaultNamespace
  const named = [...prefixes].slice(0, 3).map((prefix) => `'${oneLine(prefix, 40)}'`)
  throw InputError.of('namespace', `name the service's prefix, ${named.join(' or ')}; a copy does not remember it`)
}

/** What {@link isPublic} reads: an event of either version, or a copy of one. */
export interface Publishable {
  /** `public`, `private`, or another value that a service adds. */
  readonly visibility?: unknown
  /** `pending_approval` while the event waits for approval. */
  readonly status?: unknown
}

/** Values of `hidden` that mean `false`. An event that a program stored and read again may have a text or a number here. */
const notHidden: readonly unknown[] = [false, null, undefined, 0, '', '0', 'false']

const plainText = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : value)

/** Whether a field is `hidden`, with any prefix, or without one as in the result of `ownOf`. */
const isHiddenField = (name: string) => /^(?:.+:)?hidden$/i.test(name)

/**
 * Whether an event may be shown to everyone. `false` for a private event, for an event that the service hides (`<prefix>:hidden`, with any prefix),
 * and for an event that waits for approval. The result is the same for a copy that has these fields. A cancelled event is public. The result is
 * `false` in doubt: if the value of `visibility` or `hidden` is unclear, for null, and for a value that is not an event. Publish only fields that
 * you name: a public event can embed its hosts, with their e-mail addresses.
 *
 * @throws InputError for a promise
 *
 * @example
 * ```ts
 * import { EventsV2, isPublic } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * for await (const event of events.list()) if (isPublic(event)) console.log(event.title)
 * ```
 */
export function isPublic(event: Publishable | HalResource | null | undefined): boolean {
  refusePromise(event, 'event')
  if (!isObjectLike(event) || Array.isArray(event)) return false
  const visibility = plainText(event.visibility ?? '')
  if (visibility !== 'public' && visibility !== '') return false
  if (plainText(event.status) === 'pending_approval') return false
  // Also looks at inherited fields, because a program may wrap an event with `Object.create`.
  for (const name in event) if (isHiddenField(name) && !notHidden.includes(plainText(event[name]))) return false
  return true
}
