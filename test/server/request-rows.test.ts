import { createMockService, mockAdmin, type RequestRow } from 'osdi-events/mock'
import { expect, test, vi } from 'vitest'
import { fetchWithAdmin } from '../../mock-server/server/admin-fetch.ts'
import { steered } from '../support/served.ts'

const json = { 'Content-Type': 'application/json' }

const numbersOf = ({ requests }: { readonly requests: readonly RequestRow[] }) => requests.map(({ number }) => number)

test('admin.requestRows lists requests without headers and bodies, and admin.request returns one request with headers and bodies', async () => {
  await using opened = await steered()
  const { admin, service, ask, url } = opened
  const fault = service.faults.add({ method: 'POST', effect: { kind: 'reset' } })
  await ask('/api/v2/events?page=1')
  await ask('/api/v2/events', { method: 'POST', headers: json, body: '{"title":"Picnic"}' }).catch(() => {})
  await ask('/nowhere')
  const rows = await admin.requestRows()
  const key = { title: (await admin.keys())[0]?.title, kind: 'group' }
  expect(rows).toEqual({
    ...{ total: 3, page: 1, per_page: 50, limit: 1000, dropped: 0 },
    requests: [
      {
        ...{
          number: 3,
          at: '2026-05-01T12:00:00Z',
          method: 'GET',
          url: `${url}/nowhere`,
          path: '/nowhere',
          status: 404,
        },
        ...{ reason: { message: expect.stringMatching(/^nothing is served at this path/) }, ignored: [] },
        duration: expect.any(Number),
      },
      {
        ...{ number: 2, at: '2026-05-01T12:00:00Z', method: 'POST', url: `${url}/api/v2/events` },
        ...{ path: '/api/v2/events', version: 'v2', operation: 'events.create', fault: 'reset', faultIds: [fault.id] },
        ...{ ignored: [], duration: expect.any(Number), key },
      },
      {
        ...{ number: 1, at: '2026-05-01T12:00:00Z', method: 'GET', url: `${url}/api/v2/events?page=1` },
        ...{ path: '/api/v2/events', version: 'v2', operation: 'events.list', status: 200, ignored: [] },
        ...{ duration: expect.any(Number), key },
      },
    ],
  })
  const entries = await admin.requests()
  for (const row of rows.requests) expect(await admin.request(row)).toEqual(entries[row.number - 1])
  expect(await admin.request(2)).toMatchObject({ body: { title: 'Picnic' } })
  expect(await admin.requests()).toHaveLength(3)
})

test('admin.requestRows says whose key a request had, and how many milliseconds it took with the waits of faults', async () => {
  vi.useFakeTimers()
  const service = createMockService({ now: '2026-05-01T12:00:00Z' })
  const admin = mockAdmin(service.baseUrl, { fetch: fetchWithAdmin(service) })
  const { token } = service.addKey({ group: service.addGroup({ title: 'Night walkers' }) })
  service.faults.add({ operation: 'events.list', effect: { kind: 'latency', ms: 1500 } })
  const slow = service.fetch(`${service.baseUrl}/api/v2/events`, { headers: { 'OSDI-API-Token': token } })
  await vi.advanceTimersByTimeAsync(1500)
  expect((await slow).status).toBe(200)
  await service.fetch(`${service.baseUrl}/api/v2/`, { headers: { 'OSDI-API-Token': 'unknown-key' } })
  const { requests } = await admin.requestRows()
  expect(requests.map(({ duration, key }) => [duration, key])).toEqual([
    [0, undefined],
    [1500, { title: 'Night walkers', kind: 'group' }],
  ])
  vi.useRealTimers()
})

test('admin.requestRows says what a request stored, even without a response, and whether its key is unknown', async () => {
  await using opened = await steered()
  const { admin, service, ask, url } = opened
  const event = service.addEvent({ title: 'March' })
  const post = (path: string, body: object) =>
    ask(path, { method: 'POST', headers: json, body: JSON.stringify(body) }).catch(() => {})
  const person = { given_name: 'Ada', family_name: 'Lovelace', email_addresses: [{ address: 'ada@example.org' }] }
  const rsvps = `/api/v2/events/${event.id}/attendances`
  for (const when of ['after', 'before'] as const)
    for (const kind of ['reset', 'malformed-json', 'truncated'] as const) {
      service.faults.clear()
      service.faults.add({ when, effect: { kind } })
      await post(rsvps, { person })
    }
  service.faults.clear()
  await post('/api/v2/people', { person })
  await post('/api/v2/event_campaigns', { title: 'Spring', origin_system: 'C' })
  await post('/api/v2/events', { origin_system: 'C' })
  await post(`${rsvps}?background_request=true`, { person })
  await post(`${rsvps}?background_request=true`, { person: {} })
  await fetch(`${url}/api/v2/events`, { headers: { 'OSDI-API-Token': 'mistyped' } })
  const rows = (await admin.requestRows()).requests.toReversed()
  const rsvp = { kind: 'attendance', id: expect.any(String), title: 'Ada Lovelace', event: event.id }
  const stored = { ...rsvp, person: expect.any(String) }
  expect(rows.map((row) => row.stored)).toEqual([
    ...[stored, stored, stored, undefined, undefined, undefined],
    { kind: 'person', id: rows[0]?.stored?.person, title: 'Ada Lovelace' },
    { kind: 'campaign', id: expect.any(String), title: 'Spring' },
    ...[undefined, stored, undefined, undefined],
  ])
  expect(rows.map(({ unknownKey }) => unknownKey).filter(Boolean)).toEqual([true])
  expect(rows.at(-1)?.unknownKey).toBe(true)
  expect((await admin.requestRows({ search: 'unknown key' })).requests.map(({ number }) => number)).toEqual([12])
  expect((await admin.requestRows({ search: 'title missing' })).requests.map(({ number }) => number)).toEqual([9])
  const { requests } = await admin.requestRows({ search: rows[0]?.stored?.id ?? 'none' })
  // The background request stored the same RSVP again. The one after it was refused, and says why.
  expect(requests.map(({ number }) => number)).toEqual(expect.arrayContaining([1, 10]))
  expect(rows[10]?.ignored).toEqual([
    { field: 'person.email_addresses', message: expect.stringMatching(/is required: nothing is stored/) },
  ])
})

test('admin.requestRows redacts a key in the title of what a request stored', async () => {
  await using opened = await steered()
  const { admin, ask, keys } = opened
  const body = JSON.stringify({ title: `Walk ${keys.group}`, origin_system: 'C' })
  await ask('/api/v2/events', { method: 'POST', headers: json, body })
  expect((await admin.requestRows()).requests[0]?.stored).toMatchObject({ kind: 'event', title: 'Walk [redacted]' })
})

test('admin.request returns the whole logged part of long bodies', async () => {
  await using opened = await steered()
  const { admin, ask } = opened
  for (let number = 1; number <= 20; number += 1)
    await ask(`/${number}`, { method: 'POST', headers: json, body: JSON.stringify('a'.repeat(60_000)) })
  expect(await admin.request(1)).toMatchObject({ body: 'a'.repeat(60_000) })
})

test('admin.requestRows finds requests by words in address, status or body, and with the option before new requests do not change the pages', async () => {
  await using opened = await steered()
  const { admin, ask } = opened
  await ask('/api/v2/events', { method: 'POST', headers: json, body: '{"title":"Night Walk","origin_system":"C"}' })
  await ask('/api/v2/events?page=1')
  await ask('/api/v1/none')
  const found = async (search: string) => numbersOf(await admin.requestRows({ search }))
  expect(await found('walk NIGHT')).toEqual([2, 1])
  expect(await found('"title":')).toEqual([2, 1])
  expect(await found('page=1')).toEqual([2])
  expect(await found('v1/none 404')).toEqual([3])
  expect(await found('events.create 200')).toEqual([1])
  expect(await found('nothing-has-this')).toEqual([])
  expect(await found('METHOD:get night')).toEqual([2])
  expect(await found('method:ge')).toEqual([])
  expect(await found('status:4')).toEqual([3])
  expect(await found('status:200 path:v2/EVENTS method:POST')).toEqual([1])
  expect(await found('path:night')).toEqual([])
  expect(await found('path: status:none')).toEqual([])
  expect(await found(' ')).toEqual([3, 2, 1])
  const first = await admin.requestRows({ per_page: 2 })
  expect([first.total, numbersOf(first)]).toEqual([3, [3, 2]])
  await ask('/api/v2/events')
  const older = await admin.requestRows({ per_page: 2, before: 2 })
  expect([older.total, numbersOf(older)]).toEqual([1, [1]])
  expect(numbersOf(await admin.requestRows({ per_page: 3, page: 2 }))).toEqual([1])
})

test('admin.requestRows returns the number of requests that the log has dropped since it was cleared', async () => {
  await using opened = await steered({ requestLog: 2 })
  const { admin, ask } = opened
  for (let number = 1; number <= 5; number += 1) await ask('/api/v2/events')
  expect(await admin.requestRows()).toMatchObject({ total: 2, limit: 2, dropped: 3 })
  await admin.clearRequests()
  expect(await admin.requestRows()).toMatchObject({ total: 0, dropped: 0, requests: [] })
})

test('the admin API refuses an unknown request number and a wrong query parameter, and names them', async () => {
  await using opened = await steered({ requestLog: 1 })
  const { admin, ask } = opened
  await ask('/api/v2/events')
  await ask('/api/v2/events')
  for (const number of [1, 3, 0, -1, 1.5, 1e15, Number.NaN, '', '..', '02', 'x', undefined, null, {}])
    await expect(admin.request(number as number), String(number)).rejects.toMatchObject({
      ...{ name: 'MockServiceError', code: 'unknown', field: 'request' },
    })
  for (const [query, field] of [
    [{ before: 0 }, 'before'],
    [{ before: 'x' }, 'before'],
    [{ per_page: 1001 }, 'per_page'],
    [{ serach: 'x' }, 'serach'],
    [null, 'query'],
  ] as const)
    await expect(admin.requestRows(query as object)).rejects.toMatchObject({ code: 'argument', field })
})

test('admin.requestRows says that a create has the address and the body of an earlier one, if the service has two records now', async () => {
  await using opened = await steered()
  const { admin, service, ask } = opened
  const post = (body: string, path = '/api/v2/events') => ask(path, { method: 'POST', headers: json, body })
  const picnic = '{"title":"Picnic","origin_system":"Calendar"}'
  await post(picnic)
  await post('{"title":"Walk","origin_system":"Calendar"}')
  await post(picnic)
  service.faults.add({ times: 1, effect: { kind: 'status', status: 503 } })
  await post(picnic)
  await post(picnic)
  const rsvp = `/api/v2/events/${service.addEvent({ title: 'March' }).id}/attendances`
  const ada = '{"person":{"given_name":"Ada","email_addresses":[{"address":"ada@example.org"}]}}'
  await post(ada, rsvp)
  await post(ada, rsvp)
  const { requests } = await admin.requestRows()
  expect(
    requests
      .map(({ repeats }) => repeats)
      .toReversed()
      .slice(0, 5),
  ).toEqual([undefined, undefined, 1, undefined, 3])
  await admin.clearRequests()
  await post(picnic)
  expect((await admin.requestRows()).requests[0]?.repeats).toBeUndefined()
  // Nothing is compared with a body that the log has dropped.
  const long = JSON.stringify({ title: 'Long', origin_system: 'Calendar', description: 'x'.repeat(80_000) })
  for (let left = 65; left > 0; left -= 1) await post(long)
  await post(picnic)
  expect((await admin.requestRows()).requests[0]?.repeats).toBeUndefined()
})

test('admin.requestRows compares a create with none that came before a reset', async () => {
  await using opened = await steered()
  const { admin, service, ask } = opened
  const post = (title: string) =>
    ask('/api/v2/events', { method: 'POST', headers: json, body: JSON.stringify({ title, origin_system: 'Calendar' }) })
  await post('Picnic')
  service.reset()
  await post('Walk')
  await post('Picnic')
  expect((await admin.requestRows()).requests.map(({ repeats }) => repeats)).toEqual([undefined, undefined])
})
