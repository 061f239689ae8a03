import { type Assumptions, createMockService, type MockServiceOptions } from 'osdi-events/mock'

/** For each assumption that a GET can show: a setting other than the default. */
export const shownByGet: Partial<Assumptions> = {
  invalidKey: 401,
  notFound: 403,
  errorBody: 'osdi:error',
  perPageParameter: 'ignored',
  filter: 'honoured',
  otherQuery: 400,
  pageBeyond: 404,
  invalidPage: 400,
  nextOnLast: 'present',
  previousLink: 'present',
  requestReading: 'lenient',
  totals: 'absent',
  order: 'newest first',
  unset: 'null',
  timestamps: 'milliseconds',
  localTimes: 'no zone',
  ids: 'number',
  language: 'de',
  errorTexts: 'short',
  unknownRegion: 'absent',
  sponsorAddress: 'api',
  originSystem: 'Town Events',
  locationLanguage: 'absent',
  hidden: true,
  capacity: 40,
  linked: 404,
  attendanceFields: 'links alone',
  attendanceLinks: 'osdi:attendances',
  campaignLink: 'prefixed',
  maxPageSize: 'string',
  attendanceHelper: 'both',
  docsAddress: 'for both versions',
  tagList: 'kept',
  campaignEventPeople: 'embedded',
  personFields: 'as recorded',
  otherCollections: 'empty',
  petitions: 'events',
}

/** For each assumption that only a write can show: groups of settings other than the defaults, which do not exclude each other. */
export const shownByWrite: Readonly<Record<string, Partial<Assumptions>>> = {
  'most of them': {
    methodNotAllowed: 403,
    invalidBody: 422,
    contentType: 'accept',
    v2KnownIdentifier: 'update',
    v2PutIdentifiers: 'add',
    malformedIdentifier: 400,
    invalidOptional: 400,
    numbersAsText: 'converted',
    nullInPut: 'ignored',
    originOnCreate: 'filled in',
    v1PostalCode: 400,
    geocodeMiss: 'kept',
    partialLocation: 'replaced',
    modified: 'moves',
    onePersonOnce: 'again',
    attendancePerson: 'when recorded',
    attendanceStatus: 'kept',
    totalAccepted: 'accepted',
    keylessRsvp: '200 {}',
    failedRsvp: '200 {}',
  },
  'other settings': { methodNotAllowed: 400, v2KnownIdentifier: 409, attendanceStatus: 'kept' },
  'no RSVPs': { recordAttendance: 405 },
}

/** Assumptions whose other setting hides others, so that each is tested alone. */
export const hiding = ['linked', 'totals', 'locationLanguage']

/** Assumptions that a version does not have. */
export const notIn = {
  v1: [
    ...['hidden', 'capacity', 'attendanceHelper', 'tagList', 'campaignEventPeople', 'personFields'],
    ...['v2KnownIdentifier', 'v2PutIdentifiers'],
  ],
  v2: ['petitions', 'v1PostalCode'],
}

/** A service with data for every finding. Its titles, places and names have the word SECRET. */
export async function serviceWithData(assumptions: Partial<Assumptions> = {}, options: MockServiceOptions = {}) {
  const service = createMockService({ events: 31, perPage: 4, now: '2026-05-01T12:00:00Z', ...options, assumptions })
  const { group } = service.seeded
  const [first] = service.snapshot().toJSON().events
  if (first) service.updateEvent(first, { tag_list: ['SECRET tag'] })
  const campaign = service.addCampaign({ title: 'SECRET campaign', key: group })
  for (const title of ['One', 'Two']) {
    const made = service.addEvent(
      {
        ...{ title: `SECRET ${title}`, campaign: campaign.id, origin_system: 'SECRET system' },
        location: { locality: 'SECRET town' },
      },
      { key: group },
    )
    service.attend(made, 2)
  }
  await service.fetch(`${service.baseUrl}/api/v2/events`, {
    method: 'POST',
    headers: { 'OSDI-API-Token': group.token, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      title: 'SECRET api',
      origin_system: 'SECRET',
      start_date: '2026-06-01T12:00:00',
      location: { venue: 'SECRET hall', locality: 'Washington' },
    }),
  })
  service.requests.clear()
  return service
}
