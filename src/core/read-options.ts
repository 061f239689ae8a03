import * as z from 'zod/mini'
import { InputError } from './errors/error-classes.ts'
import { checkKey } from './http/api-key.ts'
import { defaultRetry, type RetryPolicy } from './http/retry.ts'
import { longestTimer } from './http/timeout.ts'
import type { OnDrift } from './observe/drift.ts'
import { type Hooks, hookNames } from './observe/hooks.ts'
import { type Logger, levels } from './observe/logger.ts'
import type {
  ApiKey,
  AppInfo,
  CallOptions,
  ClientOptions,
  CreateOptions,
  HeadersLike,
  ListOptions,
  OnInvalid,
  PageOptions,
  Query,
  RateLimit,
  SharedOptions,
  WriteOptions,
} from './options.ts'
import { isPlainObject } from './request-body.ts'
import { lazily } from './schema/response-schema.ts'
import { checkInput, unknownOption } from './schema/validate.ts'
import { type CreatorReference, defaultNamespace } from './url/references.ts'
import { checkPlace, isAppInfo, userAgentHeaders } from './user-agent.ts'

/** The options of a client, read and filled in. */
export interface Settings {
  readonly namespace: string
  readonly apiKey: ApiKey
  /** What the caller gave; undefined for the platform's own. */
  readonly fetch: typeof globalThis.fetch | undefined
  readonly maxResponseBytes: number
  readonly hooks: Hooks | undefined
  readonly onDrift: OnDrift | undefined
  readonly logger: Logger | undefined
  readonly rateLimit: RateLimit | undefined
  readonly defaults: Call
}

/** 16 MiB: a full page of 25 events takes a few hundred kilobytes. */
const defaultMaxResponseBytes = 16 * 1024 * 1024

/** @throws InputError naming the option that cannot be used */
export function readClientOptions(options: ClientOptions): Settings {
  checkOptions(optionSchemas().client, options)
  const { apiKey, namespace = defaultNamespace, fetch, rateLimit } = options
  checkPlace(options.dangerouslyAllowBrowser)
  if (typeof apiKey !== 'function') checkKey(apiKey)
  return {
    namespace,
    apiKey,
    // Called without a this.
    fetch: fetch && ((input, init) => fetch(input, init)),
    maxResponseBytes: options.maxResponseBytes ?? defaultMaxResponseBytes,
    rateLimit: rateLimit && { ...rateLimit },
    hooks: options.hooks,
    onDrift: options.onDrift,
    logger: options.logger,
    defaults: merge({ ...builtIn, headers: userAgentHeaders(options.appInfo) }, options),
  }
}

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

/** What holds where nobody says otherwise. */
export const builtIn: Call = {
  signal: undefined,
  headers: new Headers(),
  timeout: 30_000,
  totalTimeout: 120_000,
  retry: defaultRetry,
  query: {},
  extra: {},
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

/** Options over what holds without them. */
export function merge(base: Call, options: SharedOptions & Pick<WriteOptions, 'signal' | 'query' | 'extra'>): Call {
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

/** @throws InputError naming the option that is not known, or is none of its kind */
export function checkOptions(schema: z.ZodMiniObject, options: object): void {
  checkInput(schema, options, 'options', unknownOption(Object.keys(schema.shape)))
}

/** @throws InputError naming the option that cannot be used */
export function readCall(schema: z.ZodMiniObject, options: WriteOptions | undefined, defaults: Call): Call {
  if (options === undefined) return defaults
  checkOptions(schema, options)
  return merge(defaults, options)
}

/** @throws InputError naming the option that cannot be used */
export function readCallOptions(options: CallOptions | undefined, defaults: Call): Call {
  return readCall(optionSchemas().call, options, defaults)
}

/** @throws InputError naming the option that cannot be used */
export function readWriteOptions(options: WriteOptions | undefined, defaults: Call): Call {
  return readCall(optionSchemas().write, options, defaults)
}

/** Options of a create. */
export interface CreateCall {
  readonly call: Call
  readonly creator: CreatorReference | undefined
}

/** @throws InputError naming the option that cannot be used */
export function readCreateOptions(options: CreateOptions | undefined, defaults: Call): CreateCall {
  return { call: readCall(optionSchemas().create, options, defaults), creator: options?.creator }
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
  checkInput(optionSchemas().pageNumber, page, 'page', () => 'is not known')
  return collectionCall(readCall(optionSchemas().page, options, defaults), options?.campaign, page)
}

/** As many as it takes that the next answer is always there when the one before is read, also where the service is near. */
const defaultPrefetch = 4

/** @throws InputError naming the option that cannot be used */
export function readListOptions(options: ListOptions | undefined, defaults: Call): ListCall {
  const list = collectionCall(readCall(optionSchemas().list, options, defaults), options?.campaign, options?.page)
  const { onInvalid = 'throw', resume, max = Infinity, maxPages = Infinity, prefetch = defaultPrefetch } = options ?? {}
  return { ...list, onInvalid, resume, limits: { max, maxPages, prefetch } }
}

function collectionCall(call: Call, campaign: string | undefined, page: number | undefined): CollectionCall {
  if ('page' in call.query) throw InputError.of('query.page', 'has a place of its own: the number or option "page"')
  return { call, campaign, page }
}

/** Whether every one of these names is a function, if it is there at all. */
const areFunctions = (value: object, names: readonly string[]) =>
  names.every((name) => ['function', 'undefined'].includes(typeof Reflect.get(value, name)))

/** A signal of another maker may lack what the platform's have. */
const isSignal = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  'aborted' in value &&
  ['throwIfAborted', 'addEventListener', 'removeEventListener'].every(
    (name) => typeof Reflect.get(value, name) === 'function',
  )

const isParameter = (value: unknown) =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)

/** The platform would send another character for a lone surrogate. */
const isWellFormed = (value: unknown) => typeof value !== 'string' || value.isWellFormed()

/** What options may be, by what they are options of. To make schemas takes longer than to import all else, so they are made when they are asked for. */
export const optionSchemas = lazily(() => {
  const milliseconds = z.optional(
    z
      .number()
      .check(
        z.refine((ms) => ms > 0 && ms <= longestTimer, `must be more than 0 and at most ${longestTimer} milliseconds`),
      ),
  )
  const count = z.int().check(z.gte(0))
  const fromOne = z.custom<number>(
    (value) => Number.isSafeInteger(value) && (value as number) >= 1,
    'must be a whole number from 1 up',
  )
  const func = z.custom<() => unknown>((value) => typeof value === 'function', 'must be a function')
  const plain = z.custom<object>(isPlainObject, 'must be a plain object of names and values')

  const hooks = z.custom<Hooks>(
    (value) =>
      isPlainObject(value) &&
      Object.keys(value).every((name) => hookNames.some((known) => known === name)) &&
      areFunctions(value, hookNames),
    `must be an object of functions by the names ${hookNames.join(', ')}`,
  )
  const logger = z.custom<Logger>(
    (value) =>
      ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
      areFunctions(value, levels) &&
      levels.some((level) => Reflect.get(value, level)),
    `must have at least one of the methods ${levels.join(', ')}`,
  )

  /** A record of zod's would not look at what is called `__proto__`. */
  const query = plain.check(({ value, issues }) => {
    for (const [name, input] of Object.entries(value)) {
      if (!isParameter(input)) {
        issues.push({ code: 'custom', path: [name], message: 'must be a text, a number or a boolean', input })
      } else if (!isWellFormed(name) || !isWellFormed(input)) {
        issues.push({
          code: 'custom',
          path: [name],
          message: 'must be well-formed text, without lone surrogates',
          input,
        })
      }
    }
  })

  const sharedShape = {
    headers: z.optional(z.unknown()),
    timeout: milliseconds,
    totalTimeout: milliseconds,
    retry: z.optional(
      z.custom<unknown>((value) => {
        if (value === false) return true
        if (Array.isArray(value)) return false
        const { limit, maxRetryAfter, deduplicates, ...rest }: Record<string, unknown> =
          typeof value === 'object' && value !== null ? { ...value } : { limit: value }
        const limitFits = limit === undefined ? typeof value === 'object' : count.safeParse(limit).success
        const maxFits = maxRetryAfter === undefined || (typeof maxRetryAfter === 'number' && maxRetryAfter >= 0)
        const wordFits = deduplicates === undefined || typeof deduplicates === 'boolean'
        return limitFits && maxFits && wordFits && Object.keys(rest).length === 0
      }, 'must be false, a whole number from 0 up, or { limit, maxRetryAfter, deduplicates }'),
    ),
  }

  const callShape = {
    ...sharedShape,
    signal: z.optional(z.custom<AbortSignal>(isSignal, 'must be an AbortSignal')),
    query: z.optional(query),
  }

  const client = z.strictObject({
    ...sharedShape,
    baseUrl: z.unknown(),
    apiKey: z.unknown(),
    namespace: z.optional(
      z
        .string()
        .check(z.regex(/^[A-Za-z][\w.-]*$/, 'must be a prefix such as platform or action_network, without the colon')),
    ),
    fetch: z.optional(func),
    rateLimit: z.optional(
      z.strictObject({ perSecond: z.number().check(z.refine((number) => number > 0, 'must be more than 0')) }),
    ),
    allowInsecureHttp: z.optional(z.boolean()),
    dangerouslyAllowBrowser: z.optional(z.boolean()),
    maxResponseBytes: z.optional(fromOne),
    hooks: z.optional(hooks),
    onDrift: z.optional(func),
    logger: z.optional(logger),
    appInfo: z.optional(
      z.custom<AppInfo>(
        isAppInfo,
        'must be { name, version, url }, fit for a header: a name and a version without spaces',
      ),
    ),
  })
  const call = z.strictObject(callShape)
  const write = z.strictObject({ ...callShape, extra: z.optional(plain) })
  const create = z.strictObject({ ...callShape, extra: z.optional(plain), creator: z.optional(z.unknown()) })
  const page = z.strictObject({ ...callShape, campaign: z.optional(z.string()) })
  const list = z.strictObject({
    ...callShape,
    campaign: z.optional(z.string()),
    page: z.optional(fromOne),
    prefetch: z.optional(
      z.custom<number>(
        (value) => Number.isSafeInteger(value) && (value as number) >= 0,
        'must be a whole number from 0 up',
      ),
    ),
    max: z.optional(fromOne),
    maxPages: z.optional(fromOne),
    resume: z.optional(z.string()),
    onInvalid: z.optional(
      z.custom<OnInvalid>((value) => value === 'throw' || value === 'report', "must be 'throw' or 'report'"),
    ),
  })
  return { client, call, write, create, page, list, pageNumber: fromOne }
})

/** The client's own headers, and those that belong to the connection: whoever set them would leak the key, or break the exchange. */
const reserved = [
  'api-key',
  'osdi-api-token',
  'accept',
  'content-type',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'host',
]

const isRecord = (given: HeadersLike) => !(Symbol.iterator in given)

/**
 * The headers of a call over those of its client.
 *
 * @throws InputError naming `headers`; the message never holds a value
 */
export function readHeaders(given: HeadersLike | undefined, base: Headers): Headers {
  const headers = new Headers(base)
  if (given === undefined) return headers
  const refuse = () => InputError.of('headers', 'must be header names and values that HTTP allows')
  if (typeof given !== 'object' || given === null) throw refuse()
  // The platform would send the texts "undefined" and "5".
  if (isRecord(given) && Object.values(given).some((value) => typeof value !== 'string')) throw refuse()
  let extra: Headers
  try {
    extra = new Headers(given)
  } catch {
    // The platform's own message repeats the value, which may be a secret.
    throw refuse()
  }
  for (const name of reserved) {
    if (extra.has(name)) throw InputError.of('headers', `must not set ${name}; the client sets it itself`)
  }
  for (const [name, value] of extra) headers.set(name, value)
  return headers
}
