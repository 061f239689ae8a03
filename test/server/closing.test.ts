import { createMockService, mockAdmin } from 'osdi-events/mock'
import { serve } from 'osdi-events/mock/standalone'
import { expect, test } from 'vitest'
import { rawClient } from '../support/raw-client.ts'
import { served } from '../support/served.ts'

const body = '{"title":"Picnic","origin_system":"Calendar"}'

/** The beginning of a request that makes an event, its body yet to come. */
const begun = (key: string) =>
  `POST /api/v2/events HTTP/1.1\r\nHost: localhost\r\nOSDI-API-Token: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`

test('server.close closes idle connections at once', async () => {
  const { server } = await served()
  using silent = await rawClient(server)
  using halfway = await rawClient(server)
  halfway.write('GET /api/v2/events HTTP/1.1\r\nHost: loc')
  using idle = await rawClient(server)
  idle.write(`GET /api/v2/events HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  await idle.until(/"error"/)
  // Long beyond what this test may take.
  await server.close({ grace: 600_000 })
  for (const client of [silent, halfway, idle]) expect((await client.closed).code).toBeUndefined()
})

test.for([600_000, 20])(
  'server.close waits for a pending request as long as the option grace says, and then ends it: %i ms',
  async (grace) => {
    const { server, service, ask } = await served()
    using client = await rawClient(server)
    client.write(begun(server.keys.group))
    // Whatever comes later over another connection shows that the server has read this one.
    await ask('/api/v2/events')
    const closing = server.close({ grace })
    if (grace > 20) client.write(body)
    const { received } = await client.closed
    await closing
    expect(received).toMatch(grace > 20 ? /^HTTP\/1\.1 200 .*\r\nConnection: close\r\n.*"title":"Picnic"/s : /^$/)
    expect(service.requests.map(({ method }) => method)).toEqual(grace > 20 ? ['GET', 'POST'] : ['GET'])
  },
)

test.for([
  ['in pieces', '/_mock/state', /"version"/, /\r\n0\r\n\r\n$/],
  ['at once', '/api/v2/events', /total_records/, /\}$/],
] as const)(
  'server.close closes a connection after a long response that was sent %s is complete',
  async ([, path, begin, end]) => {
    const { server, service } = await served({}, { perPage: 25 })
    const description = 'x'.repeat(1024 * 1024)
    for (let count = 0; count < 12; count += 1)
      service.addEvent({ title: 'Long', description }, { key: server.keys.group })
    using client = await rawClient(server)
    client.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nOSDI-API-Token: ${server.keys.group}\r\n\r\n`)
    await client.until(begin)
    client.pause()
    const closing = server.close({ grace: 600_000 })
    client.resume()
    const { received, code } = await client.closed
    expect(code).toBeUndefined()
    expect(received).toMatch(end)
    expect(received).toContain(service.snapshot().toJSON().events.at(-1)?.id)
    await closing
  },
)

test('server.close sends the responses of all pipelined requests before it closes their connection', async () => {
  const { server, service, ask } = await served()
  service.addEvent({ title: 'Long', description: 'x'.repeat(3_000_000) }, { key: server.keys.group })
  const fault = service.faults.add({ times: 3, effect: { kind: 'latency', ms: 3_600_000 } })
  using client = await rawClient(server)
  client.pause()
  const get = `GET /api/v2/events HTTP/1.1\r\nHost: localhost\r\nOSDI-API-Token: ${server.keys.group}\r\n\r\n`
  client.write(get.repeat(3))
  await fault.hit(3)
  await ask('/api/v2/events')
  const closing = server.close({ grace: 600_000 })
  client.resume()
  const { received, code } = await client.closed
  expect([received.match(/"total_records":4/g)?.length, code]).toEqual([3, undefined])
  await closing
})

test('a second call of server.close waits for the first call', async () => {
  const { server, ask } = await served()
  await ask('/api/v2/events')
  await Promise.all([server.close(), server.close(), server[Symbol.asyncDispose]()])
  await server.close()
  await expect(ask('/api/v2/events')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
})

test('an abort of the option signal closes the server, and serve rejects for an already aborted signal', async () => {
  const abort = new AbortController()
  const { server, ask } = await served({ signal: abort.signal })
  using client = await rawClient(server)
  abort.abort()
  await client.closed
  await server.close()
  await expect(ask('/api/v2/events')).rejects.toThrow('fetch failed')
  const reason = new Error('not now')
  await expect(serve(createMockService(), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})

test('a service still answers in process after server.close, and can be served again', async () => {
  const { service, server } = await served()
  await server.close()
  const headers = { 'OSDI-API-Token': service.seeded.group.token }
  expect((await service.fetch(`${service.baseUrl}/api/v2/events`, { headers })).status).toBe(200)
  await using again = await serve(service, { port: server.port })
  expect((await fetch(`${again.url}/api/v2/events`, { headers })).status).toBe(200)
})

test('two servers of one service show the same events after every change', async () => {
  const service = createMockService({ events: 3 })
  await using first = await serve(service)
  await using second = await serve(service)
  const admins = [first, second].map(({ url }) => mockAdmin(url))
  const found = () => Promise.all(admins.map(async (admin) => (await admin.events({ search: 'regatta' })).total))
  expect(await found()).toEqual([0, 0])
  const regatta = service.addEvent({ title: 'Regatta' }, { key: service.seeded.group })
  expect(await found()).toEqual([1, 1])
  service.attend(regatta, 1)
  const attended = admins.map((admin) => admin.events({ search: 'regatta', attended: true }))
  expect((await Promise.all(attended)).map(({ total }) => total)).toEqual([1, 1])
})

test('server.close ends the delayed requests of its server, but no delayed requests of another server or in process', async () => {
  const service = createMockService({ events: 3 })
  const first = await serve(service)
  await using second = await serve(service)
  const fault = service.faults.add({ effect: { kind: 'latency', ms: 3_600_000 } })
  const headers = { 'OSDI-API-Token': service.seeded.group.token }
  const waiting = [first.url, second.url, service.baseUrl].map((base) => {
    const ask = base === service.baseUrl ? service.fetch : fetch
    return ask(`${base}/api/v2/events`, { headers })
  })
  const answered: number[] = []
  for (const [index, answer] of waiting.entries()) void answer.then(() => answered.push(index))
  await fault.hit(3)
  await first.close({ grace: 600_000 })
  await waiting[0]
  expect([answered, service.requests.length]).toEqual([[0], 1])
  service.faults.clear()
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200])
})
