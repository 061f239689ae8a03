import {
  checkpointOf,
  docsOf,
  EventsV2,
  embeddedOf,
  eventsOf,
  idOf,
  isEventsError,
  isKnownStatus,
  linkOf,
  linksOf,
  momentOf,
  rejectedOf,
  responseOf,
  unappliedOf,
  wallClockAt,
  wallClockOf,
} from 'osdi-events'
import { expect, test } from 'vitest'
import { address, eventOf, pageOf } from '../support/client-answers.ts'
import { collect } from '../support/failure.ts'
import { hostile } from '../support/hostile.ts'
import { base, clientOver, json, type Step } from '../support/scripted-fetch.ts'
import { type AnyClient, apiKey, v2 } from '../support/versions.ts'

/** A call with a hostile value in one place, and the fields that its error may name. */
interface Place {
  readonly call: (value: never, client: AnyClient) => unknown
  readonly field: RegExp
}

const attendances = address('v2', 'events/e1/attendances')
const event = eventOf('v2', 'e1', {
  _links: { self: { href: address('v2', 'events/e1') }, 'osdi:attendances': { href: attendances } },
})

/** A service that accepts every request. */
const answer: Step = (request) => {
  const { pathname } = new URL(request.url)
  if (request.url.startsWith(attendances)) {
    return json(request.method === 'GET' ? { page: 1 } : { 'platform:event_id': 'e1' })(request) as Response
  }
  if (/event_campaigns(\/[^/]*)?$/.test(pathname)) {
    return json(request.url.endsWith('s') ? { page: 1 } : { title: 'Spring' })(request) as Response
  }
  if (/people(\/[^/]*)?$/.test(pathname)) {
    return json(pathname.endsWith('people') ? { page: 1 } : { given_name: 'Ada' })(request) as Response
  }
  const isList = /\/events$/.test(pathname) && request.method === 'GET'
  return json(isList ? pageOf('v2', ['e1']) : event)(request) as Response
}

const { least } = v2
const identified = { ...least, identifiers: ['calendar:42'] }
const ada = { given_name: 'Ada', email_addresses: [{ address: 'ada@example.org' }] }

const texts = ['title', 'origin_system', 'name', 'description', 'instructions', 'browser_url', 'start_date', 'end_date']
const fieldsOfEvents = [...texts, 'identifiers', 'location']
const inLocations = ['venue', 'address_lines', 'locality', 'postal_code', 'location']
const inPeople = [
  'given_name',
  'email_addresses',
  'phone_numbers',
  'postal_addresses',
  'languages_spoken',
  'identifiers',
]

const each = (names: readonly string[], place: (name: string) => readonly [string, Place]): Record<string, Place> =>
  Object.fromEntries(names.map(place))

const all = (pager: AsyncIterable<object>) => collect(pager)

const ofCalls = ['signal', 'timeout', 'totalTimeout', 'retry', 'headers', 'query', 'onInvalid']
const ofLists = [...ofCalls, 'campaign', 'page', 'prefetch', 'max', 'maxPages', 'resume', 'filter']
const ofClients = [
  ...['baseUrl', 'apiKey', 'namespace', 'fetch', 'headers', 'timeout', 'totalTimeout', 'retry', 'rateLimit'],
  ...[
    'maxResponseBytes',
    'allowInsecureHttp',
    'dangerouslyAllowBrowser',
    'hooks',
    'logger',
    'onDrift',
    'appInfo',
    'onInvalid',
  ],
]

const open = (options: object) => {
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const { url, method } = input instanceof Request ? input : new Request(input, init)
    return answer({ url, method, headers: new Headers(), body: '', signal: AbortSignal.any([]) })
  }
  return v2.construct({ baseUrl: base, apiKey, retry: false, fetch, ...options })
}

const places: Readonly<Record<string, Record<string, Place>>> = {
  'client options': {
    'as a whole': {
      call: (value) => new EventsV2(value),
      field: /^(options|\w+)$/,
    },
    ...each(ofClients, (option) => [
      option,
      {
        call: (value) => open({ [option]: value }).get('e1'),
        field: new RegExp(`^${option}`),
      },
    ]),
    'retry.limit': { call: (limit) => open({ retry: { limit } }), field: /^retry/ },
    'rateLimit.perSecond': { call: (perSecond) => open({ rateLimit: { perSecond } }), field: /^rateLimit/ },
    'appInfo.name': { call: (name) => open({ appInfo: { name } }).get('e1'), field: /^appInfo/ },
    'hooks.onRequest': { call: (onRequest) => open({ hooks: { onRequest } }).get('e1'), field: /^hooks/ },
    'logger.debug': { call: (debug) => open({ logger: { debug, warn() {} } }).get('e1'), field: /^logger/ },
    'headers.x-a': { call: (value) => open({ headers: { 'x-a': value } }).get('e1'), field: /^headers/ },
    'headers as pairs': { call: (value) => open({ headers: [['x-a', value]] }).get('e1'), field: /^headers/ },
  },
  'call options': {
    'as a whole': { call: (value, client) => client.get('e1', value), field: /^(options|\w+)$/ },
    ...each(ofCalls, (option) => [
      option,
      { call: (value, client) => client.get('e1', { [option]: value }), field: new RegExp(`^${option}`) },
    ]),
    'query.a': { call: (a, client) => client.get('e1', { query: { a } }), field: /^query/ },
    extra: { call: (extra, client) => client.update('e1', {}, { extra }), field: /^extra/ },
    'extra.a': { call: (a, client) => client.update('e1', {}, { extra: { a } }), field: /^extra\.a/ },
    'extra.a[0]': { call: (a, client) => client.update('e1', {}, { extra: { a: [a] } }), field: /^extra\.a/ },
    creator: { call: (creator, client) => client.create(least, { creator }), field: /^creator/ },
    'create in a campaign': { call: (campaign, client) => client.create(least, { campaign }), field: /^campaign/ },
    'creator.href': { call: (href, client) => client.create(least, { creator: { href } }), field: /^creator/ },
    'creator._links': { call: (_links, client) => client.create(least, { creator: { _links } }), field: /^creator/ },
  },
  'list options': {
    'as a whole': { call: (value, client) => all(client.list(value)), field: /^(options|\w+)$/ },
    ...each(ofLists, (option) => [
      option,
      { call: (value, client) => all(client.list({ [option]: value })), field: new RegExp(`^${option}`) },
    ]),
    'filter.title': { call: (title, client) => all(client.list({ filter: { title } })), field: /^filter/ },
    'filter.modified_date': {
      call: (modified_date, client) => all(client.list({ filter: { modified_date } })),
      field: /^filter/,
    },
    'filter.modified_date.gt': {
      call: (gt, client) => all(client.list({ filter: { modified_date: { gt } } })),
      field: /^filter/,
    },
    'filter.start_date.lt': {
      call: (lt, client) => all(client.list({ filter: { start_date: { lt } } })),
      field: /^filter/,
    },
    'changes as a whole': { call: (value, client) => all(client.changes(value)), field: /^(options|\w+)$/ },
    since: { call: (since, client) => all(client.changes({ since })), field: /^since/ },
    overlap: {
      call: (overlap, client) => all(client.changes({ overlap, since: '2026-05-01T00:00:00Z' })),
      field: /^overlap/,
    },
    'toArray as a whole': { call: (value, client) => client.list().toArray(value), field: /^(options|max|\w+)$/ },
    'toArray max': { call: (max, client) => client.list().toArray({ max }), field: /^max/ },
    'page as a whole': { call: (value, client) => client.page(1, value), field: /^(options|\w+)$/ },
    'page campaign': { call: (campaign, client) => client.page(1, { campaign }), field: /^campaign/ },
    'campaigns as a whole': { call: (value, client) => all(client.campaigns(value)), field: /^(options|\w+)$/ },
    'campaigns filter': { call: (filter, client) => all(client.campaigns({ filter })), field: /^filter/ },
    'attendances as a whole': {
      call: (value, client) => all(client.attendances(event, value)),
      field: /^(options|\w+)$/,
    },
    'attendances people': { call: (people, client) => all(client.attendances(event, { people })), field: /^people/ },
    'people as a whole': { call: (value, client) => all(client.people(value)), field: /^(options|\w+)$/ },
    'people filter': { call: (filter, client) => all(client.people({ filter })), field: /^filter/ },
    'people filter.email_address': {
      call: (email_address, client) => all(client.people({ filter: { email_address } })),
      field: /^filter/,
    },
    'attendances filter': { call: (filter, client) => all(client.attendances(event, { filter })), field: /^filter/ },
  },
  'method arguments': {
    get: { call: (value, client) => client.get(value), field: /^(id|event)/ },
    'get link': { call: (href, client) => client.get({ href }), field: /^event/ },
    delete: { call: (value, client) => client.delete(value), field: /^(id|event)/ },
    page: { call: (value, client) => client.page(value), field: /^page/ },
    find: { call: (value, client) => client.find(value), field: /^identifier$/ },
    follow: { call: (value, client) => client.follow(value), field: /^link/ },
    'follow href': { call: (href, client) => client.follow({ href }), field: /^link/ },
    'follow templated': {
      call: (templated, client) => client.follow({ href: 'events/e1', templated }),
      field: /^link/,
    },
    campaign: { call: (value, client) => client.campaign(value), field: /^campaign/ },
    'campaign href': { call: (href, client) => client.campaign({ href }), field: /^campaign/ },
    'campaign _links': { call: (_links, client) => client.campaign({ _links }), field: /^campaign/ },
    'campaign identifiers': { call: (identifiers, client) => client.campaign({ identifiers }), field: /^campaign/ },
    createCampaign: { call: (value, client) => client.createCampaign(value), field: /^(campaign|title|origin_system)/ },
    'updateCampaign of a campaign': { call: (value, client) => client.updateCampaign(value, {}), field: /^campaign/ },
    updateCampaign: { call: (value, client) => client.updateCampaign('c1', value), field: /^(changes|title)/ },
    'update of': { call: (value, client) => client.update(value, {}), field: /^(id|event)/ },
    'get identifiers': { call: (identifiers, client) => client.get({ identifiers }), field: /^(id|event)/ },
    'get _links': { call: (_links, client) => client.get({ _links }), field: /^(id|event)/ },
    'get self': { call: (self, client) => client.get({ _links: { self } }), field: /^(id|event)/ },
    'get href': { call: (href, client) => client.get({ _links: { self: { href } } }), field: /^(id|event)/ },
    person: { call: (value, client) => client.person(value), field: /^person/ },
    'person href': { call: (href, client) => client.person({ href }), field: /^person/ },
    'person _links': { call: (_links, client) => client.person({ _links }), field: /^person/ },
    'person identifiers': { call: (identifiers, client) => client.person({ identifiers }), field: /^person/ },
    'attendances of': { call: (value, client) => all(client.attendances(value)), field: /^(id|event)/ },
    'recordAttendance of': {
      call: (value, client) => client.recordAttendance(value, { person: ada }),
      field: /^(id|event)/,
    },
  },
  'event fields': {
    create: { call: (value, client) => client.create(value), field: /^(event|title|origin_system)/ },
    update: { call: (value, client) => client.update('e1', value), field: /^(changes|title|location)/ },
    upsert: { call: (value, client) => client.upsert(value), field: /^(event|title|origin_system)/ },
    'upserts()': { call: (value, client) => client.upserts().upsert(value), field: /^(event|title|origin_system)/ },
    ...each(fieldsOfEvents, (field) => [
      `create ${field}`,
      {
        call: (value, client) => client.create({ ...least, [field]: value }),
        field: new RegExp(`^(event\\.)?${field}`),
      },
    ]),
    ...each(fieldsOfEvents, (field) => [
      `upsert ${field}`,
      {
        call: (value, client) => client.upsert({ ...identified, [field]: value }),
        field: new RegExp(`^(event\\.)?${field}`),
      },
    ]),
    ...each(fieldsOfEvents, (field) => [
      `update ${field}`,
      {
        call: (value, client) => client.update('e1', { [field]: value }),
        field: new RegExp(`^(changes\\.)?${field}`),
      },
    ]),
    ...each(inLocations, (field) => [
      `location.${field}`,
      {
        call: (value, client) => client.update('e1', { location: { [field]: value } }),
        field: new RegExp(`^changes\\.location|^location\\.${field}`),
      },
    ]),
    'identifiers[0]': {
      call: (value, client) => client.create({ ...least, identifiers: [value] }),
      field: /^(event\.)?identifiers/,
    },
  },
  'attendance fields': {
    'as a whole': {
      call: (value, client) => client.recordAttendance(event, value),
      field: /^(attendance|person|status)/,
    },
    person: {
      call: (person, client) => client.recordAttendance(event, { person }),
      field: /^(attendance\.person|person\.email_addresses$)/,
    },
    'person.href': {
      call: (href, client) => client.recordAttendance(event, { person: { href } }),
      field: /^attendance\.person/,
    },
    status: {
      call: (status, client) => client.recordAttendance(event, { person: ada, status }),
      field: /^(attendance\.)?status/,
    },
    ...each(inPeople, (field) => [
      `person.${field}`,
      {
        call: (value, client) => client.recordAttendance(event, { person: { ...ada, [field]: value } }),
        field: new RegExp(`^attendance\\.person|^person\\.(${field}|email_addresses$)`),
      },
    ]),
    'person.email_addresses[0]': {
      call: (value, client) => client.recordAttendance(event, { person: { email_addresses: [value] } }),
      field: /^attendance\.person|^person\.email_addresses/,
    },
    'person.email_addresses[0].address': {
      call: (value, client) => client.recordAttendance(event, { person: { email_addresses: [{ address: value }] } }),
      field: /^attendance\.person|^person\.email_addresses/,
    },
  },
  'helper arguments': {
    idOf: { call: (value) => idOf(value), field: /^event/ },
    'idOf namespace': { call: (value) => idOf({ identifiers: ['x:1'] }, value), field: /^(namespace|event)/ },
    'idOf identifiers': { call: (identifiers) => idOf({ identifiers }), field: /^event/ },
    'idOf identifiers[0]': { call: (value) => idOf({ identifiers: [value] }), field: /^event/ },
    'idOf _links': { call: (_links) => idOf({ _links }), field: /^event/ },
    'idOf self': { call: (self) => idOf({ _links: { self } }), field: /^event/ },
    'idOf href': { call: (href) => idOf({ _links: { self: { href } } }), field: /^event/ },
    linkOf: { call: (value) => linkOf(value, 'self'), field: /^resource/ },
    'linkOf rel': { call: (rel) => linkOf({ _links: {} }, rel), field: /^rel$/ },
    linksOf: { call: (value) => linksOf(value, 'self'), field: /^resource/ },
    'linksOf rel': { call: (rel) => linksOf({ _links: { self: [] } }, rel), field: /^rel$/ },
    'linksOf _links': { call: (_links) => linksOf({ _links }, 'self'), field: /^resource/ },
    'linksOf self': { call: (self) => linksOf({ _links: { self } }, 'self'), field: /^resource/ },
    embeddedOf: { call: (value) => embeddedOf(value, 'a'), field: /^resource/ },
    'embeddedOf rel': { call: (rel) => embeddedOf({ _embedded: {} }, rel), field: /^rel$/ },
    'embeddedOf _embedded': { call: (_embedded) => embeddedOf({ _embedded }, 'a'), field: /^resource/ },
    docsOf: { call: (value) => docsOf(value, 'osdi:events'), field: /^resource/ },
    'docsOf rel': { call: (rel) => docsOf({}, rel), field: /^rel$/ },
    'docsOf curies': { call: (curies) => docsOf({ _links: { curies } }, 'osdi:events'), field: /^resource/ },
    'docsOf curie': { call: (curie) => docsOf({ _links: { curies: [curie] } }, 'osdi:events'), field: /^resource/ },
    eventsOf: { call: (value) => eventsOf(value), field: /^page/ },
    'eventsOf _embedded': { call: (_embedded) => eventsOf({ _embedded }), field: /^page/ },
    rejectedOf: { call: (value) => rejectedOf(value), field: /^page/ },
    checkpointOf: { call: (value) => checkpointOf(value), field: /^page/ },
    responseOf: { call: (value) => responseOf(value), field: /^result/ },
    wallClockOf: { call: (value) => wallClockOf(value), field: /^event/ },
    'wallClockOf start': { call: (start_date) => wallClockOf({ start_date }), field: /^event/ },
    unappliedOf: { call: (value) => unappliedOf(value), field: /^event/ },
    'unappliedOf title': {
      call: async (title, client) => unappliedOf(Object.assign(await client.create(least), { title })),
      field: /^event/,
    },
    'unappliedOf _links': {
      call: async (_links, client) => {
        const creator = address('v2', 'people/p1')
        return unappliedOf(Object.assign(await client.create(least, { creator }), { _links }))
      },
      field: /^event/,
    },
    momentOf: { call: (value) => momentOf(value, 'UTC'), field: /^wallClock$/ },
    'momentOf zone': { call: (zone) => momentOf('2026-05-01T00:00:00', zone), field: /^zone$/ },
    wallClockAt: { call: (value) => wallClockAt(value, 'UTC'), field: /^date$/ },
    'wallClockAt zone': { call: (zone) => wallClockAt(new Date(0), zone), field: /^zone$/ },
    isEventsError: { call: (value) => isEventsError(value), field: /^$/ },
    isKnownStatus: { call: (value) => isKnownStatus(value), field: /^$/ },
  },
}

/** Complaints about a call; empty if the call worked or threw an InputError that names the field. */
async function complaintOf(what: string, { call, field }: Place, value: unknown): Promise<string[]> {
  const { client } = clientOver('v2', [answer])
  try {
    await call(value as never, client)
    return []
  } catch (error) {
    const isOurs = isEventsError(error)
    if (isOurs && error.code === 'input' && field.test(error.field)) return []
    // Also right: a fetch that returns nothing, a limit of five bytes, a link to another service, an event without the link.
    const others = {
      network: 'fetch',
      content: 'maxResponseBytes',
      link: 'follow|get|get link|recordAttendance of|attendances of|.*campaign|person',
    }
    const [, expected = ''] = Object.entries(others).find(([code]) => isOurs && code === error.code) ?? []
    if (expected && new RegExp(`^(?:${expected}): `).test(what)) return []
    return [`${what}: ${isOurs && error.code === 'input' ? `field ${error.field}` : error}`]
  }
}

for (const [where, table] of Object.entries(places)) {
  for (const [what, place] of Object.entries(table)) {
    test(`${where}, ${what}: any hostile value is accepted or throws an InputError that names the argument`, async () => {
      const complaints: string[] = []
      for (const [kind, make] of Object.entries(hostile)) {
        complaints.push(...(await complaintOf(`${what}: ${kind}`, place, make())))
      }
      expect(complaints).toEqual([])
    })
  }
}
