import type { KeyReference, OperationName, Version } from './common.ts'

/** The caller waits; then the request goes on, and other rules may strike it too. */
export interface LatencyEffect {
  /** Names the effect. */
  readonly kind: 'latency'
  /** Milliseconds, or a range from which the seed draws them for every request. */
  readonly ms: number | MillisecondRange
}

/** From `min` to `max` milliseconds. */
export interface MillisecondRange {
  /** Milliseconds. */
  readonly min: number
  /** Milliseconds, not less than `min`. */
  readonly max: number
}

/** Another answer in the place of the service's own. */
export interface StatusEffect {
  /** Names the effect. */
  readonly kind: 'status'
  /** 200 to 599. */
  readonly status: number
  /**
   * A text goes out as it is, any other value as JSON, which may be nested 200 levels deep.
   * @default the service's own form of an error from 400 on, else nothing
   */
  readonly body?: unknown
  /**
   * Headers of the answer, none of which may say how it is carried, as `Content-Encoding` does; a `Content-Type` that fits the body is there unless they have one.
   * @default none beside that
   */
  readonly headers?: Readonly<Record<string, string>>
}

/** Status 429, as a service answers whom it finds too fast. */
export interface RateLimitEffect {
  /** Names the effect. */
  readonly kind: 'rate-limit'
  /**
   * The header `Retry-After`: whole seconds, a text such as a date, or `null` for an answer without it.
   * @default 1
   */
  readonly retryAfter?: number | string | null
}

/** A web page with status 200, as a proxy or a sign-in page answers in the service's place. */
export interface HtmlEffect {
  /** Names the effect. */
  readonly kind: 'html'
  /** The page. @default a believable one is made up */
  readonly html?: string
}

/**
 * `'malformed-json'`: the answer is whole and no JSON. `'truncated'`: the connection ends after half of the body.
 * `'stall'`: after half of the body nothing more comes. `'no-answer'`: nothing comes at all.
 */
export interface SpoiltEffect {
  /** Names the effect. */
  readonly kind: 'malformed-json' | 'truncated' | 'stall' | 'no-answer'
}

/** The connection is reset. */
export interface ResetEffect {
  /** Names the effect. */
  readonly kind: 'reset'
  /** When: before anything of the answer, or after half of its body. @default 'before headers' */
  readonly at?: 'before headers' | 'after headers'
}

/** The answer leads to another address. */
export interface RedirectEffect {
  /** Names the effect. */
  readonly kind: 'redirect'
  /** Absolute http or https address. */
  readonly to: string
  /** Its status. @default 302 */
  readonly status?: 301 | 302 | 303 | 307 | 308
}

/** The `next` link of a page leads astray. Strikes requests for pages alone; a last page gets one too. */
export interface NextEffect {
  /** Names the effect. */
  readonly kind: 'next'
  /** `'loop'`: to the page itself; any other text is the link's address as it stands. */
  readonly to: string
}

/** The event of an answer, or every event of a page, breaks the documented shape. Strikes requests that events answer alone. */
export interface ShapeEffect {
  /** Names the effect. */
  readonly kind: 'shape'
  /** Members that are left out, by their names on the wire. @default ['identifiers'], unless `set` is given */
  readonly remove?: readonly string[]
  /** Members that have other values, by their names on the wire; nested 200 levels deep at the most, itself included. @default none */
  readonly set?: Readonly<Record<string, unknown>>
}

/** An error whose text repeats the key as it was sent. */
export interface EchoKeyEffect {
  /** Names the effect. */
  readonly kind: 'echo-key'
  /** Its status, 400 to 599. @default 403 */
  readonly status?: number
}

/**
 * Events of the key's owner appear, as if somebody made them in that moment; then the request goes on, and other rules may
 * strike it too. Strikes requests with a key of the service alone.
 */
export interface NewEventsEffect {
  /** Names the effect. */
  readonly kind: 'new-events'
  /** How many, up to a thousand. @default 1 */
  readonly count?: number
}

/** What a fault does to a request. */
export type FaultEffect =
  | LatencyEffect
  | StatusEffect
  | RateLimitEffect
  | HtmlEffect
  | SpoiltEffect
  | ResetEffect
  | RedirectEffect
  | NextEffect
  | ShapeEffect
  | EchoKeyEffect
  | NewEventsEffect

/** Names the effect of a fault; the entries of the request log repeat it. */
export type FaultKind = FaultEffect['kind']

/**
 * Which requests fail, how often, and how. A member that is missing leaves nothing out: `{ effect: { kind: 'reset' } }` resets
 * the connection of every request.
 *
 * @example
 * ```ts
 * import { createMockService, type FaultRule } from 'osdi-events/mock'
 *
 * const lost: FaultRule = { operation: 'events.create', nth: 1, when: 'after', effect: { kind: 'reset' } } // it is made, and nobody told
 * const slow: FaultRule = { method: 'GET', effect: { kind: 'latency', ms: { min: 50, max: 900 } } }
 * const service = createMockService()
 * for (const rule of [lost, slow]) service.faults.add(rule)
 * ```
 */
export interface FaultRule {
  /** Version of the interface. @default any */
  readonly version?: Version
  /** Names of the routing table, such as `events.list`, one or several. @default any */
  readonly operation?: OperationName | readonly OperationName[]
  /** HTTP method, in any case. @default any */
  readonly method?: string
  /** Whole path below the base address, without a query; `*` stands for anything, as in `/api/v2/events/*`. @default any */
  readonly path?: string
  /** Requests with this key alone, one that the service knows. @default any or none */
  readonly key?: KeyReference
  /**
   * Strikes from this request on, of those that have all the above; the first is 1. They are counted whether or not another
   * rule strikes them.
   * @default 1
   */
  readonly nth?: number
  /** How often it strikes at most. @default 1 where `nth` is given, else without end */
  readonly times?: number
  /**
   * `'before'`: the service has not acted when it strikes, and its state is untouched. `'after'`: the service has acted and
   * remembers it, but its answer is late, lost or spoilt.
   * @default 'before'
   */
  readonly when?: 'before' | 'after'
  /** What happens then. */
  readonly effect: FaultEffect
}

/** A rule in force. */
export interface Fault extends FaultRule {
  /** Its name for {@link MockFaults.remove}. */
  readonly id: string
  /** How often it has struck by now. */
  readonly hits: number
}

/** A rule as who put it into force holds it. */
export interface AddedFault extends Fault {
  /**
   * Waits until it has struck so often in all; at once where it has. It has struck when the request has come to it: where it
   * keeps callers waiting, they wait then.
   *
   * @param n - How often. @default 1
   * @throws `MockServiceError`: `'argument'` for an `n` that is no whole number from 1 up, or more than the rule's `times`;
   * `'unknown'` where the rule is removed, or the service is reset or restored, before it has struck so often.
   *
   * @example
   * ```ts
   * import { createMockService } from 'osdi-events/mock'
   *
   * const service = createMockService()
   * const fault = service.faults.add({ effect: { kind: 'no-answer' } })
   * const stop = new AbortController()
   * const answer = service.fetch(`${service.baseUrl}/api/v2/events`, { signal: stop.signal })
   * await fault.hit()
   * stop.abort(new Error('enough')) // while it waits, and not before
   * await answer.catch((error: Error) => console.log(error.message)) // enough
   * ```
   */
  hit(n?: number): Promise<void>
}

/**
 * Failing on purpose. Of the rules that a request meets, latencies and new events strike first, in the order in which they
 * were added; then the first of the others does.
 */
export interface MockFaults {
  /** The rules in force, in the order in which they were added, as they are now; those that have struck often enough too. */
  readonly rules: readonly Fault[]
  /**
   * Puts a rule into force, until it is removed or the service is reset or restored. The `hits` of the fault that it returns
   * go on counting.
   *
   * @throws `MockServiceError` for a rule that is wrong, naming the member, such as `rule.effect.ms`.
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   * import { createMockService } from 'osdi-events/mock'
   *
   * const service = createMockService({ events: 3 })
   * const events = new EventsV2({ baseUrl: service.baseUrl, apiKey: service.seeded.group.token, fetch: service.fetch })
   * const fault = service.faults.add({ operation: 'events.list', times: 1, effect: { kind: 'status', status: 503 } })
   * console.log((await events.page(1)).total_records, fault.hits) // 3 1: the client asked again
   * ```
   */
  add(rule: FaultRule): AddedFault
  /**
   * Takes a rule out of force; false where it is not. Who waits because of it waits no more: a latency is over, and what
   * stalled breaks off as a reset.
   */
  remove(fault: Fault | string): boolean
  /** Takes every rule out of force. */
  clear(): void
}
