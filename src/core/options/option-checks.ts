import type { Issue } from '../errors/error-classes.ts'
import { isPrefix, prefixProblem } from '../hal/namespace.ts'
import { isPromise } from '../text/messages.ts'
import { maxTimeout } from '../text/time.ts'
import { isObject, isPlainObject, optionsCopy, unreadable } from '../values/arguments.ts'
import { notOf, plainly, refuse, unknownAmong } from '../values/validate.ts'
import { isKeyHeader } from './headers.ts'
import { type Hooks, levels } from './hooks.ts'
import type { ChangesOptions, ListOptions, PageOptions, PagesOptions, RosterOptions } from './list-options.ts'
import type {
  AppInfo,
  AttendanceOptions,
  CallOptions,
  ClientOptions,
  CreateOptions,
  RateLimit,
  RetryOptions,
  SharedOptions,
  WriteOptions,
} from './options.ts'

/**
 * Returns what is wrong with the value of an option; undefined if the value is right. Most checks allow the value `undefined`, which means that the
 * option is absent.
 */
type Check = (value: unknown) => string | undefined

/** A check for each option. */
type Checks<Options> = { readonly [Name in keyof Options]-?: Check }

/** Allows every value. The code that uses the option checks the value. */
const allowAll: Check = () => undefined

const must =
  <Value = unknown>(holds: (value: Value) => unknown, message: string): Check =>
  (value) =>
    value === undefined || holds(value as Value) ? undefined : message

/** Checks the type of a value, then runs a second check. */
const ofType =
  (type: 'string' | 'number' | 'boolean', more = allowAll): Check =>
  (value) => {
    const isOne = value === undefined || (type === 'number' ? Number.isFinite(value) : typeof value === type)
    return isOne ? more(value) : notOf(type, value)
  }

export const required =
  (check: Check, missing = 'is missing'): Check =>
  (value) =>
    value === undefined ? missing : check(value)

const isWhole = (value: unknown, least: number) => Number.isSafeInteger(value) && Number(value) >= least

export const wholeFrom = (least: number): Check =>
  must((value) => isWhole(value, least), `must be a whole number from ${least} up`)

const amount = 'a whole number from 1 up, or Infinity for all events'

/** Checks the option `max` of `toArray`. */
export const arrayMax = required(
  must((value) => value === Infinity || isWhole(value, 1), `must be ${amount}`),
  `is missing; ${amount}`,
)

/** Allows only these texts. */
function oneOf(...texts: readonly string[]): Check {
  const quoted = texts.map((text) => `'${text}'`)
  return must(
    (value) => texts.some((text) => text === value),
    `must be ${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`,
  )
}

const positive = must<number>((count) => count > 0, 'must be more than 0')
const atLeastOneSecond = must<number>(
  (ms) => ms >= 1_000,
  'must be a number of milliseconds from 1000 up: services that tell whole seconds would hide a change of the same second',
)
const prefix = must<string>(isPrefix, prefixProblem)
const timeLimit = must<number>(
  (ms) => ms > 0 && ms <= maxTimeout,
  `must be more than 0 and at most ${maxTimeout} milliseconds`,
)
const func = must((value) => typeof value === 'function', 'must be a function')
const plainObject = must(isPlainObject, 'must be a plain object of names and values')

/** Whether an object has only the members of `checks`, with correct values. Checks use it if their message is about the whole object. */
const hasOnly =
  <Options>(checks: Checks<Options>) =>
  (value: unknown) =>
    optionIssues(checks, value).length === 0

/** Whether a value has all members of an `AbortSignal` that the client needs. The signal of another library may lack some. */
const isSignal = (value: unknown) =>
  typeof Object(value).aborted === 'boolean' &&
  ['throwIfAborted', 'addEventListener', 'removeEventListener'].every(
    (name) => typeof Object(value)[name] === 'function',
  )

const hookChecks: Checks<Hooks> = { onRequest: func, onResponse: func, onRetry: func, onError: func }

/** Whether a value has the method of at least one level. It may have other members, and may be a function: `console` is a logger. */
const isLogger = (value: unknown) =>
  levels.every((level) => func(Object(value)[level]) === undefined) && levels.some((level) => Object(value)[level])

/** A message that no error shows. `hasOnly` needs only to know that there is one. */
const unusedMessage = 'is wrong'

const retryChecks: Checks<RetryOptions> = {
  limit: wholeFrom(0),
  maxRetryAfter: must((ms) => typeof ms === 'number' && ms >= 0, unusedMessage),
  retryCreates: ofType('boolean'),
}
const isRetry = hasOnly(retryChecks)

const isToken = must((text) => typeof text === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(text), unusedMessage)

/** Whether a value is a URL that can stand in parentheses in the `User-Agent` header. */
const isCommentable = (url: unknown) =>
  typeof url === 'string' && URL.canParse(url) && /^(?:https?:\/\/|mailto:)[!-'*-[\]-~]+$/.test(url)

const appInfoChecks: Checks<AppInfo> = {
  name: required(isToken),
  version: isToken,
  url: must(isCommentable, unusedMessage),
}
const isAppInfo = hasOnly(appInfoChecks)
const rateLimitChecks: Checks<RateLimit> = { perSecond: required(ofType('number', positive)) }

/** Checks for options that contain options. Their value may be an instance of a class. */
const nested: Readonly<Record<string, Checks<object>>> = {
  retry: retryChecks,
  rateLimit: rateLimitChecks,
  appInfo: appInfoChecks,
}

const sharedChecks: Checks<SharedOptions> = {
  headers: allowAll,
  timeout: ofType('number', timeLimit),
  totalTimeout: ofType('number', timeLimit),
  retry: must(
    (value) => value === false || isWhole(value, 0) || isRetry(value),
    'must be false, a whole number from 0 up, or { limit, maxRetryAfter, retryCreates }',
  ),
}

const headerName = must(
  isKeyHeader,
  'must be the name of a header that neither the client nor the platform sets, such as OSDI-API-Token',
)

const onInvalid = oneOf('throw', 'report', 'keep')

const clientChecks: Checks<ClientOptions> = {
  ...sharedChecks,
  baseUrl: allowAll,
  apiPath: allowAll,
  keyHeader: ofType('string', headerName),
  apiKey: allowAll,
  namespace: ofType('string', prefix),
  fetch: func,
  rateLimit: allowAll,
  allowInsecureHttp: ofType('boolean'),
  dangerouslyAllowBrowser: ofType('boolean'),
  maxResponseBytes: wholeFrom(1),
  hooks: must(
    (value) => isPlainObject(value) && hasOnly(hookChecks)(value),
    `must be an object of functions by the names ${Object.keys(hookChecks).join(', ')}`,
  ),
  onDrift: func,
  logger: must(isLogger, `must have at least one of the methods ${levels.join(', ')}`),
  appInfo: must(isAppInfo, 'must be { name, version, url }, fit for a header: a name and a version without spaces'),
  onInvalid,
}

const callChecks: Checks<CallOptions> = {
  ...sharedChecks,
  signal: must(isSignal, 'must be an AbortSignal'),
  query: plainObject,
  onInvalid: oneOf('throw', 'keep'),
}
const writeChecks: Checks<WriteOptions> = { ...callChecks, extra: plainObject }
const pageChecks: Checks<PageOptions> = { ...callChecks, onInvalid, campaign: allowAll }
const pagesChecks: Checks<PagesOptions> = {
  ...pageChecks,
  prefetch: wholeFrom(0),
  deadline: ofType('number', timeLimit),
}

const listChecks: Checks<ListOptions> = {
  ...pagesChecks,
  page: wholeFrom(1),
  max: wholeFrom(1),
  maxPages: wholeFrom(1),
  resume: ofType('string'),
  filter: allowAll,
}
const { campaign: _, ...collectionChecks } = listChecks

/** The checks of all options, by the method or object that takes these options. */
export const checks = {
  client: clientChecks,
  rateLimit: rateLimitChecks,
  call: callChecks,
  write: writeChecks,
  create: { ...writeChecks, creator: allowAll, campaign: allowAll } satisfies Checks<CreateOptions>,
  attendance: { ...writeChecks, background: ofType('boolean') } satisfies Checks<AttendanceOptions>,
  page: pageChecks,
  list: listChecks,
  collection: collectionChecks,
  roster: { ...collectionChecks, people: ofType('boolean') } satisfies Checks<RosterOptions>,
  changes: {
    ...pagesChecks,
    since: allowAll,
    overlap: ofType('number', atLeastOneSecond),
  } satisfies Checks<ChangesOptions>,
}

/** The result of a check. A getter or a proxy may throw. */
function runCheck(check: Check, value: unknown): string | undefined {
  try {
    return check(value)
  } catch {
    return unreadable
  }
}

/** All issues of an object of options. */
function optionIssues(checks: Readonly<Record<string, Check>>, options: unknown, place?: string): Issue[] {
  if (!isObject(options) || isPromise(options)) {
    return [{ field: place ?? 'options', message: notOf('object', options) }]
  }
  const known = Object.keys(checks)
  const unknown = Object.keys(options).filter((name) => !known.includes(name))
  const issues = [
    ...unknown.map((name) => [name, unknownOptionMessage(known, name)] as const),
    ...Object.entries(checks).map(([name, check]) => [name, runCheck(check, options[name])] as const),
  ]
  return issues.flatMap(([name, message]) => (message ? { field: place ? `${place}.${name}` : name, message } : []))
}

/**
 * Checks options and returns a copy. Reads each option once.
 *
 * @param place name of the option that contains these options, such as `retry`; undefined for the outermost options
 * @throws InputError naming every option that is unknown or has a wrong value
 */
export function readOptions<Options extends object>(
  checks: Readonly<Record<string, Check>>,
  given: unknown,
  place?: string,
): Options {
  const options = optionsCopy(given, Object.keys(checks), place)
  if (isObject(options)) {
    for (const [name, below] of Object.entries(nested)) {
      if (Object.hasOwn(checks, name))
        Object.assign(options, { [name]: optionsCopy(options[name], Object.keys(below), name) })
    }
  }
  refuse(optionIssues(checks, options, place))
  return options as Options
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
