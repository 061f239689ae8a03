import { checkMembers, keyOf } from '../add/references.ts'
import { operationNames } from '../api/router.ts'
import { MockServiceError } from '../errors.ts'
import type { Context } from '../rules/context.ts'
import type { FaultRule } from '../types/index.ts'
import { checkEffect, wholeNumber } from './validate-effect.ts'

/** A checked rule: frozen, its key a token, its operations a list. */
export interface CheckedRule extends FaultRule {
  readonly key?: string
}

const members = [
  ...(['version', 'operation', 'method', 'path', 'key'] as const),
  ...(['nth', 'times', 'when', 'effect'] as const),
] satisfies readonly (keyof FaultRule)[]

type Check = (value: unknown, field: string, context: Context) => unknown

const wrong = (field: string, problem: string) => new MockServiceError('argument', field, problem)

const oneOf =
  (...values: readonly string[]): Check =>
  (value, field) => {
    if (values.some((one) => one === value)) return value
    throw wrong(field, `must be ${values.map((one) => `'${one}'`).join(' or ')}`)
  }

const operation: Check = (value, field) => {
  const known = (name: unknown, at: string) => {
    if (operationNames.has(name)) return name
    throw wrong(at, `must be one of ${[...operationNames].join(', ')}`)
  }
  if (!Array.isArray(value)) return known(value, field)
  if (value.length === 0) throw wrong(field, 'must not be empty: no request would be struck')
  return Object.freeze(value.map((name, index) => known(name, `${field}[${index}]`)))
}

const method: Check = (value, field) => {
  if (typeof value === 'string' && /^[!#$%&'*+.^_`|~\w-]+$/.test(value)) return value
  throw wrong(field, 'must be the name of a method')
}

/** A path that no request can have is a mistake: a query, a whole address, or the signs of another pattern language. */
const path: Check = (value, field) => {
  if (typeof value !== 'string' || !/^[/*]/.test(value)) throw wrong(field, 'must be a text that begins with / or *')
  if (/[?#]/.test(value)) throw wrong(field, 'must be a path alone, without a query')
  if (/[\s\\^|[\]{}<>"`]|\(\?|\.\*|\/:/.test(value))
    throw wrong(field, 'must be a path as it is sent, in which * alone stands for anything')
  return value
}

const key: Check = (value, field, context) => keyOf(context, value, field).token

/** Throws the {@link MockServiceError} of a count that is none. */
export const checkCount = wholeNumber(1, Number.MAX_SAFE_INTEGER)

const checks: Readonly<Record<(typeof members)[number], Check>> = {
  version: oneOf('v1', 'v2'),
  operation,
  method,
  path,
  key,
  nth: checkCount,
  times: checkCount,
  when: oneOf('before', 'after'),
  effect: checkEffect,
}

/** A frozen copy of a rule, or the {@link MockServiceError} that names the member that is wrong. */
export function checkRule(context: Context, rule: unknown): CheckedRule {
  const given = checkMembers(rule, 'rule', members)
  const entries = members
    .filter((member) => given[member] !== undefined || member === 'effect')
    .map((member) => [member, checks[member](given[member], `rule.${member}`, context)] as const)
  return Object.freeze(Object.fromEntries(entries)) as unknown as CheckedRule
}
