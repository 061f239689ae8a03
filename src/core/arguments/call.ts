import type * as z from 'zod/mini'
import type { CreatorReference } from '../addresses/creator.ts'
import { defaultRetry, type RetryPolicy } from '../pacing/retry.ts'
import { unknownOption } from '../schemas/advice.ts'
import { checkInput } from '../schemas/parse.ts'
import type { CallOptions, CreateOptions, Query, WriteOptions } from './call-options.ts'
import { readHeaders } from './headers.ts'
import { optionSchemas } from './option-schemas.ts'
import type { SharedOptions } from './shared-options.ts'

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
