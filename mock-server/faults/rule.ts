import { keyOf, validateArgument } from '../add/references.ts'
import type { Received } from '../api/router.ts'
import { operationNames } from '../api/router.ts'
import { MockServiceError } from '../errors.ts'
import type { Context } from '../rules/context.ts'
import { frozen, isPlain, isTooDeep, type JsonObject, maxDepth } from '../text/json.ts'
import { wildcardMatcher } from '../text/strings.ts'
import type { FaultEffect, FaultKind, FaultRule } from '../types/index.ts'
import {
  type Check,
  check,
  filledText,
  list,
  milliseconds,
  object,
  oneOf,
  text,
  textLike,
  validate,
  wholeNumber,
} from '../validate.ts'

/** A checked rule: frozen, its key a token. */
export interface CheckedRule extends FaultRule {
  readonly key?: string
}

/** What a value must be; or what gives it as it is kept, or throws the error that names what is wrong. */
type Validator = Check<unknown> | ((value: unknown, field: string) => unknown)

const invalid = (field: string, problem: string) => new MockServiceError('argument', field, problem)

const validated = (wanted: Validator, value: unknown, field: string): unknown =>
  typeof wanted === 'function' ? wanted(value, field) : validate(wanted, value, field, 'argument')

const optional =
  (wanted: Validator): Validator =>
  (value, field) =>
    value === undefined ? undefined : validated(wanted, value, field)

const millisecondsOrRange: Validator = (value, field) => {
  if (!isPlain(value)) return validated(milliseconds, value, field)
  const { min, max } = validateArgument(value, field, ['min', 'max'])
  const range = { min: validated(milliseconds, min, `${field}.min`), max: validated(milliseconds, max, `${field}.max`) }
  if (Number(min) > Number(max)) throw invalid(`${field}.max`, 'must not be less than min')
  return range
}

const httpAddress = textLike('an absolute http or https address', (value) => {
  const url = /^[\x21-\x7e]+$/.test(value) ? URL.parse(value) : null
  return url?.protocol === 'http:' || url?.protocol === 'https:'
})

/** What JSON makes of a value, so that what is sent is what was handed in. */
const json: Validator = (value, field) => {
  try {
    const read: unknown = JSON.parse(JSON.stringify(value))
    if (!isTooDeep(read)) return read
  } catch {
    // Such as a circle, a BigInt, or a function.
  }
  throw invalid(field, `must be what JSON can write, in no more than ${maxDepth} levels`)
}

const printable = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/
const retryAfter = check(
  'seconds, a text of printable ASCII, or null',
  (value) => value === null || wholeNumber(0).test(value) || (text.test(value) && printable.test(value)),
)

const listOf =
  (wanted: Validator): Validator =>
  (value, field) => {
    const items = validate(list, value, field, 'argument')
    if (items.length === 0) throw invalid(field, 'must not be empty')
    return items.map((item, index) => validated(wanted, item, `${field}[${index}]`))
  }

const filledObject = check<JsonObject>(
  'an object that is not empty',
  (value) => object.test(value) && Object.keys(value).length > 0,
)

const parameters: Validator = (value, field) => {
  const entries = Object.entries(validate(filledObject, value, field, 'argument'))
  return Object.fromEntries(entries.map(([name, held]) => [name, validated(text, held, `${field}.${name}`)]))
}

const token = /^[!#$%&'*+.^_`|~\w-]+$/
// They say how a response is carried, which every way of carrying it decides for itself.
const carriers = /^(?:connection|content-encoding|content-length|keep-alive|te|trailer|transfer-encoding|upgrade)$/i
// What a header can hold (RFC 9110 §5.5), as characters of one byte.
const headerText = textLike('a text that a header can hold', (value) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value))

const headers: Validator = (value, field) => {
  const seen = new Set<string>()
  const entries = Object.entries(validate(object, value, field, 'argument')).map(([name, held]) => {
    const member = `${field}.${name}`
    if (!token.test(name)) throw invalid(member, 'is no name of a header')
    if (carriers.test(name)) throw invalid(member, 'is for the connection to say')
    if (seen.has(name.toLowerCase())) throw invalid(member, 'stands there twice')
    seen.add(name.toLowerCase())
    return [name, validated(headerText, held, member)]
  })
  return Object.fromEntries(entries)
}

const fields: Validator = (value, field) =>
  validated(filledObject, json(validate(object, value, field, 'argument'), field), field)

/** The members of an effect besides its kind. */
type MembersOf<Kind extends FaultKind> = Exclude<keyof Extract<FaultEffect, { kind: Kind }>, 'kind'>

const kinds: { readonly [Kind in FaultKind]: { readonly [Member in MembersOf<Kind>]-?: Validator } } = {
  latency: { ms: millisecondsOrRange },
  status: { status: wholeNumber(200, 599), body: optional(json), headers: optional(headers) },
  'rate-limit': { retryAfter: optional(retryAfter) },
  html: { html: optional(text) },
  'malformed-json': {},
  truncated: {},
  stall: {},
  'no-answer': {},
  reset: { at: optional(oneOf('before headers', 'after headers')) },
  redirect: { to: httpAddress, status: optional(oneOf(301, 302, 303, 307, 308)) },
  next: { to: filledText },
  shape: { remove: optional(listOf(filledText)), set: optional(fields) },
  'echo-key': { status: optional(wholeNumber(400, 599)) },
  'new-events': { count: optional(wholeNumber(1, 1000)) },
}

const kind = oneOf(...(Object.keys(kinds) as FaultKind[]))

const effect: Validator = (given, field) => {
  const name = validate(kind, validate(object, given, field, 'argument').kind, `${field}.kind`, 'argument')
  const checked = checkedMembers(given, field, { kind, ...kinds[name] }) as unknown as FaultEffect
  // Those responses cannot have a body (RFC 9110 §15.3.5, §15.3.6, §15.4.5).
  if (checked.kind === 'status' && checked.body !== undefined && [204, 205, 304].includes(checked.status))
    throw invalid(`${field}.body`, `must be missing: a response with status ${checked.status} has none`)
  return checked
}

const operation = oneOf(...operationNames)

/** A path that no request can have is a mistake: a query, a whole address, or the signs of another pattern language. */
const path: Validator = (value, field) => {
  if (typeof value !== 'string' || !/^[/*]/.test(value)) throw invalid(field, 'must be a text that begins with / or *')
  if (/[?#]/.test(value)) throw invalid(field, 'must be a path alone; query parameters stand in rule.query')
  if (/[\s\\^|[\]{}<>"`]|\(\?|\.\*|\/:/.test(value))
    throw invalid(field, 'must be a path as it is sent, in which * alone stands for anything')
  return value
}

const count = wholeNumber(1)

const checksIn = (context: Context): { readonly [Member in keyof FaultRule]-?: Validator } => ({
  version: optional(oneOf('v1', 'v2')),
  operation: optional((value, field) => validated(Array.isArray(value) ? listOf(operation) : operation, value, field)),
  method: optional(textLike('the name of a method', (name) => token.test(name))),
  path: optional(path),
  query: optional(parameters),
  key: optional((value, field) => keyOf(context, value, field).token),
  nth: optional(count),
  times: optional(count),
  when: optional(oneOf('before', 'after')),
  effect,
})

/** A frozen copy of a rule, or the {@link MockServiceError} that names the member that is wrong. */
export function checkRule(context: Context, given: unknown): CheckedRule {
  return frozen(checkedMembers(given, 'rule', checksIn(context))) as unknown as CheckedRule
}

function checkedMembers(given: unknown, field: string, checks: Readonly<Record<string, Validator>>) {
  const members = validateArgument(given, field, Object.keys(checks))
  const checked = Object.entries(checks).map(([name, wanted]) => [
    name,
    validated(wanted, members[name], `${field}.${name}`),
  ])
  return Object.fromEntries(checked.filter(([, value]) => value !== undefined))
}

type Fits = (received: Received) => boolean

/** The key of a request as it was sent, in the header of its version. */
export function sentKey({ request, located: { dialect } }: Received): string | undefined {
  return dialect && request.header(dialect.keyHeader.toLowerCase())
}

// Not every response has what some effects change.
const changed: { readonly [Kind in FaultKind]?: Fits } = {
  next: ({ located: { match } }) => match?.route.method === 'GET' && match.route.collection === true,
  shape: ({ located: { match } }) => match !== undefined && /^events\.|\.events$/.test(match.route.operation),
  'new-events': (received) => received.context.store.keys.has(sentKey(received) ?? ''),
}

/** Whether a request has all that a rule asks for. */
export function matcherOf({ version, operation, method, path, query, key, effect }: CheckedRule): Fits {
  const operations = typeof operation === 'string' ? [operation] : operation
  const pathFits = wildcardMatcher(path ?? '*')
  const parameters = Object.entries(query ?? {})
  const fits: readonly (Fits | false | undefined)[] = [
    version !== undefined && (({ located }) => located.dialect?.version === version),
    operations && (({ located: { match } }) => match !== undefined && operations.includes(match.route.operation)),
    method !== undefined && (({ request }) => request.method.toUpperCase() === method.toUpperCase()),
    ({ target }) => pathFits(target.path),
    // Of a parameter that is repeated the first one counts, here as for the service.
    ({ target }) => parameters.every(([name, value]) => target.query.get(name) === value),
    key !== undefined && ((received) => sentKey(received) === key),
    changed[effect.kind],
  ]
  const asked = fits.filter((one) => typeof one === 'function')
  return (received) => asked.every((one) => one(received))
}
