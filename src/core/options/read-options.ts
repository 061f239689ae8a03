import type { Deadline } from '../base/time.ts'
import { jsonCopy } from '../base/values.ts'
import { InputError } from '../errors/error-classes.ts'
import { defaultNamespace } from '../hal/namespace.ts'
import { checkKeyText } from './api-key.ts'
import type {
  AttendanceOptions,
  CreateOptions,
  OnInvalid,
  Query,
  RetryOptions,
  SharedOptions,
  WriteOptions,
} from './call-options.ts'
import type { ClientOptions } from './client-options.ts'
import { readHeaders } from './headers.ts'
import type { ChangesOptions, ListOptions, PageOptions, RosterOptions } from './list-options.ts'
import { readOptions } from './option-schemas.ts'
import { refuseBrowser, userAgentHeaders } from './user-agent.ts'

/** The checked options of a client, with defaults. If `fetch` is undefined, the client uses the platform's `fetch`. */
export interface ResolvedClientOptions
  extends Omit<ClientOptions, keyof SharedOptions | 'onInvalid' | 'keyHeader' | 'appInfo' | 'dangerouslyAllowBrowser'> {
  readonly namespace: string
  readonly maxResponseBytes: number
  /** The options of a call for which the caller gives none. */
  readonly defaults: ResolvedCallOptions
}

/** 16 MiB, in bytes. A full page of 25 events has a few hundred kilobytes. */
const defaultMaxResponseBytes = 16 * 1024 * 1024

/**
 * Reads the options of a client.
 *
 * @param header name of the version's header with the key
 * @throws InputError naming the wrong option
 */
export function readClientOptions(given: ClientOptions, header: string): ResolvedClientOptions {
  const options = readOptions<ClientOptions>('client', given)
  const { keyHeader = header, namespace = defaultNamespace, maxResponseBytes = defaultMaxResponseBytes } = options
  refuseBrowser(options.dangerouslyAllowBrowser)
  if (typeof options.apiKey !== 'function') checkKeyText(options.apiKey)
  const headers = userAgentHeaders(options.appInfo)
  const defaults = mergeOptions({ ...callDefaults, keyHeader, headers }, options)
  return { ...options, namespace, maxResponseBytes, defaults }
}

/** The retry options, with defaults. */
export type RetryPolicy = { readonly [Name in keyof RetryOptions]-?: NonNullable<RetryOptions[Name]> }

/** Body fields that this package does not know. */
type Extra = Readonly<Record<string, unknown>>

/** The checked options of a call, with defaults. */
export interface ResolvedCallOptions {
  readonly signal: AbortSignal | undefined
  /** Name of the header with the key, which `headers` must not set. It is the same for all calls of a client. */
  readonly keyHeader: string
  /** Headers by names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly timeout: number
  readonly totalTimeout: number
  /** Deadline of the iteration that makes the call. */
  readonly deadline?: Deadline | undefined
  readonly retry: RetryPolicy
  /** What to do with an invalid result. In a call of one result, `'report'` means `'throw'`. */
  readonly onInvalid: OnInvalid
  readonly query: Query
  readonly extra: Extra
}

const defaultRetry: RetryPolicy = Object.freeze({ limit: 2, maxRetryAfter: 60_000, retryCreates: false })

/** The defaults of a client without options. */
const callDefaults: Omit<ResolvedCallOptions, 'keyHeader'> = {
  signal: undefined,
  headers: {},
  timeout: 30_000,
  totalTimeout: 120_000,
  retry: defaultRetry,
  onInvalid: 'throw',
  query: {},
  extra: {},
}

function readRetry(given: SharedOptions['retry'] = {}, base: RetryPolicy): RetryPolicy {
  if (typeof given !== 'object') return { ...base, limit: Number(given) }
  const { limit = base.limit, maxRetryAfter = base.maxRetryAfter, retryCreates = base.retryCreates } = given
  return { limit, maxRetryAfter, retryCreates }
}

/** Merges the options of a call with those of the client (`base`). */
function mergeOptions(
  base: ResolvedCallOptions,
  options: SharedOptions & Pick<PageOptions, 'signal' | 'query' | 'onInvalid'> & Pick<WriteOptions, 'extra'>,
): ResolvedCallOptions {
  const { signal, timeout = base.timeout, totalTimeout = base.totalTimeout, onInvalid = base.onInvalid } = options
  return Object.freeze({
    signal,
    timeout,
    totalTimeout,
    onInvalid,
    keyHeader: base.keyHeader,
    headers: readHeaders(options.headers, base),
    retry: readRetry(options.retry, base.retry),
    query: readQuery(options.query),
    extra: Object.freeze(options.extra === undefined ? {} : (jsonCopy(options.extra, 'extra') as Extra)),
  })
}

/** @throws InputError naming the wrong option */
export const readCallOptions = (
  schema: 'call' | 'write',
  options: WriteOptions | undefined,
  defaults: ResolvedCallOptions,
): ResolvedCallOptions => (options === undefined ? defaults : mergeOptions(defaults, readOptions(schema, options)))

/** Reads the options of a create. */
export function readCreateOptions(
  options: CreateOptions<unknown> = {},
  defaults: ResolvedCallOptions,
): { readonly call: ResolvedCallOptions } & Pick<CreateOptions, 'creator' | 'campaign'> {
  const given = readOptions<CreateOptions>('create', options)
  return { call: mergeOptions(defaults, given), creator: given.creator, campaign: given.campaign }
}

/** The checked options of a call that records or changes an RSVP. */
export interface ResolvedAttendanceOptions {
  readonly call: ResolvedCallOptions
  readonly background: boolean | undefined
}

/** Reads the options of a call that records or changes an RSVP. */
export function readAttendanceOptions(
  options: AttendanceOptions = {},
  defaults: ResolvedCallOptions,
): ResolvedAttendanceOptions {
  const given = readOptions<AttendanceOptions>('attendance', options)
  return { call: mergeOptions(defaults, given), background: given.background }
}

/** Reads the options of one page. */
export function readPageOptions(
  options: PageOptions = {},
  page: number,
  defaults: ResolvedCallOptions,
): { readonly call: ResolvedCallOptions; readonly campaign: PageOptions['campaign'] } {
  readOptions('pageNumber', { page })
  const given = readOptions<PageOptions>('page', options)
  return { call: refusePageParameter(mergeOptions(defaults, given)), campaign: given.campaign }
}

/** The limits of an iteration. */
export interface PagingLimits {
  /** Number of pages to request in advance. */
  readonly prefetch: number
  /** Maximum number of events to yield. */
  readonly max: number
  /** Maximum number of pages to yield. */
  readonly maxPages: number
  /** Milliseconds that the whole iteration may take. */
  readonly deadline: number
}

/** Default of `prefetch`. With 4 pages in advance, the next page is nearly always there when the iteration needs it. */
const defaultPrefetch = 4

type AnyListOptions = ListOptions & ChangesOptions & Partial<RosterOptions>

/** The checked options of a list, with defaults. `campaign`, `filter` and `since` are not checked yet: the code that makes the list reads them. */
export interface ResolvedListOptions
  extends Pick<AnyListOptions, 'campaign' | 'page' | 'resume' | 'filter' | 'since' | 'overlap' | 'people'> {
  readonly call: ResolvedCallOptions
  readonly limits: PagingLimits
}

/** Reads the options of a list of events, of changes, of a collection of other resources, or of RSVPs. */
export function readListOptions(
  schema: 'list' | 'changes' | 'collection' | 'roster',
  options: AnyListOptions | undefined,
  defaults: ResolvedCallOptions,
): ResolvedListOptions {
  const given = options === undefined ? {} : readOptions<AnyListOptions>(schema, options)
  const call = refusePageParameter(options === undefined ? defaults : mergeOptions(defaults, given))
  const { max = Infinity, maxPages = Infinity, deadline = Infinity, prefetch = defaultPrefetch, ...others } = given
  if ('filter' in call.query && (schema === 'changes' || others.filter !== undefined)) {
    throw InputError.of('query.filter', 'would replace the filter of this list; leave it out of query')
  }
  return { ...others, call, limits: { max, maxPages, deadline, prefetch } }
}

function refusePageParameter(call: ResolvedCallOptions): ResolvedCallOptions {
  if ('page' in call.query)
    throw InputError.of('query.page', 'is not allowed in query; use the number or option "page"')
  return call
}

const isQueryValue = (value: unknown) =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)

/** Whether a text has no lone surrogate. The platform would replace a lone surrogate with U+FFFD. */
const isWellFormed = (value: unknown) => typeof value !== 'string' || value.isWellFormed()

/** @throws InputError naming the parameter that cannot be sent unchanged */
function readQuery(query: Query = {}): Query {
  for (const [name, value] of Object.entries(query)) {
    if (!isQueryValue(value)) throw InputError.of(`query.${name}`, 'must be text, a number or a boolean')
    if (!isWellFormed(name) || !isWellFormed(value)) {
      throw InputError.of(`query.${name}`, 'must be well-formed text, without lone surrogates')
    }
  }
  return Object.freeze({ ...query })
}
