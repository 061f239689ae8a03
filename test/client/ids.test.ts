import { EventsV2, eventsOf, idOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, eventOf, pageOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { base, clientOver, json, type Step, scripted } from '../support/scripted-fetch.ts'
import { apiKey, v2 } from '../support/versions.ts'

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
  [`${unfit}; for an address use follow()`]: [address('v2', 'events/e1'), 'HTTP://events.example.org'],
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

test('update without an event says that the event is the first argument', async () => {
  const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key-of-a-test' })
  const changes = { title: 'Picnic' } as never
  await expect(events.update(changes, changes)).rejects.toThrow('the first argument is the event or its id')
})
