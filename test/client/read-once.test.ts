import { EventsV2, idOf, type NewEventV2 } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, eventOf, pageOf } from '../support/client-answers.ts'
import { collect, failureOf } from '../support/failure.ts'
import { base, clientOver, json, type Step, scripted } from '../support/scripted-fetch.ts'
import { apiKey } from '../support/versions.ts'

/** The number of reads of each member. */
type Reads = Map<string, number>

/** The same data behind getters, whose second read returns an invalid value. */
const changing = <Data>(data: Data, reads: Reads, path = ''): Data => {
  if (typeof data !== 'object' || data === null || data instanceof URL) return data
  const copy: object = Array.isArray(data) ? [] : {}
  for (const [name, member] of Object.entries(data)) {
    const place = path ? `${path}.${name}` : name
    const get = () => {
      const count = (reads.get(place) ?? 0) + 1
      reads.set(place, count)
      return count === 1 ? changing(member, reads, place) : { toJSON: () => 'slipped in', href: '\u0000', length: -1 }
    }
    Object.defineProperty(copy, name, { get, enumerable: true })
  }
  return copy as Data
}

const least = { title: 'Picnic', origin_system: 'Calendar' }
const answer: Step = ({ method, url }) => {
  if (/attendances$/.test(url)) return Response.json({ 'platform:event_id': 'e1' })
  return Response.json(method === 'GET' && /\/events(\?|$)/.test(url) ? pageOf('v2', ['e1']) : eventOf('v2'))
}

test('a client reads each of its options once', async () => {
  const { fetch, requests } = scripted(answer)
  const told: string[] = []
  const options = {
    baseUrl: base,
    apiKey,
    namespace: 'platform',
    fetch,
    headers: { 'x-a': 'b' },
    timeout: 1_000,
    totalTimeout: 2_000,
    retry: { limit: 1, maxRetryAfter: 5, retryCreates: true },
    rateLimit: { perSecond: 1_000 },
    maxResponseBytes: 100_000,
    allowInsecureHttp: false,
    dangerouslyAllowBrowser: true,
    hooks: { onRequest: () => void told.push('request') },
    appInfo: { name: 'Mirror', version: '1.4.0', url: 'https://mirror.example.org' },
  }
  const reads: Reads = new Map()
  const client = new EventsV2(changing(options, reads))
  await client.get('e1')
  await client.get('e1')
  expect([...new Set(reads.values())]).toEqual([1])
  expect(reads.size).toBeGreaterThan(Object.keys(options).length)
  expect(requests.map(({ headers }) => headers.get('x-a'))).toEqual(['b', 'b'])
  expect(requests[0]?.headers.get('user-agent')).toMatch(/^Mirror\/1\.4\.0 /)
  expect(told).toHaveLength(2)
})

const location = { venue: 'Hall', address_lines: ['Main St'], location: { latitude: 1, longitude: 2 } }
const event = { ...least, identifiers: ['calendar:42', 'sheet:7'], start_date: '2026-05-01T18:00:00', location }
const ada = { given_name: 'Ada', email_addresses: [{ address: 'ada@example.org', primary: true }] }
const extra = { tags: ['spring', { deep: [1, null] }], none: undefined }
const withLinks = {
  identifiers: ['platform:e1'],
  _links: {
    self: { href: address('v2', 'events/e1') },
    'osdi:attendances': { href: address('v2', 'events/e1/attendances') },
  },
}

const calls: readonly (readonly [string, (client: EventsV2, reads: Reads) => unknown, object | undefined])[] = [
  [
    'create',
    (client, reads) => {
      const options = { extra, creator: { href: address('v2', 'people/p1') }, query: { a: 1 } }
      return client.create(changing(event, reads), changing(options, reads, 'options'))
    },
    { ...event, tags: extra.tags, _links: { 'osdi:creator': { href: address('v2', 'people/p1') } } },
  ],
  [
    'update',
    (client, reads) => client.update('e1', changing({ location, description: null }, reads)),
    { location, description: null },
  ],
  ['upsert', (client, reads) => client.upsert(changing(event, reads)), event],
  ['upserts', (client, reads) => client.upserts().upsert(changing(event, reads)), event],
  [
    'recordAttendance',
    (client, reads) => {
      const rsvp = { person: ada, status: 'accepted' as const }
      return client.recordAttendance(withLinks, changing(rsvp, reads))
    },
    { person: ada, status: 'accepted' },
  ],
  [
    'list',
    (client, reads) => {
      const filter = { modified_date: { gt: '2026-01-01T00:00:00Z' }, title: 'Picnic' }
      const options = { max: 3, maxPages: 1, page: 1, prefetch: 0, campaign: 'c1', onInvalid: 'throw' as const, filter }
      return collect(client.list(changing(options, reads)))
    },
    undefined,
  ],
  [
    'changes',
    (client, reads) => collect(client.changes(changing({ since: '2026-05-01T00:00:00Z', overlap: 5_000 }, reads))),
    undefined,
  ],
  ['toArray', (client, reads) => client.list().toArray(changing({ max: 5 }, reads)), undefined],
  ['follow', (client, reads) => client.follow(changing({ href: 'events/e1', templated: false }, reads)), undefined],
]

for (const [name, call, body] of calls) {
  test(`${name} reads each argument once and sends the values that it has read`, async () => {
    const { fetch, requests } = scripted(answer)
    const reads: Reads = new Map()
    await call(new EventsV2({ baseUrl: base, apiKey, fetch }), reads)
    expect(reads.size).toBeGreaterThan(0)
    expect([...reads].filter(([, count]) => count > 1)).toEqual([])
    expect(JSON.parse(requests.at(-1)?.body || 'null')).toEqual(body ?? null)
  })
}

/** Values that `JSON.stringify` would change. */
const dressed: Readonly<Record<string, () => object>> = {
  'an array with a toJSON': () => Object.assign(['calendar:42'], { toJSON: () => ['slipped:1'] }),
  'an array with a toJSON in its prototype': () =>
    Object.setPrototypeOf(['calendar:42'], Object.create(Array.prototype, { toJSON: { value: () => ['slipped:1'] } })),
  'an object with a toJSON': () => ({ venue: 'Hall', toJSON: () => 'slipped in' }),
  'an object with a toJSON in its prototype': () =>
    Object.assign(Object.create(Object.assign(Object.create(null), { toJSON: () => 'slipped in' })), { venue: 'Hall' }),
}

test.each(Object.entries(dressed))('every method refuses %s in its arguments, and sends nothing', async (_, make) => {
  const { client, requests } = clientOver('v2', [])
  const value = make()
  const dressedCalls: Readonly<Record<string, () => unknown>> = {
    identifiers: () => client.create({ ...least, identifiers: value }),
    'location.address_lines': () => client.update('e1', { location: { address_lines: value } }),
    location: () => client.create({ ...least, location: value }),
    'extra.a': () => client.update('e1', {}, { extra: { a: value } }),
    'extra.a[0].b': () => client.update('e1', {}, { extra: { a: [{ b: value }] } }),
    'person.languages_spoken': () =>
      client.recordAttendance(withLinks, { person: { ...ada, languages_spoken: value } }),
    'person.postal_addresses[0]': () =>
      client.recordAttendance(withLinks, { person: { ...ada, postal_addresses: [value] } }),
  }
  for (const [field, call] of Object.entries(dressedCalls)) {
    expect((await failureOf(call)).message, field).toMatch(/^(?:event|changes|attendance|extra)\./)
  }
  expect(requests).toHaveLength(0)
})

test("InputError has the error of a throwing getter as its cause, except for a getter in a person's data", async () => {
  const { client } = clientOver('v2', [])
  const cause = new Error('cannot decode ada@example.org')
  const broken = (name: string) =>
    Object.defineProperty({}, name, {
      enumerable: true,
      get: () => {
        throw cause
      },
    })
  const said = 'cannot be read: a getter or a proxy throws'
  expect(await failureOf(() => client.create(broken('title')))).toMatchObject({
    field: 'event.title',
    message: `event.title: ${said}`,
    cause,
  })
  expect(await failureOf(() => client.get('e1', broken('timeout')))).toMatchObject({ field: 'timeout', cause })
  expect(await failureOf(() => idOf(broken('identifiers')))).toMatchObject({ field: 'event', cause })
  const error = await failureOf(() => client.recordAttendance(withLinks, { person: broken('given_name') }))
  expect(error).toMatchObject({
    field: 'attendance.person.given_name',
    message: `attendance.person.given_name: ${said}`,
  })
  expect('cause' in error).toBe(false)
})

test('every method refuses an argument with more than 100,000 values at once, and names its field', async () => {
  const { client, requests } = clientOver('v2', [])
  for (const identifiers of [new Array(2 ** 32 - 1), Array.from({ length: 100_001 }, () => 'calendar:42')]) {
    expect(await failureOf(() => client.create({ ...least, identifiers }))).toMatchObject({
      code: 'input',
      field: 'event.identifiers',
      message: 'event.identifiers: holds more than 100000 values',
    })
  }
  expect(requests).toHaveLength(0)
})

test('methods accept objects from another realm and objects without a prototype as plain objects', async () => {
  const { client, requests } = clientOver('v2', [json(eventOf('v2'))])
  const { runInNewContext } = await import('node:vm')
  const foreign: NewEventV2 = runInNewContext(`({
    title: 'Picnic', origin_system: 'Calendar', identifiers: ['calendar:42'], location: { venue: 'Hall' }
  })`)
  await client.create(foreign)
  await client.create(Object.assign(Object.create(null), foreign))
  expect(requests.map(({ body }) => JSON.parse(body))).toEqual([foreign, foreign].map((each) => ({ ...each })))
  const filtered = clientOver('v2', [json(pageOf('v2', []))])
  await collect(filtered.client.list({ filter: { modified_date: { gt: runInNewContext('new Date(0)') } } }))
  expect(new URL(filtered.requests[0]?.url ?? '').searchParams.get('filter')).toBe(
    "modified_date gt '1970-01-01T00:00:00Z'",
  )
})

test('methods refuse the option headers if an entry is not a pair of texts', async () => {
  const { client, requests } = clientOver('v2', [])
  for (const headers of [
    [['x-a', undefined]],
    [['x-a', 5]],
    [['x-a']],
    [['x-a', 'b', 'c']],
    ['ab'],
    new Map([['x-a', 5]]),
  ]) {
    expect(await failureOf(() => client.get('e1', { headers })), String(headers)).toMatchObject({ field: 'headers' })
  }
  expect(requests).toHaveLength(0)
})
