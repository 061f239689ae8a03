import { expect, test } from 'vitest'
import { rawClient } from '../support/raw-client.ts'
import { served } from '../support/served.ts'

const body = '{"title":"Picnic","origin_system":"Calendar"}'

/** Requests as a client writes them that ends its side right behind. */
const requests = (key: string) => {
  const headers = `Host: localhost\r\nOSDI-API-Token: ${key}\r\n`
  const content = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  return {
    GET: `GET /api/v2/events HTTP/1.1\r\n${headers}\r\n`,
    'GET of HTTP/1.0': `GET /api/v2/events HTTP/1.0\r\n${headers}\r\n`,
    POST: `POST /api/v2/events HTTP/1.1\r\n${headers}${content}\r\n${body}`,
  }
}

const kinds = ['GET', 'GET of HTTP/1.0', 'POST'] as const
const interim = 'HTTP/1.1 100 Continue\r\n\r\n'

for (const kind of kinds) {
  test.for(['at once', 'late'])(`who ends its side behind a ${kind} is answered all the same, %s`, async (when) => {
    await using opened = await served()
    const { server, service } = opened
    const slow = when === 'late' ? service.faults.add({ effect: { kind: 'latency', ms: 3_600_000 } }) : undefined
    using client = await rawClient(server)
    client.write(requests(server.keys.group)[kind])
    client.end()
    if (slow) {
      await slow.hit()
      // HTTP/1.0 knows no interim answers (RFC 9110 §15.2).
      if (kind !== 'GET of HTTP/1.0') await client.until(/100 Continue/)
      service.faults.clear()
    }
    const { received, code } = await client.closed
    expect(received.replace(interim, '')).toMatch(/^HTTP\/1\.1 200 .*\}$/s)
    expect(code).toBeUndefined()
    expect(service.requests).toMatchObject([{ status: 200 }])
  })
}

test('who ends its side behind several requests gets all the answers', async () => {
  await using opened = await served()
  const { server, service } = opened
  const slow = service.faults.add({ effect: { kind: 'latency', ms: 3_600_000 } })
  using client = await rawClient(server)
  const { GET, POST } = requests(server.keys.group)
  client.write(GET + POST + GET)
  client.end()
  await slow.hit(3)
  // Only who is kept waiting gets one.
  await client.until(/100 Continue/)
  service.faults.clear()
  const { received, code } = await client.closed
  expect(received.match(/^HTTP\/1\.1 \d+|(?<=\})HTTP\/1\.1 \d+/gm)).toEqual(
    [100, 200, 200, 200].map((status) => `HTTP/1.1 ${status}`),
  )
  expect(received).toMatch(/\}$/)
  expect(code).toBeUndefined()
})

test('who ends its side behind the request for a stream is told on', async () => {
  await using opened = await served()
  const { service, server } = opened
  const get = 'GET /_mock/stream HTTP/1.1\r\nHost: localhost\r\n\r\n'
  using client = await rawClient(server)
  client.write(get + get.replace('GET', 'HEAD'))
  client.end()
  await client.until(/clock.*\n:\n/s)
  service.faults.add({ effect: { kind: 'reset' } })
  await client.until(/fault-1/)
  await server.close({ grace: 600_000 })
  expect((await client.closed).code).toBeUndefined()
})

test('a fetch that gives up while it waits is gone, and what it asked for is not done', async () => {
  await using opened = await served()
  const { service, ask } = opened
  const fault = service.faults.add({ effect: { kind: 'latency', ms: 3_600_000 } })
  const feed = await opened.feed()
  const abort = new AbortController()
  const init = { method: 'POST', body, headers: { 'Content-Type': 'application/json' }, signal: abort.signal }
  const answer = ask('/api/v2/events', init)
  await fault.hit()
  abort.abort()
  await expect(answer).rejects.toThrow('aborted')
  expect(await feed.request()).not.toHaveProperty('status')
  service.faults.remove(fault)
  expect(service.snapshot().toJSON().events).toHaveLength(3)
})
