import { responseOf, unappliedOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, eventOf, pageOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { filteredList, filterOf } from '../support/filtered-list.ts'
import { broken, clientOver, hang, json, refusal, type SentRequest, type Step } from '../support/scripted-fetch.ts'
import { apiKey, versions } from '../support/versions.ts'

const known = eventOf('v2', 'e1', { identifiers: ['platform:e1', 'calendar:42', 'crm:7'], title: 'Old' })
const picnic = { identifiers: ['calendar:42'], title: 'Picnic', origin_system: 'Calendar' }
const pageWith = (...events: readonly object[]): Step =>
  json({ ...pageOf('v2', []), total_records: events.length, _embedded: { 'osdi:events': events } })
/** Responds to a write with the written event. */
const written: Step = ({ body }) =>
  json({ ...known, ...JSON.parse(body), identifiers: known.identifiers })({} as SentRequest)

const methods = (requests: readonly SentRequest[]) => requests.map(({ method }) => method).join(' ')

test('find filters by the identifier and returns the event that has it', async () => {
  const { client, requests } = clientOver('v2', [pageWith(known)])
  expect(await client.find('calendar:42')).toEqual(known)
  expect(requests.map(filterOf)).toEqual(["identifier eq 'calendar:42'"])
})

test('find returns undefined if no event has the identifier', async () => {
  const { client } = clientOver('v2', [pageWith()])
  expect(await client.find("calendar:O'Brien")).toBeUndefined()
})

const events = Array.from({ length: 5 }, (_, index) => ({ identifiers: [`platform:e${index}`, `calendar:${index}`] }))
test.each([
  ['ignored', 3],
  ['refused', 4],
] as const)("find reads the whole list if the service's filters are %s", async (filterSupport, count) => {
  const { client, requests } = filteredList(
    () => events,
    () => true,
    { filterSupport },
  )
  expect(await client.find('calendar:3')).toMatchObject(events[3] ?? {})
  expect(requests).toHaveLength(count)
  expect(await client.find('calendar:9')).toBeUndefined()
})

test.each([400, 404, 414, 422, 431, 501])(
  'find reads the whole list if the service answers a filter with %s',
  async (status) => {
    const refusing = { filterSupport: 'refused', refusal: status } as const
    const { client, requests } = filteredList(
      () => events,
      () => true,
      refusing,
    )
    expect(await client.find('calendar:3')).toMatchObject(events[3] ?? {})
    expect(requests.map(filterOf)).toEqual(["identifier eq 'calendar:3'", null, null, null])
  },
)

test('find reads the whole list if the filter would make the address too long', async () => {
  const long = `calendar:${'é'.repeat(1_400)}`
  const listed = [{}, { identifiers: ['platform:e1', long] }]
  const { client, requests } = filteredList(
    () => listed,
    () => true,
  )
  expect(await client.find(long)).toMatchObject(listed[1] ?? {})
  expect(requests.map(filterOf)).toEqual([null])
})

test('find rejects with status 404 for a wrong baseUrl, after a second request without the filter', async () => {
  const { client, requests } = clientOver('v2', [refusal(404)])
  expect(await failureOf(() => client.find('calendar:42'))).toMatchObject({ code: 'http', status: 404 })
  expect(requests.map(filterOf)).toEqual(["identifier eq 'calendar:42'", null])
})

test('find throws AmbiguousError for two events with the identifier, and shows them only in error.events', async () => {
  const twin = eventOf('v2', 'e2', { identifiers: ['platform:e2', 'calendar:42'], title: `echoes ${apiKey}` })
  const { client } = clientOver('v2', [pageWith(known, twin)])
  const error = await failureOf(() => client.find('calendar:42'))
  expect(error).toMatchObject({ code: 'ambiguous', name: 'AmbiguousError', method: 'GET', status: 200 })
  expect(error.message).toBe('calendar:42: 2 events have it: e1, e2')
  expect(Reflect.get(error, 'events')).toMatchObject([known, { identifiers: twin.identifiers }])
  expect(JSON.stringify([error, Reflect.get(error, 'events')])).not.toContain(apiKey)
  expect(JSON.stringify(error)).not.toContain('Old')
  expect(error.outcome).toBeUndefined()
})

test('error.events of AmbiguousError are the events as the service sent them, with their people', async () => {
  const twins = ['e1', 'e2'].map((id) =>
    eventOf('v1', id, {
      identifiers: [`platform:${id}`, 'calendar:42'],
      _embedded: { 'osdi:creator': { email_addresses: [{ address: 'ada@example.org' }] } },
    }),
  )
  const page = { ...pageOf('v1', []), total_records: 2, _embedded: { 'osdi:events': twins } }
  const { client } = clientOver('v1', [json(page)])
  const error = await failureOf(() => client.find('calendar:42'))
  const events: readonly object[] = Reflect.get(error, 'events')
  expect(events).toEqual(twins)
  expect(events.map((event) => responseOf(event).status)).toEqual([200, 200])
  expect(JSON.stringify(error)).not.toContain('ada@example.org')
})

test('find throws SchemaError when the list ended early without the event', async () => {
  const { client } = clientOver('v2', [json({ ...pageOf('v2', ['e5']), total_records: 3 })])
  const error = await failureOf(() => client.find('calendar:42'))
  expect(error).toMatchObject({ code: 'schema', issues: [{ field: 'total_records' }], status: 200 })
  const found = clientOver('v2', [
    json({ ...pageOf('v2', []), total_records: 3, _embedded: { 'osdi:events': [known] } }),
  ])
  expect(await found.client.find('calendar:42')).toEqual(known)
})

test('find rejects with any other error of the service', async () => {
  for (const [step, code] of [
    [refusal(403), 'http'],
    [refusal(500), 'http'],
    [broken('ECONNRESET'), 'network'],
  ] as const) {
    expect(await failureOf(() => clientOver('v2', [step]).client.find('calendar:42'))).toMatchObject({ code })
  }
})

test.each(['', '42', 'calendar:', ':42', 'a b:c', 5, null])('find refuses %j as an identifier', async (identifier) => {
  const { client, requests } = clientOver('v2', [pageWith()])
  expect(await failureOf(() => client.find(identifier))).toMatchObject({
    code: 'input',
    field: 'identifier',
  })
  expect(requests).toEqual([])
})

test('upsert of version 1 sends one POST and leaves created undefined (v1 §4.4)', async () => {
  const event = { identifiers: ['calendar:42'], summary: 'Picnic', originating_system: 'Calendar' }
  const { client, requests } = clientOver('v1', [json(eventOf('v1', 'e1', event))])
  expect(await client.upsert(event)).toEqual({
    event: eventOf('v1', 'e1', event),
    created: undefined,
    unchanged: undefined,
    resent: undefined,
  })
  expect(methods(requests)).toBe('POST')
})

test('upsert of version 2 creates an event that it does not find', async () => {
  const { client, requests } = clientOver('v2', [pageWith(), pageWith(), written])
  expect(await client.upsert(picnic, { extra: { colour: 'red' } })).toMatchObject({ created: true })
  expect(methods(requests)).toBe('GET GET POST')
  expect(JSON.parse(requests[2]?.body ?? '')).toEqual({ ...picnic, colour: 'red' })
})

test('upsert of version 2 updates the event that it finds, without identifiers that the event already has', async () => {
  const { client, requests } = clientOver('v2', [pageWith(known), written])
  const { event, created } = await client.upsert(picnic, { extra: { colour: 'red' } })
  expect([created, event]).toMatchObject([false, { title: 'Picnic', identifiers: known.identifiers }])
  expect(methods(requests)).toBe('GET PUT')
  expect(requests[1]?.url).toBe(address('v2', 'events/e1'))
  expect(JSON.parse(requests[1]?.body ?? '')).toEqual({ title: 'Picnic', origin_system: 'Calendar', colour: 'red' })
})

test.each<[string, object]>([
  ['the same fields', {}],
  ['a field that is cleared and absent', { description: undefined }],
  ['white space and another zone', { start_date: '2026-06-20T12:00', name: ' Picnic 7 ' }],
  ['an empty text of a field that is absent', { instructions: '', location: { address_lines: [''] } }],
  [
    'a town, a state and a country in other words',
    { location: { venue: 'Park', locality: ' washington', region: 'District of Columbia', country: 'United States' } },
  ],
])('upsert of version 2 writes nothing for %s, and returns unchanged true', async (_, more) => {
  const shown = { start_date: '2026-06-20T12:00:00Z', name: 'Picnic 7', description: '' }
  const place = {
    location: { venue: 'Park', postal_code: '20009', locality: 'Washington', region: 'DC', country: 'US' },
  }
  const event = eventOf('v2', 'e1', { ...known, ...picnic, ...shown, ...place, identifiers: known.identifiers })
  const { client, requests } = clientOver('v2', [pageWith(event)])
  const result = await client.upsert({ ...picnic, ...more })
  expect(result).toEqual({ event, created: false, unchanged: true, resent: false })
  expect([unappliedOf(result.event), responseOf(result.event).status]).toEqual([[], 200])
  expect(methods(requests)).toBe('GET')
})

test('upsert of version 2 sends an update if a field in extra differs from the event, or an identifier is new', async () => {
  const event = { ...known, ...picnic, identifiers: known.identifiers, colour: 'red' }
  const { client, requests } = clientOver('v2', [pageWith(event), written, pageWith(event), pageWith(event), written])
  expect(await client.upsert(picnic, { extra: { colour: 'blue' } })).toMatchObject({ created: false, unchanged: false })
  expect(await client.upsert(picnic, { extra: { colour: 'red' } })).toMatchObject({ unchanged: true })
  const added = { ...picnic, identifiers: ['calendar:42', 'sheet:9'] }
  expect(await client.upsert(added)).toMatchObject({ created: false, unchanged: false })
  expect(methods(requests)).toBe('GET PUT GET GET PUT')
})

const springfield = { venue: 'Park', locality: 'Springfield', region: 'IL', country: 'US', postal_code: '62701' }
const placed = eventOf('v2', 'e1', { ...known, location: springfield })

test.each<[string, object]>([
  ['town', { locality: 'Boston' }],
  ['state', { region: 'Missouri' }],
  ['country', { country: 'Canada' }],
])('upsert of version 2 sends a location with another %s alone (v2 §2.2)', async (_, part) => {
  const { client, requests } = clientOver('v2', [pageWith(placed), written])
  const location = { ...springfield, ...part }
  const { unchanged, resent, event } = await client.upsert({ ...picnic, location })
  expect([unchanged, resent, unappliedOf(event)]).toEqual([false, false, []])
  expect(JSON.parse(requests[1]?.body ?? '').location).toEqual(location)
})

test('upsert of version 2 returns resent true if the event still differs after an update, in each run', async () => {
  const shown = { ...placed, ...picnic, identifiers: placed.identifiers }
  const { client, requests } = clientOver('v2', [pageWith(shown), json(shown), pageWith(shown), json(shown)])
  const row = { ...picnic, location: { locality: 'Atlantis' } }
  for (const _ of [1, 2]) {
    const { event, ...result } = await client.upsert(row, { creator: 'p9', extra: { colour: 'red' } })
    expect(result).toEqual({ created: false, unchanged: false, resent: true })
    expect(unappliedOf(event)).toEqual(['location.locality', 'colour', 'creator'])
  }
  expect(methods(requests)).toBe('GET PUT GET PUT')
})

test('upserts() does not send again what the service did not apply in this run', async () => {
  const shown = { ...placed, ...picnic, identifiers: placed.identifiers }
  const { client, requests } = clientOver('v2', [pageWith(shown), json(shown)])
  const { upsert } = client.upserts()
  const row = { ...picnic, location: { locality: 'Atlantis' } }
  const extra = { colour: 'red' }
  expect(await upsert(row, { extra })).toMatchObject({ unchanged: false, resent: true })
  expect(await upsert(row, { extra })).toMatchObject({ unchanged: true, resent: false })
  expect(await upsert(row, { extra: { colour: 'blue' } })).toMatchObject({ unchanged: false, resent: true })
  expect(methods(requests)).toBe('GET PUT PUT')
})

test('upsert of version 2 writes nothing for another creator, which an update cannot change, and unappliedOf names the creator', async () => {
  const event = { ...known, ...picnic, identifiers: known.identifiers }
  const { client, requests } = clientOver('v2', [pageWith(event)])
  const { event: found, unchanged } = await client.upsert(picnic, { creator: 'p9' })
  expect([unchanged, unappliedOf(found), methods(requests)]).toEqual([true, ['creator'], 'GET'])
})

test('upserts() of version 2 sends three PUTs for three changed rows of fifty', async () => {
  const row = (index: number) => ({
    identifiers: [`calendar:${index}`],
    title: `Picnic ${index}`,
    origin_system: 'Calendar',
  })
  const listed = Array.from({ length: 50 }, (_, index) =>
    eventOf('v2', `e${index}`, { ...row(index), identifiers: [`platform:e${index}`, `calendar:${index}`] }),
  )
  const { client, requests } = unfiltered(listed)
  const { upsert } = client.upserts()
  let unchanged = 0
  for (const [index, event] of listed.entries()) {
    const result = await upsert(index % 20 === 9 ? { ...row(index), title: 'Moved' } : row(index))
    if (result.unchanged) {
      unchanged += 1
      expect(result.event).toEqual(event)
    }
  }
  expect(unchanged).toBe(47)
  expect(requests.filter(({ method }) => method === 'PUT').map(({ url }) => url.split('/').at(-1))).toEqual([
    'e9',
    'e29',
    'e49',
  ])
  expect(requests.filter(({ method }) => method === 'GET').length).toBeLessThan(5)
})

test("upsert sends a new identifier together with the event's other identifiers, because some services replace all (v2 §4.8)", async () => {
  const { client, requests } = clientOver('v2', [pageWith(known), written])
  await client.upsert({ ...picnic, identifiers: ['calendar:42', 'sheet:9'] })
  expect(requests.map(filterOf)[0]).toBe("identifier eq 'calendar:42' or identifier eq 'sheet:9'")
  expect(JSON.parse(requests[1]?.body ?? '').identifiers).toEqual(['calendar:42', 'crm:7', 'sheet:9'])
})

test('upsert reads the whole list for more identifiers than an address can hold', async () => {
  const identifiers = Array.from({ length: 400 }, (_, index) => `calendar:${index}`)
  const { client, requests } = clientOver('v2', [pageWith(known), written])
  expect(await client.upsert({ ...picnic, identifiers })).toMatchObject({ created: false })
  expect(requests.map(filterOf)).toEqual([null, null])
  expect(methods(requests)).toBe('GET PUT')
})

test('upsert writes nothing when its identifiers belong to two events', async () => {
  const { client, requests } = clientOver('v2', [pageWith(known, eventOf('v2', 'e2', { identifiers: ['sheet:9'] }))])
  const event = { ...picnic, identifiers: ['calendar:42', 'sheet:9'] }
  const error = await failureOf(() => client.upsert(event))
  expect(error).toMatchObject({ code: 'ambiguous', outcome: 'not applied' })
  expect(methods(requests)).toBe('GET')
})

test.each<[string, readonly Step[], string, string, string]>([
  ['while it looks', [refusal(500)], 'http', 'not applied', 'GET'],
  ['while it looks, without a response', [broken('ECONNRESET')], 'network', 'not applied', 'GET'],
  ['with a list that ends early', [json({ ...pageOf('v2', []), total_records: 3 })], 'schema', 'not applied', 'GET'],
  ['with the create', [pageWith(), pageWith(), refusal(500)], 'http', 'unknown', 'GET GET POST'],
  ['with a create that is refused', [pageWith(), pageWith(), refusal(409)], 'http', 'not applied', 'GET GET POST'],
  ['with the update', [pageWith(known), broken('ECONNRESET')], 'network', 'unknown', 'GET PUT'],
  ['with a response that is none', [pageWith(known), json({})], 'schema', 'applied', 'GET PUT'],
])('the error of an upsert that fails %s has an outcome', async (_, steps, code, outcome, sent) => {
  const { client, requests } = clientOver('v2', steps)
  expect(await failureOf(() => client.upsert(picnic))).toMatchObject({ code, outcome })
  expect(methods(requests)).toBe(sent)
})

test('the error of an upsert whose key function fails while it looks has the outcome not applied', async () => {
  const { client } = clientOver('v2', [], { apiKey: () => '' })
  const error = await failureOf(() => client.upsert(picnic))
  expect(error).toMatchObject({ code: 'input', field: 'apiKey', method: 'GET', outcome: 'not applied' })
})

test.each(versions)(
  'upsert of $version refuses an event without a foreign identifier or with an unknown field before it sends a request',
  async ({ version, least }) => {
    for (const [more, field] of [
      [{}, 'event.identifiers'],
      [{ identifiers: [] }, 'event.identifiers'],
      [{ identifiers: ['platform:e1'] }, 'event.identifiers'],
      [{ identifiers: ['calendar'] }, 'identifiers[0]'],
      [{ identifiers: ['calendar:42'], colour: 'red' }, 'event.colour'],
    ] as const) {
      const { client, requests } = clientOver(version, [pageWith()])
      expect(await failureOf(() => client.upsert({ ...least, ...more }))).toMatchObject({
        code: 'input',
        field,
      })
      expect(requests).toEqual([])
    }
  },
)

test('upsert rejects with the reason of its aborted signal', async () => {
  const reason = new Error('enough')
  const { client } = clientOver('v2', [pageWith()])
  await expect(client.upsert(picnic, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})

/** A service that ignores filters, and accepts creates and updates. */
const unfiltered = (listed: readonly object[], refusesFilters = false, total = listed.length, loses = '') => {
  const events = [...listed]
  return clientOver('v2', [
    (request) => {
      if (request.method === 'GET') {
        if (refusesFilters && filterOf(request) !== null) return refusal(400)(request)
        return json({
          ...pageOf('v2', []),
          total_records: Math.max(total, events.length),
          _embedded: { 'osdi:events': events },
        })(request)
      }
      const { identifiers = [], ...fields } = JSON.parse(request.body)
      const id = request.method === 'PUT' ? 'e1' : `e${events.length + 1}`
      const event = eventOf('v2', id, { identifiers: [`platform:${id}`, ...identifiers], ...fields })
      if (request.method === 'POST') events.push(event)
      return (request.method === loses ? refusal(500) : json(event))(request)
    },
  ])
}
const of = (number: number) => ({ ...picnic, identifiers: [`calendar:${number}`] })
const others = [known, eventOf('v2', 'e2')]

test.each([
  ['ignored: once to learn of it, and once for all that come after', false, 'GET POST GET PUT POST PUT'],
  ['refused: once', true, 'GET GET POST PUT POST PUT'],
])("upserts() reads the list as seldom as possible if the service's filters are %s", async (_, refused, sent) => {
  const { client, requests } = unfiltered(others, refused)
  const { upsert } = client.upserts()
  const created: unknown[] = []
  for (const number of [1, 42, 2, 2]) created.push((await upsert(of(number))).created)
  created.push((await upsert({ ...of(1), title: 'Fair' })).created)
  expect(created).toEqual([true, false, true, false, false])
  expect(methods(requests)).toBe(sent)
})

test('upserts() filters for each event that it has not written, where the service filters', async () => {
  const other = eventOf('v2', 'e3', { ...of(3), identifiers: ['platform:e3', 'calendar:3'] })
  const { client, requests } = clientOver('v2', [pageWith(known), written, pageWith(other)])
  const { upsert } = client.upserts()
  expect(await upsert(picnic)).toMatchObject({ created: false, unchanged: false })
  expect(await upsert(picnic)).toMatchObject({ created: false, unchanged: true })
  for (const _ of [1, 2]) expect(await upsert(of(3))).toMatchObject({ unchanged: true })
  const filters = ["identifier eq 'calendar:42'", null, "identifier eq 'calendar:3'", "identifier eq 'calendar:3'"]
  expect(requests.map(filterOf)).toEqual(filters)
})

test('upserts() does not use a partly filtered list as the whole list', async () => {
  const other = eventOf('v2', 'e2', { identifiers: ['platform:e2', 'Calendar:42'] })
  const { client, requests } = clientOver('v2', [
    ({ method, url, body, ...request }) => {
      const sent = { method, url, body, ...request }
      if (method !== 'GET') return written(sent)
      return (filterOf(sent) === null ? pageWith(known, other, eventOf('v2', 'e3')) : pageWith(known, other))(sent)
    },
  ])
  const { upsert } = client.upserts()
  for (const number of [42, 43, 44]) await upsert(of(number))
  expect(requests.map(({ method, url }) => [method, filterOf({ url } as SentRequest) !== null])).toEqual([
    ['GET', true],
    ['PUT', false],
    ['GET', false],
    ['POST', false],
    ['POST', false],
  ])
})

test('upserts() reads the list again after a write with an unknown outcome', async () => {
  const { client, requests } = unfiltered(others, true, others.length, 'POST')
  const { upsert } = client.upserts()
  expect(await failureOf(() => upsert(of(1)))).toMatchObject({ outcome: 'unknown' })
  expect(await upsert(of(1))).toMatchObject({ created: false, unchanged: true })
  expect(methods(requests)).toBe('GET GET POST GET')
})

test.each([404, 410])(
  'upserts() looks for an event again after the service answered its update with %i',
  async (status) => {
    const { client, requests } = clientOver('v2', [pageWith(known), written, refusal(status), pageWith(), written])
    const { upsert } = client.upserts()
    await upsert(picnic)
    const moved = { ...picnic, title: 'Moved' }
    expect(await failureOf(() => upsert(moved))).toMatchObject({ status, outcome: 'not applied' })
    expect(await upsert(moved)).toMatchObject({ created: true })
    expect(methods(requests)).toBe('GET PUT PUT GET POST')
  },
)

test('upserts() ends a call that waits for an earlier one as soon as its signal aborts', async () => {
  const { client } = clientOver('v2', [hang])
  const { upsert } = client.upserts()
  const [earlier, later] = [new AbortController(), new AbortController()]
  const calls = [upsert(of(1), { signal: earlier.signal }), upsert(of(2), { signal: later.signal })]
  const first = Promise.race(calls).catch((reason: unknown) => reason)
  later.abort(new Error('enough'))
  expect(await first).toBe(later.signal.reason)
  earlier.abort()
  expect(await Promise.allSettled(calls)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
})

test('upserts() throws AmbiguousError for two events, and reads the list again after a list that ended too early', async () => {
  const twin = eventOf('v2', 'e2', { identifiers: ['platform:e2', 'calendar:42'] })
  const { client } = unfiltered([known, twin, eventOf('v2', 'e3')])
  const { upsert } = client.upserts()
  for (const _ of [1, 2, 3]) {
    const error = await failureOf(() => upsert(picnic))
    expect(error).toMatchObject({ code: 'ambiguous', outcome: 'not applied', method: 'GET', status: 200 })
    expect(error.message).toBe('calendar:42: 2 events have it: e1, e2')
  }
  const short = unfiltered([known], true, 3)
  const { upsert: again } = short.client.upserts()
  for (const _ of [1, 2]) expect(await failureOf(() => again(of(7)))).toMatchObject({ code: 'schema' })
  expect(methods(short.requests)).toBe('GET GET GET')
})

/** `unappliedOf` an update whose response shows these fields. */
const unapplied = async (sent: object, shown: object, options: object = {}) => {
  const { client } = clientOver('v2', [json(eventOf('v2', 'e1', { title: 'Picnic', ...shown }))])
  return unappliedOf(await client.update('e1', sent, options))
}

test.each<[string, object, object, readonly string[]]>([
  ['nothing', { title: 'Picnic' }, {}, []],
  ['a text', { title: 'Fair', name: 'x' }, { name: 'x' }, ['title']],
  ['a text that is not there', { description: 'Bring a dish.' }, {}, ['description']],
  ['white space at the ends', { name: ' x ' }, { name: 'x' }, []],
  ['a cleared field', { description: null }, {}, []],
  ['a cleared field that is empty', { description: null }, { description: '' }, []],
  ['a field that was not cleared', { description: null }, { description: 'x' }, ['description']],
  [
    'a local time that is the same moment, but another time by the clock',
    { start_date: '2026-06-20T10:00:00Z' },
    { start_date: '2026-06-20T12:00:00+02:00' },
    ['start_date'],
  ],
  [
    'a local time, whatever zone is written',
    { start_date: '2026-06-20T12:00' },
    { start_date: '2026-06-20T12:00:00Z' },
    [],
  ],
  ...['2026-06-20T12:00:00.000Z', '2026-06-20 12:00:00', '2026-06-20t12:00z', '2026-06-20T12:00:00.0-04:00'].map(
    (start_date): [string, object, object, readonly string[]] => [
      `a local time that is shown as ${start_date}`,
      { start_date: '2026-06-20T12:00' },
      { start_date },
      [],
    ],
  ),
  [
    'a local time that lost its fraction',
    { start_date: '2026-06-20T12:00:00.5' },
    { start_date: '2026-06-20T12:00:00' },
    ['start_date'],
  ],
  ['a text that lost what reads like a zone', { name: 'Part 10-12' }, { name: 'Part 10' }, ['name']],
  ['another local time', { start_date: '2026-06-20T12:00' }, { start_date: '2026-06-20T10:00:00Z' }, ['start_date']],
  ['an identifier among others', { identifiers: ['calendar:42'] }, { identifiers: ['platform:e1', 'calendar:42'] }, []],
  ['an identifier that another event has', { identifiers: ['calendar:42'] }, {}, ['identifiers']],
  [
    'a location that was geocoded',
    {
      location: {
        venue: 'Park',
        address_lines: ['1 Main St', '2nd floor'],
        postal_code: '20009',
        locality: 'x',
        country: 'FR',
        language: 'fr',
      },
    },
    {
      location: {
        venue: 'Park',
        address_lines: ['1 Main St'],
        postal_code: '20009',
        locality: 'Washington',
        country: 'US',
        language: 'en',
      },
    },
    ['location.locality', 'location.country'],
  ],
  [
    'a second line of an address, if the service shows one',
    { location: { address_lines: ['1 Main St', 'Room 4'] } },
    { location: { address_lines: ['1 Main St', 'Room 5'] } },
    ['location.address_lines'],
  ],
  ['an empty text of an absent field', { description: '', location: { locality: ' ' } }, {}, []],
  ['an empty country, which is US', { location: { country: '' } }, { location: { country: 'US' } }, []],
  ['the Unicode form', { name: 'Zoe\u0308' }, { name: 'Zo\u00eb' }, []],
  ['a changed case of a title', { title: 'PICNIC' }, { title: 'Picnic' }, ['title']],
  [
    'parts of a location',
    { location: { venue: 'Park', postal_code: '1' } },
    { location: { postal_code: '2' } },
    ['location.venue', 'location.postal_code'],
  ],
  ['a location that is not there', { location: { venue: 'Park' } }, {}, ['location.venue']],
  ['a cleared location', { location: null }, { location: { country: 'US', region: '' } }, []],
  ['a location that was not cleared', { location: null }, { location: { venue: 'Park' } }, ['location']],
  ['a town that was not cleared', { location: null }, { location: { locality: 'Berlin' } }, ['location']],
])('unappliedOf compares the sent fields with the response: %s', async (_, sent, shown, names) => {
  expect(await unapplied(sent, shown)).toEqual(names)
})

test.each<[part: string, sent: string, shown: string, isSame: boolean, country?: string]>([
  ['locality', ' new  york', 'New York', true],
  ['locality', 'Sa\u0303o Paulo', 'S\u00e3o Paulo', true],
  ['locality', 'Saint Louis', 'St. Louis', false],
  ['locality', 'NY', 'New York', false],
  ['region', 'new york', 'NY', true],
  ['region', 'NY', 'New York', true],
  ['region', 'US-NY', 'ny', true],
  ['region', 'D.C.', 'DC', true],
  ['region', 'New Jersey', 'NY', false],
  ['region', 'Georgia', 'GA', true, 'United States'],
  ['region', 'Georgia', 'GA', false, 'DE'],
  ['country', 'Germany', 'DE', true],
  ['country', 'deutschland', 'DE', true],
  ['country', 'DE', 'Germany', true],
  ['country', 'U.S.A.', 'US', true],
  ['country', 'United States of America', 'United States', true],
  ['country', 'UK', 'GB', true],
  ['country', 'The Netherlands', 'NL', true],
  ['country', 'Cote d\u2019Ivoire', 'CI', false],
  ['country', "C\u00f4te d'Ivoire", 'CI', true],
  ['country', 'Austria', 'AU', false],
  ['country', 'Nowhere', 'XX', false],
])(
  'unappliedOf compares a place by meaning (v2 §2.2): %s %j and %j, %s',
  async (part, sent, shown, isSame, country) => {
    const place = { ...(country && { country }), [part]: shown }
    expect(await unapplied({ location: { [part]: sent } }, { location: place })).toEqual(
      isSame ? [] : [`location.${part}`],
    )
  },
)

test('unappliedOf names extra fields that the response does not show', async () => {
  expect(await unapplied({}, { tags: ['a'] }, { extra: { tags: ['a'], colour: 'red' } })).toEqual(['colour'])
  const extra = { tags: ['a', 'b'], map: { x: 1, y: [true] }, size: { x: 1 } }
  // A database may reorder members.
  const shown = { tags: ['b', 'a'], map: { y: [true], x: 1 }, size: { x: 1, y: 2 } }
  expect(await unapplied({}, shown, { extra })).toEqual(['tags', 'size'])
})

test('unappliedOf names a creator that the service did not apply (v2 §4.6)', async () => {
  const links = (id: string) => ({
    _links: { self: { href: address('v2', 'events/e1') }, 'osdi:creator': { href: address('v2', `people/${id}`) } },
  })
  const made = async (id: string, creator = 'platform:p1') => {
    const { client } = clientOver('v2', [json(eventOf('v2', 'e1', { ...picnic, ...links(id) }))])
    return client.create({ title: 'Picnic', origin_system: 'Calendar' }, { creator })
  }
  expect(unappliedOf(await made('p1'))).toEqual([])
  expect(unappliedOf(await made('p2'))).toEqual(['creator'])
  // The same address in another spelling.
  expect(unappliedOf(await made('p1/'))).toEqual([])
  expect(unappliedOf(await made('crm:1', 'crm:1'))).toEqual([])
})

test('unappliedOf of an upsert covers every field of the upsert and its creator', async () => {
  const { client } = clientOver('v2', [pageWith(known), json({ ...known, title: 'Picnic' })])
  const { event } = await client.upsert(picnic, { creator: 'p9' })
  expect(unappliedOf(event)).toEqual(['origin_system', 'creator'])
})

test('unappliedOf refuses an event from get, and a copy of a result', async () => {
  const { client } = clientOver('v2', [json(eventOf('v2'))])
  for (const event of [await client.get('e1'), { ...(await client.update('e1', { title: 'Picnic' })) }]) {
    expect(await failureOf(() => unappliedOf(event))).toMatchObject({ code: 'input', field: 'event' })
  }
})
