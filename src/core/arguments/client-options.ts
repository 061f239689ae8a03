import type { RateLimit } from '../pacing/rate.ts'
import type { ApiKey } from '../secrecy/key.ts'
import type { OnDrift } from '../watching/drift.ts'
import type { Hooks } from '../watching/hooks.ts'
import type { Logger } from '../watching/log.ts'
import type { SharedOptions } from './shared-options.ts'
import type { AppInfo } from './user-agent.ts'

/**
 * Settings of a client. They are read once: later changes of the object change nothing.
 *
 * @example
 * ```ts
 * import { EventsV2 } from 'osdi-events'
 *
 * const events = new EventsV2({
 *   baseUrl: 'https://actionnetwork.org',
 *   apiKey: () => process.env.EVENTS_API_KEY ?? '',
 *   namespace: 'action_network',
 *   rateLimit: { perSecond: 4 },
 *   totalTimeout: 60_000,
 *   logger: console,
 * })
 * console.log(events.baseUrl)
 * ```
 */
export interface ClientOptions<NS extends string = string> extends SharedOptions {
  /**
   * Address of the service; a path in it is kept. `/api/v1` or `/api/v2` is added by the client. `http:` is for this machine
   * (`localhost`, `127.0.0.1`, `[::1]`), or needs `allowInsecureHttp`.
   */
  readonly baseUrl: string | URL
  /** The API key (v1 §5, v2 §5). It is sent to addresses under `<baseUrl>/api/<version>/` and shown nowhere. */
  readonly apiKey: ApiKey
  /**
   * The service's own prefix in identifiers, fields and relations: `action_network` for the Action Network.
   * @default 'platform'
   */
  readonly namespace?: NS | undefined
  /**
   * The `fetch` to use, called without a `this`.
   * @default globalThis.fetch, looked up at each request
   */
  readonly fetch?: typeof globalThis.fetch | undefined
  /**
   * Spaces the requests of this client evenly, in the order in which they have their keys; without it they leave at once. The Action Network
   * allows 4 a second. Further attempts and redirects count.
   * @default no limit
   */
  readonly rateLimit?: RateLimit | undefined
  /**
   * Takes a `baseUrl` with `http:` that leads off this machine. The key and all data then travel in the clear: for networks of your own.
   * @default false
   */
  readonly allowInsecureHttp?: boolean | undefined
  /**
   * Takes a key in a browser page, or a worker of one, where everyone who opens the page can read it. For pages that only those open who may have the key, and
   * for tests against a mock service.
   * @default false
   */
  readonly dangerouslyAllowBrowser?: boolean | undefined
  /**
   * The longest body of an answer that is read, in bytes after decompression. What goes beyond is not kept, the rest is cancelled, and a
   * success ends in a {@link ContentError}.
   * @default 16_777_216
   */
  readonly maxResponseBytes?: number | undefined
  /**
   * Functions that are told of requests, answers, further attempts and errors.
   * @default none: nobody is told
   */
  readonly hooks?: Hooks | undefined
  /**
   * Is told once of each way in which answers are no longer what the documents describe: unknown fields, missing ones, new values of enums.
   * Without it no answer is looked at for them.
   * @default none: nobody is told
   */
  readonly onDrift?: OnDrift | undefined
  /**
   * Where the client writes what it does; `console` will do.
   * @default none: nothing is written
   */
  readonly logger?: Logger | undefined
  /**
   * Names your application in the `User-Agent` header, before this package's own name. In browsers there is no such header: it would cost
   * another request each time, by which the browser asks for leave.
   * @default none: this package's own name alone
   */
  readonly appInfo?: AppInfo | undefined
}
