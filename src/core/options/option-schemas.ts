import * as z from 'zod/mini'
import { isPromise, notOf, plainly, unknownAmong } from '../base/messages.ts'
import { maxTimeout } from '../base/time.ts'
import { isObject, isPlainObject, once } from '../base/values.ts'
import { InputError } from '../errors/error-classes.ts'
import { isPrefix, prefixProblem } from '../hal/namespace.ts'
import { parse, refusal } from '../schema/parse.ts'
import { anything, flag, number, text } from '../schema/schemas.ts'
import type {
  AttendanceOptions,
  CallOptions,
  CreateOptions,
  RetryOptions,
  SharedOptions,
  WriteOptions,
} from './call-options.ts'
import type { AppInfo, ClientOptions, RateLimit } from './client-options.ts'
import { isKeyHeader } from './headers.ts'
import { type Hooks, levels } from './hooks.ts'
import type { ChangesOptions, ListOptions, PageOptions, PagesOptions, RosterOptions } from './list-options.ts'

/** A schema for each option. */
type SchemasFor<Options> = { readonly [Name in keyof Options]-?: z.ZodMiniType }

const wholeFrom = (least: number) =>
  z.custom<number>((value) => Number.isSafeInteger(value) && value >= least, `must be a whole number from ${least} up`)

const amount = 'a whole number from 1 up, or Infinity for all events'

const fitForHeader = 'must be text without spaces, fit for a header'
const token = () => text.check(z.refine((value) => /^[\w!#$%&'*+.^`|~-]+$/.test(value), fitForHeader))

/** Whether a URL can stand in parentheses in the `User-Agent` header. */
const isCommentable = (url: string) => URL.canParse(url) && /^(?:https?:\/\/|mailto:)[!-'*-[\]-~]+$/.test(url)

/** Whether a value has all members of an `AbortSignal` that the client needs. The signal of another library may lack some. */
const isSignal = (value: unknown) =>
  typeof Object(value).aborted === 'boolean' &&
  ['throwIfAborted', 'addEventListener', 'removeEventListener'].every(
    (name) => typeof Object(value)[name] === 'function',
  )

/** Whether a value has the method of at least one level. It may have other members, and may be a function: `console` is a logger. */
const isLogger = (value: unknown) =>
  levels.every((level) => ['function', 'undefined'].includes(typeof Object(value)[level])) &&
  levels.some((level) => Object(value)[level])

/** The schemas of all options, by the method or object that takes these options. */
const schemas = /* @__PURE__ */ once(() => {
  const func = z.optional(z.custom((value) => typeof value === 'function', 'must be a function'))
  const isOn = z.optional(flag)
  const plainObject = z.optional(z.custom(isPlainObject, 'must be a plain object of names and values'))
  const timeLimit = z.optional(
    number.check(
      z.refine((ms) => ms > 0 && ms <= maxTimeout, `must be more than 0 and at most ${maxTimeout} milliseconds`),
    ),
  )
  const onInvalid = z.optional(z.literal(['throw', 'report', 'keep'], "must be 'throw', 'report' or 'keep'"))

  const retry = z.strictObject({
    limit: z.optional(wholeFrom(0)),
    maxRetryAfter: z.optional(
      z.custom<number>((ms) => typeof ms === 'number' && ms >= 0, 'must be a number of milliseconds from 0 up'),
    ),
    retryCreates: isOn,
  } satisfies SchemasFor<RetryOptions>)
  const shared = {
    headers: anything,
    timeout: timeLimit,
    totalTimeout: timeLimit,
    retry: z.optional(
      z.union([z.literal(false), wholeFrom(0), retry], {
        error: ({ input }) =>
          isObject(input) ? '' : 'must be false, a whole number from 0 up, or { limit, maxRetryAfter, retryCreates }',
      }),
    ),
  } satisfies SchemasFor<SharedOptions>

  const call = {
    ...shared,
    signal: z.optional(z.custom(isSignal, 'must be an AbortSignal')),
    query: plainObject,
    onInvalid: z.optional(z.literal(['throw', 'keep'], "must be 'throw' or 'keep'")),
  } satisfies SchemasFor<CallOptions>
  const write = { ...call, extra: plainObject } satisfies SchemasFor<WriteOptions>
  const page = { ...call, onInvalid, campaign: anything } satisfies SchemasFor<PageOptions>
  const pages = {
    ...page,
    prefetch: z.optional(wholeFrom(0)),
    deadline: timeLimit,
  } satisfies SchemasFor<PagesOptions>
  const list = {
    ...pages,
    page: z.optional(wholeFrom(1)),
    max: z.optional(wholeFrom(1)),
    maxPages: z.optional(wholeFrom(1)),
    resume: z.optional(text),
    filter: anything,
  } satisfies SchemasFor<ListOptions>
  const { campaign: _, ...collection } = list

  return {
    client: z.strictObject({
      ...shared,
      baseUrl: anything,
      apiPath: anything,
      keyHeader: z.optional(
        text.check(
          z.refine(
            isKeyHeader,
            'must be the name of a header that neither the client nor the platform sets, such as OSDI-API-Token',
          ),
        ),
      ),
      apiKey: anything,
      namespace: z.optional(text.check(z.refine(isPrefix, prefixProblem))),
      fetch: func,
      rateLimit: z.optional(
        z.strictObject({
          perSecond: number.check(z.refine((count) => count > 0, 'must be more than 0')),
        } satisfies SchemasFor<RateLimit>),
      ),
      allowInsecureHttp: isOn,
      dangerouslyAllowBrowser: isOn,
      maxResponseBytes: z.optional(wholeFrom(1)),
      hooks: z.optional(
        z.strictObject({
          onRequest: func,
          onResponse: func,
          onRetry: func,
          onError: func,
        } satisfies SchemasFor<Hooks>),
      ),
      onDrift: func,
      logger: z.optional(z.custom(isLogger, `must have at least one of the methods ${levels.join(', ')}`)),
      appInfo: z.optional(
        z.strictObject({
          name: token(),
          version: z.optional(token()),
          url: z.optional(
            text.check(z.refine(isCommentable, 'must be an address that begins with https://, http:// or mailto:')),
          ),
        } satisfies SchemasFor<AppInfo>),
      ),
      onInvalid,
    } satisfies SchemasFor<ClientOptions>),
    call: z.strictObject(call),
    write: z.strictObject(write),
    create: z.strictObject({ ...write, creator: anything, campaign: anything } satisfies SchemasFor<CreateOptions>),
    attendance: z.strictObject({ ...write, background: isOn } satisfies SchemasFor<AttendanceOptions>),
    page: z.strictObject(page),
    /** The number of a page, which is an argument. */
    pageNumber: z.strictObject({ page: wholeFrom(1) }),
    list: z.strictObject(list),
    collection: z.strictObject(collection),
    roster: z.strictObject({ ...collection, people: isOn } satisfies SchemasFor<RosterOptions>),
    toArray: z.strictObject({
      max: z.custom<number>((value) => value === Infinity || (Number.isSafeInteger(value) && value >= 1), {
        error: ({ input }) => (input === undefined ? `is missing; ${amount}` : `must be ${amount}`),
      }),
    }),
    changes: z.strictObject({
      ...pages,
      since: anything,
      overlap: z.optional(
        number.check(
          z.refine(
            (ms) => ms >= 1_000,
            'must be a number of milliseconds from 1000 up: services that tell whole seconds would hide a change of the same second',
          ),
        ),
      ),
    } satisfies SchemasFor<ChangesOptions>),
  }
})

/**
 * Checks options. Returns a copy, so that later changes of the object have no effect.
 *
 * @throws InputError naming every option that is unknown or has a wrong value
 */
export function readOptions<Options extends object>(kind: keyof ReturnType<typeof schemas>, given: unknown): Options {
  // Zod would read a promise as options without members.
  if (isPromise(given)) throw InputError.of('options', notOf('object', given))
  const schema = schemas()[kind]
  const known = Object.keys(schema._zod.def.shape)
  const result = parse<unknown>(schema, given, (name) => unknownOptionMessage(known, name))
  if (!result.issues) return result.value as Options
  throw refusal(result.issues.map(({ field, message }) => ({ field: field || 'options', message })))
}

/** Maps option names of other libraries, in lower-case letters only, to the names in this package. */
const aliases = new Map([
  ['token', 'apiKey'],
  ['apitoken', 'apiKey'],
  ['key', 'apiKey'],
  ['url', 'baseUrl'],
  ['maxretries', 'retry'],
  ['retries', 'retry'],
  ['limit', 'max'],
  ['timeoutms', 'timeout'],
])

function unknownOptionMessage(known: readonly string[], name: string): string {
  // Developers often try to pass a search parameter of the service as an option.
  if (plainly(name) === 'perpage') return 'is not an option here; put search parameters of the service into query'
  return unknownAmong(known, 'is not an option here')(aliases.get(plainly(name)) ?? name)
}
