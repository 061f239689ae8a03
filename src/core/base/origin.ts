import type { Attempt, Issue } from '../errors/error-classes.ts'

/** The response that a result came from. */
export interface ResponseInfo {
  /** Its status. In the spec, always 200 (v1 §4, v2 §4). */
  readonly status: number
  /** Its headers. */
  readonly headers: Headers
  /** Address of the response; after a redirect, the redirect's target. */
  readonly url: string
  /** All attempts of the call. The last attempt returned this response. */
  readonly attempts: readonly Attempt[]
}

/** An invalid event of a page. `onInvalid: 'report'` leaves it out of the page, `'keep'` keeps it there. */
export interface Rejected {
  /** Index of the event in the page as the service sent it, from 0. */
  readonly index: number
  /** The event as the service sent it: any JSON value. */
  readonly value: unknown
  /** Address of the event, from its self link or from the page's link to it. Absent if there is no such link. */
  readonly address?: string
  /**
   * What is wrong with the event: at most 100 issues. Field names are relative to the event, such as `location.postal_code`.
   */
  readonly issues: readonly Issue[]
}

/** What the client remembers of a result, besides its data. */
export interface Origin {
  readonly namespace: string
  readonly response: ResponseInfo
  /** The resource that embeds this resource: the page of an event, the event of a person. */
  readonly parent?: object
  /** The relation under which a page embeds its items. */
  readonly relation?: string | undefined
  /** Invalid events of a page. */
  readonly rejected?: readonly Rejected[]
  /** What is wrong with an invalid result that was kept. */
  readonly issues?: readonly Issue[]
  /** Makes the checkpoint after a page. */
  readonly checkpoint?: () => string
  readonly sent?: Sent
}

/** The write that returned a result. */
export interface Sent {
  /** Its JSON body. */
  readonly body: string
  /** Names of the sent fields that the result does not have, or has with another value. A function, so that `unappliedOf` needs no comparison. */
  readonly unapplied: () => string[]
}

/** A base class whose constructor returns its argument. So the constructor of a subclass adds its private field to that object. */
const Given = function (this: object, object: object) {
  return object
} as unknown as new (
  object: object,
) => object

/**
 * Stores the origin of a result in a private field of the result. No code outside sees the field, and a copy does not have it. A `WeakMap` would need
 * more memory: V8 (seen with Node 24) keeps its entries until a full garbage collection.
 */
class MetadataSlot extends Given {
  #origin: Origin

  private constructor(result: object, origin: Origin) {
    super(result)
    this.#origin = origin
  }

  /** Returns undefined for a value that has no origin, also if it is not an object. */
  static get(result: unknown): Origin | undefined {
    return typeof result === 'object' && result !== null && #origin in result ? result.#origin : undefined
  }

  static set(result: object, origin: Origin): void {
    if (#origin in result) result.#origin = origin
    else new MetadataSlot(result, origin)
  }
}

/** The origin of a result; undefined for a copy, and for any value that no client returned. */
export const originOf = (result: unknown): Origin | undefined => MetadataSlot.get(result)

/** Adds metadata to a result of the client. No-op for other objects. */
export function remember(result: object, more: Omit<Partial<Origin>, 'parent'>): void {
  const origin = originOf(result)
  if (origin) MetadataSlot.set(result, { ...origin, ...more })
}

/** Maximum depth of embedded resources to visit. A page embeds events, which embed people: two levels. */
const deepest = 4

/** Sets the origin of a resource and of all resources that it embeds. */
export function rememberAll(resource: object, origin: Origin, depth = 0): void {
  MetadataSlot.set(resource, origin)
  const embedded: unknown = Reflect.get(resource, '_embedded')
  if (depth === deepest || typeof embedded !== 'object' || !embedded) return
  const below = { namespace: origin.namespace, response: origin.response, parent: resource }
  for (const each of Object.values(embedded).flat())
    if (typeof each === 'object' && each) rememberAll(each, below, depth + 1)
}
