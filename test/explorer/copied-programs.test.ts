import { EventsV1, EventsV2 } from 'osdi-events'
import { actionNetwork, type MockServiceOptions } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { programOf } from '../../explorer/requests/program.ts'
import { routes } from '../../mock-server/api/router.ts'
import { isNight } from '../support/runs.ts'
import { served } from '../support/served.ts'

const AsyncFunction = (async () => {}).constructor as new (...text: string[]) => (...given: unknown[]) => Promise<void>

/** Runs a copied program in this process, with the key in its environment. Its last line prints, and its errors are those of the responses. */
async function runProgram(program: string, key: string): Promise<void> {
  const code = program.replace(/^import \{ (?:EventsV1|EventsV2) \} from 'osdi-events'$/m, '')
  const process = { env: { EVENTS_API_KEY: key } }
  const quiet = { log: () => {} }
  const run = new AsyncFunction('EventsV1', 'EventsV2', 'process', 'console', code)
  await run(EventsV1, EventsV2, process, quiet).catch(() => {})
}

const names = {
  v1: { key: 'api-key', title: 'summary', origin: 'originating_system', attendances: 'attendance' },
  v2: { key: 'OSDI-API-Token', title: 'title', origin: 'origin_system', attendances: 'attendances' },
} as const

interface Kind {
  readonly method?: string
  /** Below the version. */
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** The call that the program makes. Absent for `fetch`. */
  readonly call?: RegExp
}

/** A service with one record of each kind, and every kind of request to it. */
async function world(version: 'v1' | 'v2', options: MockServiceOptions) {
  const opened = await served({}, { now: '2026-05-01T12:00:00Z', events: 3, ...options })
  const { service, server } = opened
  const person = service.addPerson({ given_name: 'Ada', email_address: 'ada@example.org' })
  const { token: key } = service.addKey({ group: service.addGroup({ title: 'Park friends', creator: person }) })
  const { title, origin, attendances } = names[version]
  const event = service.addEvent({ title: 'Picnic' }, { key, via: 'api' })
  const campaign = service.addCampaign({ title: 'Spring', key })
  const tag = service.addTag({ name: 'driver', key })
  service.updatePerson(person, { tags: [tag] })
  const [rsvp] = service.attend(event, person)
  const headers = { [names[version].key]: key }
  const list = await fetch(`${server.url}/api/v2/tags/${tag.id}/taggings`, { headers: { 'OSDI-API-Token': key } })
  const tagging = /taggings\/([\w-]+)"/.exec(await list.text())?.[1] ?? 'none'
  const ids = { events: event.id, event_campaigns: campaign.id, people: person.id, tags: tag.id }
  const fill = (path: string) =>
    path
      .replace('{attendances}', attendances)
      .replace(
        /(events|event_campaigns|people|tags)\/:(?:id|campaign)/g,
        (_, name: keyof typeof ids) => `${name}/${ids[name]}`,
      )
      .replace(':member', path.includes('taggings') ? tagging : (rsvp?.id ?? ''))
  const created = { [title]: 'It\'s "a" $HOME `pwd` \\ ! \u2028 picnic', [origin]: 'Calendar' }
  const who = { person: { email_addresses: [{ address: 'bo@example.org' }], custom_fields: { diet: 'vegan' } } }
  const link = (relation: string, base = server.url) => ({
    _links: { [relation]: { href: `${base}/api/${version}/people/${person.id}` } },
  })
  const bodies: Readonly<Record<string, unknown>> = {
    'events.create': created,
    'events.update': { [title]: 'Walk' },
    'campaigns.create': created,
    'campaigns.update': { [title]: 'Summer' },
    'attendances.record': who,
    'attendances.update': { status: 'attended' },
    'people.create': who,
    'people.update': { given_name: 'Adah' },
  }
  const inCampaign = `event_campaigns/${campaign.id}`
  const writes = { v1: undefined, v2: /./ }[version]
  const calls: Readonly<Record<string, RegExp | undefined>> = {
    'POST events': /events\.create\(\{[^}]*\}\)/,
    [`POST ${inCampaign}/events`]: writes && /events\.create\(.*, \{ campaign: "/s,
    [`PUT events/${event.id}`]: /events\.update\('/,
    'POST event_campaigns': writes && /events\.createCampaign\(/,
    [`PUT ${inCampaign}`]: writes && /events\.updateCampaign\('/,
    [`POST events/${event.id}/${attendances}`]: /events\.recordAttendance\('/,
    [`PUT events/${event.id}/${attendances}/${rsvp?.id}`]: /events\.updateAttendance\('http/,
    'GET events': /events\.page\(1\)/,
    [`GET ${inCampaign}/events`]: /events\.page\(1, \{ campaign: '/,
    [`GET events/${event.id}`]: /events\.get\('/,
  }
  const ofRoutes = routes.map(({ operation, method, path }): Kind => {
    const filled = fill(path)
    const follow = method === 'GET' && filled !== '' ? /events\.follow\("http/ : undefined
    const call = calls[`${method} ${filled}`] ?? follow
    return { method, path: filled, ...(method !== 'GET' && { body: bodies[operation] ?? {} }), ...(call && { call }) }
  })
  const post = { method: 'POST', path: 'events' }
  const rsvps = `events/${event.id}/${attendances}`
  const kinds: readonly Kind[] = [
    ...ofRoutes,
    { path: 'events?page=2', call: /events\.page\(2\)/ },
    { path: 'events?page=0', call: /follow/ },
    { path: "events?per_page=1&filter=title eq 'It''s'", call: /follow/ },
    { path: 'events/nobody', call: /events\.get\('nobody'\)/ },
    { path: 'events/a%20b' },
    { path: 'events/' },
    { path: 'nowhere/else', call: /follow/ },
    { path: 'events', headers: { 'X-Own': '1', Cookie: 'a=b' }, call: /"x-own": "1"/ },
    { path: 'events', headers: { [names[version].key]: undefined } },
    {
      path: 'events',
      headers: {
        [names[version].key]: undefined,
        [names.v1.key === names[version].key ? names.v2.key : names.v1.key]: key,
      },
    },
    { method: 'DELETE', path: `events/${event.id}`, call: /events\.delete\('/ },
    { method: 'DELETE', path: `people/${person.id}` },
    { method: 'DELETE', path: `events/${event.id}?a=1` },
    { method: 'HEAD', path: 'events' },
    { method: 'OPTIONS', path: 'events' },
    { method: 'PATCH', path: `events/${event.id}`, body: created },
    { method: 'PUT', path: 'events/nobody', body: { [title]: 'Walk' } },
    { method: 'PUT', path: `${inCampaign}/events/${event.id}`, body: { [title]: 'Walk' } },
    { ...post, path: 'events?a=1', body: created },
    { ...post, body: {} },
    { ...post, body: { [title]: 'Without an origin' } },
    { ...post, body: { ...created, mood: 'good' } },
    { ...post, body: { ...created, ...link('osdi:creator') }, call: /creator: "http/ },
    // The client would write another address of the same service.
    { ...post, body: { ...created, ...link('osdi:creator', server.url.replace('127.0.0.1', 'localhost')) } },
    { ...post, body: { ...created, ...link('osdi:organizer') } },
    { ...post, body: { ...created, ...link('osdi:creator'), _embedded: {} } },
    { ...post, body: created, headers: { 'Content-Type': 'text/plain' } },
    { ...post, body: '{"title":' },
    { ...post, body: [created] },
    { ...post, path: rsvps, body: link('osdi:person'), call: /"person": "http/ },
    {
      ...post,
      path: rsvps,
      body: { person: { email_addresses: [{ address: 'cy@example.org' }], custom_fields: { age: 7 } } },
    },
    { ...post, path: rsvps, body: { person: {} } },
    { ...post, path: `${rsvps}?background_request=true`, body: who },
    { ...post, path: rsvps, body: who, headers: { [names[version].key]: undefined } },
  ]
  return { ...opened, key, headers, kinds }
}

const { rateLimit: _, ...assumptions } = actionNetwork.assumptions
const preset = { ...actionNetwork, assumptions }

test.for([
  ['v1', '', {}],
  ['v2', '', {}],
  ['v1', ' with the preset', preset],
  ['v2', ' with the preset', preset],
] as const)(
  'a program that the explorer copies from any kind of request of %s%s runs and gets the same status',
  async ([version, , options]) => {
    await using opened = await world(version, options)
    const { service, server, key, headers, kinds } = opened
    const wrong: unknown[] = []
    // By day each kind in one of the two namespaces.
    const tried = isNight ? kinds : kinds.filter((_, at) => (at % 2 === 0) === (options === preset))
    for (const { method = 'GET', path, body, headers: other, call } of tried) {
      const sent = Object.entries({
        'Content-Type': body === undefined ? undefined : 'application/json',
        ...headers,
        ...other,
      })
      await fetch(`${server.url}/api/${version}/${path}`, {
        method,
        headers: sent.filter((entry): entry is [string, string] => entry[1] !== undefined),
        redirect: 'manual',
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const first = service.requests.at(-1)
      const program = first && programOf(first, service.namespace)
      if (!first || program === undefined) throw new Error(`${method} ${path} is not copied`)
      expect(program).not.toContain(key)
      await runProgram(program, key)
      const again = service.requests.at(-1)
      const asked = (entry: typeof again) => [entry?.method, entry?.path, entry?.status].join(' ')
      const isClient = program.includes('new Events')
      const isRight = again !== first && asked(again) === asked(first)
      if (!isRight || isClient !== (call !== undefined) || call?.test(program) === false)
        wrong.push([asked(first), again === first ? 'nothing was sent' : asked(again), first.ignored, program])
    }
    expect(wrong).toEqual([])
  },
)

test('a copied program names a namespace other than the default, and allows HTTP to another machine', async () => {
  await using opened = await served({}, actionNetwork)
  await opened.ask('/api/v2/events')
  const [entry] = opened.service.requests
  if (!entry) throw new Error('no request')
  const program = programOf({ ...entry, url: 'http://mock.test:4010/api/v2/events' }, 'action_network')
  expect(program).toContain('namespace: "action_network"')
  expect(program).toContain('allowInsecureHttp: true')
  expect(programOf(entry, 'platform')).not.toMatch(/namespace|allowInsecureHttp/)
  for (const method of ['GET', 'HEAD'])
    expect(programOf({ ...entry, method, body: 'page=2' }, 'platform')).toBeUndefined()
})
