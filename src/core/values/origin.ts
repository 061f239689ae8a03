import type { Attempt, Issue } from '../errors/error-classes.ts'

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

/** An event of a page that is not what the API describes: with `onInvalid: 'report'` the page does not hold it, with `'keep'` it does. */
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

/** What is remembered of a result beside its data. */
export interface Origin {
  readonly namespace: string
  readonly response: ResponseInfo
  /** The resource that embeds this one: the page of an event, the event of a person. */
  readonly parent?: object
  /** Events that a page was sent with and that do not fit. */
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
class MetadataSlot extends Given {
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
    else new MetadataSlot(result, origin)
  }
}

/** Where a result came from; undefined of anything that no client returned, copies included. */
export const originOf = (result: unknown): Origin | undefined => MetadataSlot.get(result)

/** Remembers more of a result of the client. */
export function remember(result: object, more: Omit<Partial<Origin>, 'parent'>): void {
  const origin = originOf(result)
  if (origin) MetadataSlot.set(result, { ...origin, ...more })
}

/** What is embedded lies a few levels deep: people in events in pages. */
const deepest = 4

/** Remembers where a result came from, and all that it embeds. */
export function rememberAll(resource: object, origin: Origin, depth = 0): void {
  MetadataSlot.set(resource, origin)
  const embedded: unknown = Reflect.get(resource, '_embedded')
  if (depth === deepest || typeof embedded !== 'object' || !embedded) return
  const below = { namespace: origin.namespace, response: origin.response, parent: resource }
  for (const each of Object.values(embedded).flat())
    if (typeof each === 'object' && each) rememberAll(each, below, depth + 1)
}
