import * as z from 'zod/mini'
import { InputError } from './errors.ts'
import { defaultNamespace } from './identifier.ts'
import type {
  ApiKey,
  CallOptions,
  ClientOptions,
  CreateOptions,
  ListOptions,
  PageOptions,
  Query,
  SharedOptions,
  WriteOptions,
} from './options.ts'
import { checkInput } from './parse.ts'
import { defaultRetry, type RetryPolicy } from './retry.ts'

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
  readonly defaults: Call
}

/** Longer timers fire at once on every platform. */
const longestTimer = 2 ** 31 - 1

/** The client's own headers: whoever sets them otherwise would leak the key, or break the exchange. */
const ownHeaders = ['api-key', 'osdi-api-token', 'accept', 'content-type']

const milliseconds = z.optional(
  z
    .number()
    .check(
      z.refine((ms) => ms > 0 && ms <= longestTimer, `must be more than 0 and at most ${longestTimer} milliseconds`),
    ),
)
const count = z.int().check(z.gte(0))
const pageNumber = z.custom<number>(
  (value) => Number.isSafeInteger(value) && (value as number) >= 1,
  'must be a whole number from 1 up',
)
const func = z.custom<() => unknown>((value) => typeof value === 'function', 'must be a function')
const plain = z.custom<object>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be an object of names and values',
)

const sharedShape = {
  headers: z.optional(z.unknown()),
  timeout: milliseconds,
  totalTimeout: milliseconds,
  retry: z.optional(
    z.custom<unknown>((value) => {
      if (value === false) return true
      const { limit, maxRetryAfter, ...rest }: Record<string, unknown> =
        typeof value === 'object' && value !== null ? { ...value } : { limit: value }
      const limitFits = limit === undefined ? typeof value === 'object' : count.safeParse(limit).success
      const maxFits = maxRetryAfter === undefined || (typeof maxRetryAfter === 'number' && maxRetryAfter >= 0)
      return limitFits && maxFits && Object.keys(rest).length === 0
    }, 'must be false, a whole number from 0 up, or { limit, maxRetryAfter }'),
  ),
}

const callShape = {
  ...sharedShape,
  signal: z.optional(
    z.custom<AbortSignal>(
      (value) => typeof value === 'object' && value !== null && 'aborted' in value && 'addEventListener' in value,
      'must be an AbortSignal',
    ),
  ),
  query: z.optional(
    z.custom<Query>(
      (value) =>
        plain.safeParse(value).success &&
        Object.entries(value as object).every(
          ([name, entry]) => name !== 'page' && ['string', 'number', 'boolean'].includes(typeof entry),
        ),
      'must be an object of names and texts, numbers or booleans; "page" has its own place',
    ),
  ),
}

const clientSchema = z.strictObject({
  ...sharedShape,
  baseUrl: z.unknown(),
  apiKey: z.unknown(),
  namespace: z.optional(
    z
      .string()
      .check(z.regex(/^[A-Za-z][\w.-]*$/, 'must be a prefix such as platform or action_network, without the colon')),
  ),
  fetch: z.optional(func),
})
const callSchema = z.strictObject(callShape)
const writeSchema = z.strictObject({ ...callShape, extra: z.optional(plain) })
const createSchema = z.strictObject({ ...callShape, extra: z.optional(plain), creator: z.optional(z.unknown()) })
const pageSchema = z.strictObject({ ...callShape, campaign: z.optional(z.string()) })
const listSchema = z.strictObject({ ...callShape, campaign: z.optional(z.string()), page: z.optional(pageNumber) })

const unknownOption = () => 'is no option here'

function readHeaders(given: HeadersInit | undefined, base?: Headers): Headers {
  const headers = new Headers(base)
  if (given === undefined) return headers
  let extra: Headers
  try {
    extra = new Headers(given)
  } catch {
    // The platform's own message repeats the value, which may be a secret.
    throw InputError.of('headers', 'must be header names and values that HTTP allows')
  }
  for (const name of ownHeaders) {
    if (extra.has(name)) throw InputError.of('headers', `must not set ${name}; the client sets it itself`)
  }
  for (const [name, value] of extra) headers.set(name, value)
  return headers
}

function readRetry(given: SharedOptions['retry'], base: RetryPolicy): RetryPolicy {
  if (given === undefined) return base
  if (typeof given !== 'object') return { ...base, limit: given === false ? 0 : given }
  return { limit: given.limit ?? base.limit, maxRetryAfter: given.maxRetryAfter ?? base.maxRetryAfter }
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

/** @throws InputError where it is not fit for a header; the message never holds it */
export function checkKey(key: unknown): string {
  if (key === undefined || key === null || key === '') throw InputError.of('apiKey', 'is missing or empty')
  if (typeof key !== 'string') throw InputError.of('apiKey', 'must be text, or a function that gives it')
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw InputError.of(
      'apiKey',
      'holds white space, a control character or one outside ASCII; was it pasted with a line break?',
    )
  }
  return key
}

/** @throws InputError naming the option that cannot be used */
export function readClientOptions(options: ClientOptions): Settings {
  checkInput(clientSchema, options, 'options', unknownOption)
  const { apiKey, namespace = defaultNamespace, fetch } = options
  if (typeof apiKey !== 'function') checkKey(apiKey)
  return {
    namespace,
    apiKey,
    fetch: fetch ? (input, init) => fetch(input, init) : (input, init) => globalThis.fetch(input, init),
    defaults: merge(builtIn, options),
  }
}

/** @throws InputError naming the option that cannot be used */
function read(schema: z.ZodMiniType, options: WriteOptions | undefined, defaults: Call): Call {
  if (options === undefined) return defaults
  checkInput(schema, options, 'options', unknownOption)
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

/** @throws InputError naming the option that cannot be used */
export function readCreateOptions(options: CreateOptions | undefined, defaults: Call) {
  return { call: read(createSchema, options, defaults), creator: options?.creator }
}

/** @throws InputError naming the option that cannot be used */
export function readPageOptions(options: PageOptions | undefined, page: number, defaults: Call) {
  checkInput(pageNumber, page, 'page', unknownOption)
  return { call: read(pageSchema, options, defaults), campaign: options?.campaign }
}

/** @throws InputError naming the option that cannot be used */
export function readListOptions(options: ListOptions | undefined, defaults: Call) {
  return { call: read(listSchema, options, defaults), campaign: options?.campaign, page: options?.page }
}
