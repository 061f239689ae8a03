import { expect, test } from 'vitest'
import { rawClient } from '../support/raw-client.ts'
import { served } from '../support/served.ts'

const body = '{"title":"Picnic","origin_system":"Calendar"}'

/** Raw requests for a client that then half-closes its connection. */
const requests = (key: string) => {
  const headers = `Host: localhost\r\nOSDI-API-Token: ${key}\r\n`
  const content = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  return {
    GET: `GET /api/v2/events HTTP/1.1\r\n${headers}\r\n`,
    'GET of HTTP/1.0': `GET /api/v2/events HTTP/1.0\r\n${headers}\r\n`,
    POST: `POST /api/v2/events HTTP/1.1\r\n${headers}${content}\r\n${body}`,
  }
}

test.for(['GET', 'GET of HTTP/1.0', 'POST'] as const)(
  'a client that half-closes its connection after a %s gets the response',
  async (kind) => {
    await using opened = await served()
    const { server, service } = opened
    using client = await rawClient(server)
    client.write(requests(server.keys.group)[kind])
    client.end()
    const { received, code } = await client.closed
    expect(received).toMatch(/^HTTP\/1\.1 200 .*\}$/s)
    expect(code).toBeUndefined()
    expect(service.requests).toMatchObject([{ status: 200 }])
  },
)

test('a client that half-closes its connection after pipelined requests gets all responses', async () => {
  await using opened = await served()
  using client = await rawClient(opened.server)
  const { GET } = requests(opened.server.keys.group)
  client.write(GET + GET + GET)
  client.end()
  const { received, code } = await client.closed
  expect(received.match(/^HTTP\/1\.1 \d+|(?<=\})HTTP\/1\.1 \d+/gm)).toEqual(Array(3).fill('HTTP/1.1 200'))
  expect(received).toMatch(/\}$/)
  expect(code).toBeUndefined()
})

test('a half-closed connection during a delay of a fault cancels the request', async () => {
  await using opened = await served()
  const { server, service } = opened
  const fault = service.faults.add({ effect: { kind: 'latency', ms: 3_600_000 } })
  const feed = await opened.feed()
  using client = await rawClient(server)
  client.write(requests(server.keys.group).POST)
  await fault.hit()
  client.end()
  expect(await client.closed).toEqual({ received: '', code: undefined })
  expect(await feed.request()).not.toHaveProperty('status')
  expect(service.snapshot().toJSON().events).toHaveLength(3)
})

test('an aborted fetch during a delay of a fault cancels the request', async () => {
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

test('a client that sends invalid bytes after a GET still gets the response to the GET', async () => {
  await using opened = await served()
  using client = await rawClient(opened.server)
  client.write(`${requests(opened.server.keys.group).GET}{}\r\n`)
  const { received } = await client.closed
  expect(received).toMatch(/^HTTP\/1\.1 200 /)
})
