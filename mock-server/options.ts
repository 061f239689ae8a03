import { checkAssumptions } from './assumption-check.ts'
import type { Assumptions } from './assumptions.ts'
import { MockServiceError } from './errors.ts'
import { geocode } from './rules/geocode.ts'
import type { Instant } from './store/model.ts'
import { isPlain } from './text/json.ts'
import { instantFrom } from './text/local-time.ts'
import { isToken, tokenProblem } from './text/strings.ts'
import type { Geocode, MockServiceOptions, SeededKeys } from './types/index.ts'

/** The options of a service with nothing left out, copied and checked. */
export interface Settings {
  readonly now: Instant | 'system'
  readonly perPage: number
  readonly events: number
  readonly seed: string
  readonly keys: SeededKeys
  readonly namespace: string
  readonly baseUrl: string
  readonly requestLog: number
  readonly geocode: Geocode
  readonly assumptions: Readonly<Assumptions>
}

const known: Readonly<Record<keyof MockServiceOptions, true>> = {
  now: true,
  perPage: true,
  events: true,
  seed: true,
  keys: true,
  namespace: true,
  baseUrl: true,
  requestLog: true,
  geocode: true,
  assumptions: true,
}

/** Checks the options of `createMockService` and fills in the defaults. Throws a {@link MockServiceError} naming the option. */
export function checkOptions(options: MockServiceOptions): Settings {
  if (!isPlain(options)) throw new MockServiceError('option', 'options', 'must be an object')
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue
    const all = Object.keys(known).join(', ')
    throw new MockServiceError('option', name, `is no option of this service; there are ${all}`)
  }
  const { now = '2026-01-01T00:00:00Z', perPage = 25, events = 0, seed = 'osdi-events' } = options
  const { requestLog = 1000, namespace = 'platform', baseUrl = 'https://events.example.org' } = options
  return Object.freeze({
    now: momentOf(now),
    perPage: wholeNumber(perPage, 'perPage', 1),
    events: wholeNumber(events, 'events', 0, mostEvents),
    seed: textOf(seed),
    keys: keysOf(options.keys === undefined ? {} : options.keys),
    namespace: prefixOf(namespace),
    baseUrl: addressOf(baseUrl),
    requestLog: wholeNumber(requestLog, 'requestLog', 0),
    geocode: functionOf(options.geocode === undefined ? geocode : options.geocode),
    assumptions: checkAssumptions(options.assumptions === undefined ? {} : options.assumptions),
  })
}

// Seeded events lie some months before and behind, and every time has a year of four digits.
const firstNow = Date.parse('0001-01-01T00:00:00Z')
const endOfNow = Date.parse('9999-01-01T00:00:00Z')

function momentOf(now: unknown): Settings['now'] {
  if (now === 'system') return now
  const instant = typeof now === 'string' ? instantFrom(now) : undefined
  if (instant !== undefined && instant >= firstNow && instant < endOfNow) return instant
  throw new MockServiceError(
    'option',
    'now',
    "must be 'system' or an ISO 8601 date-time with a zone, such as 2026-05-01T12:00:00Z, in the years 1 to 9998",
  )
}

// More of them than fit into the memory of most machines.
const mostEvents = 2_000_000

function wholeNumber(value: unknown, field: string, from: number, most = Number.MAX_SAFE_INTEGER): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= from && value <= most) return value
  const range = most === Number.MAX_SAFE_INTEGER ? `${from} up` : `${from} to ${most}`
  throw new MockServiceError('option', field, `must be a whole number from ${range}`)
}

function textOf(seed: unknown): string {
  if (typeof seed === 'string') return seed
  throw new MockServiceError('option', 'seed', 'must be a text')
}

function keysOf(keys: unknown): SeededKeys {
  if (!isPlain(keys)) throw new MockServiceError('option', 'keys', 'must be an object')
  for (const [name, token] of Object.entries(keys)) {
    const field = `keys.${name}`
    if (name !== 'group' && name !== 'individual') throw new MockServiceError('option', field, 'is no seeded key')
    if (token !== undefined && !isToken(token)) throw new MockServiceError('option', field, tokenProblem)
  }
  const { group, individual } = keys as SeededKeys
  if (group !== undefined && group === individual) {
    throw new MockServiceError('option', 'keys.individual', 'must not be the key of the group')
  }
  return Object.freeze({ ...keys })
}

function prefixOf(namespace: unknown): string {
  if (typeof namespace === 'string' && /^(?!osdi$)[a-z][\w-]*$/i.test(namespace)) return namespace
  throw new MockServiceError('option', 'namespace', 'must be a name of letters, digits, _ and -, and not osdi')
}

function addressOf(baseUrl: unknown): string {
  const url = typeof baseUrl === 'string' ? URL.parse(baseUrl) : null
  const plain =
    url !== null && /^https?:$/.test(url.protocol) && !/[?#]/.test(String(baseUrl)) && !url.username && !url.password
  if (plain) return url.origin + url.pathname.replace(/\/+$/, '')
  throw new MockServiceError(
    'option',
    'baseUrl',
    'must be an http or https address without credentials, query and fragment',
  )
}

function functionOf(value: unknown): Geocode {
  if (typeof value === 'function') return value as Geocode
  throw new MockServiceError('option', 'geocode', 'must be a function')
}
