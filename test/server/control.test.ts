import type { JournalEntry, MockEvent } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { served } from '../support/served.ts'

/** A service with nothing seeded but its keys, behind a socket. */
const empty = () => served({}, { now: '2026-05-01T12:00:00Z' })

test('the control addresses list themselves, with the address and the keys of the service', async () => {
  await using opened = await empty()
  const { url, keys } = opened.server
  const { status, json } = await opened.control('GET ')
  expect(status).toBe(200)
  expect(json).toMatchObject({ url, keys })
  const { addresses } = json as { addresses: { method: string; href: string; does: string }[] }
  expect(addresses).toContainEqual({ method: 'POST', href: `${url}/_mock/reset`, does: expect.any(String) })
  expect((await opened.control('GET /')).status).toBe(404)
})

test('an event is added as the user interface or the interface makes it, with links under the address that was used', async () => {
  await using opened = await empty()
  const { control, server } = opened
  const key = server.keys.group
  const { json: picnic } = await control(`POST events?key=${key}`, { title: 'Picnic', capacity: 7 })
  expect(picnic).toMatchObject({ title: 'Picnic', capacity: 7 })
  expect(JSON.stringify(picnic)).toContain(`${server.url}/api/v2/events/${(picnic as MockEvent).id}`)
  const { json: walk } = await control(`POST events?key=${key}&via=api`, { title: 'Walk' })
  expect(walk).not.toHaveProperty('capacity')
  const { json: own } = await control('POST events', { title: 'Own' })
  expect((await control(`GET dashboard?key=${key}`)).json).toMatchObject([
    { id: (picnic as MockEvent).id },
    { id: (own as MockEvent).id },
  ])
  const wrong = await control(`POST events?key=${key}&via=api`, { title: 'Walk', capacity: 7 })
  expect([wrong.status, wrong.json]).toMatchObject([400, { code: 'argument', field: 'event.capacity' }])
})

test('the journal is shown, searched and emptied', async () => {
  await using opened = await empty()
  const { control, ask, server } = opened
  await ask('/api/v2/events')
  await ask('/api/v1/nowhere')
  const { json } = await control('GET requests')
  expect(json).toMatchObject([{ operation: 'events.list', status: 200 }, { status: 404 }])
  expect(JSON.stringify(json)).not.toContain(server.keys.group)
  const found = async (query: string) => ((await control(`GET requests?${query}`)).json as JournalEntry[]).length
  expect(await found('operation=events.list&version=v2&method=get&status=200&path=/api/*/events')).toBe(1)
  expect(await found('status=404')).toBe(1)
  expect(await found('status=500')).toBe(0)
  expect(await control('GET requests?operation=nothing')).toMatchObject({
    status: 400,
    json: { field: 'filter.operation' },
  })
  expect(await control('GET requests?status=many')).toMatchObject({ status: 400, json: { field: 'filter.status' } })
  expect((await control('DELETE requests')).json).toEqual({})
  expect((await control('GET requests')).json).toEqual([])
})

test.for<[request: string, body: unknown, status: number, code: string, field: string | undefined]>([
  ['GET nowhere', undefined, 404, 'unknown', undefined],
  ['GET reset', undefined, 405, 'method', undefined],
  ['POST people', { nickname: 'Addy' }, 400, 'argument', 'person.nickname'],
  ['POST people', [], 400, 'argument', 'body'],
  ['POST people', 'Ada', 400, 'argument', 'body'],
  ['POST people?mood=good', {}, 400, 'argument', 'mood'],
  ['POST groups', {}, 400, 'argument', 'group.title'],
  ['POST keys', { group: 'nobody' }, 404, 'unknown', 'key.group'],
  ['POST campaigns', { title: 'Spring', key: 'nobody' }, 404, 'unknown', 'campaign.key'],
  ['POST events?key=nobody', { title: 'Picnic' }, 404, 'unknown', 'options.key'],
  ['POST events?key=a&key=b', { title: 'Picnic' }, 400, 'argument', 'key'],
  ['POST events/none/attendances', { count: 1 }, 404, 'unknown', 'event'],
  ['POST events/none/attendances', { count: '1' }, 400, 'argument', 'body.count'],
  ['POST events/none/attendances', { count: 10_001 }, 400, 'argument', 'body.count'],
  ['POST events/none/attendances', { count: 1, person: 'x' }, 400, 'argument', 'body'],
  ['POST events/none/attendances', {}, 400, 'argument', 'body'],
  ['POST events/none/attendances', { number: 1 }, 400, 'argument', 'body.number'],
  ['PUT events/none', { title: 'Walk' }, 404, 'unknown', 'event'],
  ['POST events/none/cancel', undefined, 404, 'unknown', 'event'],
  ['DELETE events/none', undefined, 404, 'unknown', 'event'],
  ['GET targeting', undefined, 400, 'argument', 'query'],
  ['GET targeting?key=nobody', undefined, 404, 'unknown', 'key'],
  ['GET dashboard?key=nobody', undefined, 404, 'unknown', 'of'],
  ['GET mailing-list?key=nobody', undefined, 404, 'unknown', 'key'],
  ['GET mailing-list?of=nobody', undefined, 404, 'unknown', 'of'],
  ['DELETE requests', { all: true }, 400, 'argument', 'body'],
  ['DELETE worlds/none', undefined, 404, 'unknown', 'world'],
])('%s with %j is refused with %i', async ([request, body, status, code, field]) => {
  await using opened = await empty()
  const answer = await opened.control(request, body)
  expect(answer.status).toBe(status)
  expect(answer.json).toEqual({ error: expect.stringMatching(/\w/), code, ...(field && { field }) })
  expect(answer.headers.get('content-type')).toBe('application/json')
})

test('a method that a control address does not take is told with those that it takes', async () => {
  await using opened = await empty()
  for (const [request, allow] of [
    ['PUT requests', 'GET, DELETE'],
    ['OPTIONS clock', 'GET, POST'],
    ['GET reset', 'POST'],
  ] as const) {
    expect((await opened.control(request)).headers.get('allow'), request).toBe(allow)
  }
})

test('a body must be JSON and say so, in UTF-8, and not without end', async () => {
  await using opened = await empty()
  const send = async (type: string, body: string | Uint8Array<ArrayBuffer>) => {
    const init = { method: 'POST', headers: { 'Content-Type': type }, body }
    const answer = await fetch(`${opened.server.url}/_mock/people`, init)
    return [answer.status, ((await answer.json()) as { code: unknown }).code]
  }
  expect(await send('text/plain', '{}')).toEqual([415, 'type'])
  expect(await send('application/json', '{')).toEqual([400, 'argument'])
  expect(await send('application/json', new Uint8Array([0x7b, 0xff, 0x7d]))).toEqual([400, 'argument'])
  expect(await send('application/json', `{"a":"${'x'.repeat(10 * 1024 * 1024)}"}`)).toEqual([413, 'size'])
  expect(await send('application/json; charset=utf-8', '{}')).toEqual([200, undefined])
})
