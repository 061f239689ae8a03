import { EventsV2, eventsOf, idOf } from 'osdi-events'
import { describe, expect, test } from 'vitest'
import { address, eventOf, pageOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { base, clientOver, json, type Step, scripted } from '../support/scripted-fetch.ts'
import { type AnyClient, apiKey, v2, versions } from '../support/versions.ts'

const self = (href: string) => ({ _links: { self: { href } } })
const untyped = (value: unknown) => value as never

test('idOf returns the id of the first native identifier, even if the self link has another id', () => {
  expect(idOf({ identifiers: ['platform:one'], ...self(`${base}/api/v2/events/two`) })).toBe('one')
  expect(idOf({ identifiers: ['calendar:7', 'platform:one', 'platform:two'] })).toBe('one')
  expect(idOf({ identifiers: ['calendar:platform:7', 'platformx:8', 'platform:a:b'] })).toBe('a:b')
})

test('idOf returns the decoded last segment of the self link when no identifier is native', () => {
  const hrefs = {
    [`${base}/api/v2/events/one`]: 'one',
    [`${base}/api/v2/events/one/`]: 'one',
    [`${base}/api/v2/events/one?a=b/c#d/e`]: 'one',
    [`${base}/api/v2/events/one#d/e?f`]: 'one',
    '/api/v2/events/one//': 'one',
    '/redirect/https://one': 'one',
    one: 'one',
    'calendar%3A7%20%C3%BC': 'calendar:7 ü',
  }
  for (const [href, id] of Object.entries(hrefs)) expect(idOf(self(href)), href).toBe(id)
  for (const identifiers of [null, [], ['calendar:7'], untyped('platform:text')]) {
    expect(idOf({ identifiers, ...self('events/one') })).toBe('one')
  }
})

test('idOf and creator read a self link of 400,000 slashes at once', async () => {
  const href = `${base}/api/v2/people/${'/'.repeat(400_000)}x`
  expect(idOf(self(href))).toBe('x')
  const { client, requests } = clientOver('v2', [])
  const creator = self(href)
  const event = { title: 'Picnic', origin_system: 'Calendar' }
  expect(await failureOf(() => client.create(event, { creator }))).toMatchObject({ code: 'input', field: 'creator' })
  expect(requests).toEqual([])
})

test('idOf refuses an object without native identifier and self link, and names the prefix', async () => {
  const bare = [
    'https://events.example.org',
    'https://events.example.org/',
    'https://h?x/y',
    'h2+x://h',
    '',
    '/',
    '%zz',
  ].map(self)
  for (const resource of [{}, { identifiers: ['calendar:7'] }, { _links: null }, ...bare]) {
    expect(await failureOf(() => idOf(resource))).toMatchObject({
      code: 'input',
      field: 'event.identifiers',
      message: 'event.identifiers: has no platform:<id>, and there is no self link to take the id from',
    })
  }
  expect((await failureOf(() => idOf({}, 'action_network'))).message).toContain('action_network:<id>')
})

const two = eventOf('v2', 'e1', { identifiers: ['platform:one', 'action_network:two'] })
const network = (...steps: readonly Step[]) => {
  const { fetch, requests } = scripted(...steps)
  return { client: new EventsV2({ baseUrl: base, apiKey, fetch, namespace: 'action_network' }), requests }
}

test('idOf uses the namespace of the client that returned the event, and needs the namespace as an argument for a copy', async () => {
  const { client } = network(json(two))
  const event = await client.get('two')
  expect(idOf(event)).toBe('two')
  expect(idOf(event, 'platform')).toBe('one')
  expect(idOf({ ...event })).toBe('one')
  expect(idOf({ ...event }, 'action_network')).toBe('two')
})

test('get, update and delete read the id of a copied event by the namespace of the client', async () => {
  const { client, requests } = network(json(two))
  await client.get({ identifiers: ['platform:one', 'action_network:two'] })
  await client.get('action_network:three')
  await client.get('platform:four')
  expect(requests.map(({ url }) => url.split('/').at(-1))).toEqual(['two', 'three', 'platform%3Afour'])
  expect(client.namespace).toBe('action_network')
})

test('idOf uses the namespace of the client for events from page and list', async () => {
  const { client } = network(json({ _embedded: { 'osdi:events': [two] } }))
  expect(eventsOf(await client.page(1)).map((event) => idOf(event))).toEqual(['two'])
  expect((await client.list().toArray({ max: 1 })).items.map((event) => idOf(event))).toEqual(['two'])
})

const { least } = v2

test('get, update and delete accept an event as id, as response or as copy (v2 §4.1)', async () => {
  const { client, requests } = clientOver('v2', [json(pageOf('v2', ['e1'])), json(eventOf('v2', 'e1'))])
  const page = await client.page(1)
  for (const event of ['e1', 'platform:e1', ...eventsOf(page), eventOf('v2'), self('events/e1')]) {
    await client.get(event)
    await client.update(event, least)
    await client.delete(event)
  }
  const urls = new Set(requests.slice(1).map(({ url }) => url))
  expect([...urls]).toEqual([address('v2', 'events/e1')])
  expect(requests).toHaveLength(16)
})

test('get encodes any id as one segment of the path (v2 §4.1)', async () => {
  const { client, requests } = clientOver('v2', [json(eventOf('v2'))])
  const ids = ['calendar:7', 'ü', 'a&b=c+d', "a;b'(c)", '...', 'a.b', '✊🏽', 'a@b:c']
  for (const id of ids) await client.get(id)
  expect(requests.map(({ url }) => decodeURIComponent(url))).toEqual(ids.map((id) => address('v2', `events/${id}`)))
})

test('get, idOf and eventsOf refuse promises and values of a wrong type (v2 §4.1)', async () => {
  const { client, requests } = clientOver('v2', [json(eventOf('v2'))])
  const promised = { field: 'event', message: 'event: is a promise; await it first' }
  expect(await failureOf(() => client.get(Promise.resolve({})))).toMatchObject(promised)
  for (const none of [undefined, null, 'platform:one', 5])
    expect(await failureOf(() => idOf(untyped(none)))).toMatchObject({ code: 'input', field: 'event' })
  expect(await failureOf(() => idOf(Promise.resolve({}) as object))).toMatchObject(promised)
  expect(await failureOf(() => eventsOf(Promise.resolve({}) as object))).toMatchObject({ field: 'page' })
  expect(await failureOf(() => eventsOf([] as object))).toMatchObject({ field: 'page' })
  expect(await failureOf(() => client.follow('osdi:attendances'))).toMatchObject({ code: 'input', field: 'link' })
  expect(requests).toHaveLength(0)
})

test('get refuses a collection, person or campaign because of its self link, even with identifiers of an event (v2 §4.1)', async () => {
  const { client, requests } = clientOver('v2', [json(eventOf('v2'))])
  for (const path of ['events', 'events/', 'people/p1', 'event_campaigns/c1']) {
    const resource = { identifiers: ['platform:e1'], ...self(address('v2', path)) }
    expect(await failureOf(() => client.get(resource)), path).toMatchObject({ code: 'input', field: 'event' })
  }
  const attendance = { identifiers: ['calendar:7'], ...self(address('v2', 'attendances/a1')) }
  expect(await failureOf(() => client.get(attendance))).toMatchObject({ code: 'input', field: 'event' })
  expect(requests).toHaveLength(0)
})

const unfit = 'must not hold a slash, "?", "#", "%", white space or control characters'

/** Invalid ids, by the message of their error. */
const wrong: Readonly<Record<string, readonly unknown[]>> = {
  'must not be empty': ['', 'platform:'],
  'must not be a dot segment': ['.', '..;a', 'platform:..'],
  [unfit]: [
    ...['xhttps:/e1', { identifiers: ['platform:a/b'] }, self('events/a%2Fb'), 'a/b', 'a\\b', 'a?b', 'a#b', 'a%b'],
    ...['a b', 'a\tb', 'a\u00a0b', 'a\u0000b', 'a\u001fb', 'a\u007fb'],
  ],
  'must be an id or an event, not a number': [5],
  'must be an id or an event, not null': [null],
  'must be an id or an event, not undefined': [undefined],
  'must be well-formed text, without lone surrogates': ['\ud800'],
}

for (const [why, ids] of Object.entries(wrong)) {
  test(`get refuses an id with the reason that it ${why} (v2 §4.1)`, async () => {
    for (const id of ids) {
      const { client, requests } = clientOver('v2', [json(eventOf('v2'))])
      const refused = { code: 'input', field: 'id', message: `id: ${why}` }
      expect(await failureOf(() => client.get(id)), JSON.stringify(id)).toMatchObject(refused)
      expect(requests).toHaveLength(0)
    }
  })
}

test('update and delete refuse the address of an event, and name the method that takes it', async () => {
  const { client, requests } = clientOver('v2', [])
  const refused = { field: 'id', message: `id: ${unfit}; only get() takes the address of an event` }
  for (const href of [address('v2', 'events/e1'), 'HTTP://events.example.org']) {
    expect(await failureOf(() => client.update(href, least))).toMatchObject(refused)
    expect(await failureOf(() => client.delete(href))).toMatchObject(refused)
  }
  expect(requests).toEqual([])
})

const collections = { v1: 'attendance', v2: 'attendances' } as const

/** A resource of each kind: as the service sends it, and a copy without links. */
const kinds = (version: 'v1' | 'v2') => {
  const more = {
    event: { path: 'events/e1', members: { location: { locality: 'Washington' } } },
    campaign: { path: 'event_campaigns/c1', members: { host_pitch: 'Host.' } },
    person: { path: 'people/p1', members: { given_name: 'Ada' } },
    rsvp: { path: `events/e1/${collections[version]}/a1`, members: { 'platform:person_id': 'p1', status: 'accepted' } },
    page: { path: 'events', members: { per_page: 25 } },
  }
  return Object.entries(more).flatMap(([kind, { path, members }]) => {
    const identifiers = ['platform:x1']
    const href = address(version, `${path}/${collections[version]}`)
    // Events and people have links with the same relation.
    const _links = { self: { href: address(version, path) }, [`osdi:${collections[version]}`]: { href } }
    return [
      { kind, form: 'as the service sends it', resource: { identifiers, ...members, _links } },
      { kind, form: 'by its self link alone', resource: { identifiers, _links } },
      { kind, form: 'as a copy without links', resource: { identifiers, ...members } },
    ]
  })
}

type Take = (client: AnyClient, reference: object) => unknown
const person = { email_addresses: [{ address: 'ada@example.org' }] }

/** Each method that takes a reference: the kinds that it takes, the field of its error, and the call. */
const takers = (least: object): Readonly<Record<string, readonly [kinds: string, field: string, call: Take]>> => ({
  get: ['event rsvp', 'event', (client, event) => client.get(event)],
  update: ['event', 'event', (client, event) => client.update(event, least)],
  delete: ['event', 'event', (client, event) => client.delete(event)],
  embed: ['event', 'event', (client, event) => client.embed(event)],
  attendances: ['event person', 'event', async (client, of) => client.attendances(of)],
  'attendances with people': ['event person', 'event', async (client, of) => client.attendances(of, { people: true })],
  'attendance of': ['event', 'event', (client, event) => client.attendance(event, 'a1')],
  attendance: ['rsvp', 'attendance', (client, rsvp) => client.attendance('e1', rsvp)],
  recordAttendance: ['event', 'event', (client, event) => client.recordAttendance(event, { person })],
  updateAttendance: ['rsvp', 'attendance', (client, rsvp) => client.updateAttendance(rsvp, { status: 'attended' })],
  person: ['person rsvp event', 'person', (client, who) => client.person(who)],
  campaign: ['campaign', 'campaign', (client, campaign) => client.campaign(campaign)],
  'list in': ['campaign', 'campaign', async (client, campaign) => client.list({ campaign })],
  'page in': ['campaign', 'campaign', (client, campaign) => client.page(1, { campaign })],
  'changes in': ['campaign', 'campaign', async (client, campaign) => client.changes({ campaign })],
  'create by': ['person', 'creator', (client, creator) => client.create(least, { creator })],
  'upsert by': [
    'person',
    'creator',
    (client, creator) => client.upsert({ ...least, identifiers: ['a:1'] }, { creator }),
  ],
})
const takersOfVersion2 = (least: object): ReturnType<typeof takers> => ({
  'create in': ['campaign', 'campaign', (client, campaign) => client.create(least, { campaign })],
  updateCampaign: ['campaign', 'campaign', (client, campaign) => client.updateCampaign(campaign, { name: 'x' })],
})

describe.each(versions)('$version', ({ version, least }) => {
  const all = { ...takers(least), ...(version === 'v2' && takersOfVersion2(least)) }
  test.each(Object.entries(all))(
    '%s refuses resources of other kinds, and sends nothing',
    async (_, [taken, field, call]) => {
      for (const { kind, form, resource } of kinds(version)) {
        if (taken.split(' ').includes(kind)) continue
        const { client, requests } = clientOver(version, [])
        const error = await failureOf(() => call(client, resource) as Promise<unknown>)
        expect(error, `${kind} ${form}: ${error}`).toMatchObject({ code: 'input', field })
        expect(requests).toEqual([])
      }
    },
  )
})

describe.each(versions)('get of $version', ({ version }) => {
  const href = address(version, 'events/e1')
  const rsvp = { self: { href: address(version, `events/e1/${collections[version]}/a1`) } }
  test.each<[string, unknown]>([
    ['an address', href],
    ['a link', { href }],
    ['a relative link', { href: `/api/${version}/events/e1` }],
    ['an RSVP with a link', { status: 'accepted', _links: { ...rsvp, 'osdi:event': { href } } }],
    ["an RSVP with the event's id", { 'platform:event_id': 'e1', identifiers: ['platform:a1'], _links: rsvp }],
    ["a copy of an RSVP with the event's id", { 'platform:event_id': 'platform:e1', status: 'accepted' }],
  ])('takes %s', async (_, source) => {
    const { client, requests } = clientOver(version, [json(eventOf(version))])
    expect(await client.get(source, { query: { a: 1 } })).toEqual(eventOf(version))
    expect(requests.map(({ url }) => url)).toEqual([`${href}?a=1`])
  })

  test.each<[string, unknown, object]>([
    ['the address of a person', address(version, 'people/p1'), { code: 'input', field: 'event' }],
    ['a link to an RSVP', rsvp.self, { code: 'input', field: 'event' }],
    ['a link to all events', { href: address(version, 'events') }, { code: 'input', field: 'event' }],
    ['a link without an address', { href: 5 }, { code: 'input', field: 'event' }],
    [
      'an RSVP that leads to no event',
      { identifiers: ['platform:a1'], _links: rsvp },
      { code: 'input', field: 'event' },
    ],
    ['an RSVP with a path as an id', { 'platform:event_id': '../x' }, { code: 'input', field: 'event' }],
    ['a link to another host', { href: 'https://elsewhere.example.org/api/v2/events/e1' }, { code: 'link' }],
    [
      'an RSVP whose link leads to another host',
      { _links: { ...rsvp, 'osdi:event': { href: 'https://elsewhere.example.org/api/v2/events/e1' } } },
      { code: 'link' },
    ],
  ])('refuses %s, and sends nothing', async (_, source, error) => {
    const { client, requests } = clientOver(version, [])
    expect(await failureOf(() => client.get(source))).toMatchObject(error)
    expect(requests).toEqual([])
  })

  test("takes an RSVP of a result with the namespace of its client, and a relative link of that RSVP's response", async () => {
    const other = { 'platform:event_id': 'wrong', 'action_network:event_id': 'e1', status: 'accepted' }
    const below = { ...other, _links: { ...rsvp, 'osdi:event': { href: '../../e2' } } }
    const list = (items: object[]) => json({ _embedded: { [`osdi:${collections[version]}`]: items } })
    const owner = {
      _links: { self: { href }, [`osdi:${collections[version]}`]: { href: `${href}/${collections[version]}/` } },
    }
    const { client, requests } = clientOver(version, [list([other, below]), json(eventOf(version))], {
      namespace: 'action_network',
    })
    for await (const each of client.attendances(owner)) await client.get(each)
    expect(requests.slice(1).map(({ url }) => url)).toEqual([href, address(version, 'events/e2')])
  })
})

test('updateAttendance refuses the address of another resource, and sends nothing', async () => {
  const { client, requests } = clientOver('v2', [])
  for (const path of ['events/e1', 'people/p1', 'event_campaigns/c1', 'events/e1/attendances', 'attendances']) {
    for (const reference of [address('v2', path), { href: address('v2', path) }])
      expect(await failureOf(() => client.updateAttendance(reference, {})), path).toMatchObject({
        field: 'attendance',
        message: 'attendance: is not the address of an RSVP, which ends in attendances/<id>',
      })
  }
  expect(requests).toEqual([])
})

test('update without an event says that the event is the first argument', async () => {
  const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key-of-a-test' })
  const changes = { title: 'Picnic' } as never
  await expect(events.update(changes, changes)).rejects.toThrow('the first argument is the event or its id')
})
