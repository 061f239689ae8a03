import { operationNames } from '../api/router.ts'
import { wildcardMatcher } from '../text/strings.ts'
import type { RequestFilter, RequestLogEntry } from '../types/index.ts'
import { type Check, filledText, oneOf, validateMembers, wholeNumber } from '../validate.ts'

/**
 * Thrown by `service.requests.assert` if other requests came than were expected. Its message shows what was expected, how many
 * such requests there are, and the nearest others with what differs. Test runners report it like an assertion of their own.
 *
 * @example
 * ```ts
 * import { createMockService, RequestAssertionError } from 'osdi-events/mock'
 *
 * try {
 *   createMockService().requests.assert({ operation: 'events.create' })
 * } catch (error) {
 *   if (error instanceof RequestAssertionError) console.log(error.message) // expected at least 1 request with …
 * }
 * ```
 */
export class RequestAssertionError extends Error {
  /** Always `AssertionError`. */
  override readonly name = 'AssertionError'
  /** Always `ERR_ASSERTION`. */
  readonly code = 'ERR_ASSERTION'
}

/** One member of a filter. */
interface Condition {
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

/** The conditions of a filter. Throws a `MockServiceError` that names the member that is wrong. */
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

export const matchesAll = (conditions: readonly Condition[], entry: RequestLogEntry): boolean =>
  conditions.every((condition) => condition.matches(entry))

/** Whether a text, in lower case, stands in the address or in a body. */
function containsText({ url, body, response }: RequestLogEntry, expected: string): boolean {
  const texts = [url, body, response?.body].map((one) => (typeof one === 'string' ? one : (JSON.stringify(one) ?? '')))
  return texts.some((text) => text.toLowerCase().includes(expected))
}

/** An assertion that failed. */
interface Failure {
  readonly conditions: readonly Condition[]
  /** How many requests were expected; undefined for at least one. */
  readonly times: number | undefined
  readonly entries: readonly RequestLogEntry[]
  readonly isRecording: boolean
  /** How many requests made room for those in the log. */
  readonly dropped: number
}

/** How many requests of each kind a message shows. */
const maxShown = 5

/** The error of an assertion that failed. Its message shows which requests came instead. */
export function assertionError(failure: Failure): RequestAssertionError {
  const { conditions, times, entries } = failure
  const found = entries.filter((entry) => matchesAll(conditions, entry))
  const others = entries.filter((entry) => !matchesAll(conditions, entry))
  // If too many were found, the others are of no interest.
  const nearest = found.length > (times ?? 1) ? [] : nearestOf(conditions, others)
  const lines = [
    `expected ${expectation(failure)}, but ${outcome(found.length, entries.length)}`,
    ...section('found', found, conditions),
    ...section('nearest', nearest, conditions),
    ...hints(failure),
  ]
  return new RequestAssertionError(lines.join('\n'))
}

function expectation({ conditions, times }: Failure): string {
  const requests = times === undefined ? 'at least 1 request' : times === 0 ? 'no request' : count(times)
  const filter = conditions.map(({ member, expected }) => `${member} ${expected}`).join(', ')
  return filter === '' ? requests : `${requests} with ${filter}`
}

const outcome = (found: number, of: number): string =>
  of === 0 ? 'no request was logged' : `found ${found === 0 ? 'none' : found} among ${count(of)}`

const count = (number: number): string => `${number} request${number === 1 ? '' : 's'}`

/** The most similar ones first; of equals, the latest. */
function nearestOf(conditions: readonly Condition[], entries: readonly RequestLogEntry[]): readonly RequestLogEntry[] {
  const scores = new Map(
    entries.map((entry) => [entry, conditions.reduce((sum, one) => sum + similarity(one, entry), 0)]),
  )
  return entries.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0) || b.number - a.number)
}

/** From 0 to 1: 1 for a match, less for a path that only begins like the expected one. */
function similarity({ member, expected, matches }: Condition, entry: RequestLogEntry): number {
  if (matches(entry)) return 1
  if (member !== 'path') return 0
  const path = String(expected)
  let common = 0
  while (common < path.length && path[common] === entry.path[common]) common += 1
  return common / (Math.max(path.length, entry.path.length) + 1)
}

function section(
  title: string,
  entries: readonly RequestLogEntry[],
  conditions: readonly Condition[],
): readonly string[] {
  if (entries.length === 0) return []
  const shown = entries.slice(0, maxShown).flatMap((entry) => [line(entry), ...differences(entry, conditions)])
  const left = entries.length - maxShown
  return ['', `${title}:`, ...shown, ...(left > 0 ? [`  and ${left} more`] : [])]
}

/** An entry in a line: `#2 POST /api/v2/events (events.create): 403`. */
function line({ number, method, path, url, operation, status, fault }: RequestLogEntry): string {
  const query = url.replace(/^[^?]*/, '')
  const outcome = [status ?? 'no status', ...(fault === undefined ? [] : [`fault ${fault}`])].join(', ')
  return `  #${number} ${method} ${path}${query}${operation === undefined ? '' : ` (${operation})`}: ${outcome}`
}

const differences = (entry: RequestLogEntry, conditions: readonly Condition[]): readonly string[] =>
  conditions
    .filter((condition) => !condition.matches(entry))
    .map(({ member, expected }) =>
      member === 'text'
        ? `     has no text ${expected}`
        : `     ${member} is ${entry[member] ?? 'absent'}, not ${expected}`,
    )

function hints({ isRecording, dropped }: Failure): readonly string[] {
  return [
    ...(isRecording ? [] : ['', 'the request log is switched off']),
    ...(dropped > 0
      ? ['', `${count(dropped)} before these ${dropped === 1 ? 'is' : 'are'} no longer kept (option requestLog)`]
      : []),
  ]
}
