import { isRecord } from './arguments.ts'
import type { Kind, Member, Members, Shape } from './shape.ts'

// Most responses fit. To say so takes no list of what is wrong.

/** The most levels of JSON in a response: of more, programs that call themselves for each level run out of stack, `JSON.stringify` among them. */
export const maxDepth = 1024

/** Whether JSON is nested deeper. */
export function isTooDeep(value: unknown, left = maxDepth): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (left === 0) return true
  if (isRecord(value)) for (const name in value) if (isTooDeep(value[name], left - 1)) return true
  if (Array.isArray(value)) for (const each of value) if (isTooDeep(each, left - 1)) return true
  return false
}

type Matcher = (value: unknown) => boolean

const isText: Matcher = (value) => typeof value === 'string'
const isTexts: Matcher = (value) => Array.isArray(value) && value.every(isText)

/** Whether a value can count things. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

const scalars: Readonly<Record<Extract<Kind, string>, Matcher>> = {
  text: isText,
  moment: isText,
  localTime: isText,
  flag: (value) => typeof value === 'boolean',
  number: Number.isFinite,
  integer: Number.isSafeInteger,
  count: isCount,
  identifiers: isTexts,
  apart: () => true,
}

const matchers = new WeakMap<object, Matcher>()

/**
 * Whether a value is of a kind, and no unknown part of it is nested too deep. A yes is what the schema of the kind says too, but found sooner: the
 * check is compiled from the table, once.
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
    Array.isArray(value) ? value.length >= least && areEntries(value) : isRecord(value) && isEntry(value)
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
  /** The type of which every value fits: most members have one, and so need no call. */
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

/** Goes by the members of the value: most of those that a table knows are absent from it. */
function objectOf({ fields, orEmptyArray, check }: Shape): Matcher {
  const members = new Map(Object.entries<Member>(fields as Members).map(([name, member]) => [name, compiled(member)]))
  const required = [...members.values()].filter(({ isRequired }) => isRequired).length
  return (value) => {
    if (!isRecord(value)) return orEmptyArray === true && Array.isArray(value) && value.length === 0
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
