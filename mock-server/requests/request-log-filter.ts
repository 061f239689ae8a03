import { operationNames } from '../api/router.ts'
import { wildcardMatcher } from '../text/strings.ts'
import type { RequestFilter, RequestLogEntry } from '../types/index.ts'
import { type Check, filledText, oneOf, validateMembers, wholeNumber } from '../validate.ts'

/** The condition of one member of a filter. */
export interface Condition {
  readonly member: keyof RequestFilter
  readonly expected: string | number
  readonly matches: (entry: RequestLogEntry) => boolean
}

const members: { readonly [Member in keyof RequestFilter]-?: Check<unknown> } = {
  operation: oneOf(...operationNames),
  version: oneOf('v1', 'v2'),
  method: filledText,
  path: filledText,
  status: wholeNumber(),
  text: filledText,
}

/** The conditions of a filter. Throws a `MockServiceError` that names the wrong member. */
export function conditionsOf(filter: RequestFilter): readonly Condition[] {
  validateMembers(filter, 'filter', members, 'argument')
  return (Object.keys(members) as (keyof RequestFilter)[]).flatMap((member) => {
    const given = filter[member]
    if (given === undefined) return []
    const expected = member === 'method' ? String(given).toUpperCase() : given
    return { member, expected, matches: matcherOf(member, expected) }
  })
}

function matcherOf(member: keyof RequestFilter, expected: string | number): Condition['matches'] {
  const matchesPath = wildcardMatcher(String(expected))
  if (member === 'path') return ({ path }) => matchesPath(path)
  if (member === 'method') return ({ method }) => method.toUpperCase() === expected
  if (member === 'text') return (entry) => containsText(entry, String(expected).toLowerCase())
  return (entry) => entry[member] === expected
}

/** The entries that meet all conditions. */
export const matching = (
  entries: readonly RequestLogEntry[],
  conditions: readonly Condition[],
): readonly RequestLogEntry[] => Object.freeze(entries.filter((entry) => meets(entry, conditions)))

export const meets = (entry: RequestLogEntry, conditions: readonly Condition[]): boolean =>
  conditions.every((condition) => condition.matches(entry))

/** Whether the address or a body contains `expected`, in upper or lower case. `expected` is in lower case. */
function containsText({ url, body, response }: RequestLogEntry, expected: string): boolean {
  const texts = [url, body, response?.body].map((one) => (typeof one === 'string' ? one : (JSON.stringify(one) ?? '')))
  return texts.some((text) => text.toLowerCase().includes(expected))
}
