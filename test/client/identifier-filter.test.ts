import { expect, test, vi } from 'vitest'
import { eventOf, pageOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { filterOf } from '../support/filtered-list.ts'
import { clientOver, json, refusal, type SentRequest, type Step } from '../support/scripted-fetch.ts'
import { type AnyClient, versions } from '../support/versions.ts'
import { timeStandsStill } from '../support/virtual-time.ts'

type Event = ReturnType<typeof eventOf>

/** The events that a service returns for a filter by identifiers. */
type Finds = (wanted: readonly string[], events: readonly Event[]) => readonly Event[]

const identifiersOf = (event: Event) => event.identifiers as readonly string[]

const none: Finds = () => []
const those: Finds = (wanted, events) =>
  events.filter((event) => wanted.some((identifier) => identifiersOf(event).includes(identifier)))

const own = eventOf('v2', 'old', { modified_date: '2026-04-01T12:00:00Z' })
const foreign = eventOf('v2', 'crm', { identifiers: ['platform:crm', 'crm:7'] })

/** A service of version 2 that lists its events on one page, newest first, and a client. */
function serviceOf(listed: readonly Event[], finds: Finds, page: object = {}) {
  const events = [...listed]
  const answer: Step = (request) => {
    const filter = filterOf(request)
    if (request.method === 'GET') {
      const wanted = [...(filter ?? '').matchAll(/identifier eq '(.*?)'/g)].map(([, identifier = '']) => identifier)
      const shown = filter === null ? events : finds(wanted, events)
      const whole = { ...pageOf('v2', []), total_records: shown.length, _embedded: { 'osdi:events': shown } }
      return json(filter === null ? { ...whole, ...page } : whole)(request)
    }
    const { identifiers = [], ...fields } = JSON.parse(request.body)
    const id = request.method === 'PUT' ? (request.url.split('/').at(-1) ?? '') : `made-${events.length}`
    const event = eventOf('v2', id, { identifiers: [`platform:${id}`, ...identifiers], ...fields })
    if (request.method === 'POST') events.unshift(event)
    return json(event)(request)
  }
  return { events, answer, open: () => clientOver('v2', [answer]) }
}

const row = (number: number) => ({
  identifiers: [`calendar:${number}`],
  title: `Picnic ${number}`,
  origin_system: 'Calendar',
})

/** The requests in order: the filter of a GET, null for the whole list, or another method. */
const asked = (requests: readonly SentRequest[]) =>
  requests.map((request) => (request.method === 'GET' ? filterOf(request) : request.method))

const eq = (...identifiers: readonly string[]) => identifiers.map((each) => `identifier eq '${each}'`).join(' or ')

const ways: Readonly<Record<string, (client: AnyClient) => Pick<AnyClient, 'upsert'>>> = {
  upsert: (client) => client,
  upserts: (client) => client.upserts(),
}

const lists: Readonly<Record<string, readonly Event[]>> = {
  'is empty': [],
  'has events of the service': [own],
  'has events of others': [own, foreign],
}

for (const [name, of] of Object.entries(ways))
  for (const [what, listed] of Object.entries(lists))
    test(`${name} makes only twelve events in three runs of twelve rows when the service finds no identifier and its list ${what}`, async () => {
      const { events, open } = serviceOf(listed, none)
      for (const run of [1, 2, 3]) {
        const writer = of(open().client)
        for (let number = 1; number <= 12; number += 1)
          expect((await writer.upsert(row(number))).created, `row ${number} in run ${run}`).toBe(run === 1)
      }
      expect(events).toHaveLength(listed.length + 12)
    })

test("upsert verifies the service's filter with one known event, once for several creates", async () => {
  const { events, open } = serviceOf([own, foreign], those)
  const { client, requests } = open()
  for (const number of [1, 2, 3]) await client.upsert(row(number))
  expect(asked(requests)).toEqual([
    ...[eq('calendar:1'), null, eq('crm:7'), 'POST'],
    ...[eq('calendar:2'), 'POST'],
    ...[eq('calendar:3'), 'POST'],
  ])
  expect(events).toHaveLength(5)
})

test('upsert creates an event after an empty list, which does not prove that the service filters', async () => {
  const { open } = serviceOf([], those)
  const { client, requests } = open()
  for (const number of [1, 2, 3]) await client.upsert(row(number))
  expect(asked(requests)).toEqual([
    ...[eq('calendar:1'), null, 'POST'],
    ...[eq('calendar:2'), null, eq('calendar:1'), 'POST'],
    ...[eq('calendar:3'), 'POST'],
  ])
})

test("find reads the whole list before it returns undefined, when the service's filter finds no identifier", async () => {
  for (const { version } of versions) {
    const listed = [eventOf(version, 'e1', { identifiers: ['platform:e1', 'calendar:1'] })]
    const { client, requests } = clientOver(version, [
      (request) => {
        const shown = filterOf(request) === null ? listed : []
        const facts = { total_records: shown.length, _embedded: { 'osdi:events': shown } }
        return json({ ...pageOf(version, []), ...facts })(request)
      },
    ])
    expect(await client.find('calendar:1')).toEqual(listed[0])
    expect(await client.find('calendar:2')).toBeUndefined()
    expect(asked(requests)).toEqual([eq('calendar:1'), null, null, null])
  }
})

test("find verifies the service's filter once, with an existing event", async () => {
  const { client, requests } = serviceOf([foreign], those).open()
  for (const _ of [1, 2]) expect(await client.find('calendar:1')).toBeUndefined()
  expect(asked(requests)).toEqual([eq('calendar:1'), null, eq('crm:7'), eq('calendar:1')])
})

test("find does not verify the service's filter after this filter has found an event", async () => {
  const { client, requests } = serviceOf([foreign], those).open()
  expect(await client.find('crm:7')).toEqual(foreign)
  expect(await client.find('calendar:1')).toBeUndefined()
  expect(asked(requests)).toEqual([eq('crm:7'), eq('calendar:1')])
})

test('find remembers for ten minutes whether the service filters', async () => {
  using _ = timeStandsStill()
  for (const [finds, later] of [
    [those, none],
    [none, those],
  ]) {
    let now = finds
    const { client, requests } = serviceOf([foreign], (...given) => now?.(...given) ?? []).open()
    await client.find('calendar:1')
    const first = requests.length
    now = later
    vi.advanceTimersByTime(599_999)
    await client.find('calendar:1')
    expect(asked(requests.slice(first))).toEqual([finds === those ? eq('calendar:1') : null])
    vi.advanceTimersByTime(1)
    const second = requests.length
    await client.find('calendar:1')
    expect(asked(requests.slice(second)).slice(0, 3)).toEqual([eq('calendar:1'), null, eq('crm:7')])
  }
})

test('upsert verifies a filter for several identifiers with another "or" filter, because a service may not know "or"', async () => {
  const { events, open } = serviceOf([foreign], (wanted, all) => (wanted.length > 1 ? [] : those(wanted, all)))
  for (const created of [true, false]) {
    const { client, requests } = open()
    await client.find('calendar:9')
    const before = requests.length
    const wanted = { ...row(1), title: `Created ${created}`, identifiers: ['calendar:1', 'sheet:1'] }
    expect(await client.upsert(wanted)).toMatchObject({ created })
    const proof = created ? 'crm:7' : null
    expect(asked(requests.slice(before))).toEqual([
      eq('calendar:1', 'sheet:1'),
      null,
      ...(proof === null ? [] : [eq('calendar:1', proof)]),
      null,
      created ? 'POST' : 'PUT',
    ])
  }
  expect(events).toHaveLength(2)
})

test.each<[string, readonly Event[], string]>([
  [
    'of the system that is looked for',
    [foreign, own, eventOf('v2', 'e1', { identifiers: ['platform:e1', 'sheet:1', 'calendar:9'] })],
    'calendar:9',
  ],
  ['of another system, before one of the service itself', [own, foreign], 'crm:7'],
  ['of the service itself, where there is no other', [own], 'platform:old'],
  [
    'that has not changed for long, as the newest may not be found yet',
    [
      eventOf('v2', 'e1', { identifiers: ['calendar:8'], modified_date: '2026-05-02T12:00:00Z' }),
      eventOf('v2', 'e2', { identifiers: ['calendar:9'], modified_date: '2026-05-01T12:00:00Z' }),
      eventOf('v2', 'e3', { identifiers: ['calendar:7'], modified_date: '2026-05-03T12:00:00Z' }),
    ],
    'calendar:9',
  ],
  [
    'that a filter can hold',
    [eventOf('v2', 'e1', { identifiers: ['no identifier', `long:${'x'.repeat(9_000)}`, 'crm:8'] })],
    'crm:8',
  ],
])("find verifies the service's filter with an event %s", async (_, listed, identifier) => {
  const { client, requests } = serviceOf(listed, those).open()
  expect(await client.find('calendar:1')).toBeUndefined()
  expect(asked(requests)).toEqual([eq('calendar:1'), null, eq(identifier)])
})

const nameless = eventOf('v2', 'e1', { identifiers: [] })
const mine = eventOf('v2', 'e1', { identifiers: ['calendar:1'] })
const broken = eventOf('v2', 'e1', { title: 5 })

test.each<[string, readonly Event[], object, Finds]>([
  [
    'that holds the event itself',
    [mine, foreign],
    {},
    (wanted, all) => those(wanted, all).filter((each) => each !== mine),
  ],
  ['whose events have no identifiers', [nameless], {}, none],
  [
    'that is empty and not the last',
    [],
    { _links: { next: { href: 'https://events.example.org/api/v2/events?page=2' } } },
    none,
  ],
])(
  'find reads the whole list after a first page %s, which cannot verify the filter',
  async (_, listed, page, finds) => {
    const { client, requests } = serviceOf(listed, finds, page).open()
    await client.find('calendar:1').catch(() => {})
    expect(asked(requests).slice(0, 3)).toEqual([eq('calendar:1'), null, null])
  },
)

test('upsert throws SchemaError and creates nothing when the first page links events but does not embed them', async () => {
  const { client, requests } = serviceOf([], none, { total_records: 5 }).open()
  expect(await failureOf(() => client.upsert(row(1)))).toMatchObject({ code: 'schema', outcome: 'not applied' })
  expect(asked(requests)).toEqual([eq('calendar:1'), null, null])
})

test('find ignores an invalid event that has other identifiers, and can verify the filter with it', async () => {
  const filtering = serviceOf([broken, foreign], those).open()
  expect(await filtering.client.find('calendar:1')).toBeUndefined()
  expect(asked(filtering.requests)).toEqual([eq('calendar:1'), null, eq('crm:7')])
  const alone = serviceOf([broken], none).open()
  expect(await alone.client.find('calendar:1')).toBeUndefined()
  expect(asked(alone.requests)).toEqual([eq('calendar:1'), null, eq('platform:e1'), null])
})

test('find reads the whole list when the service refuses the verifying filter', async () => {
  const { answer } = serviceOf([foreign], none)
  const { client, requests } = clientOver('v2', [
    (request) => (filterOf(request)?.includes('crm:7') ? refusal(400) : answer)(request),
  ])
  expect(await client.find('calendar:1')).toBeUndefined()
  expect(asked(requests)).toEqual([eq('calendar:1'), null, eq('crm:7'), null])
})

test.each([2, 3])('upsert rejects with the failure of request %s and creates nothing', async (failing) => {
  const { answer, events } = serviceOf([foreign], those)
  let count = 0
  const { client } = clientOver('v2', [
    (request) => {
      count += 1
      return (count === failing ? refusal(500) : answer)(request)
    },
  ])
  expect(await failureOf(() => client.upsert(row(1)))).toMatchObject({ status: 500, outcome: 'not applied' })
  expect(events).toHaveLength(1)
})

test('upserts() finds an event by its current identifiers, not by an identifier that it has lost', async () => {
  const lost = eventOf('v2', 'e1', { identifiers: ['platform:e1', 'calendar:1', 'calendar:2'] })
  const { client, requests } = clientOver('v2', [
    (request) => {
      if (request.method === 'GET') {
        const facts = { total_records: 1, _embedded: { 'osdi:events': [lost] } }
        return filterOf(request) === null ? json({ ...pageOf('v2', []), ...facts })(request) : refusal(400)(request)
      }
      // This service drops calendar:2 from every write.
      return json({ ...lost, identifiers: ['platform:e1', 'calendar:1'] })(request)
    },
  ])
  const { upsert } = client.upserts()
  for (const [number, created] of [
    [1, false],
    [2, true],
    [1, false],
  ] as const)
    expect(await upsert(row(number))).toMatchObject({ created })
  expect(asked(requests)).toEqual([eq('calendar:1'), null, 'PUT', 'POST', 'PUT'])
})

test('upserts() reads the list again after the update of a removed event', async () => {
  let listed: readonly Event[] = [mine]
  const { client, requests } = clientOver('v2', [
    (request) => {
      if (filterOf(request) !== null) return refusal(400)(request)
      if (request.method === 'PUT') listed = []
      if (request.method === 'PUT') return refusal(404)(request)
      const facts = { total_records: listed.length, _embedded: { 'osdi:events': listed } }
      return json(request.method === 'GET' ? { ...pageOf('v2', []), ...facts } : eventOf('v2', 'e2', row(1)))(request)
    },
  ])
  const { upsert } = client.upserts()
  expect(await failureOf(() => upsert(row(1)))).toMatchObject({ status: 404, outcome: 'not applied' })
  expect(await upsert(row(1))).toMatchObject({ created: true })
  expect(asked(requests)).toEqual([eq('calendar:1'), null, 'PUT', null, 'POST'])
})

test('upserts() is as fast for events that share an identifier as for other events', async () => {
  const count = 8_000
  const spent: number[] = []
  // Twice: the first round runs before the code is compiled, and is slower.
  for (const isShared of [false, false, true]) {
    const listed = Array.from({ length: count }, (_, index) =>
      eventOf('v2', `e${index}`, { identifiers: [`platform:e${index}`, isShared ? 'crm:all' : `crm:${index}`] }),
    )
    const { answer } = serviceOf(listed, none)
    const { client } = clientOver('v2', [(request) => (filterOf(request) === null ? answer : refusal(400))(request)])
    const before = process.cpuUsage()
    expect(await client.upserts().upsert(row(1))).toMatchObject({ created: true })
    spent.push(process.cpuUsage(before).user)
  }
  const [, apart = 0, shared = 0] = spent
  expect(shared / apart).toBeLessThan(5)
})

test('upsert of version 1 sends only the POST', async () => {
  const event = { identifiers: ['calendar:1'], summary: 'Picnic', originating_system: 'Calendar' }
  const { client, requests } = clientOver('v1', [json(eventOf('v1', 'e1', event))])
  await client.upsert(event)
  expect(asked(requests)).toEqual(['POST'])
})
