import { frozen, isPlain } from './text/json.ts'
import { type Check, check, flag, oneOf, text, validate, validateKeys, wholeNumber } from './validate.ts'

/**
 * What the spec leaves open, one named entry each. The first setting is the default, unless the entry names another. Set them with
 * `createMockService({ assumptions: { … } })`. `docs/guides/assumptions.md` gives the reasons.
 */
export interface Assumptions {
  /** A missing or unknown key: status 403, status 401, or status 403 with a text that ends with the key. */
  invalidKey: 403 | 401 | '403 repeating the key'
  /** An unknown id, and an event or campaign of another owner: status 404 or 403. */
  notFound: 404 | 403
  /** DELETE, and any method that an address does not accept: status 405, 403 or 400, each with `Allow`. */
  methodNotAllowed: 405 | 403 | 400
  /**
   * A POST with a required field that is missing, empty or of a wrong type, and any body that is not a JSON object: status 400 or 422. The
   * error names the field.
   */
  invalidBody: 400 | 422
  /** A body whose content type is not JSON: status 415, or the body is read as JSON. */
  contentType: 415 | 'accept'
  /** An error body: `{"error":"<text>"}` or OSDI's `{"osdi:error":{"response_code":…,"error_description":…}}`. */
  errorBody: 'error' | 'osdi:error'
  /** The parameter `per_page`: honoured up to the service's own page size, and kept in `next`; or ignored. */
  perPageParameter: 'honoured' | 'ignored'
  /**
   * The parameter `filter` of lists of events and attendances. `'ignored'`: the same as an unknown parameter (`otherQuery`). `'honoured'`:
   * applied if it is valid OData, else status 400. `'by day'`: the same, but only the UTC days of dates are compared, and the given day is
   * included. `'dropped from next'`: honoured, but missing in `next`. `'refused'`: status 400.
   */
  filter: 'ignored' | 'honoured' | 'by day' | 'dropped from next' | 'refused'
  /** Unknown query parameters: all but `page`, `per_page` and, with filters, `filter` of a list. Ignored, or status 400. */
  otherQuery: 'ignored' | 400
  /** A page beyond the last one: an empty page without `next`, or status 404. */
  pageBeyond: 'empty' | 404
  /** A `page` that is not a positive whole number: page 1, or status 400. */
  invalidPage: 'first' | 400
  /** `next` on the last page: absent, or present. If present, it leads to an empty page without `next`, whatever `pageBeyond` says. */
  nextOnLast: 'absent' | 'present'
  /** `total_pages` and `total_records`: present or absent. */
  totals: 'present' | 'absent'
  /** Order of a list, by time of creation. */
  order: 'oldest first' | 'newest first'
  /**
   * Which events a key sees, with their attendances and people: those of its owner, so that two keys of one group see the same; or those
   * that it made itself. The dashboard, the targeting interface and e-mail lists always belong to the owner.
   */
  scope: 'owner' | 'key'
  /** A version 2 POST with an identifier of the same owner's event: status 200 with that event unchanged or updated, or status 409. */
  v2KnownIdentifier: 'unchanged' | 'update' | 409
  /** Identifiers in a version 2 PUT: they replace all identifiers except the service's own, or are added to them. */
  v2PutIdentifiers: 'replace' | 'add'
  /** A POST with an identifier of another owner's event: status 409, or the identifier is ignored. A PUT always ignores it. */
  foreignOwner: 409 | 'ignored'
  /** A POST that would update an event, and matches two by its identifiers: status 409, or the older one is updated. */
  twoMatches: 409 | 'oldest'
  /** A PUT with an identifier of another event of the same owner: the identifier is ignored, or status 409. */
  ownTwin: 'ignored' | 409
  /**
   * A POST with an identifier that is not `<system>:<id>`, has a space in the system or at an end, or has the service's prefix but is
   * unknown: the identifier is ignored, or status 400. A PUT always ignores it. The request log names it.
   */
  malformedIdentifier: 'ignored' | 400
  /** In a POST, an optional field of a wrong type, an unknown field, and `null`: ignored, or status 400. */
  invalidOptional: 'ignored' | 400
  /** `null` in a PUT: clears an optional field, or is ignored. A required field always stays. */
  nullInPut: 'clears' | 'ignored'
  /** Fields without a value in responses: absent, or `null`. */
  unset: 'absent' | 'null'
  /** A version 1 location without `postal_code`: accepted, or status 400. */
  v1PostalCode: 'optional' | 400
  /** Locality and region of an address that the geocoder does not find: empty, or as the caller sent them. */
  geocodeMiss: 'empty' | 'kept'
  /** Parts of a location in a PUT: are merged into the old location, or replace it. */
  partialLocation: 'merged' | 'replaced'
  /** Precision of times that the service makes. */
  timestamps: 'seconds' | 'milliseconds'
  /** `start_date`, `end_date` and `start` in responses: the local digits with `Z`, or without a zone. A zone that was sent is dropped. */
  localTimes: 'Z' | 'no zone'
  /** The modification time after an RSVP, or after a PUT that changes nothing. */
  modified: 'stays' | 'moves'
  /** Ids that the service makes: lower-case UUIDs, or numbers that count up. */
  ids: 'uuid' | 'number'
  /** How `location.language` says "English": any text. @default 'en' */
  language: string
  /** `platform:hidden` of events made through the API. @default false */
  hidden: boolean
  /** `capacity` of events made through the API: absent, or a whole number, which is never enforced. */
  capacity: 'absent' | number
  /**
   * By which contacts an RSVP or a signup finds a person that the key may see, and which it needs: an e-mail address or a phone number, or an
   * e-mail address alone.
   */
  personMatch: 'e-mail or phone' | 'e-mail'
  /** A person's second RSVP to an event: gives the first one a new status, or counts again. */
  onePersonOnce: 'once' | 'again'
  /** What `total_accepted` counts: all RSVPs (v1 §2.1, v2 §2.1), or only accepted ones. */
  totalAccepted: 'every RSVP' | 'accepted'
  /**
   * Whether an attendance has `platform:person_id`, `platform:event_id` and `platform:referrer_data`, or only links to person and event.
   */
  attendanceFields: 'with ids' | 'links alone'
  /** The `person` of an RSVP in the response to its POST: absent, or with the names and contacts of the person. */
  attendancePerson: 'absent' | 'when recorded'
  /**
   * The `status` of an RSVP over HTTP. `'generated'`: the service sets `accepted`; only a PUT with `attended` changes it. `'kept'`: as it was
   * sent. `attend` of the mock service always keeps it.
   */
  attendanceStatus: 'generated' | 'kept'
  /**
   * Autoresponses to accepted RSVPs for events of the user interface: one for every RSVP; or only for RSVPs that describe the person and have
   * `triggers.autoresponse.enabled` true.
   */
  autoresponse: 'every RSVP' | 'by trigger'
  /** An RSVP without a key that describes a person: refused as `invalidKey` says, or recorded and answered with status 200 and `{}`. */
  keylessRsvp: 403 | '200 {}'
  /** An RSVP that describes no person whom the service can find or make: refused as `invalidBody` says, or answered with status 200 and `{}`. */
  failedRsvp: 400 | '200 {}'
  /** Relation of a page's links to its attendances. In `_embedded`, it is always the version's own. */
  attendanceLinks: 'osdi:attendance' | 'osdi:attendances'
  /** Whether organizers and administrators count as members of their group. */
  creatorRoles: 'members too' | 'separate'
  /**
   * Requests per second that a key may send. Further requests get status 429, with `Retry-After: 1` unless `retryAfter` is false. A second
   * is real time; `clock.advance` makes time pass too.
   */
  rateLimit:
    | 'off'
    | number
    | {
        /** Requests per second that a key may send. */
        readonly perSecond: number
        /** Whether the response has `Retry-After`. */
        readonly retryAfter: boolean
      }
  /**
   * Addresses of people and their sub-paths, attendances, embed codes, event campaigns and tags: status 200, or status
   * 404. An event's attendances always accept a POST if `recordAttendance` says so.
   */
  linked: 200 | 404
  /** A POST to an event's attendances: records the RSVP and returns it, or status 405. */
  recordAttendance: 'records' | 405
  /** The end of the address of `platform:event_campaign`: the campaign's id, or its identifier with the service's prefix. */
  campaignLink: 'bare' | 'prefixed'
  /** A POST of an event campaign with the key of an individual account: status 403, or it is created. */
  individualCampaigns: 403 | 'created'
  /** `tag_list` of events in version 2: not a field of an event, or kept as it was sent. Event campaigns always have it. */
  tagList: 'absent' | 'kept'
  /** The address of documentation in curies: `/docs/v1/{rel}` or `/docs/v2/{rel}`, or `/docs/{rel}` for both versions. */
  docsAddress: 'by version' | 'for both versions'
  /** The page size in the entry point: `max_page_size` as a number or as text, or `max_pagesize`, OSDI's spelling, as a number. */
  maxPageSize: 'integer' | 'string' | 'max_pagesize'
  /** Version 1 paths that end in `/petitions` (v1 §4.6): not served, or the same as the list of events. */
  petitions: 'not served' | 'events'
  /** The number with which targeting labels begin: any whole number. @default 1 */
  labelNumber: number
}

interface Setting<Value> {
  readonly default: Value
  readonly check: Check<Value>
}

/** A setting with these values. The first is the default. */
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
  errorBody: choice('error', 'osdi:error'),
  perPageParameter: choice('honoured', 'ignored'),
  filter: choice('ignored', 'honoured', 'by day', 'dropped from next', 'refused'),
  otherQuery: choice('ignored', 400),
  pageBeyond: choice('empty', 404),
  invalidPage: choice('first', 400),
  nextOnLast: choice('absent', 'present'),
  totals: choice('present', 'absent'),
  order: choice('oldest first', 'newest first'),
  scope: choice('owner', 'key'),
  v2KnownIdentifier: choice('unchanged', 'update', 409),
  v2PutIdentifiers: choice('replace', 'add'),
  foreignOwner: choice(409, 'ignored'),
  twoMatches: choice(409, 'oldest'),
  ownTwin: choice('ignored', 409),
  malformedIdentifier: choice('ignored', 400),
  invalidOptional: choice('ignored', 400),
  nullInPut: choice('clears', 'ignored'),
  unset: choice('absent', 'null'),
  v1PostalCode: choice('optional', 400),
  geocodeMiss: choice('empty', 'kept'),
  partialLocation: choice('merged', 'replaced'),
  timestamps: choice('seconds', 'milliseconds'),
  localTimes: choice('Z', 'no zone'),
  modified: choice('stays', 'moves'),
  ids: choice('uuid', 'number'),
  language: { default: 'en', check: text },
  hidden: choice(false, true),
  capacity: { default: 'absent', check: capacity },
  personMatch: choice('e-mail or phone', 'e-mail'),
  onePersonOnce: choice('once', 'again'),
  totalAccepted: choice('every RSVP', 'accepted'),
  attendanceFields: choice('with ids', 'links alone'),
  attendancePerson: choice('absent', 'when recorded'),
  attendanceStatus: choice('generated', 'kept'),
  autoresponse: choice('every RSVP', 'by trigger'),
  keylessRsvp: choice(403, '200 {}'),
  failedRsvp: choice(400, '200 {}'),
  attendanceLinks: choice('osdi:attendance', 'osdi:attendances'),
  creatorRoles: choice('members too', 'separate'),
  rateLimit: { default: 'off', check: rateLimit },
  linked: choice(200, 404),
  recordAttendance: choice('records', 405),
  campaignLink: choice('bare', 'prefixed'),
  individualCampaigns: choice(403, 'created'),
  tagList: choice('absent', 'kept'),
  docsAddress: choice('by version', 'for both versions'),
  maxPageSize: choice('integer', 'string', 'max_pagesize'),
  petitions: choice('not served', 'events'),
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
