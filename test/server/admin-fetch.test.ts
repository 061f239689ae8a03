import { createMockService, mockAdmin, type StreamMessage } from 'osdi-events/mock'
import { serve } from 'osdi-events/mock/standalone'
import { expect, test } from 'vitest'
import { fetchWithAdmin } from '../../mock-server/server/admin-fetch.ts'

/** A service without a server, and its admin API. */
function open(events = 5) {
  const service = createMockService({ events, now: '2026-05-01T12:00:00Z' })
  const fetch = fetchWithAdmin(service)
  const headers = { 'OSDI-API-Token': service.seeded.group.token, 'Content-Type': 'application/json' }
  return { service, fetch, headers, admin: mockAdmin(service.baseUrl, { fetch }) }
}

test('without a server, the admin API answers every GET as the HTTP server does, under the address of the service', async () => {
  const { service, fetch, headers } = open()
  await service.fetch(`${service.baseUrl}/api/v2/events`, { headers })
  await using server = await serve(service, { port: 0, ui: false, baseUrl: service.baseUrl })
  const { addresses } = await (await fetch(`${service.baseUrl}/_mock`)).json()
  const paths = (addresses as { method: string; href: string }[]).flatMap(({ method, href }) =>
    method === 'GET' && !/:id|openapi|stream|targeting|dashboard|mailing-list|preview/.test(href)
      ? [href.slice(service.baseUrl.length)]
      : [],
  )
  expect(paths.length).toBeGreaterThan(15)
  const id = service.snapshot().toJSON().events[0]?.id
  const more = [
    `targeting?key=${service.seeded.group.token}`,
    `events/${id}`,
    'preview?path=/api/v2/events',
    'events?search=river&per_page=2',
    'events?per_page=0',
    'nowhere',
  ].map((path) => `/_mock/${path}`)
  // The list of routes has the address of the caller, and a server has sandboxes too.
  for (const path of [...paths.slice(1), ...more]) {
    const [here, there] = [await fetch(service.baseUrl + path), await globalThis.fetch(server.url + path)]
    expect([path, here.status, here.headers.get('content-type'), await here.text()]).toEqual([
      path,
      there.status,
      there.headers.get('content-type'),
      await there.text(),
    ])
  }
})

test('without a server, mockAdmin changes the service, and refuses what a server refuses', async () => {
  const { service, admin, fetch } = open()
  const { id } = await admin.addEvent({ title: 'Picnic' })
  await admin.attend(id, 2)
  expect(await admin.event(id)).toMatchObject({ id })
  expect((await admin.people({ event: id })).total).toBe(2)
  const state = await admin.state()
  await admin.reset()
  await expect(admin.event(id)).rejects.toMatchObject({ name: 'MockServiceError', code: 'unknown', field: 'event' })
  await admin.restore(state)
  expect(service.snapshot().toJSON()).toEqual(state)
  await expect(admin.addEvent({ title: '' })).rejects.toMatchObject({ code: 'argument', field: 'event.title' })
  await expect(admin.sandbox()).rejects.toMatchObject({ name: 'MockAdminError', status: 404 })
  const put = await fetch(`${service.baseUrl}/_mock/people`, { method: 'PUT' })
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST'])
  expect((await fetch(`${service.baseUrl}/_mocked`)).status).toBe(404)
  expect(await (await fetch(`${service.baseUrl}/_mock/overview`, { method: 'HEAD' })).text()).toBe('')
})

test('without a server, admin.stream yields what happens, goes on after a message, and ends with the reader', async () => {
  const { service, admin, headers } = open()
  const stop = new AbortController()
  const messages = admin.stream({ signal: stop.signal })
  const take = async (count: number) => {
    const taken: StreamMessage[] = []
    for (let at = 0; at < count; at += 1) {
      const { value } = await messages.next()
      if (value) taken.push(value)
    }
    return taken
  }
  expect((await take(3)).map(({ kind }) => kind)).toEqual(['start', 'faults', 'clock'])
  for (let page = 1; page <= 300; page += 1)
    await service.fetch(`${service.baseUrl}/api/v2/events?page=${page}`, { headers })
  const requests = await take(300)
  expect(requests.flatMap((message) => (message.kind === 'request' ? message.request.number : []))).toEqual(
    Array.from({ length: 300 }, (_, index) => index + 1),
  )
  service.addEvent({ title: 'Picnic' })
  const [state, clock] = await take(2)
  expect([state?.kind, clock?.kind]).toEqual(['state', 'clock'])
  const waiting = messages.next()
  stop.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  await service.fetch(`${service.baseUrl}/api/v2/events`, { headers })
  for await (const message of admin.stream({ after: clock?.id ?? '' })) {
    expect(message).toMatchObject({ kind: 'request', request: { number: 301 } })
    break
  }
})

test('fetchWithAdmin refuses an object that is no service', () => {
  expect(() => fetchWithAdmin({ ...createMockService() })).toThrow('service')
})
