import type { Issue } from '../errors/error-classes.ts'
import { isPrefix, noPrefix } from '../hal/namespace.ts'
import { isPromise } from '../text/messages.ts'
import { maxTimeout } from '../text/time.ts'
import { isPlainObject, isRecord, optionsCopy, unreadable } from '../values/arguments.ts'
import { notOf, plainly, refuse, unknownAmong } from '../values/validate.ts'
import { type Hooks, levels } from './hooks.ts'
import type { ChangesOptions, ListOptions, PageOptions, PagesOptions } from './list-options.ts'
import type {
  AppInfo,
  CallOptions,
  ClientOptions,
  CreateOptions,
  RateLimit,
  RetryOptions,
  SharedOptions,
  WriteOptions,
} from './options.ts'

/** Says what is wrong with an option, if anything is. Most may be undefined, which is as good as absent. */
type Check = (value: unknown) => string | undefined

/** A check for every option, and for no other name. */
type Checks<Options> = { readonly [Name in keyof Options]-?: Check }

/** Whatever it is: who reads it says what is wrong with it. */
const anything: Check = () => undefined

const must =
  <Value = unknown>(holds: (value: Value) => unknown, message: string): Check =>
  (value) =>
    value === undefined || holds(value as Value) ? undefined : message

/** A value of a type, of which more may be asked. */
const is =
  (type: 'string' | 'number' | 'boolean', more = anything): Check =>
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

/** How many events an array takes. */
export const atMost = required(
  must((value) => value === Infinity || isWhole(value, 1), `must be ${amount}`),
  `is missing; ${amount}`,
)

const positive = must<number>((count) => count > 0, 'must be more than 0')
const fromOneSecond = must<number>(
  (ms) => ms >= 1_000,
  'must be a number of milliseconds from 1000 up: services that tell whole seconds would hide a change of the same second',
)
const prefix = must<string>(isPrefix, noPrefix)
const inTime = must<number>(
  (ms) => ms > 0 && ms <= maxTimeout,
  `must be more than 0 and at most ${maxTimeout} milliseconds`,
)
const func = must((value) => typeof value === 'function', 'must be a function')
const plain = must(isPlainObject, 'must be a plain object of names and values')

/** An object that is refused as a whole where it has another name, or a member that is not what it has to be. */
const only =
  <Options>(checks: Checks<Options>) =>
  (value: unknown) =>
    optionIssues(checks, value).length === 0

/** A signal of another maker may lack what the platform's have, and a proxy of one refuses to say. */
const isSignal = (value: unknown) =>
  typeof Object(value).aborted === 'boolean' &&
  ['throwIfAborted', 'addEventListener', 'removeEventListener'].every(
    (name) => typeof Object(value)[name] === 'function',
  )

const ofHooks: Checks<Hooks> = { onRequest: func, onResponse: func, onRetry: func, onError: func }

/** Whatever it is, and whatever else it has: `console` is a logger, and so are functions with methods. */
const isLogger = (value: unknown) =>
  levels.every((level) => func(Object(value)[level]) === undefined) && levels.some((level) => Object(value)[level])

/** What nobody reads: the object as a whole is refused with words of its own. */
const wrong = 'is wrong'

const ofRetry: Checks<RetryOptions> = {
  limit: wholeFrom(0),
  maxRetryAfter: must((ms) => typeof ms === 'number' && ms >= 0, wrong),
  retryCreates: is('boolean'),
}
const isRetry = only(ofRetry)

const isToken = must((text) => typeof text === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(text), wrong)

/** An address that can stand in a comment of a header. */
const isCommentable = (url: unknown) =>
  typeof url === 'string' && URL.canParse(url) && /^(?:https?:\/\/|mailto:)[!-'*-[\]-~]+$/.test(url)

const ofAppInfo: Checks<AppInfo> = { name: required(isToken), version: isToken, url: must(isCommentable, wrong) }
const isAppInfo = only(ofAppInfo)
const ofRateLimit: Checks<RateLimit> = { perSecond: required(is('number', positive)) }

/** Options that have options of their own, which may stand in an instance of a class too. */
const inner: Readonly<Record<string, Checks<object>>> = { retry: ofRetry, rateLimit: ofRateLimit, appInfo: ofAppInfo }

const ofAll: Checks<SharedOptions> = {
  headers: anything,
  timeout: is('number', inTime),
  totalTimeout: is('number', inTime),
  retry: must(
    (value) => value === false || isWhole(value, 0) || isRetry(value),
    'must be false, a whole number from 0 up, or { limit, maxRetryAfter, retryCreates }',
  ),
}

const ofClient: Checks<ClientOptions> = {
  ...ofAll,
  baseUrl: anything,
  apiKey: anything,
  namespace: is('string', prefix),
  fetch: func,
  rateLimit: anything,
  allowInsecureHttp: is('boolean'),
  dangerouslyAllowBrowser: is('boolean'),
  maxResponseBytes: wholeFrom(1),
  hooks: must(
    (value) => isPlainObject(value) && only(ofHooks)(value),
    `must be an object of functions by the names ${Object.keys(ofHooks).join(', ')}`,
  ),
  onDrift: func,
  logger: must(isLogger, `must have at least one of the methods ${levels.join(', ')}`),
  appInfo: must(isAppInfo, 'must be { name, version, url }, fit for a header: a name and a version without spaces'),
}

const ofCall: Checks<CallOptions> = { ...ofAll, signal: must(isSignal, 'must be an AbortSignal'), query: plain }
const ofWrite: Checks<WriteOptions> = { ...ofCall, extra: plain }
const ofPage: Checks<PageOptions> = { ...ofCall, campaign: is('string') }
const ofPages: Checks<PagesOptions> = {
  ...ofPage,
  prefetch: wholeFrom(0),
  deadline: is('number', inTime),
  onInvalid: must(
    (value) => ['throw', 'report', 'keep'].includes(String(value)),
    "must be 'throw', 'report' or 'keep'",
  ),
}

const ofList: Checks<ListOptions> = {
  ...ofPages,
  page: wholeFrom(1),
  max: wholeFrom(1),
  maxPages: wholeFrom(1),
  resume: is('string'),
  filter: anything,
}
const { campaign: _, ...ofAttendances } = ofList

/** What options may be, by what they are options of. */
export const checks = {
  client: ofClient,
  rateLimit: ofRateLimit,
  call: ofCall,
  write: ofWrite,
  create: { ...ofWrite, creator: anything } satisfies Checks<CreateOptions>,
  page: ofPage,
  list: ofList,
  attendances: ofAttendances,
  changes: {
    ...ofPages,
    since: anything,
    overlap: is('number', fromOneSecond),
  } satisfies Checks<ChangesOptions>,
}

/** What a check says. A getter or a proxy may throw. */
function problemOf(check: Check, value: unknown): string | undefined {
  try {
    return check(value)
  } catch {
    return unreadable
  }
}

/** What is wrong with options, or with those that stand in one of them. */
function optionIssues(checks: Readonly<Record<string, Check>>, options: unknown, place?: string): Issue[] {
  if (!isRecord(options) || isPromise(options)) {
    return [{ field: place ?? 'options', message: notOf('object', options) }]
  }
  const known = Object.keys(checks)
  const unknown = Object.keys(options).filter((name) => !known.includes(name))
  const issues = [
    ...unknown.map((name) => [name, notAmong(known, name)] as const),
    ...Object.entries(checks).map(([name, check]) => [name, problemOf(check, options[name])] as const),
  ]
  return issues.flatMap(([name, message]) => (message ? { field: place ? `${place}.${name}` : name, message } : []))
}

/**
 * Options, each of which is read once.
 *
 * @param place the option that these are in, if they are
 * @throws InputError naming every option that is not known, or is not what it has to be
 */
export function readOptions<Options extends object>(
  checks: Readonly<Record<string, Check>>,
  given: unknown,
  place?: string,
): Options {
  const options = optionsCopy(given, Object.keys(checks), place)
  if (isRecord(options)) {
    for (const [name, below] of Object.entries(inner)) {
      if (Object.hasOwn(checks, name))
        Object.assign(options, { [name]: optionsCopy(options[name], Object.keys(below), name) })
    }
  }
  refuse(optionIssues(checks, options, place))
  return options as Options
}

/** What others call options of ours, without case and dashes. */
const otherNames = new Map([
  ['token', 'apiKey'],
  ['apitoken', 'apiKey'],
  ['key', 'apiKey'],
  ['url', 'baseUrl'],
  ['maxretries', 'retry'],
  ['retries', 'retry'],
  ['limit', 'max'],
  ['timeoutms', 'timeout'],
])

function notAmong(known: readonly string[], name: string): string {
  // What goes to the service as a search parameter is often looked for among the options.
  if (plainly(name) === 'perpage') return 'is not an option here; put search parameters of the service into query'
  return unknownAmong(known, 'is not an option here')(otherNames.get(plainly(name)) ?? name)
}
