/**
 * How the service behaves where the spec leaves the behaviour open: one setting for each open question. The first value is the default,
 * unless `@default` names another. Pass settings to `createMockService({ assumptions: { … } })`. `docs/guides/assumptions.md` gives the
 * reasons.
 */
export interface Assumptions {
  /** Response to a missing or unknown API key: status 403, status 401, or status 403 with an error text that repeats the key at its end. */
  invalidKey: 403 | 401 | '403 repeating the key'
  /** Response to an unknown id, and to the id of another owner's event or campaign: status 404 or 403. */
  notFound: 404 | 403
  /**
   * Response to DELETE, and to any other method that an address does not accept: status 405, 403 or 400, always with the header `Allow`.
   */
  methodNotAllowed: 405 | 403 | 400
  /**
   * Response to a POST in which a required field is missing, empty or of a wrong type, and to a body that is not a JSON object: status 400
   * or 422. The error names the field.
   */
  invalidBody: 400 | 422
  /** Response to a body with a content type other than JSON. `415`: status 415. `'accept'`: the service reads the body as JSON. */
  contentType: 415 | 'accept'
  /**
   * Texts of errors. `'detailed'`: the texts name the field or the id. `'short'`: short texts, as clients of the Action Network report
   * them, for status 404, for status 429, and for an RSVP whose link leads to no person.
   */
  errorTexts: 'detailed' | 'short'
  /** Body of an error response: `{"error":"<text>"}`, or OSDI's `{"osdi:error":{"response_code":…,"error_description":…}}`. */
  errorBody: 'error' | 'osdi:error'
  /** The query parameter `per_page`. `'honoured'`: it sets the page size, up to the service's own page size, and `next` links repeat it. */
  perPageParameter: 'honoured' | 'ignored'
  /**
   * The query parameter `filter` of lists of events and attendances. `'ignored'`: the service treats it as an unknown parameter
   * (`otherQuery`). `'honoured'`: the service applies valid OData, and answers any other text with status 400. `'by day'`: like
   * `'honoured'`, but a date counts as its whole UTC day, so `gt` and `lt` include the given day. `'dropped from next'`: like `'honoured'`,
   * but `next` links lack the filter. `'refused'`: status 400.
   */
  filter: 'ignored' | 'honoured' | 'by day' | 'dropped from next' | 'refused'
  /**
   * The fields that `filter` can name: every field with a comparable value, or only the fields that the documentation of the Action Network
   * lists.
   */
  filterFields: 'every field' | 'as listed'
  /**
   * The query strings of links in a filtered page. `'self with filter'`: `self` has the filter, and `next` has first `page`, then the
   * filter. `'self without query'`: `self` has no query string, and `next` has first the filter, then `page`.
   */
  filterLinks: 'self with filter' | 'self without query'
  /**
   * Response to an unknown query parameter: the service ignores it, or answers with status 400. Lists know `page` and `per_page`. Some
   * lists also know `filter`.
   */
  otherQuery: 'ignored' | 400
  /**
   * How the service reads the address of a request. `'as documented'`: word for word. `'lenient'`: `page` and `per_page` count as far as
   * their digits go; several slashes count as one; parameters in the form body of a GET count; an empty `filter` counts as none; and filters
   * of people know `email`.
   */
  requestReading: 'as documented' | 'lenient'
  /** Response to a page number beyond the last page: an empty page without `next`, or status 404. */
  pageBeyond: 'empty' | 404
  /** Response to a `page` that is not a positive whole number: page 1, or status 400. */
  invalidPage: 'first' | 400
  /**
   * The `next` link of the last page: absent, or present. A present link leads to an empty page without `next`, for every setting of
   * `pageBeyond`.
   */
  nextOnLast: 'absent' | 'present'
  /** The `previous` link of every page but the first: absent or present. */
  previousLink: 'absent' | 'present'
  /** The fields `total_pages` and `total_records` of a page: present or absent. */
  totals: 'present' | 'absent'
  /** Order of the entries of a list, by time of creation. */
  order: 'oldest first' | 'newest first'
  /**
   * Which events an API key can see, with their attendances and people. `'owner'`: all events of the key's owner, so that two keys of one
   * group see the same events. `'key'`: only the events that this key created. The dashboard, the targeting interface and e-mail lists
   * always belong to the owner.
   */
  scope: 'owner' | 'key'
  /**
   * Events of an event campaign. `'of the owner'`: the events of the campaign's owner. `'of every host'`: other owners can host events in
   * the campaign, by `addEvent`, and the campaign's owner can read these events with their attendances and people.
   */
  campaignEvents: 'of the owner' | 'of every host'
  /** The creator and the organizer of an event in an event campaign, in version 2: events only link to them, or also embed them. */
  campaignEventPeople: 'linked' | 'embedded'
  /**
   * Response to a version 2 POST with an identifier that an event of the same owner already has: status 200 with that event, unchanged or
   * updated; or status 409.
   */
  v2KnownIdentifier: 'unchanged' | 'update' | 409
  /**
   * Effect of `identifiers` in a version 2 PUT. `'replace'`: they replace all identifiers except the one that the service made. `'add'`:
   * the service adds them to the event's identifiers.
   */
  v2PutIdentifiers: 'replace' | 'add'
  /**
   * Response to a POST with an identifier of another owner's event: status 409, or the service ignores the identifier. A PUT always ignores
   * such an identifier.
   */
  foreignOwner: 409 | 'ignored'
  /**
   * Response to a POST whose identifiers belong to two events of the owner, if a POST updates events: status 409, or an update of the older
   * event.
   */
  twoMatches: 409 | 'oldest'
  /**
   * Response to a PUT with an identifier of another event of the same owner: the service ignores the identifier, or answers with status
   * 409.
   */
  ownTwin: 'ignored' | 409
  /**
   * Response to a POST with a malformed identifier: the service ignores the identifier, or answers with status 400. Malformed are texts
   * without the form `<system>:<id>`, texts with a space in the system or at either end, and unknown identifiers with the service's prefix.
   * A PUT always ignores a malformed identifier. The request log names it.
   */
  malformedIdentifier: 'ignored' | 400
  /**
   * Response to a POST with an unknown field, or with an optional field that is `null` or of a wrong type: the service ignores the field,
   * or answers with status 400.
   */
  invalidOptional: 'ignored' | 400
  /**
   * Effect of `null` for an optional field in a PUT: it clears the field, or the service ignores it. `null` never clears a required field.
   */
  nullInPut: 'clears' | 'ignored'
  /** Numbers as phone numbers and postal codes, and numbers and booleans in custom fields: values of a wrong type, or stored as text. */
  numbersAsText: 'invalid' | 'converted'
  /**
   * How responses show a field without a value: the field is absent, or is `null`. `'empty text'`: it is absent; but seeded events and events
   * of the user interface always have a start, and empty texts as name, description, instructions, venue, locality and postal code.
   */
  unset: 'absent' | 'null' | 'empty text'
  /**
   * A POST of an event or an event campaign without the field `origin_system` (version 1: `originating_system`): an error as `invalidBody`
   * says, or the service fills in the name of the key's owner.
   */
  originOnCreate: 'required' | 'filled in'
  /** Response to a version 1 location without `postal_code`: the service accepts the location, or answers with status 400. */
  v1PostalCode: 'optional' | 400
  /** Locality and region of an address that the geocoder does not find: empty, or the values that the caller sent. */
  geocodeMiss: 'empty' | 'kept'
  /**
   * Effect of a PUT with only some parts of a location: the service merges these parts into the old location, or they replace the whole
   * location.
   */
  partialLocation: 'merged' | 'replaced'
  /** Precision of `created_date`, `modified_date` and other times that the service generates. */
  timestamps: 'seconds' | 'milliseconds'
  /**
   * How responses show `start_date`, `end_date` and `start`: as local time with `Z` behind it, or without a zone. The service drops a zone
   * that a request sends.
   */
  localTimes: 'Z' | 'no zone'
  /**
   * Status of a new event. `'none'`: `confirmed`. `'by campaign'`: the same, but `pending_approval` in an event campaign with `vetting`,
   * until `updateEvent` sets another status. No request can set it.
   */
  vetting: 'none' | 'by campaign'
  /**
   * Modification time of an event after an RSVP, and after a PUT that changes nothing: it stays the same, or it moves to the current time.
   */
  modified: 'stays' | 'moves'
  /** Ids that the service generates: lower-case UUIDs, or numbers that count up. */
  ids: 'uuid' | 'number'
  /** The field `region` of a location without a known region: an empty text, or absent. */
  unknownRegion: 'empty' | 'absent'
  /** The field `language` of locations and postal addresses: responses show it, or it is absent. */
  locationLanguage: 'shown' | 'absent'
  /** Value of `location.language` for English: any text. @default 'en' */
  language: string
  /** Value of `platform:hidden` for events created through the API. @default false */
  hidden: boolean
  /** Value of `capacity` for events created through the API: absent, or a whole number. The service never enforces it. */
  capacity: 'absent' | number
  /**
   * Fields of people in version 2. `'as documented'`: the fields of the spec, if they have a value. `'as recorded'`: every person has
   * `languages_spoken`, `custom_fields`, a phone number, which may lack the number itself, and a postal address, which may lack all parts and
   * the coordinates; no person has `origin_system` and a link to answers.
   */
  personFields: 'as documented' | 'as recorded'
  /**
   * The contact that an RSVP or a signup must have, and by which the service finds a person whom the key can see. `'e-mail or phone'`: an
   * e-mail address or a phone number. `'e-mail'`: an e-mail address.
   */
  personMatch: 'e-mail or phone' | 'e-mail'
  /** Effect of a person's second RSVP to an event: it changes the status of the first RSVP, or it counts as another RSVP. */
  onePersonOnce: 'once' | 'again'
  /** What `total_accepted` counts: all RSVPs (v1 §2.1, v2 §2.1), or only RSVPs with the status `accepted`. */
  totalAccepted: 'every RSVP' | 'accepted'
  /**
   * Fields of an attendance. `'with ids'`: it has `platform:person_id`, `platform:event_id` and `platform:referrer_data`. `'links alone'`:
   * it has only the links to person and event.
   */
  attendanceFields: 'with ids' | 'links alone'
  /** The field `person` in the response to the POST of an RSVP: absent, or an object with the person's names and contacts. */
  attendancePerson: 'absent' | 'when recorded'
  /**
   * The field `status` of an RSVP that a request sends. `'generated'`: the service ignores the sent status and sets `accepted`; only a PUT
   * with `attended` or `accepted` changes the status. `'kept'`: the service stores the sent status. `MockService.attend` always stores the given status.
   */
  attendanceStatus: 'generated' | 'kept'
  /**
   * Which accepted RSVPs to events of the user interface get an autoresponse: every RSVP; or only an RSVP whose body describes the person
   * and has `triggers.autoresponse.enabled: true`.
   */
  autoresponse: 'every RSVP' | 'by trigger'
  /**
   * Response to an RSVP that describes a person, but has no API key: an error as `invalidKey` says; or the service records the RSVP, and
   * answers with status 200 and `{}`.
   */
  keylessRsvp: 403 | '200 {}'
  /** Like `keylessRsvp`, for a signup (a POST of a person). The person joins the e-mail list of the first group. */
  keylessSignup: 403 | '200 {}'
  /**
   * Response to an RSVP from which the service can neither find nor create a person: an error as `invalidBody` says, or status 200 with
   * `{}`.
   */
  failedRsvp: 400 | '200 {}'
  /**
   * Relation of the links in a page of attendances. The relation in `_embedded` does not depend on this setting: each version has its own.
   */
  attendanceLinks: 'osdi:attendance' | 'osdi:attendances'
  /** Whether organizers and administrators count as members of their group. */
  creatorRoles: 'members too' | 'separate'
  /**
   * Maximum number of requests per second for each API key. Further requests get status 429, with `Retry-After: 1` unless `retryAfter` is
   * false. The limit counts real seconds, plus the time that `clock.advance` adds.
   */
  rateLimit:
    | 'off'
    | number
    | {
        /** Maximum number of requests per second for each API key. */
        readonly perSecond: number
        /** Whether the response has `Retry-After`. */
        readonly retryAfter: boolean
      }
  /**
   * Response to requests for people, attendances, embed codes, event campaigns and tags, which the spec only links to: status 200, or
   * status 404. The POST of an RSVP does not depend on this setting, but on `recordAttendance`.
   */
  linked: 200 | 404
  /** Response to a POST to an event's attendances: the service records the RSVP and returns it, or answers with status 405. */
  recordAttendance: 'records' | 405
  /** Last segment of the link `platform:event_campaign`: the campaign's id, or the service's prefix and the id, such as `platform:123`. */
  campaignLink: 'bare' | 'prefixed'
  /**
   * Name of the service, as the origin system of people and of events of the user interface, and as the vendor in the entry point: any
   * text. @default 'Mock Service'
   */
  originSystem: string
  /** The field `browser_url` (version 1: `url`) of an event's sponsor: the address of the group's public page, or an address of the API. */
  sponsorAddress: 'public page' | 'api'
  /**
   * Relations of the link to the record-attendance helper: `osdi:record_attendance_helper`, or this relation and
   * `record_attendance_helper`. Version 1 has no such link.
   */
  attendanceHelper: 'with prefix' | 'both'
  /** Response to the POST of an event campaign with the key of an individual account: status 403, or the service creates the campaign. */
  individualCampaigns: 403 | 'created'
  /**
   * The field `tag_list` of events in version 2: events do not have the field, or the service stores and shows the sent list. Event
   * campaigns always have `tag_list`.
   */
  tagList: 'absent' | 'kept'
  /**
   * Address of the documentation in HAL curies. `'by version'`: `/docs/v1/{rel}` and `/docs/v2/{rel}`. `'for both versions'`:
   * `/docs/{rel}`.
   */
  docsAddress: 'by version' | 'for both versions'
  /**
   * How the entry point shows the maximum page size: `max_page_size` as a number, `max_page_size` as text, or `max_pagesize` (OSDI's
   * spelling) as a number.
   */
  maxPageSize: 'integer' | 'string' | 'max_pagesize'
  /**
   * Response to the collections to which the entry point links, but which the mock service does not store, such as `/forms`: status 404, or
   * an empty list.
   */
  otherCollections: 'not served' | 'empty'
  /** Response to version 1 paths that end in `/petitions` (v1 §4.6): status 404, or the list of events. */
  petitions: 'not served' | 'events'
  /** The number at the start of a label in the targeting interface, such as `[1, crm Event], Picnic`: any whole number. @default 1 */
  labelNumber: number
}
