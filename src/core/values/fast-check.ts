import { isObject } from './arguments.ts'
import type { Kind, Member, Members, Shape } from './shape.ts'

// A check that answers only yes or no, many times faster than zod. Most responses are valid, so only the others need zod's list of issues.

/** Maximum depth of JSON in a response. Far deeper JSON would overflow the stack of recursive functions such as `JSON.stringify`. */
export const maxDepth = 1024

/** Whether JSON is nested more than `left` levels deep. */
export function isTooDeep(value: unknown, left = maxDepth): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (left === 0) return true
  if (isObject(value)) for (const name in value) if (isTooDeep(value[name], left - 1)) return true
  if (Array.isArray(value)) for (const each of value) if (isTooDeep(each, left - 1)) return true
  return false
}

type Matcher = (value: unknown) => boolean

const isText: Matcher = (value) => typeof value === 'string'
const isTexts: Matcher = (value) => Array.isArray(value) && value.every(isText)

/** Whether a value is a whole number from 0 up. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

const scalars: Readonly<Record<Extract<Kind, string>, Matcher>> = {
  text: isText,
  moment: isText,
  localTime: isText,
  flag: (value) => typeof value === 'boolean',
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isSafeInteger(value),
  count: isCount,
  identifiers: isTexts,
  email: isText,
  phone: isText,
  members: (value) => isObject(value) && !isTooDeep(value),
  apart: () => true,
}

const matchers = new WeakMap<object, Matcher>()

/**
 * Whether a value is of this kind, and not nested too deep. If the result is true, the zod schema of the kind accepts the value too. The check is
 * compiled once for each kind.
 */
export const matches = (kind: Kind, value: unknown): boolean => matcherOf(kind)(value)

function matcherOf(kind: Kind): Matcher {
  if (typeof kind === 'string') return scalars[kind]
  const known = matchers.get(kind)
  if (known) return known
  const made = compile(kind)
  matchers.set(kind, made)
  return made
}

function compile(kind: Exclude<Kind, string>): Matcher {
  if ('known' in kind) return isText
  if ('fields' in kind) return objectOf(kind)
  if ('list' in kind) return listOf(matcherOf(kind.list))
  const [isEntry, least] = [matcherOf(kind.relation), kind.atLeastOne ? 1 : 0]
  const areEntries = listOf(isEntry)
  return (value) =>
    Array.isArray(value) ? value.length >= least && areEntries(value) : isObject(value) && isEntry(value)
}

const listOf =
  (isEntry: Matcher): Matcher =>
  (value) => {
    if (!Array.isArray(value)) return false
    for (const entry of value) if (!isEntry(entry)) return false
    return true
  }

interface Compiled {
  readonly isRequired: boolean
  /** A `typeof` result that is enough to accept a value. For most members, this saves a call of `fits`. */
  readonly type: 'string' | 'boolean' | undefined
  readonly fits: Matcher
}

function compiled({ kind, nullable, lenient }: Member): Compiled {
  if (lenient) return { isRequired: false, type: undefined, fits: (value) => !isTooDeep(value) }
  const isMatch = matcherOf(kind)
  return {
    isRequired: nullable === false,
    type: isMatch === isText ? 'string' : kind === 'flag' ? 'boolean' : undefined,
    fits: nullable === false ? isMatch : (value) => value === null || value === undefined || isMatch(value),
  }
}

/** Loops over the members of the value, not over those of the shape, because most objects lack most members of their shape. */
function objectOf({ fields, orEmptyArray, check }: Shape): Matcher {
  const members = new Map(Object.entries<Member>(fields as Members).map(([name, member]) => [name, compiled(member)]))
  const required = [...members.values()].filter(({ isRequired }) => isRequired).length
  return (value) => {
    if (!isObject(value)) return orEmptyArray === true && Array.isArray(value) && value.length === 0
    let seen = 0
    for (const name in value) {
      const member = members.get(name)
      const field = value[name]
      if (!member) {
        if (typeof field === 'object' && isTooDeep(field)) return false
      } else if (typeof field !== member.type && !member.fits(field)) return false
      else if (member.isRequired) seen += 1
    }
    return seen === required && (!check || check(value).length === 0)
  }
}
