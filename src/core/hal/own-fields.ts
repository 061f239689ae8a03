import { InputError } from '../errors/error-classes.ts'
import { isPromise, kindOf, oneLine } from '../text/messages.ts'
import { isObject } from '../values/arguments.ts'
import { originOf } from '../values/origin.ts'
import type { HalResource } from './hal.ts'
import { defaultNamespace, isPrefix, noPrefix } from './namespace.ts'

/** What stands before the colon of a field, such as `platform`. */
const prefixOf = (field: string) => /^([A-Za-z][\w.-]*):./.exec(field)?.[1]

/** The fields of a resource that have the service's own prefix, without it. */
export function ownFieldsOf(resource: object, namespace: string | undefined): Record<string, unknown> {
  if (!isObject(resource) || Array.isArray(resource) || isPromise(resource))
    throw InputError.of('resource', `must be an event, or another resource of a service, not ${kindOf(resource)}`)
  if (namespace !== undefined && !isPrefix(namespace)) throw InputError.of('namespace', noPrefix)
  const own = `${namespace ?? originOf(resource)?.namespace ?? likelyNamespaceOf(resource)}:`
  const found = Object.entries(resource).filter(([name]) => name.startsWith(own) && name !== own)
  return Object.fromEntries(found.map(([name, value]) => [name.slice(own.length), value]))
}

/**
 * The namespace of a copy: `platform`, as for `idOf`.
 *
 * @throws InputError where other prefixes alone stand in it: read by `platform`, a hidden event would look as if it were not
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
  /** `public` or `private`, or what a service may add. */
  readonly visibility?: unknown
  /** `pending_approval` while the event waits for approval. */
  readonly status?: unknown
}

/** What a copy may hold in place of `false`: text, or the numbers of a database. */
const notHidden: readonly unknown[] = [false, null, undefined, 0, '', '0', 'false']

const plainText = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : value)

/** Whether a field hides an event: with any prefix, or without one as `ownOf` returns it. */
const hides = (name: string) => /^(?:.+:)?hidden$/i.test(name)

/**
 * Whether an event may be shown to everyone. `false` for a private event, for one that the service hides (`<prefix>:hidden`, whatever the prefix), and
 * for one that waits for approval. A copy from a cache or from JSON is read like the event itself, as long as it has these fields. A cancelled event is
 * public. In doubt the answer is `false`: for a `visibility` or a `hidden` that is not clear, for null, and for anything else that is no event.
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
  if (isPromise(event)) throw InputError.of('event', 'is a promise; await it first')
  if (!isObject(event) || Array.isArray(event)) return false
  const visibility = plainText(event.visibility ?? '')
  if (visibility !== 'public' && visibility !== '') return false
  if (plainText(event.status) === 'pending_approval') return false
  // Inherited fields count: a program may wrap an event.
  for (const name in event) if (hides(name) && !notHidden.includes(plainText(event[name]))) return false
  return true
}
