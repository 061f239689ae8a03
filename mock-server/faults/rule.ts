import { keyOf, validateArgument } from '../add/references.ts'
import { operationNames } from '../api/router.ts'
import { MockServiceError } from '../errors.ts'
import type { Context } from '../rules/context.ts'
import { frozen, isPlainObject, isTooDeep, type JsonObject, maxDepth } from '../text/json.ts'
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

/** A frozen copy of a valid rule. `key` is the token. */
export interface CheckedRule extends FaultRule {
  readonly key?: string
}

/** Checks a rule, and copies it. Throws a {@link MockServiceError} that names the wrong member. */
export function checkRule(context: Context, given: unknown): CheckedRule {
  const rule = validateObject(given, 'rule', members)
  const key = rule.key === undefined ? undefined : keyOf(context, rule.key, 'rule.key').token
  const copy: CheckedRule = JSON.parse(JSON.stringify({ ...rule, key }))
  return frozen(copy)
}

/** Validates a member of a rule: a check, or a function that throws an error. */
type Validator = Check<unknown> | ((value: unknown, path: string) => void)

function run(validator: Validator, value: unknown, path: string): void {
  if (typeof validator === 'function') validator(value, path)
  else validate(validator, value, path, 'argument')
}

function validateObject(value: unknown, path: string, validators: Readonly<Record<string, Validator>>): JsonObject {
  const given = validateArgument(value, path, Object.keys(validators))
  for (const [name, validator] of Object.entries(validators)) run(validator, given[name], `${path}.${name}`)
  return given
}

const invalid = (path: string, problem: string) => new MockServiceError('argument', path, problem)

const unchecked: Validator = () => {}

const optional =
  (validator: Validator): Validator =>
  (value, path) => {
    if (value !== undefined) run(validator, value, path)
  }

const runEach =
  (validator: Validator): Validator =>
  (value, path) => {
    const items = validate(list, value, path, 'argument')
    if (items.length === 0) throw invalid(path, 'must not be empty')
    for (const [index, item] of items.entries()) run(validator, item, `${path}[${index}]`)
  }

const filledObject = check<JsonObject>(
  'an object that is not empty',
  (value) => object.test(value) && Object.keys(value).length > 0,
)

const json = check(`what JSON can write, in no more than ${maxDepth} levels`, (value) => {
  try {
    return !isTooDeep(JSON.parse(JSON.stringify(value)))
  } catch {
    // The value has no JSON: for example a circular structure or a BigInt.
    return false
  }
})

const millisecondsOrRange: Validator = (value, path) => {
  if (!isPlainObject(value)) return run(milliseconds, value, path)
  const { min, max } = validateObject(value, path, { min: milliseconds, max: milliseconds })
  if (Number(min) > Number(max)) throw invalid(`${path}.max`, 'must not be less than min')
}

const httpAddress = textLike('an absolute http or https address', (value) => {
  const url = /^[\x21-\x7e]+$/.test(value) ? URL.parse(value) : null
  return url?.protocol === 'http:' || url?.protocol === 'https:'
})

const query: Validator = (value, path) => {
  for (const [name, parameter] of Object.entries(validate(filledObject, value, path, 'argument')))
    run(text, parameter, `${path}.${name}`)
}

const token = /^[!#$%&'*+.^_`|~\w-]+$/
// Headers about the transfer of a response. The HTTP server and the `fetch` function set these headers themselves.
const transferHeaders =
  /^(?:connection|content-encoding|content-length|keep-alive|te|trailer|transfer-encoding|upgrade)$/i
// The value of a header can have only these characters (RFC 9110 §5.5).
const headerText = textLike('text that a header can hold', (value) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value))

const retryAfter = check(
  'seconds, text that a header can hold, or null',
  (value) => value === null || wholeNumber(0).test(value) || headerText.test(value),
)

const headers: Validator = (value, path) => {
  for (const [name, header] of Object.entries(validate(object, value, path, 'argument'))) {
    if (!token.test(name)) throw invalid(`${path}.${name}`, 'is not a name of a header')
    if (transferHeaders.test(name)) throw invalid(`${path}.${name}`, 'is set by the connection, and not by a fault')
    run(headerText, header, `${path}.${name}`)
  }
}

const fields: Validator = (value, path) => {
  run(filledObject, value, path)
  run(json, value, path)
}

const count = wholeNumber(1)

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
  shape: { event: optional(count), remove: optional(runEach(filledText)), set: optional(fields) },
  'echo-key': { status: optional(wholeNumber(400, 599)) },
  'new-events': { count: optional(wholeNumber(1, 1000)) },
}

const kind = oneOf(...(Object.keys(kinds) as FaultKind[]))

const effect: Validator = (value, path) => {
  const name = validate(kind, validate(object, value, path, 'argument').kind, `${path}.kind`, 'argument')
  const { status, body } = validateObject(value, path, { kind, ...kinds[name] })
  // Responses with these statuses cannot have a body (RFC 9110 §15.3.5, §15.3.6, §15.4.5).
  if (body !== undefined && [204, 205, 304].includes(Number(status)))
    throw invalid(`${path}.body`, `must be missing: a response with status ${status} has none`)
}

const operation = oneOf(...operationNames)

// Refuses texts that match no path of a request: a whole address, a query, or patterns such as `:id`.
const path = textLike(
  'a path that begins with / or *; its only wildcard is *, and query parameters stand in rule.query',
  (value) => /^[/*]/.test(value) && !/[?#\s\\^|[\]{}<>"`]|\.\*|\/:/.test(value),
)

const members: { readonly [Member in keyof FaultRule]-?: Validator } = {
  version: optional(oneOf('v1', 'v2')),
  operation: optional((value, path) => run(Array.isArray(value) ? runEach(operation) : operation, value, path)),
  method: optional(textLike('the name of a method', (name) => token.test(name))),
  path: optional(path),
  query: optional(query),
  // `checkRule` checks the key, because it has the service's keys.
  key: unchecked,
  nth: optional(count),
  times: optional(count),
  when: optional(oneOf('before', 'after')),
  effect,
}
