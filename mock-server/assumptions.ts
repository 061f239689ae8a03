import { frozen, isPlain } from './text/json.ts'
import type { Assumptions } from './types/assumptions.ts'
import { type Check, check, flag, oneOf, text, validate, validateKeys, wholeNumber } from './validate.ts'

export type { Assumptions } from './types/assumptions.ts'

interface Setting<Value> {
  readonly default: Value
  readonly check: Check<Value>
}

/** Makes an assumption with these possible settings. The first is the default. */
const choice = <const Values extends readonly [unknown, ...unknown[]]>(...values: Values): Setting<Values[number]> => ({
  default: values[0],
  check: oneOf(...values),
})

const capacity = check<Assumptions['capacity']>(
  "'absent' or a whole number from 0 up",
  (value) => value === 'absent' || wholeNumber(0).test(value),
)

const isRate = wholeNumber(1).test
const rateLimit = check<Assumptions['rateLimit']>(
  "'off', a whole number from 1 up, or { perSecond, retryAfter }",
  (value) =>
    value === 'off' || isRate(value) || (isPlain(value) && isRate(value.perSecond) && flag.test(value.retryAfter)),
)

const settings: { readonly [Name in keyof Assumptions]: Setting<Assumptions[Name]> } = {
  invalidKey: choice(403, 401, '403 repeating the key'),
  notFound: choice(404, 403),
  methodNotAllowed: choice(405, 403, 400),
  invalidBody: choice(400, 422),
  contentType: choice(415, 'accept'),
  errorTexts: choice('detailed', 'short'),
  errorBody: choice('error', 'osdi:error'),
  perPageParameter: choice('honoured', 'ignored'),
  filter: choice('ignored', 'honoured', 'by day', 'dropped from next', 'refused'),
  filterFields: choice('every field', 'as listed'),
  filterLinks: choice('self with filter', 'self without query'),
  otherQuery: choice('ignored', 400),
  requestReading: choice('as documented', 'lenient'),
  pageBeyond: choice('empty', 404),
  invalidPage: choice('first', 400),
  nextOnLast: choice('absent', 'present'),
  previousLink: choice('absent', 'present'),
  totals: choice('present', 'absent'),
  order: choice('oldest first', 'newest first'),
  scope: choice('owner', 'key'),
  campaignEvents: choice('of the owner', 'of every host'),
  campaignEventPeople: choice('linked', 'embedded'),
  v2KnownIdentifier: choice('unchanged', 'update', 409),
  v2PutIdentifiers: choice('replace', 'add'),
  foreignOwner: choice(409, 'ignored'),
  twoMatches: choice(409, 'oldest'),
  ownTwin: choice('ignored', 409),
  malformedIdentifier: choice('ignored', 400),
  invalidOptional: choice('ignored', 400),
  nullInPut: choice('clears', 'ignored'),
  numbersAsText: choice('invalid', 'converted'),
  unset: choice('absent', 'null', 'empty text'),
  originOnCreate: choice('required', 'filled in'),
  v1PostalCode: choice('optional', 400),
  geocodeMiss: choice('empty', 'kept'),
  partialLocation: choice('merged', 'replaced'),
  timestamps: choice('seconds', 'milliseconds'),
  localTimes: choice('Z', 'no zone'),
  vetting: choice('none', 'by campaign'),
  modified: choice('stays', 'moves'),
  ids: choice('uuid', 'number'),
  unknownRegion: choice('empty', 'absent'),
  locationLanguage: choice('shown', 'absent'),
  language: { default: 'en', check: text },
  hidden: choice(false, true),
  capacity: { default: 'absent', check: capacity },
  personFields: choice('as documented', 'as recorded'),
  personMatch: choice('e-mail or phone', 'e-mail'),
  onePersonOnce: choice('once', 'again'),
  totalAccepted: choice('every RSVP', 'accepted'),
  attendanceFields: choice('with ids', 'links alone'),
  attendancePerson: choice('absent', 'when recorded'),
  attendanceStatus: choice('generated', 'kept'),
  autoresponse: choice('every RSVP', 'by trigger'),
  keylessRsvp: choice(403, '200 {}'),
  keylessSignup: choice(403, '200 {}'),
  failedRsvp: choice(400, '200 {}'),
  attendanceLinks: choice('osdi:attendance', 'osdi:attendances'),
  creatorRoles: choice('members too', 'separate'),
  rateLimit: { default: 'off', check: rateLimit },
  linked: choice(200, 404),
  recordAttendance: choice('records', 405),
  campaignLink: choice('bare', 'prefixed'),
  originSystem: { default: 'Mock Service', check: text },
  sponsorAddress: choice('public page', 'api'),
  attendanceHelper: choice('with prefix', 'both'),
  individualCampaigns: choice(403, 'created'),
  tagList: choice('absent', 'kept'),
  docsAddress: choice('by version', 'for both versions'),
  maxPageSize: choice('integer', 'string', 'max_pagesize'),
  otherCollections: choice('not served', 'empty'),
  petitions: choice('not served', 'events'),
  labelNumber: { default: 1, check: wholeNumber() },
}

export const assumptionNames = Object.keys(settings) as (keyof Assumptions)[]

/**
 * The default settings of all assumptions.
 *
 * @example
 * ```ts
 * import { createMockService, defaultAssumptions } from 'osdi-events/mock'
 *
 * console.log(defaultAssumptions.notFound) // 404
 * createMockService({ assumptions: { notFound: 403 } })
 * ```
 */
export const defaultAssumptions: Readonly<Assumptions> = checkAssumptions({})

/** Checks a setting. Returns a frozen copy. */
export function checkSetting<Name extends keyof Assumptions>(
  name: Name,
  value: unknown,
  field: string,
): Assumptions[Name] {
  const setting = validate(settings[name].check, value, field, 'option')
  if (isPlain(setting)) validateKeys(setting, field, ['perSecond', 'retryAfter'], 'option')
  return frozen(structuredClone(setting))
}

/** Checks assumptions and fills in the defaults. */
export function checkAssumptions(assumptions: unknown): Readonly<Assumptions> {
  const given = validateKeys(assumptions, 'assumptions', assumptionNames, 'option')
  const all = assumptionNames.map((name) => {
    const value = given[name]
    return [name, value === undefined ? settings[name].default : checkSetting(name, value, `assumptions.${name}`)]
  })
  return Object.freeze(Object.fromEntries(all) as Assumptions)
}
