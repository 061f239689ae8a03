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

/** Names the effect of a fault; the journal's entries repeat it. */
export type FaultKind = FaultEffect['kind']
