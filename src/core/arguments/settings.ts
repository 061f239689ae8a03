import type * as z from 'zod/mini'
import type { CreatorReference } from '../addresses/creator.ts'
import { defaultNamespace } from '../addresses/identifier.ts'
import { InputError } from '../errors/errors.ts'
import type { RateLimit } from '../pacing/rate.ts'
import { defaultRetry, type RetryPolicy } from '../pacing/retry.ts'
import { unknownOption } from '../schemas/advice.ts'
import { checkInput } from '../schemas/parse.ts'
import { type ApiKey, checkKey } from '../secrecy/key.ts'
import type { OnDrift } from '../watching/drift.ts'
import type { Hooks } from '../watching/hooks.ts'
import type { Logger } from '../watching/log.ts'
import { readHeaders } from './headers.ts'
import { checkPlace } from './key-place.ts'
import {
  callSchema,
  clientSchema,
  createSchema,
  listSchema,
  pageNumber,
  pageSchema,
  writeSchema,
} from './option-schemas.ts'
import type {
  CallOptions,
  ClientOptions,
  CreateOptions,
  ListOptions,
  OnInvalid,
  PageOptions,
  Query,
  SharedOptions,
  WriteOptions,
} from './options.ts'
import { userAgentHeaders } from './user-agent.ts'

/** The options of a call, read and filled in. */
export interface Call {
  readonly signal: AbortSignal | undefined
  readonly headers: Headers
  readonly timeout: number
  readonly totalTimeout: number
  readonly retry: RetryPolicy
  readonly query: Query
  readonly extra: Readonly<Record<string, unknown>>
}

/** The options of a client, read and filled in. */
export interface Settings {
  readonly namespace: string
  readonly apiKey: ApiKey
  readonly fetch: typeof globalThis.fetch
  readonly maxResponseBytes: number
  readonly hooks: Hooks | undefined
  readonly onDrift: OnDrift | undefined
  readonly logger: Logger | undefined
  readonly rateLimit: RateLimit | undefined
  readonly defaults: Call
}

function checkOptions(schema: z.ZodMiniObject, options: object): void {
  checkInput(schema, options, 'options', unknownOption(Object.keys(schema.shape)))
}

function readRetry(given: SharedOptions['retry'], base: RetryPolicy): RetryPolicy {
  if (given === undefined) return base
  if (typeof given !== 'object') return { ...base, limit: given === false ? 0 : given }
  return {
    limit: given.limit ?? base.limit,
    maxRetryAfter: given.maxRetryAfter ?? base.maxRetryAfter,
    deduplicates: given.deduplicates ?? base.deduplicates,
  }
}

function merge(base: Call, options: SharedOptions & Pick<WriteOptions, 'signal' | 'query' | 'extra'>): Call {
  return Object.freeze({
    signal: options.signal,
    headers: readHeaders(options.headers, base.headers),
    timeout: options.timeout ?? base.timeout,
    totalTimeout: options.totalTimeout ?? base.totalTimeout,
    retry: readRetry(options.retry, base.retry),
    query: Object.freeze({ ...options.query }),
    extra: Object.freeze({ ...options.extra }),
  })
}

const builtIn: Call = {
  signal: undefined,
  headers: new Headers(),
  timeout: 30_000,
  totalTimeout: 120_000,
  retry: defaultRetry,
  query: {},
  extra: {},
}

/** 16 MiB: a full page of 25 events takes a few hundred kilobytes. */
const defaultMaxResponseBytes = 16 * 1024 * 1024

/** @throws InputError naming the option that cannot be used */
export function readClientOptions(options: ClientOptions): Settings {
  checkOptions(clientSchema, options)
  const { apiKey, namespace = defaultNamespace, fetch, rateLimit } = options
  checkPlace(options.dangerouslyAllowBrowser)
  if (typeof apiKey !== 'function') checkKey(apiKey)
  return {
    namespace,
    apiKey,
    fetch: fetch ? (input, init) => fetch(input, init) : (input, init) => globalThis.fetch(input, init),
    maxResponseBytes: options.maxResponseBytes ?? defaultMaxResponseBytes,
    rateLimit: rateLimit && { ...rateLimit },
    hooks: options.hooks,
    onDrift: options.onDrift,
    logger: options.logger,
    defaults: merge({ ...builtIn, headers: userAgentHeaders(options.appInfo) }, options),
  }
}

/** @throws InputError naming the option that cannot be used */
function read(schema: z.ZodMiniObject, options: WriteOptions | undefined, defaults: Call): Call {
  if (options === undefined) return defaults
  checkOptions(schema, options)
  return merge(defaults, options)
}

/** @throws InputError naming the option that cannot be used */
export function readCallOptions(options: CallOptions | undefined, defaults: Call): Call {
  return read(callSchema, options, defaults)
}

/** @throws InputError naming the option that cannot be used */
export function readWriteOptions(options: WriteOptions | undefined, defaults: Call): Call {
  return read(writeSchema, options, defaults)
}

/** Options of a create. */
export interface CreateCall {
  readonly call: Call
  readonly creator: CreatorReference | undefined
}

/** @throws InputError naming the option that cannot be used */
export function readCreateOptions(options: CreateOptions | undefined, defaults: Call): CreateCall {
  return { call: read(createSchema, options, defaults), creator: options?.creator }
}

/** Options of a list, or of one page. */
export interface CollectionCall {
  readonly call: Call
  readonly campaign: string | undefined
  readonly page: number | undefined
}

/** How far a walk goes, and how far ahead. */
export interface WalkLimits {
  /** How many pages to ask for before their turn. */
  readonly prefetch: number
  /** The most events to yield. */
  readonly max: number
  /** The most pages to yield. */
  readonly maxPages: number
}

/** Options of a list. */
export interface ListCall extends CollectionCall {
  readonly onInvalid: OnInvalid
  readonly resume: string | undefined
  readonly limits: WalkLimits
}

/** @throws InputError naming the option that cannot be used */
export function readPageOptions(options: PageOptions | undefined, page: number, defaults: Call): CollectionCall {
  checkInput(pageNumber, page, 'page', () => 'is not known')
  return collectionCall(read(pageSchema, options, defaults), options?.campaign, page)
}

/** One request under way while another answer is read: what one thread can make use of where the service is near. */
const defaultPrefetch = 2

/** @throws InputError naming the option that cannot be used */
export function readListOptions(options: ListOptions | undefined, defaults: Call): ListCall {
  const list = collectionCall(read(listSchema, options, defaults), options?.campaign, options?.page)
  const { onInvalid = 'throw', resume, max = Infinity, maxPages = Infinity, prefetch = defaultPrefetch } = options ?? {}
  return { ...list, onInvalid, resume, limits: { max, maxPages, prefetch } }
}

function collectionCall(call: Call, campaign: string | undefined, page: number | undefined): CollectionCall {
  if ('page' in call.query) throw InputError.of('query.page', 'has a place of its own: the number or option "page"')
  return { call, campaign, page }
}
