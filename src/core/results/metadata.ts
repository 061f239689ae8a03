import { guarded } from '../arguments.ts'
import { type Attempt, InputError, type Issue } from '../errors/error-classes.ts'
import { kindOf } from '../errors/messages.ts'
import { type Collection, checkPage, type HalLike, linksOf } from './hal.ts'

/** The response that a result came from. */
export interface ResponseInfo {
  /** Its status: 200, in the spec (v1 §4, v2 §4). */
  readonly status: number
  /** Its headers. */
  readonly headers: Headers
  /** Address that answered; after a redirect, where it led. */
  readonly url: string
  /** Every attempt it took; the last is the one that answered. */
  readonly attempts: readonly Attempt[]
}

/** What is remembered of a result beside its data. */
export interface Origin {
  readonly namespace: string
  readonly response: ResponseInfo
  /** The resource that embeds this one: the page of an event, the event of a person. */
  readonly parent?: object
  /** Events that a page was sent with, and does not hold. */
  readonly rejected?: readonly Rejected[]
  /** Where an iteration stands behind a page. */
  readonly checkpoint?: () => string
  /** The JSON that an event was written with. */
  readonly sent?: string
}

/** Gives back what it is given: the private field of a class that extends it is put on that. */
const Given = function (this: object, object: object) {
  return object
} as unknown as new (
  object: object,
) => object

/**
 * Origins beside their results, which stay plain data, equal to what was sent: nobody sees them, and a copy has none. Unlike a WeakMap this costs
 * nothing when garbage is collected: with one, V8 (seen with Node 24) keeps most of what is read in an iteration until it looks through its whole heap.
 */
class Memory extends Given {
  #origin: Origin

  private constructor(result: object, origin: Origin) {
    super(result)
    this.#origin = origin
  }

  /** What is no object remembers nothing. */
  static get(result: unknown): Origin | undefined {
    return typeof result === 'object' && result !== null && #origin in result ? result.#origin : undefined
  }

  static set(result: object, origin: Origin): void {
    if (#origin in result) result.#origin = origin
    else new Memory(result, origin)
  }
}

/** Where a result came from; undefined of anything that no client returned, copies included. */
export const originOf = (result: unknown): Origin | undefined => Memory.get(result)

/** Remembers more of a result of the client. */
export function remember(result: object, more: Omit<Partial<Origin>, 'parent'>): void {
  const origin = originOf(result)
  if (origin) Memory.set(result, { ...origin, ...more })
}

/** What is embedded lies a few levels deep: people in events in pages. */
const deepest = 4

/** Remembers where a result came from, and all that it embeds. */
export function rememberAll(resource: object, origin: Origin, depth = 0): void {
  Memory.set(resource, origin)
  const embedded: unknown = Reflect.get(resource, '_embedded')
  if (depth === deepest || !embedded) return
  const below = { namespace: origin.namespace, response: origin.response, parent: resource }
  for (const each of Object.values(embedded).flat())
    if (typeof each === 'object' && each) rememberAll(each, below, depth + 1)
}

/**
 * The response a result came from: status, headers, address and attempts. An event of a page came from the page's response.
 *
 * @throws InputError for anything that no client returned, copies included
 *
 * @example
 * ```ts
 * import { EventsV2, responseOf } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * const { status, headers, attempts } = responseOf(await events.page(1))
 * console.log(status, headers.get('date'), attempts.length)
 * ```
 */
export function responseOf(result: object): ResponseInfo {
  const origin = originOf(result)
  if (!origin) throw InputError.of('result', 'no client returned this object; a copy does not remember its response')
  return origin.response
}

/** An event of a page that is not what the API describes: `list({ onInvalid: 'report' })` keeps it out of the page's events. */
export interface Rejected {
  /** Its place among the events that the page was sent with, from 0. */
  readonly index: number
  /** The event as the service sent it: whatever JSON can say. */
  readonly value: unknown
  /** Its address, as its self link or its page writes it; absent where neither does. */
  readonly address?: string
  /** What is wrong with it; of one array, only about the first hundred problems. Fields are those of the event, such as `location.postal_code`. */
  readonly issues: readonly Issue[]
}

/**
 * The events that the service sent on a page of `list({ onInvalid: 'report' })`, and that were left out because they are not what the API describes.
 * Empty if every event of the page is. Also empty without this option, because then the page is rejected with a {@link SchemaError}.
 *
 * @throws InputError for a promise of a page, an array, and anything that no client returned, copies included
 *
 * @example
 * ```ts
 * import { EventsV2, eventsOf, rejectedOf } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * for await (const page of events.list({ onInvalid: 'report' }).pages()) {
 *   console.log(eventsOf(page).length)
 *   for (const { address, issues } of rejectedOf(page)) console.error(address, issues)
 * }
 * ```
 */
export function rejectedOf(page: Collection<unknown>): readonly Rejected[] {
  checkPage(page)
  const origin = originOf(page)
  if (!origin) {
    throw InputError.of('page', 'no client returned this object; a copy does not remember what was rejected')
  }
  return origin.rejected ?? []
}

/**
 * Address of the documentation of a relation: its curie expanded (v2 §2.6), or the relation itself where it is an address. An event of
 * a page has no curies of its own, so the page's are used. Undefined where no curie is known for the prefix.
 *
 * @example
 * ```ts
 * import { docsOf } from 'osdi-events'
 *
 * const curies = [{ name: 'osdi', href: 'https://docs.example.org/{rel}', templated: true }]
 * docsOf({ _links: { curies } }, 'osdi:events') // 'https://docs.example.org/events'
 * ```
 */
export function docsOf(resource: HalLike, rel: string): string | undefined {
  if (typeof rel !== 'string') throw InputError.of('rel', `must be text, not ${kindOf(rel)}`)
  if (/^https?:\/\//i.test(rel)) return rel
  const colon = rel.indexOf(':')
  if (colon < 1) return undefined
  const prefix = rel.slice(0, colon)
  const reference = encodeURIComponent(rel.slice(colon + 1).toWellFormed())
  for (let owner: HalLike | undefined = resource; owner; owner = originOf(owner)?.parent) {
    const curie = linksOf(owner, 'curies').find((link) => link.name === prefix)
    if (curie) return guarded('resource', () => curie.href.replaceAll('{rel}', reference))
  }
  return undefined
}
