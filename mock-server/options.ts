import { isReport, settingsIn } from './assumptions/report.ts'
import { type Assumptions, assumptionNames, checkAssumptions } from './assumptions.ts'
import { MockServiceError } from './errors.ts'
import { geocode as builtIn } from './rules/geocode.ts'
import { isPlainObject } from './text/json.ts'
import { instantFrom } from './text/local-time.ts'
import type { Instant } from './time.ts'
import type { MockServiceOptions } from './types/index.ts'
import {
  address,
  baseFrom,
  type Check,
  check,
  prefix,
  text,
  textLike,
  token,
  validateMembers,
  wholeNumber,
} from './validate.ts'

/** Checked options with all defaults. */
export interface ResolvedOptions extends Omit<Required<MockServiceOptions>, 'now' | 'assumptions'> {
  readonly now: Instant | 'system'
  readonly assumptions: Readonly<Assumptions>
}

// Seeded events take place within some months before and after `now`, and their years must have four digits.
const firstNow = Date.parse('0001-01-01T00:00:00Z')
const nowLimit = Date.parse('9999-01-01T00:00:00Z')

const moment = textLike(
  "'system' or an ISO 8601 date-time with a zone, such as 2026-05-01T12:00:00Z, in the years 1 to 9998",
  (now) => {
    const instant = instantFrom(now) ?? Number.NaN
    return now === 'system' || (instant >= firstNow && instant < nowLimit)
  },
)

// A million events take 1.2 GB of memory.
const maxEvents = 2_000_000

/** For options that `checkOptions` checks separately. */
const unchecked = check('anything', () => true)

const optionChecks: { readonly [Name in keyof MockServiceOptions]-?: Check<unknown> } = {
  now: moment,
  perPage: wholeNumber(1),
  events: wholeNumber(0, maxEvents),
  seed: text,
  keys: unchecked,
  namespace: prefix,
  baseUrl: address,
  requestLog: wholeNumber(0),
  geocode: check('a function', (value) => typeof value === 'function'),
  assumptions: unchecked,
}

/** Checks the options of `createMockService` and fills in the defaults. Throws a {@link MockServiceError} that names the wrong option. */
export function checkOptions(options: MockServiceOptions): ResolvedOptions {
  const misplaced = isPlainObject(options)
    ? assumptionNames.find((name) => name in options && !(name in optionChecks))
    : undefined
  if (misplaced !== undefined)
    throw new MockServiceError('option', misplaced, `is an assumption. Write it as assumptions.${misplaced}`)
  validateMembers(options, '', optionChecks, 'option', 'options')
  const { now = '2026-01-01T00:00:00Z', baseUrl = 'https://events.example.org', keys = {}, assumptions = {} } = options
  const { perPage = 25, events = 0, requestLog = 1000, geocode = builtIn } = options
  const { seed = 'osdi-events', namespace = 'platform' } = options
  return Object.freeze({
    ...{ perPage, events, requestLog, geocode, seed, namespace },
    now: now === 'system' ? now : (instantFrom(now) ?? firstNow),
    baseUrl: baseFrom(baseUrl),
    keys: checkKeys(keys),
    assumptions: checkAssumptions(isReport(assumptions) ? settingsIn(assumptions) : assumptions),
  })
}

function checkKeys(given: unknown): ResolvedOptions['keys'] {
  const keys = validateMembers(given, 'keys', { group: token, individual: token }, 'option')
  if (keys.group !== undefined && keys.group === keys.individual)
    throw new MockServiceError('option', 'keys.individual', 'must not be the key of the group')
  return Object.freeze({ ...keys })
}
