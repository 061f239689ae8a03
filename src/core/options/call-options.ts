import type { Collection } from '../hal/hal.ts'
import type { CampaignReference, CreatorReference } from '../hal/identified.ts'

/** Everything that the platform's `Headers` accepts. */
export type HeadersLike = NonNullable<ConstructorParameters<typeof Headers>[0]>

/**
 * How often the client repeats a request, and how long it waits.
 *
 * @example
 * ```ts
 * import { EventsV2 } from 'osdi-events'
 *
 * const events = new EventsV2({
 *   baseUrl: 'https://events.example.org',
 *   apiKey: 'key',
 *   retry: { limit: 4, maxRetryAfter: 30_000 },
 * })
 * await events.page(1, { retry: false }) // none for this call
 * ```
 */
export interface RetryOptions {
  /**
   * Retries after the first attempt, a whole number from 0 up.
   * @default 2
   */
  readonly limit?: number | undefined
  /**
   * The longest `Retry-After` that the client waits for, in milliseconds. If the service asks for a longer wait, the client does not wait at all, and
   * throws an {@link HttpError} with that response at once.
   * @default 60_000
   */
  readonly maxRetryAfter?: number | undefined
  /**
   * Whether the client repeats creates and RSVPs after a failure as it repeats updates. Set it only if the service makes one event from the same
   * create sent twice: because of your identifiers, or because of a header such as `Idempotency-Key`. Without this option, the client repeats a
   * create like an update only in version 1, and only if the event has an identifier of your own system (v1 §1.3). It repeats any other create only
   * if the first one certainly had no effect, such as after status 429.
   * @default false
   */
  readonly retryCreates?: boolean | undefined
}

/** Settings of a client that each call can override. */
export interface SharedOptions {
  /**
   * Extra request headers. The client itself sets `Accept`, `Content-Type` and the header with the API key.
   * @default none
   */
  readonly headers?: HeadersLike | undefined
  /**
   * Time limit of one attempt, in milliseconds. It includes the key function, redirects and the body of the response. It does not include time that
   * the attempt waits: before a retry, for `rateLimit`, or for the end of a pause after status 429.
   * @default 30_000
   */
  readonly timeout?: number | undefined
  /**
   * Time limit of a whole call, in milliseconds: all attempts and the waits between them. In an iteration, each page has this limit; `deadline`
   * limits the whole iteration.
   * @default 120_000
   */
  readonly totalTimeout?: number | undefined
  /**
   * Retries after the first attempt: a number, `false` for none, or an object. The client repeats a request only if another attempt may succeed, and
   * cannot have the effect twice.
   * @default 2
   */
  readonly retry?: number | false | RetryOptions | undefined
}

/** Extra search parameters by name. */
export type Query = Readonly<Record<string, string | number | boolean>>

/** Settings of one call. `Invalid` is the type of `onInvalid`. */
export interface CallOptions<Invalid extends OnInvalidResult = OnInvalidResult> extends SharedOptions {
  /**
   * What to do with an invalid result. `'throw'`: reject with a {@link SchemaError}. `'keep'`: return it as the service sent it. Fields may then be
   * absent, or have other types than declared; `issuesOf(result)` says what is wrong. A resource of another kind and an error are always refused.
   * @default the option of the client, or 'throw' if that is 'report'
   */
  readonly onInvalid?: Invalid | undefined
  /**
   * Aborts the call: it rejects at once with the signal's own reason.
   * @default none: only time limits end it
   */
  readonly signal?: AbortSignal | undefined
  /**
   * Extra search parameters. `page` is not allowed here, because it is an argument or option of its own. In an iteration, the service writes the
   * `next` links, and may leave parameters out.
   * @default none
   */
  readonly query?: Query | undefined
}

/** Settings of a create or an update. */
export interface WriteOptions<Invalid extends OnInvalidResult = OnInvalidResult> extends CallOptions<Invalid> {
  /**
   * Body fields that this package does not know. Put documented fields into the event itself.
   * @default none
   */
  readonly extra?: Readonly<Record<string, unknown>> | undefined
}

/** Settings of a call that records or changes an RSVP. */
export interface AttendanceOptions extends WriteOptions {
  /**
   * Asks the service to process the RSVP later (`?background_request=true`). The call resolves to undefined as soon as the service has accepted the
   * request. You do not learn whether it stored the RSVP.
   * @default false
   */
  readonly background?: boolean | undefined
}

/** Settings of a create. */
export interface CreateOptions<Campaign = CampaignReference, Invalid extends OnInvalidResult = OnInvalidResult>
  extends WriteOptions<Invalid> {
  /**
   * The event campaign that gets the event, in version 2. An upsert uses it only for a new event.
   * @default none
   */
  readonly campaign?: Campaign | undefined
  /**
   * The person who creates the event.
   * @default the service chooses: the person of the API key, or the creator of the key's group (v1 §4.5, v2 §4.6)
   */
  readonly creator?: CreatorReference | undefined
}

/**
 * What to do with a result that is not what the API describes. `throw`: throw a {@link SchemaError}. `report`: leave the item out of its page;
 * `rejectedOf(page)` returns it, and the report of the iteration counts it. `keep`: return the result as the service sent it; `issuesOf(result)` says
 * what is wrong with it.
 */
export type OnInvalid = 'throw' | 'report' | 'keep'

/** What a call of one result does with an invalid result: it has no page to leave it out of. */
export type OnInvalidResult = Exclude<OnInvalid, 'report'>

/**
 * The type of a result, by the type of the option `onInvalid`. If that is `'keep'`, each field may be absent. If the compiler does not know the value,
 * the type is that of a valid result.
 */
export type Kept<Result, Invalid extends OnInvalid> = [Invalid] extends ['keep'] ? Partial<Result> : Result

/** The type of a page of events, by the type of the option `onInvalid`. */
export type KeptPage<Event, Page, Invalid extends OnInvalid> = [Invalid] extends ['keep']
  ? Collection<Partial<Event>>
  : Page
