import type { RequestFilter, RequestLogEntry } from '../types/index.ts'
import { validate, wholeNumber } from '../validate.ts'
import { type Condition, conditionsOf, matching } from './request-log-filter.ts'

/**
 * Thrown by `service.requests.assert` if the number of matching requests is not the expected number. The message shows the expected
 * request, the number of requests that match, and how the most similar requests differ. Test runners report this error as a failed
 * assertion.
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

/** The state of the request log, which the error message mentions. */
interface LogState {
  readonly isRecording: boolean
  /** How many requests the log dropped to make room for later requests. */
  readonly dropped: number
}

/** Returns the entries that match a filter. Throws if their number is not `times`. Without `times`, throws if no entry matches. */
export function assertMatching(
  entries: readonly RequestLogEntry[],
  filter: RequestFilter,
  times: number | undefined,
  log: LogState,
): readonly RequestLogEntry[] {
  if (times !== undefined) validate(wholeNumber(0), times, 'times', 'argument')
  const conditions = conditionsOf(filter)
  const found = matching(entries, conditions)
  if (times === undefined ? found.length > 0 : found.length === times) return found
  // If too many entries match, the message does not show similar entries.
  const others = found.length > (times ?? 1) ? [] : entries.filter((entry) => !found.includes(entry))
  const lines = [
    `expected ${expectation(conditions, times)}, but ${outcome(found.length, entries.length)}`,
    ...section('found', found, conditions),
    ...section('nearest', nearestOf(conditions, others), conditions),
    ...hints(log),
  ]
  throw new RequestAssertionError(lines.join('\n'))
}

/** Maximum number of requests in one section of the message. */
const maxShown = 5

function expectation(conditions: readonly Condition[], times: number | undefined): string {
  const requests = times === undefined ? 'at least 1 request' : times === 0 ? 'no request' : count(times)
  const filter = conditions.map(({ member, expected }) => `${member} ${expected}`).join(', ')
  return filter === '' ? requests : `${requests} with ${filter}`
}

const outcome = (found: number, of: number): string =>
  of === 0 ? 'no request was logged' : `found ${found === 0 ? 'none' : found} among ${count(of)}`

const count = (number: number): string => `${number} request${number === 1 ? '' : 's'}`

/** Sorts entries by similarity, the most similar first. Among equally similar entries, the latest comes first. */
function nearestOf(conditions: readonly Condition[], entries: readonly RequestLogEntry[]): readonly RequestLogEntry[] {
  const scores = new Map(
    entries.map((entry) => [entry, conditions.reduce((sum, one) => sum + similarity(one, entry), 0)]),
  )
  return entries.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0) || b.number - a.number)
}

/** How well an entry meets a condition, from 0 to 1. A path that matches only at its beginning gets a value between 0 and 1. */
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
  const shown = entries
    .slice(0, maxShown)
    .flatMap((entry) => [line(entry), ...refusal(entry), ...differences(entry, conditions)])
  const left = entries.length - maxShown
  return ['', `${title}:`, ...shown, ...(left > 0 ? [`  and ${left} more`] : [])]
}

/** Describes an entry in one line: `#2 POST /api/v2/events (events.create): 403`. */
function line({ number, method, path, url, operation, status, fault }: RequestLogEntry): string {
  const query = url.replace(/^[^?]*/, '')
  const outcome = [status ?? 'no status', ...(fault === undefined ? [] : [`fault ${fault}`])].join(', ')
  return `  #${number} ${method} ${path}${query}${operation === undefined ? '' : ` (${operation})`}: ${outcome}`
}

const refusal = ({ reason }: RequestLogEntry): readonly string[] =>
  reason ? [`     refused: ${[reason.field, reason.message].filter(Boolean).join(': ')}`] : []

const differences = (entry: RequestLogEntry, conditions: readonly Condition[]): readonly string[] =>
  conditions
    .filter((condition) => !condition.matches(entry))
    .map(({ member, expected }) =>
      member === 'text'
        ? `     has no text ${expected}`
        : `     ${member} is ${entry[member] ?? 'absent'}, not ${expected}`,
    )

function hints({ isRecording, dropped }: LogState): readonly string[] {
  return [
    ...(isRecording ? [] : ['', 'the request log is switched off']),
    ...(dropped > 0
      ? ['', `${count(dropped)} before these ${dropped === 1 ? 'is' : 'are'} no longer kept (option requestLog)`]
      : []),
  ]
}
