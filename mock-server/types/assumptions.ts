/**
 * How the service behaves where the spec leaves the behaviour open: one setting for each open question. Pass settings to
 * `createMockService({ assumptions: { … } })`. `docs/guides/assumptions.md` gives the defaults and the reasons. This file is written from
 * the table in `mock-server/assumptions/`.
 */
export interface Assumptions {
  /** Status for a key that is missing or wrong. `'403 repeating the key'`: the text ends with the key. */
  invalidKey: 403 | 401 | '403 repeating the key'
  /** Status for an id that does not exist. Also for an event or a campaign of another owner. */
  notFound: 404 | 403
  /**
   * Status for DELETE. Also for every method that an address does not accept. The response has `Allow`. HEAD works as GET without a body.
   */
  methodNotAllowed: 405 | 403 | 400
  /**
   * Status for a POST without a required field. Missing, blank or of a wrong type; also for a body that is not a JSON object in UTF-8. The
   * error names the field or `body`.
   */
  invalidBody: 400 | 422
  /** Status for a body that is not JSON. By its content type. `'accept'`: the service reads it as JSON. */
  contentType: 415 | 'accept'
  /**
   * Texts of errors. `'detailed'`: they name the field or what was not found. `'short'`: `Not found`, `Too many requests`, and
   * `You must specify a valid person id` for an RSVP whose link leads to no person.
   */
  errorTexts: 'detailed' | 'short'
  /** Shape of errors. `'error'`: `{"error":"<text>"}`. `'osdi:error'`: `{"osdi:error":{"response_code":…,"error_description":…}}`. */
  errorBody: 'error' | 'osdi:error'
  /**
   * Requests per second. Of each key, in real seconds and those that `clock.advance` adds. A number: then 429 with `Retry-After: 1`, or with
   * `{ perSecond, retryAfter: false }` without it, such as `4`. @default 'off'
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
  /** Unknown parameters in a request. All but `page`, `per_page` and, with filters, `filter` of a list. */
  otherQuery: 'ignored' | 400
  /** per_page in a request. `'honoured'`: up to the service's own page size, kept in `next`. */
  perPageParameter: 'honoured' | 'ignored'
  /**
   * Filter in a request. Of events, and of the attendances of an event or a person. `'ignored'`: like any unknown parameter (`otherQuery`).
   * `'honoured'`: OData; any other text gets `400`. `'by day'`: a date counts as its whole UTC day. `'dropped from next'`: `next` lacks the
   * filter. `'refused'`: `400`.
   */
  filter: 'ignored' | 'honoured' | 'by day' | 'dropped from next' | 'refused'
  /**
   * Fields that a filter compares. `'every field'`: with a comparable value. `'as listed'`: of events `identifier`, times of creation and
   * change, origin system, title, start and end; of attendances `identifier` and the two times; any other is `400`.
   */
  filterFields: 'every field' | 'as listed'
  /** A page after the last one. `'empty'`: without `next`. */
  pageBeyond: 'empty' | 404
  /** A page that is no number. Or not above 0. `'first'`: the first page. */
  invalidPage: 'first' | 400
  /** Links of a filtered page. `'self with filter'`: `next` is `?page=2&filter=…`. `'self without query'`: `next` is `?filter=…&page=2`. */
  filterLinks: 'self with filter' | 'self without query'
  /**
   * How exactly an address must be written. `'lenient'`: `page` and `per_page` count as far as their digits go (`2abc`), several slashes
   * count as one, parameters in the form body of a GET count (over HTTP), an empty `filter` is none, people can be filtered by `email`.
   */
  requestReading: 'as documented' | 'lenient'
  /**
   * Link to a next page on the last one. `'absent'`: v2 §2.6. `'present'`: it leads to an empty page, which costs a request for each list.
   */
  nextOnLast: 'absent' | 'present'
  /** Link to the previous page. On all pages but the first. */
  previousLink: 'absent' | 'present'
  /** total_pages and total_records. */
  totals: 'present' | 'absent'
  /** Order of the list. By the time of creation. */
  order: 'oldest first' | 'newest first'
  /** Events that a key sees. `'owner'`: keys of one group or account see the same. `'key'`: only the key that made an event. */
  scope: 'owner' | 'key'
  /**
   * Events of an event campaign. `'of the owner'`: those that belong to the owner of the campaign. `'of every host'`: the owner also reads
   * the events that others host in the campaign, with their attendances and people, and cannot change them. Add one with
   * `addEvent({ campaign }, { key })` of another owner.
   */
  campaignEvents: 'of the owner' | 'of every host'
  /** People in events of an event campaign (version 2). Creator and organizer. `'embedded'`: linked too. */
  campaignEventPeople: 'linked' | 'embedded'
  /** Create with an identifier that an event has (version 2). An event of the same owner. `'unchanged'`: 200 and that event. */
  v2KnownIdentifier: 'unchanged' | 'update' | 409
  /** Identifiers in an update (version 2). `'replace'`: all but the service's own. */
  v2PutIdentifiers: 'replace' | 'add'
  /** Create with an identifier of another group's event. An update ignores such an identifier. */
  foreignOwner: 409 | 'ignored'
  /**
   * Create with identifiers of two events (version 1). In version 2 with `v2KnownIdentifier: 'update'`. `'oldest'`: the older event is
   * updated.
   */
  twoMatches: 409 | 'oldest'
  /** Update with an identifier of another own event. */
  ownTwin: 'ignored' | 409
  /**
   * Create with an identifier without a system. Also with an unknown one that has the service's prefix. An update ignores it. The rest of a
   * create counts: sent again, it makes a second event.
   */
  malformedIdentifier: 'ignored' | 400
  /** Ids. `'uuid'`: in lower case. `'number'`: counts up. */
  ids: 'uuid' | 'number'
  /** Create with an optional field of a wrong type. Also an unknown field, and `null`. */
  invalidOptional: 'ignored' | 400
  /**
   * Numbers and flags where texts are due. Numbers as phone numbers and postal codes; numbers, `true` and `false` in custom fields.
   * `'invalid'`: as `invalidOptional` says. `'converted'`: to text.
   */
  numbersAsText: 'invalid' | 'converted'
  /** Null in an update. `'clears'`: an optional field, never a required one. */
  nullInPut: 'clears' | 'ignored'
  /**
   * Fields without a value. `'empty text'`: absent, but seeded events and those of the user interface have a start, and empty texts as
   * `name`, `description`, `instructions`, `venue`, `locality` and `postal_code`.
   */
  unset: 'absent' | 'null' | 'empty text'
  /**
   * Create without an origin system. Of an event or an event campaign. `'required'`: an error as `invalidBody` says. `'filled in'`: with the
   * name of the key's owner.
   */
  originOnCreate: 'required' | 'filled in'
  /** Create with a location without postal code (version 1). */
  v1PostalCode: 'optional' | 400
  /** Locality of an address that is not found. And its region. `'kept'`: as sent. */
  geocodeMiss: 'empty' | 'kept'
  /** Update with a part of a location. `'merged'`: and geocoded again. */
  partialLocation: 'merged' | 'replaced'
  /** Times of creation and change. */
  timestamps: 'seconds' | 'milliseconds'
  /** Start and end. `'Z'`: behind the local digits. */
  localTimes: 'Z' | 'no zone'
  /**
   * First status of an event in a campaign that vets. Made by `addCampaign({ …, vetting: true })`. `'none'`: `confirmed`. `'by campaign'`:
   * `pending_approval`, until `updateEvent` sets another.
   */
  vetting: 'none' | 'by campaign'
  /** Time of change after an update without changes. And after an RSVP. */
  modified: 'stays' | 'moves'
  /** Unknown region of a location. `'empty'`: an empty text. */
  unknownRegion: 'empty' | 'absent'
  /** Language of locations. And of postal addresses. */
  locationLanguage: 'shown' | 'absent'
  /** Name of the English language. In `location.language`. Any text. @default 'en' */
  language: string
  /** Whether events made through the API are hidden. */
  hidden: boolean
  /** Capacity of events made through the API. A whole number, never enforced. @default 'absent' */
  capacity: 'absent' | number
  /**
   * Fields of people (version 2). `'as documented'`: those with a value. `'as recorded'`: always `languages_spoken`, `custom_fields`, a
   * phone number (perhaps without `number`) and a postal address (perhaps without parts and coordinates), never `origin_system` and the link
   * to answers.
   */
  personFields: 'as documented' | 'as recorded'
  /** How an RSVP finds a known person. A signup too. The RSVP must have such a contact. */
  personMatch: 'e-mail or phone' | 'e-mail'
  /** A second RSVP of one person. `'once'`: it changes the status of the first. */
  onePersonOnce: 'once' | 'again'
  /** What total_accepted counts. `'every RSVP'`: declined ones too. */
  totalAccepted: 'every RSVP' | 'accepted'
  /** Fields of an RSVP. `'with ids'`: `<ns>:person_id`, `<ns>:event_id`, `<ns>:referrer_data`. */
  attendanceFields: 'with ids' | 'links alone'
  /** Person in the response to an RSVP. `'when recorded'`: names and contacts. */
  attendancePerson: 'absent' | 'when recorded'
  /**
   * Status of a new RSVP. Over HTTP; `attend` always stores the given one. `'generated'`: always `accepted`; only a PUT with `attended` or
   * `accepted` changes it. `'kept'`: as it was sent.
   */
  attendanceStatus: 'generated' | 'kept'
  /**
   * Mail after an RSVP. To an event of the user interface, if the RSVP is accepted. `'by trigger'`: only an RSVP that describes the `person`
   * and has `triggers.autoresponse.enabled` true.
   */
  autoresponse: 'every RSVP' | 'by trigger'
  /**
   * An RSVP without a key. `403`: or as `invalidKey` says. `'200 {}'`: an RSVP that describes a `person` is recorded, and the response shows
   * nothing.
   */
  keylessRsvp: 403 | '200 {}'
  /**
   * A signup without a key. `403`: or as `invalidKey` says. `'200 {}'`: the person joins the list of the first group, and the response shows
   * nothing.
   */
  keylessSignup: 403 | '200 {}'
  /** An RSVP that cannot be recorded. Its `person` has no contact. `400`: or as `invalidBody` says. `'200 {}'`: nothing is recorded. */
  failedRsvp: 400 | '200 {}'
  /** Links to RSVPs on their pages. Version 2 embeds `osdi:attendances`, version 1 `osdi:attendance`, whatever the links. */
  attendanceLinks: 'osdi:attendance' | 'osdi:attendances'
  /** Who can be the creator of an event. Whether organizers and administrators count as members. */
  creatorRoles: 'members too' | 'separate'
  /** RSVPs through the API. A POST to an event's attendances. `'records'`: the person is in `_links.osdi:person.href` or `person`. */
  recordAttendance: 'records' | 405
  /** Whether the links of an event lead anywhere. To what the spec does not describe: people, attendances, embed codes, campaigns, tags. */
  linked: 200 | 404
  /** Link to an event's campaign. Its last segment. `'bare'`: the id. `'prefixed'`: the identifier. */
  campaignLink: 'bare' | 'prefixed'
  /**
   * Origin system of events made in the user interface. And of people; vendor and product in the entry point. Any text, such as
   * `'Action Network'`. @default 'Mock Service'
   */
  originSystem: string
  /** Address of the sponsor. `'public page'`: `/groups/<id>`. `'api'`: `/api/v2/groups/<id>`. */
  sponsorAddress: 'public page' | 'api'
  /**
   * Link to the helper for RSVPs. Of an event in version 2. `'with prefix'`: `osdi:record_attendance_helper`. `'both'`:
   * `record_attendance_helper` too, with the same address.
   */
  attendanceHelper: 'with prefix' | 'both'
  /** Campaigns of an individual account. The response to a POST of one. */
  individualCampaigns: 403 | 'created'
  /** tag_list of events. In version 2. `'kept'`: names of tags, as they were sent. */
  tagList: 'absent' | 'kept'
  /**
   * Address of the documentation of links. In curies. `'by version'`: `/docs/v2/{rel}`, in version 1 `/docs/v1/{rel}`.
   * `'for both versions'`: `/docs/{rel}`.
   */
  docsAddress: 'by version' | 'for both versions'
  /**
   * Page size at the entry point. `'integer'`: `max_page_size` is a number. `'string'`: it is a text. `'max_pagesize'`: a number under
   * OSDI's name.
   */
  maxPageSize: 'integer' | 'string' | 'max_pagesize'
  /**
   * Other collections of the entry point. `petitions`, `forms`, `fundraising_pages`, `donations`, `advocacy_campaigns`, `lists`,
   * `campaigns`. `'empty'`: empty lists.
   */
  otherCollections: 'not served' | 'empty'
  /** Petitions (version 1). Paths that end in `/petitions`. `'events'`: the list of events. */
  petitions: 'not served' | 'events'
  /**
   * Number in the label of a targeted event. In the targeting interface, where organizers select e-mail recipients. Any whole number.
   * @default 1
   */
  labelNumber: number
}
