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
  /**
   * Texts of errors: the mock service's own, which name the field or the id; or the short ones of clients of the Action Network for status 404,
   * 429, and an RSVP whose link leads to no person.
   */
  errorTexts: 'detailed' | 'short'
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
  /** The fields that `filter` compares: every field with a comparable value, or those that the documentation of the Action Network lists. */
  filterFields: 'every field' | 'as listed'
  /** Links of a filtered page: `self` has the filter, and `next` has `page` before it; or `self` has no query, and `next` has `page` behind it. */
  filterLinks: 'self with filter' | 'self without query'
  /** Query parameters that an address does not know: ignored, or status 400. Lists know `page` and `per_page`, some also `filter`. */
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
  /**
   * Which events an event campaign has: those of its owner; or those of every host. Then the owner may read the others too, with their
   * attendances and people, and `addEvent` takes a campaign of another owner.
   */
  campaignEvents: 'of the owner' | 'of every host'
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
  /**
   * The status of a new event: `confirmed`; or `pending_approval` in an event campaign with `vetting`, until `updateEvent` sets another. No
   * request can set it.
   */
  vetting: 'none' | 'by campaign'
  /** The modification time after an RSVP, or after a PUT that changes nothing. */
  modified: 'stays' | 'moves'
  /** Ids that the service makes: lower-case UUIDs, or numbers that count up. */
  ids: 'uuid' | 'number'
  /** `region` of a location whose region is unknown: an empty text, or absent. */
  unknownRegion: 'empty' | 'absent'
  /** `language` of locations and postal addresses: shown, or absent. */
  locationLanguage: 'shown' | 'absent'
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
  /** The origin system of events of the user interface and of people, and the vendor in the entry point: any text. @default 'Mock Service' */
  originSystem: string
  /** `browser_url` (version 1: `url`) of an event's sponsor: the group's public page, or an address of the API. */
  sponsorAddress: 'public page' | 'api'
  /** The link to the record-attendance helper: `osdi:record_attendance_helper`, or also `record_attendance_helper`. Version 1 has neither. */
  attendanceHelper: 'with prefix' | 'both'
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
