import * as z from 'zod/mini'
import { longestTimer } from '../pacing/deadline.ts'
import { lazily } from '../schemas/lazily.ts'
import { type Hooks, hookNames } from '../watching/hooks.ts'
import { type Logger, levels } from '../watching/log.ts'
import type { OnInvalid } from './call-options.ts'
import { isPlainObject } from './json.ts'
import { type AppInfo, isAppInfo } from './user-agent.ts'

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
