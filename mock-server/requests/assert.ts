import { operationNames } from '../api/router.ts'
import { wildcardMatcher } from '../text/strings.ts'
import type { RequestFilter, RequestLogEntry } from '../types/index.ts'
import { type Check, filledText, oneOf, validateMembers, wholeNumber } from '../validate.ts'

/**
 * Thrown by `service.requests.assert` where other requests came than were expected. Its message shows what was expected, how
 * many such requests there are, and the nearest others with what differs. Test runners take it for an assertion of their own.
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

/** One thing that a filter demands of a request. */
interface Condition {
  readonly member: keyof RequestFilter
  readonly wanted: string | number
  readonly fits: (entry: RequestLogEntry) => boolean
}

const members: { readonly [Member in keyof RequestFilter]-?: Check<unknown> } = {
  operation: oneOf(...operationNames),
  version: oneOf('v1', 'v2'),
  method: filledText,
  path: filledText,
  status: wholeNumber(),
  text: filledText,
}

/** What a filter demands. Throws a `MockServiceError` naming the member that is wrong. */
export function conditionsOf(filter: RequestFilter): readonly Condition[] {
  validateMembers(filter, 'filter', members, 'argument')
  return (Object.keys(members) as (keyof RequestFilter)[]).flatMap((member) => {
    const given = filter[member]
    if (given === undefined) return []
    const wanted = member === 'method' ? String(given).toUpperCase() : given
    return { member, wanted, fits: fitsOf(member, wanted) }
  })
}

function fitsOf(member: keyof RequestFilter, wanted: string | number): Condition['fits'] {
  const isMeant = wildcardMatcher(String(wanted))
  if (member === 'path') return ({ path }) => isMeant(path)
  if (member === 'method') return ({ method }) => method.toUpperCase() === wanted
  if (member === 'text') return (entry) => containsText(entry, String(wanted).toLowerCase())
  return (entry) => entry[member] === wanted
}

/** Whether an entry has all that is demanded. */
export const fitsAll = (conditions: readonly Condition[], entry: RequestLogEntry): boolean =>
  conditions.every((condition) => condition.fits(entry))

/** Whether a text, in lower case, stands in the address or in a body. */
function containsText({ url, body, response }: RequestLogEntry, wanted: string): boolean {
  const texts = [url, body, response?.body].map((one) => (typeof one === 'string' ? one : (JSON.stringify(one) ?? '')))
  return texts.some((one) => one.toLowerCase().includes(wanted))
}

/** What there was to look at. */
interface Evidence {
  readonly conditions: readonly Condition[]
  /** How many were expected; undefined for at least one. */
  readonly times: number | undefined
  readonly entries: readonly RequestLogEntry[]
  /** Whether requests are logged now. */
  readonly on: boolean
  /** How many requests came before the oldest entry and were dropped since. */
  readonly dropped: number
}

/** More would not be read. */
const maxShown = 5

/** The failure of an assertion, said so that the reader sees at once what came instead. */
export function failureOf(evidence: Evidence): RequestAssertionError {
  const { conditions, entries } = evidence
  const found = entries.filter((entry) => fitsAll(conditions, entry))
  const others = entries.filter((entry) => !fitsAll(conditions, entry))
  // Where too many came the reader wants to see those, else what nearly fitted.
  const nearest = found.length > (evidence.times ?? 1) ? [] : nearestOf(conditions, others)
  const lines = [
    `expected ${expectation(evidence)}, but ${finding(found.length, entries.length)}`,
    ...section('found', found, conditions),
    ...section('nearest', nearest, conditions),
    ...hints(evidence),
  ]
  return new RequestAssertionError(lines.join('\n'))
}

function expectation({ conditions, times }: Evidence): string {
  const many = times === undefined ? 'at least 1 request' : times === 0 ? 'no request' : count(times)
  const filter = conditions.map(({ member, wanted }) => `${member} ${wanted}`).join(', ')
  return filter === '' ? many : `${many} with ${filter}`
}

const finding = (found: number, of: number): string =>
  of === 0 ? 'no request was logged' : `found ${found === 0 ? 'none' : found} among ${count(of)}`

const count = (number: number): string => `${number} request${number === 1 ? '' : 's'}`

/** Those that have most of what was demanded, or come nearest to it; of equals, the later ones. */
function nearestOf(conditions: readonly Condition[], entries: readonly RequestLogEntry[]): readonly RequestLogEntry[] {
  const scores = new Map(
    entries.map((entry) => [entry, conditions.reduce((sum, one) => sum + similarity(one, entry), 0)]),
  )
  return entries.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0) || b.number - a.number)
}

/** 1 where an entry has what is demanded; less for another path, and the more of it the longer the two begin alike. */
function similarity({ member, wanted, fits }: Condition, entry: RequestLogEntry): number {
  if (fits(entry)) return 1
  if (member !== 'path') return 0
  const path = String(wanted)
  let alike = 0
  while (alike < path.length && path[alike] === entry.path[alike]) alike += 1
  return alike / (Math.max(path.length, entry.path.length) + 1)
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
    .filter((condition) => !condition.fits(entry))
    .map(({ member, wanted }) =>
      member === 'text'
        ? `     has no text ${wanted}`
        : `     ${member} is ${entry[member] ?? 'absent'}, not ${wanted}`,
    )

function hints({ on, dropped }: Evidence): readonly string[] {
  return [
    ...(on ? [] : ['', 'the request log is switched off']),
    ...(dropped > 0
      ? ['', `${count(dropped)} before these ${dropped === 1 ? 'is' : 'are'} no longer kept (option requestLog)`]
      : []),
  ]
}
