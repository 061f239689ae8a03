import { frozen, isPlain } from './text/json.ts'
import { type Check, check, flag, oneOf, text, validate, validateKeys, wholeNumber } from './validate.ts'

/**
 * What the two interface documents leave open, one named entry each: the setting that stands first is the default.
 * Override any of them with `createMockService({ assumptions: { … } })`; `docs/guides/assumptions.md` gives the reasons.
 * An entry that takes a text, a number or a function says so.
 */
export interface Assumptions {
  /** A missing or unknown key: status 403, status 401, or status 403 with the key that was sent at the end of the text. */
  invalidKey: 403 | 401 | '403 repeating the key'
  /** An unknown id, and an event or campaign of another owner: status 404, or 403. */
  notFound: 404 | 403
  /** DELETE of an event, and any method that an address does not take: status 405, 403 or 400, each with `Allow`. */
  methodNotAllowed: 405 | 403 | 400
  /** POST without a required field, with it empty or of a wrong type, and any body that is no JSON object: status 400 or 422, naming the field. */
  invalidBody: 400 | 422
  /** A body whose content type is not JSON: status 415, or taken as if it said JSON. */
  contentType: 415 | 'accept'
  /** The shape of error bodies: `{"error":"<text>"}`, or OSDI's `{"osdi:error":{"response_code":…,"error_description":…}}`. */
  errorBody: 'error' | 'osdi:error'
  /** The parameter `per_page`: honoured up to the service's own page size, clamped to it and kept in `next`; or ignored. */
  perPageParameter: 'honoured' | 'ignored'
  /** The parameter `filter` of lists of events and of their attendances, OData text: no parameter of this service, as `otherQuery` says; honoured, or status 400 for other text; honoured, with dates compared by their UTC day, so that all of that day comes too; honoured, and absent from `next`; or status 400. */
  filter: 'ignored' | 'honoured' | 'by day' | 'dropped from next' | 'refused'
  /** Query parameters other than `page` and `per_page`, and `filter` where there are filters: ignored, or refused with status 400. */
  otherQuery: 'ignored' | 400
  /** A page beyond the last one: an empty page without `next`, or status 404. */
  pageBeyond: 'empty' | 404
  /** A `page` that is no positive whole number: page 1, or status 400. */
  invalidPage: 'first' | 400
  /** `next` on the last page: absent, or present until a page comes out empty, which that one page does whatever `pageBeyond` says. */
  nextOnLast: 'absent' | 'present'
  /** `total_pages` and `total_records`: present or absent. */
  totals: 'present' | 'absent'
  /** Order of a collection by the time of creation. */
  order: 'oldest first' | 'newest first'
  /** What ties an event to a key: its owner (two keys of one group see the same events), or the very key that made it. Attendances and people are seen as the events are; the lists of the service's own pages are the owner's either way. */
  scope: 'owner' | 'key'
  /** Version 2 POST with an identifier of an event of the same owner: status 200 and that event unchanged, updated, or status 409. */
  v2KnownIdentifier: 'unchanged' | 'update' | 409
  /** Identifiers in a version 2 PUT: they replace the foreign ones, native ones staying; or they are added. */
  v2PutIdentifiers: 'replace' | 'add'
  /** POST with an identifier of another owner's event: status 409 and nothing is created, or the entry is ignored. In a PUT the entry is ignored either way. */
  foreignOwner: 409 | 'ignored'
  /** Version 1 POST whose identifiers match two events: status 409, or the older of them is updated. */
  twoMatches: 409 | 'oldest'
  /** PUT with an identifier of another event of the same owner: the entry is ignored, or status 409. */
  ownTwin: 'ignored' | 409
  /** An identifier that is not `<system>:<id>`, or native and matching nothing: ignored, or status 400. */
  malformedIdentifier: 'ignored' | 400
  /** An optional field of a wrong type, a field that is in no table, and `null` in a POST: ignored, or status 400. */
  invalidOptional: 'ignored' | 400
  /** An explicit `null` in a PUT: clears an optional field (a required one stays), or is ignored. */
  nullInPut: 'clears' | 'ignored'
  /** Fields without a value in answers: left out, or `null`. */
  unset: 'absent' | 'null'
  /** A version 1 location without `postal_code`: accepted, or status 400. */
  v1PostalCode: 'optional' | 400
  /** Locality and region of an address that geocoding does not find: empty, or the caller's kept. */
  geocodeMiss: 'empty' | 'kept'
  /** Part of a location in a PUT: merged field by field and geocoded again, or the whole location is replaced. */
  partialLocation: 'merged' | 'replaced'
  /** Times that the service makes: UTC to the second, or to the millisecond. */
  timestamps: 'seconds' | 'milliseconds'
  /** `start_date`, `end_date` and `start` in answers: the local digits with `Z`, or without a zone. Whatever zone was sent is dropped, never reckoned with. */
  localTimes: 'Z' | 'no zone'
  /** A PUT that changes nothing, and an RSVP: the modification time stays, or moves. */
  modified: 'stays' | 'moves'
  /** Ids that the service makes: lower-case UUIDs, or plain counting numbers. */
  ids: 'uuid' | 'number'
  /** "English" in `location.language`: any text. @default 'en' */
  language: string
  /** `platform:hidden` of events made through the interface. @default false */
  hidden: boolean
  /** `capacity` of events made through the interface: absent, or a whole number. It is never enforced. */
  capacity: 'absent' | number
  /** The same person's second RSVP to an event: counts once, and its status is the new one; or counts again. */
  onePersonOnce: 'once' | 'again'
  /** What `total_accepted` counts: accepted RSVPs, or every one whatever its status. */
  totalAccepted: 'accepted' | 'every RSVP'
  /** Fields of an attendance: with `platform:person_id`, `platform:event_id` and, just recorded, the person; or without them. */
  attendanceFields: 'with ids' | 'links alone'
  /** Relation of the links to its attendances that a page has. They are embedded as the version calls its collection. */
  attendanceLinks: 'osdi:attendance' | 'osdi:attendances'
  /** Whether organizers and administrators are members of their group too. */
  creatorRoles: 'members too' | 'separate'
  /** Requests that a key may make within a second of its first one, past which 429 is answered: `'off'`, or a number, with `Retry-After` or without. The seconds are real ones, and those of `clock.advance`. */
  rateLimit:
    | 'off'
    | number
    | {
        /** Requests a second that a key may make. */
        readonly perSecond: number
        /** Whether the refusal says when to come back. */
        readonly retryAfter: boolean
      }
  /** The addresses that links point to (people, attendances, embed, event campaign, and a person's sub-paths): 200 with the smallest true resource, or not there, which is 404. The attendances' address then takes POST alone, as `recordAttendance` says. */
  linked: 200 | 404
  /** POST to an event's attendances address: records the RSVP and answers the attendance, or status 405. */
  recordAttendance: 'records' | 405
  /** The address of `platform:event_campaign` ends in the campaign's bare id, or in its prefixed identifier. */
  campaignLink: 'bare' | 'prefixed'
  /** Paths ending in `/petitions` (v1 §4.6): not served, or taken as the events collection. */
  petitions: 'not served' | 'events'
  /** The number at the head of the targeting label: any whole number. @default 1 */
  labelNumber: number
}

/** What an entry is where nothing is said, and what it can be. */
interface Setting<Value> {
  readonly default: Value
  readonly check: Check<Value>
}

/** One of these, and the first where nothing is said. */
const among = <const Values extends readonly [unknown, ...unknown[]]>(...values: Values): Setting<Values[number]> => ({
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
  invalidKey: among(403, 401, '403 repeating the key'),
  notFound: among(404, 403),
  methodNotAllowed: among(405, 403, 400),
  invalidBody: among(400, 422),
  contentType: among(415, 'accept'),
  errorBody: among('error', 'osdi:error'),
  perPageParameter: among('honoured', 'ignored'),
  filter: among('ignored', 'honoured', 'by day', 'dropped from next', 'refused'),
  otherQuery: among('ignored', 400),
  pageBeyond: among('empty', 404),
  invalidPage: among('first', 400),
  nextOnLast: among('absent', 'present'),
  totals: among('present', 'absent'),
  order: among('oldest first', 'newest first'),
  scope: among('owner', 'key'),
  v2KnownIdentifier: among('unchanged', 'update', 409),
  v2PutIdentifiers: among('replace', 'add'),
  foreignOwner: among(409, 'ignored'),
  twoMatches: among(409, 'oldest'),
  ownTwin: among('ignored', 409),
  malformedIdentifier: among('ignored', 400),
  invalidOptional: among('ignored', 400),
  nullInPut: among('clears', 'ignored'),
  unset: among('absent', 'null'),
  v1PostalCode: among('optional', 400),
  geocodeMiss: among('empty', 'kept'),
  partialLocation: among('merged', 'replaced'),
  timestamps: among('seconds', 'milliseconds'),
  localTimes: among('Z', 'no zone'),
  modified: among('stays', 'moves'),
  ids: among('uuid', 'number'),
  language: { default: 'en', check: text },
  hidden: among(false, true),
  capacity: { default: 'absent', check: capacity },
  onePersonOnce: among('once', 'again'),
  totalAccepted: among('accepted', 'every RSVP'),
  attendanceFields: among('with ids', 'links alone'),
  attendanceLinks: among('osdi:attendance', 'osdi:attendances'),
  creatorRoles: among('members too', 'separate'),
  rateLimit: { default: 'off', check: rateLimit },
  linked: among(200, 404),
  recordAttendance: among('records', 405),
  campaignLink: among('bare', 'prefixed'),
  petitions: among('not served', 'events'),
  labelNumber: { default: 1, check: wholeNumber() },
}

export const assumptionNames = Object.keys(settings) as (keyof Assumptions)[]

/**
 * The defaults of {@link Assumptions}.
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

/** Checks a setting. Returns it frozen, as a copy. */
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
