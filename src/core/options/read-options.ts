import { InputError } from '../errors/error-classes.ts'
import { defaultNamespace } from '../hal/namespace.ts'
import { present } from '../values/arguments.ts'
import { checkKey } from './api-key.ts'
import type { ChangesOptions, ListOptions, OnInvalid, PageOptions } from './list-options.ts'
import { checks, readOptions, required, wholeFrom } from './option-checks.ts'
import type {
  ClientOptions,
  CreateOptions,
  HeadersLike,
  Query,
  RetryOptions,
  SharedOptions,
  WriteOptions,
} from './options.ts'
import { checkPlace, userAgentHeaders } from './user-agent.ts'

type Kept = 'baseUrl' | 'allowInsecureHttp' | 'apiKey' | 'fetch' | 'hooks' | 'onDrift' | 'logger' | 'rateLimit'

/** The options of a client, read and filled in. Without a `fetch` it is the platform's own. */
export interface ResolvedClientOptions extends Pick<ClientOptions, Kept> {
  readonly namespace: string
  readonly maxResponseBytes: number
  /** What holds for a call that says nothing else. */
  readonly defaults: ResolvedCallOptions
}

/** 16 MiB: a full page of 25 events takes a few hundred kilobytes. */
const defaultMaxResponseBytes = 16 * 1024 * 1024

/** @throws InputError naming the option that cannot be used */
export function readClientOptions(given: ClientOptions): ResolvedClientOptions {
  const options = readOptions<ClientOptions>(checks.client, given)
  const {
    baseUrl,
    allowInsecureHttp,
    apiKey,
    namespace = defaultNamespace,
    maxResponseBytes = defaultMaxResponseBytes,
    rateLimit,
  } = options
  const { fetch, hooks, onDrift, logger } = options
  if (rateLimit !== undefined) readOptions(checks.rateLimit, rateLimit, 'rateLimit')
  checkPlace(options.dangerouslyAllowBrowser)
  if (typeof apiKey !== 'function') checkKey(apiKey)
  return {
    baseUrl,
    allowInsecureHttp,
    apiKey,
    namespace,
    maxResponseBytes,
    fetch,
    hooks,
    onDrift,
    logger,
    rateLimit,
    defaults: merge({ ...builtIn, headers: userAgentHeaders(options.appInfo) }, options),
  }
}

/** When an iteration has to be over. */
export interface Deadline {
  /** The limit, in milliseconds. */
  readonly limit: number
  /** The moment, on the clock of the time limits. */
  readonly end: number
}

/** How a request is tried again, filled in. */
export type RetryPolicy = { readonly [Name in keyof RetryOptions]-?: NonNullable<RetryOptions[Name]> }

/** The options of a call, read and filled in. */
export interface ResolvedCallOptions {
  readonly signal: AbortSignal | undefined
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly timeout: number
  readonly totalTimeout: number
  /** That of the iteration which makes the call. */
  readonly deadline?: Deadline | undefined
  readonly retry: RetryPolicy
  readonly query: Query
  readonly extra: Readonly<Record<string, unknown>>
}

const defaultRetry: RetryPolicy = Object.freeze({ limit: 2, maxRetryAfter: 60_000, retryCreates: false })

/** What holds where nobody says otherwise. */
const builtIn: ResolvedCallOptions = {
  signal: undefined,
  headers: {},
  timeout: 30_000,
  totalTimeout: 120_000,
  retry: defaultRetry,
  query: {},
  extra: {},
}

function readRetry(given: SharedOptions['retry'] = {}, base: RetryPolicy): RetryPolicy {
  if (typeof given !== 'object') return { ...base, limit: Number(given) }
  const { limit = base.limit, maxRetryAfter = base.maxRetryAfter, retryCreates = base.retryCreates } = given
  return { limit, maxRetryAfter, retryCreates }
}

/** Options over what holds without them. */
function merge(
  base: ResolvedCallOptions,
  options: SharedOptions & Pick<WriteOptions, 'signal' | 'query' | 'extra'>,
): ResolvedCallOptions {
  const { signal, timeout = base.timeout, totalTimeout = base.totalTimeout } = options
  return Object.freeze({
    signal,
    timeout,
    totalTimeout,
    headers: readHeaders(options.headers, base.headers),
    retry: readRetry(options.retry, base.retry),
    query: readQuery(options.query),
    extra: Object.freeze({ ...(present(options.extra) as WriteOptions['extra']) }),
  })
}

/** @throws InputError naming the option that cannot be used */
export const readCallOptions = (
  kind: 'call' | 'write',
  options: WriteOptions | undefined,
  defaults: ResolvedCallOptions,
): ResolvedCallOptions => (options === undefined ? defaults : merge(defaults, readOptions(checks[kind], options)))

/** Options of a create. */
export function readCreateOptions(
  options: CreateOptions = {},
  defaults: ResolvedCallOptions,
): { readonly call: ResolvedCallOptions; readonly creator: CreateOptions['creator'] } {
  const given = readOptions<CreateOptions>(checks.create, options)
  return { call: merge(defaults, given), creator: given.creator }
}

/** Options of one page. */
export function readPageOptions(
  options: PageOptions = {},
  page: number,
  defaults: ResolvedCallOptions,
): { readonly call: ResolvedCallOptions; readonly campaign: string | undefined } {
  readOptions({ page: required(wholeFrom(1), 'must be a whole number from 1 up') }, { page })
  const given = readOptions<PageOptions>(checks.page, options)
  return { call: withoutPage(merge(defaults, given)), campaign: given.campaign }
}

/** How far an iteration goes, and how far ahead. */
export interface PagingLimits {
  /** How many pages to ask for before their turn. */
  readonly prefetch: number
  /** The most events to yield. */
  readonly max: number
  /** The most pages to yield. */
  readonly maxPages: number
  /** Milliseconds that the whole iteration may take. */
  readonly deadline: number
}

/** As many as it takes that the next response is always there when the one before is read, also where the service is near. */
const defaultPrefetch = 4

/** The options of a list, read and filled in. */
export interface ResolvedListOptions {
  readonly call: ResolvedCallOptions
  readonly campaign: string | undefined
  readonly page: number | undefined
  readonly resume: string | undefined
  readonly onInvalid: OnInvalid | undefined
  readonly limits: PagingLimits
  /** As they were given: who lists reads them. */
  readonly filter: ListOptions['filter']
  readonly since: ChangesOptions['since']
  readonly overlap: number | undefined
}

/** Options of a list, or of its changes. */
export function readListOptions(
  kind: 'list' | 'changes' | 'attendances',
  options: ListOptions | ChangesOptions | undefined,
  defaults: ResolvedCallOptions,
): ResolvedListOptions {
  const given = options === undefined ? {} : readOptions<ListOptions & ChangesOptions>(checks[kind], options)
  const call = withoutPage(options === undefined ? defaults : merge(defaults, given))
  const { max = Infinity, maxPages = Infinity, deadline = Infinity, prefetch = defaultPrefetch, ...others } = given
  const { campaign, page, resume, onInvalid, filter, since, overlap } = others
  if ('filter' in call.query && (kind === 'changes' || filter !== undefined)) {
    throw InputError.of('query.filter', 'would replace the filter of this list; leave it out of query')
  }
  const limits = { max, maxPages, deadline, prefetch }
  return { call, campaign, page, resume, onInvalid, limits, filter, since, overlap }
}

function withoutPage(call: ResolvedCallOptions): ResolvedCallOptions {
  if ('page' in call.query)
    throw InputError.of('query.page', 'is not allowed in query; use the number or option "page"')
  return call
}

const isParameter = (value: unknown) =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)

/** The platform would send another character for a lone surrogate. */
const isWellFormed = (value: unknown) => typeof value !== 'string' || value.isWellFormed()

/** @throws InputError naming the parameter that cannot be sent as it is */
function readQuery(query: Query = {}): Query {
  for (const [name, value] of Object.entries(query)) {
    if (!isParameter(value)) throw InputError.of(`query.${name}`, 'must be text, a number or a boolean')
    if (!isWellFormed(name) || !isWellFormed(value)) {
      throw InputError.of(`query.${name}`, 'must be well-formed text, without lone surrogates')
    }
  }
  return Object.freeze({ ...query })
}

/** The client's own headers, and those that belong to the connection: whoever set them would leak the key, or break the exchange. */
const reserved = (
  'api-key osdi-api-token accept content-type content-length transfer-encoding ' +
  'connection keep-alive upgrade expect te trailer host'
).split(' ')

/**
 * Names and values of headers, each read once.
 *
 * @returns undefined for what has none, and for other values than texts: the platform would send "undefined" and "5"
 */
function headerPairs(given: unknown): [string, string][] | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const pairs: unknown[] = Symbol.iterator in given ? [...(given as Iterable<unknown>)] : Object.entries(given)
  const read = pairs.map((pair) => (Array.isArray(pair) ? [...pair] : []))
  const isPair = (pair: unknown[]): pair is [string, string] =>
    pair.length === 2 && pair.every((text) => typeof text === 'string')
  return read.every(isPair) ? read : undefined
}

/**
 * The headers of a call over those of its client.
 *
 * @throws InputError naming `headers`; the message never holds a value
 */
function readHeaders(
  given: HeadersLike | undefined,
  base: ResolvedCallOptions['headers'],
): ResolvedCallOptions['headers'] {
  if (given === undefined) return base
  const refuse = () => InputError.of('headers', 'must be header names and values that HTTP allows')
  let extra: Headers
  try {
    const pairs = headerPairs(given)
    if (!pairs) throw refuse()
    extra = new Headers(pairs)
  } catch {
    // The platform's own message repeats the value, which may be a secret.
    throw refuse()
  }
  for (const name of reserved) {
    if (extra.has(name)) throw InputError.of('headers', `must not set ${name}; the client sets it itself`)
  }
  return Object.freeze({ ...base, ...Object.fromEntries(extra) })
}
