import { checkMembers, keyOf } from '../add/references.ts'
import { operationNames } from '../api/router.ts'
import { MockServiceError } from '../errors.ts'
import type { Context } from '../rules/context.ts'
import { deepest, frozen, isPlain, isTooDeep, type JsonObject } from '../text/json.ts'
import type { FaultEffect, FaultKind, FaultRule } from '../types/index.ts'
import { longestTimer } from './waits.ts'

/** A checked rule: frozen, its key a token. */
export interface CheckedRule extends FaultRule {
  readonly key?: string
}

/** Gives a value as it is kept, or throws the error that names what is wrong. */
type Check = (value: unknown, field: string) => unknown

const wrong = (field: string, problem: string) => new MockServiceError('argument', field, problem)

const must =
  (fits: (value: unknown) => boolean, problem: string): Check =>
  (value, field) => {
    if (fits(value)) return value
    throw wrong(field, `must be ${problem}`)
  }

const optional =
  (check: Check): Check =>
  (value, field) =>
    value === undefined ? undefined : check(value, field)

const oneOf = (...values: readonly unknown[]) => must((value) => values.includes(value), `one of ${values.join(', ')}`)

const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)

const wholeNumber = (from: number, to = Number.MAX_SAFE_INTEGER) =>
  must(
    (value) => typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to,
    `a whole number from ${from} ${to === Number.MAX_SAFE_INTEGER ? 'up' : `to ${to}`}`,
  )

const text = must(matches(/./s), 'a text that is not empty')
const anyText = must((value) => typeof value === 'string', 'a text')

const milliseconds = must(
  (value) => typeof value === 'number' && value >= 0 && value <= longestTimer,
  `milliseconds from 0 to ${longestTimer}`,
)

const millisecondsOrRange: Check = (value, field) => {
  if (!isPlain(value)) return milliseconds(value, field)
  const { min, max } = checkMembers(value, field, ['min', 'max'])
  const range = { min: milliseconds(min, `${field}.min`), max: milliseconds(max, `${field}.max`) }
  if (Number(min) > Number(max)) throw wrong(`${field}.max`, 'must not be less than min')
  return range
}

const httpAddress = must((value) => {
  const url = matches(/^[\x21-\x7e]+$/)(value) ? URL.parse(String(value)) : null
  return url?.protocol === 'http:' || url?.protocol === 'https:'
}, 'an absolute http or https address')

/** What JSON makes of a value, so that what is sent is what was handed in. */
const json: Check = (value, field) => {
  try {
    const read: unknown = JSON.parse(JSON.stringify(value))
    if (!isTooDeep(read)) return read
  } catch {
    // Such as a circle, a BigInt, or a function.
  }
  throw wrong(field, `must be what JSON can write, in no more than ${deepest} levels`)
}

const retryAfter: Check = (value, field) => {
  if (value === null || matches(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/)(value)) return value
  if (typeof value === 'number') return wholeNumber(0)(value, field)
  throw wrong(field, 'must be seconds, a text of printable ASCII, or null')
}

const listOf =
  (check: Check): Check =>
  (value, field) => {
    if (!Array.isArray(value) || value.length === 0) throw wrong(field, 'must be an array that is not empty')
    return value.map((item, index) => check(item, `${field}[${index}]`))
  }

const object = must(isPlain, 'an object')
const filledObject = must((value) => isPlain(value) && Object.keys(value).length > 0, 'an object that is not empty')

const parameters: Check = (value, field) => {
  const entries = Object.entries(filledObject(value, field) as JsonObject)
  return Object.fromEntries(entries.map(([name, held]) => [name, anyText(held, `${field}.${name}`)]))
}

const token = /^[!#$%&'*+.^_`|~\w-]+$/
// They say how a response is carried, which every way of carrying it decides for itself.
const carriers = /^(?:connection|content-encoding|content-length|keep-alive|te|trailer|transfer-encoding|upgrade)$/i
// What a header can hold (RFC 9110 §5.5), as characters of one byte.
const headerText = must(matches(/^[\t\x20-\x7e\x80-\xff]*$/), 'a text that a header can hold')

const headers: Check = (value, field) => {
  const seen = new Set<string>()
  const entries = Object.entries(object(value, field) as JsonObject).map(([name, held]) => {
    const member = `${field}.${name}`
    if (!token.test(name)) throw wrong(member, 'is no name of a header')
    if (carriers.test(name)) throw wrong(member, 'is for the connection to say')
    if (seen.has(name.toLowerCase())) throw wrong(member, 'stands there twice')
    seen.add(name.toLowerCase())
    return [name, headerText(held, member)]
  })
  return Object.fromEntries(entries)
}

const fields: Check = (value, field) => filledObject(json(object(value, field), field), field)

/** The members of an effect besides its kind. */
type MembersOf<Kind extends FaultKind> = Exclude<keyof Extract<FaultEffect, { kind: Kind }>, 'kind'>

const kinds: { readonly [Kind in FaultKind]: { readonly [Member in MembersOf<Kind>]-?: Check } } = {
  latency: { ms: millisecondsOrRange },
  status: { status: wholeNumber(200, 599), body: optional(json), headers: optional(headers) },
  'rate-limit': { retryAfter: optional(retryAfter) },
  html: { html: optional(anyText) },
  'malformed-json': {},
  truncated: {},
  stall: {},
  'no-answer': {},
  reset: { at: optional(oneOf('before headers', 'after headers')) },
  redirect: { to: httpAddress, status: optional(oneOf(301, 302, 303, 307, 308)) },
  next: { to: text },
  shape: { remove: optional(listOf(text)), set: optional(fields) },
  'echo-key': { status: optional(wholeNumber(400, 599)) },
  'new-events': { count: optional(wholeNumber(1, 1000)) },
}

const kind = oneOf(...Object.keys(kinds))

const effect: Check = (given, field) => {
  if (!isPlain(given)) throw wrong(field, 'must be an object')
  const checks = kinds[kind(given.kind, `${field}.kind`) as FaultKind]
  const checked = checkedMembers(given, field, { kind, ...checks }) as unknown as FaultEffect
  // Those responses cannot have a body (RFC 9110 §15.3.5, §15.3.6, §15.4.5).
  if (checked.kind === 'status' && checked.body !== undefined && [204, 205, 304].includes(checked.status))
    throw wrong(`${field}.body`, `must be missing: a response with status ${checked.status} has none`)
  return checked
}

const operation = must((name) => operationNames.has(name), `one of ${[...operationNames].join(', ')}`)

/** A path that no request can have is a mistake: a query, a whole address, or the signs of another pattern language. */
const path: Check = (value, field) => {
  if (typeof value !== 'string' || !/^[/*]/.test(value)) throw wrong(field, 'must be a text that begins with / or *')
  if (/[?#]/.test(value)) throw wrong(field, 'must be a path alone; query parameters stand in rule.query')
  if (/[\s\\^|[\]{}<>"`]|\(\?|\.\*|\/:/.test(value))
    throw wrong(field, 'must be a path as it is sent, in which * alone stands for anything')
  return value
}

export const checkCount = wholeNumber(1)

const checksIn = (context: Context): { readonly [Member in keyof FaultRule]-?: Check } => ({
  version: optional(oneOf('v1', 'v2')),
  operation: optional((value, field) => (Array.isArray(value) ? listOf(operation) : operation)(value, field)),
  method: optional(must(matches(token), 'the name of a method')),
  path: optional(path),
  query: optional(parameters),
  key: optional((value, field) => keyOf(context, value, field).token),
  nth: optional(checkCount),
  times: optional(checkCount),
  when: optional(oneOf('before', 'after')),
  effect,
})

/** A frozen copy of a rule, or the {@link MockServiceError} that names the member that is wrong. */
export function checkRule(context: Context, given: unknown): CheckedRule {
  return frozen(checkedMembers(given, 'rule', checksIn(context))) as unknown as CheckedRule
}

function checkedMembers(given: unknown, field: string, checks: Readonly<Record<string, Check>>) {
  const members = checkMembers(given, field, Object.keys(checks))
  const checked = Object.entries(checks).map(([name, check]) => [name, check(members[name], `${field}.${name}`)])
  return Object.fromEntries(checked.filter(([, value]) => value !== undefined))
}
