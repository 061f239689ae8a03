import { type Assumptions, defaultAssumptions } from './assumptions.ts'
import { MockServiceError } from './errors.ts'
import { isPlain } from './text/json.ts'

/** A list of the values that an entry takes, or a test of them with what it wants. */
type Settings<Value> = readonly Value[] | { readonly test: (value: unknown) => boolean; readonly wants: string }

const wholeNumber = (from: number) => (value: unknown) => Number.isSafeInteger(value) && Number(value) >= from
const rate = wholeNumber(1)

const settings: { readonly [Name in keyof Assumptions]: Settings<Assumptions[Name]> } = {
  invalidKey: [403, 401, '403 repeating the key'],
  notFound: [404, 403],
  methodNotAllowed: [405, 403, 400],
  invalidBody: [400, 422],
  contentType: [415, 'accept'],
  errorBody: ['error', 'osdi:error'],
  perPageParameter: ['honoured', 'ignored'],
  otherQuery: ['ignored', 400],
  pageBeyond: ['empty', 404],
  invalidPage: ['first', 400],
  nextOnLast: ['absent', 'present'],
  totals: ['present', 'absent'],
  order: ['oldest first', 'newest first'],
  scope: ['owner', 'key'],
  v2KnownIdentifier: ['unchanged', 'update', 409],
  v2PutIdentifiers: ['replace', 'add'],
  foreignOwner: [409, 'ignored'],
  twoMatches: [409, 'oldest'],
  ownTwin: ['ignored', 409],
  malformedIdentifier: ['ignored', 400],
  invalidOptional: ['ignored', 400],
  nullInPut: ['clears', 'ignored'],
  unset: ['absent', 'null'],
  v1PostalCode: ['optional', 400],
  geocodeMiss: ['empty', 'kept'],
  partialLocation: ['merged', 'replaced'],
  timestamps: ['seconds', 'milliseconds'],
  localTimes: ['Z', 'no zone'],
  modified: ['stays', 'moves'],
  ids: ['uuid', 'number'],
  language: { test: (value) => typeof value === 'string', wants: 'a text' },
  hidden: [false, true],
  capacity: {
    test: (value) => value === 'absent' || wholeNumber(0)(value),
    wants: "'absent' or a whole number from 0 up",
  },
  onePersonOnce: ['once', 'again'],
  creatorRoles: ['members too', 'separate'],
  rateLimit: {
    test: (value) =>
      value === 'off' ||
      rate(value) ||
      (isPlain(value) && rate(value.perSecond) && typeof value.retryAfter === 'boolean'),
    wants: "'off', a whole number from 1 up, or { perSecond, retryAfter }",
  },
  linked: [200, 404],
  recordAttendance: ['records', 405],
  campaignLink: ['bare', 'prefixed'],
  petitions: ['not served', 'events'],
  labelNumber: { test: (value) => Number.isSafeInteger(value), wants: 'a whole number' },
}

/** The assumptions in force: the defaults, and what was overridden. */
export function checkAssumptions(given: unknown): Readonly<Assumptions> {
  if (!isPlain(given)) throw new MockServiceError('option', 'assumptions', 'must be an object')
  for (const [name, value] of Object.entries(given)) {
    const field = `assumptions.${name}`
    if (!Object.hasOwn(settings, name)) throw new MockServiceError('option', field, 'is no assumption of this service')
    check(settings[name as keyof Assumptions], field, value)
  }
  const overridden = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const assumptions: Assumptions = { ...defaultAssumptions, ...overridden }
  return Object.freeze({ ...assumptions, rateLimit: frozenRate(assumptions.rateLimit) })
}

/** A copy of a rate limit; a member that it does not have is refused as an assumption would be. */
function frozenRate(given: Assumptions['rateLimit']): Assumptions['rateLimit'] {
  if (typeof given !== 'object') return given
  const { perSecond, retryAfter, ...others } = given
  for (const name of Object.keys(others)) {
    throw new MockServiceError('option', `assumptions.rateLimit.${name}`, 'is no member of a rate limit')
  }
  return Object.freeze({ perSecond, retryAfter })
}

function check(allowed: Settings<unknown>, field: string, value: unknown): void {
  if (value === undefined) return
  if ('test' in allowed) {
    if (!allowed.test(value)) throw new MockServiceError('option', field, `must be ${allowed.wants}`)
  } else if (!allowed.includes(value)) {
    throw new MockServiceError(
      'option',
      field,
      `must be one of ${allowed.map((one) => JSON.stringify(one)).join(', ')}`,
    )
  }
}
