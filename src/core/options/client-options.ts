import type { OnDrift } from '../hal/drift.ts'
import type { ApiKey } from './api-key.ts'
import type { OnInvalid, SharedOptions } from './call-options.ts'
import type { Hooks, Logger } from './hooks.ts'

/** The second argument of a client's `fetch`: the request without its address. */
export interface FetchInit {
  /** The method, in capitals. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** All headers by name, including the header with the API key. */
  readonly headers: Record<string, string>
  /** JSON text; absent if the request has no body. */
  readonly body?: string
  /** Aborts the request: a time limit ran out, or the call was aborted. */
  readonly signal: AbortSignal
  /** Your `fetch` must not follow redirects. The client follows them itself, so that the API key never goes to another service. */
  readonly redirect: 'manual'
}

/** The members of a response that the client reads. The `Response` of the platform, of undici, node-fetch and cross-fetch has them. */
export interface FetchResponse {
  /** Status of the response. */
  readonly status: number
  /** Headers of the response. */
  readonly headers: {
    /** Value of a header. The name may be in upper or lower case. */
    get(name: string): string | null | undefined
  }
  /** The body as text. The client reads a stream in `body` if there is one, otherwise `arrayBuffer()`, otherwise this method. */
  text(): Promise<string>
}

/**
 * Sends one request: the platform's `fetch`, the `fetch` of another library, or your own function around one. The client calls it once for each
 * request, with the address as text. Return a response whose body has not been read.
 *
 * @example
 * ```ts
 * import { EventsV2, type Fetch } from 'osdi-events'
 *
 * const traced: Fetch = (url, init) => fetch(url, { ...init, headers: { ...init.headers, 'X-Trace': '7' } })
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key', fetch: traced })
 * console.log((await events.page(1)).total_records)
 * ```
 */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>

/** A limit of the requests that a client sends. */
export interface RateLimit {
  /** Requests in a second, more than 0. With 4, the client leaves 250 ms between two requests, and at most four arrive in any second. */
  readonly perSecond: number
}

/** Tells the service the name of an application, in the `User-Agent` header (RFC 9110 §10.1.5). */
export interface AppInfo {
  /** Name of the application, without spaces: `EventMirror`. */
  readonly name: string
  /** Version of the application: `1.4.0`. */
  readonly version?: string | undefined
  /** Where the operators of the service find information or a contact: an address such as `https://mirror.example.org`, or a `mailto:` address. */
  readonly url?: string | undefined
}

/**
 * Settings of a client. The client reads them once: later changes of the object have no effect.
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
   * Address of the service. It may have a path. The client adds `apiPath`. `http:` is allowed for this machine (`localhost`,
   * `127.0.0.1`, `[::1]`), and for others with `allowInsecureHttp`.
   */
  readonly baseUrl: string | URL
  /**
   * Path of the API below `baseUrl`, as the service writes it into its links: `/dc/osdi`. If the API is at `baseUrl` itself, write `/`. The client
   * requests nothing outside `<baseUrl><apiPath>/`.
   * @default '/api/v1' or '/api/v2', by the version of the client
   */
  readonly apiPath?: string | undefined
  /** The API key (v1 §5, v2 §5). The client sends it only to addresses under `<baseUrl><apiPath>/`, and shows it nowhere. */
  readonly apiKey: ApiKey
  /**
   * Name of the header that carries the key. Its value is the key alone: your own `fetch` can put a word such as `Bearer` before it.
   * @default 'api-key' in version 1, 'OSDI-API-Token' in version 2 (v1 §5.1, v2 §5.1)
   */
  readonly keyHeader?: string | undefined
  /**
   * The service's own prefix in identifiers, fields and relations: `action_network` for the Action Network.
   * @default 'platform'
   */
  readonly namespace?: NS | undefined
  /**
   * What to do with a result that is not what the API describes, in calls that do not say it themselves. `'report'` is for lists: a call of one
   * result then throws. The types of results follow the option of a call, not this one.
   * @default 'throw'
   */
  readonly onInvalid?: OnInvalid | undefined
  /**
   * The `fetch` to use. The client calls `fetch(url, init)` without a `this`, once for each request. If `fetch` throws before it returns a promise,
   * the request counts as not sent.
   * @default globalThis.fetch, looked up at each request
   */
  readonly fetch?: Fetch | undefined
  /**
   * Limits how many requests of this client arrive in any second. They leave in the order in which they are ready to be sent. Without this option, the
   * client sends each request at once. The Action Network allows 4 requests a second. Retries and redirects count.
   * @default no limit
   */
  readonly rateLimit?: RateLimit | undefined
  /**
   * Allows a `baseUrl` with `http:` on another machine. The client then sends the API key and all data without encryption, so use this option only in
   * your own network.
   * @default false
   */
  readonly allowInsecureHttp?: boolean | undefined
  /**
   * Allows an API key in a browser page or its workers, where everyone who opens the page can read the key. Use it only if everyone who can open the
   * page may have the key, or for tests against a mock service.
   * @default false
   */
  readonly dangerouslyAllowBrowser?: boolean | undefined
  /**
   * The longest response body that the client reads, in bytes after decompression. It does not read the rest of a longer body. If the status was a
   * success, the call rejects with a {@link ContentError}.
   * @default 16_777_216
   */
  readonly maxResponseBytes?: number | undefined
  /**
   * Functions that the client calls for requests, responses, retries and errors.
   * @default none
   */
  readonly hooks?: Hooks | undefined
  /**
   * The client calls this function once for each difference between responses and the spec: unknown fields, missing fields, new values of enums.
   * Without the function, it does not look for differences.
   * @default none
   */
  readonly onDrift?: OnDrift | undefined
  /**
   * Log of requests, responses, retries and errors, such as `console`.
   * @default none: the client writes nothing
   */
  readonly logger?: Logger | undefined
  /**
   * Name of your application, for the `User-Agent` header. The name of this package follows it. Not sent in browsers: because of this header, a
   * browser would send an extra CORS preflight request each time.
   * @default none: only the name of this package
   */
  readonly appInfo?: AppInfo | undefined
}
