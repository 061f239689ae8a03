import type { Socket } from 'node:net'
import { type MockAdmin, mockAdmin, type StreamMessage } from 'osdi-events/mock'
import { expect, onTestFinished, test, vi } from 'vitest'
import { rawClient } from '../support/raw-client.ts'
import { onNextRequest, served, steered } from '../support/served.ts'

/** Reads the messages of a stream. Disposal ends the stream. */
function reading(admin: MockAdmin, after?: string) {
  const stop = new AbortController()
  const messages = admin.stream({ signal: stop.signal, ...(after !== undefined && { after }) })
  return {
    /** The next messages. */
    take: async (count: number): Promise<StreamMessage[]> => {
      const taken: StreamMessage[] = []
      while (taken.length < count) {
        const { done, value } = await messages.next()
        if (done) break
        taken.push(value)
      }
      return taken
    },
    next: () => messages.next(),
    [Symbol.dispose]: () => stop.abort(),
  }
}

const kindsOf = (messages: readonly StreamMessage[]) => messages.map(({ kind }) => kind)

/** The server's side of the next connection. While it is corked, what is written to it stays in this process. */
const nextSocket = () => new Promise<Socket>((resolve) => onNextRequest(({ socket }) => resolve(socket)))

/** A stream as it comes over the wire, and the server's side of its connection. */
async function rawStream(server: { readonly port: number }) {
  const client = await rawClient(server)
  onTestFinished(() => void client[Symbol.dispose]())
  const connected = nextSocket()
  client.write('GET /_mock/stream HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await client.until(/event: clock/)
  return { client, socket: await connected }
}

/** The numbers of the requests in messages. */
const numbersOf = (messages: readonly StreamMessage[]) =>
  messages.flatMap((message) => (message.kind === 'request' ? message.request.number : []))

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

test('admin.stream first yields the current state of the service, and then a message for each change', async () => {
  await using opened = await steered()
  const { url, keys, admin } = opened
  using messages = reading(admin)
  expect(await messages.take(3)).toMatchObject([
    { kind: 'start' },
    { kind: 'faults', rules: [] },
    { kind: 'clock', now: '2026-05-01T12:00:00Z', running: false },
  ])

  await fetch(`${url}/api/v2/events`, { headers: { 'OSDI-API-Token': keys.group } })
  const [request] = await messages.take(1)
  const row = {
    ...{ number: 1, at: '2026-05-01T12:00:00Z', method: 'GET', url: `${url}/api/v2/events`, path: '/api/v2/events' },
    ...{ version: 'v2', operation: 'events.list', status: 200, ignored: [] },
    ...{ duration: expect.any(Number), key: { title: (await admin.keys())[0]?.title, kind: 'group' } },
  }
  expect(request).toEqual({ id: expect.any(String), kind: 'request', request: row })

  const rule = await admin.faults.add({ operation: 'events.create', effect: { kind: 'status', status: 503 } })
  expect(await messages.take(1)).toMatchObject([{ kind: 'faults', rules: [{ id: rule.id, hits: 0 }] }])
  // A late response is told of while it is awaited, and its request when it ends.
  const late = await admin.faults.add({ effect: { kind: 'latency', ms: 600_000 } })
  expect(await messages.take(1)).toMatchObject([{ waiting: 0 }])
  const answer = fetch(`${url}/api/v1/events`, { headers: { 'OSDI-API-Token': keys.group } })
  expect(await messages.take(1)).toMatchObject([{ kind: 'faults', rules: [{}, { hits: 1 }], waiting: 1 }])
  await admin.faults.remove(late)
  await (await answer).text()
  expect(await messages.take(2)).toMatchObject([{ kind: 'request' }, { kind: 'faults', waiting: 0 }])
  await admin.addEvent({ title: 'Picnic' }, { key: keys.group })
  expect(kindsOf(await messages.take(2))).toEqual(['state', 'clock'])
  await admin.clock.advance('PT1H')
  expect(await messages.take(1)).toMatchObject([{ kind: 'clock', now: expect.stringMatching('^2026-05-01T13:0') }])
  await admin.clearRequests()
  expect(await messages.take(1)).toMatchObject([{ kind: 'cleared', last: 2 }])
  await admin.reset()
  expect(kindsOf(await messages.take(3))).toEqual(['start', 'faults', 'clock'])
})

/** Reads the first messages of a stream. Returns the id of the last one. */
async function placeIn(admin: MockAdmin): Promise<string> {
  using messages = reading(admin)
  return (await messages.take(3)).at(-1)?.id ?? ''
}

test('admin.stream continues after the message of the option after, and yields start again after a reset of the service', async () => {
  await using opened = await steered()
  const last = await placeIn(opened.admin)
  await opened.ask('/api/v2/events?page=1')
  await opened.ask('/api/v2/events?page=2')
  using second = reading(opened.admin, last)
  const missed = await second.take(2)
  expect(missed.map((message) => message.kind === 'request' && message.request.url)).toEqual([
    `${opened.url}/api/v2/events?page=1`,
    `${opened.url}/api/v2/events?page=2`,
  ])
  opened.service.reset()
  using third = reading(opened.admin, missed.at(-1)?.id)
  expect(kindsOf(await third.take(1))).toEqual(['start'])
})

test('a resumed admin.stream yields the requests that are still in the log, and the number of dropped requests', async () => {
  await using opened = await steered({ requestLog: 2 })
  const { admin, ask } = opened
  const last = await placeIn(admin)
  for (const page of upTo(5)) await ask(`/api/v2/events?page=${page}`)
  using second = reading(admin, last)
  const [skipped, ...others] = await second.take(4)
  expect(skipped).toMatchObject({ kind: 'skipped', first: 1, count: 3 })
  expect(numbersOf(others)).toEqual([4, 5])
  using third = reading(admin, skipped?.id)
  expect(numbersOf(await third.take(2))).toEqual([4, 5])
})

test('a resumed admin.stream yields "cleared" before the requests after a clearing of the log', async () => {
  await using opened = await steered()
  const { admin, ask } = opened
  await ask('/api/v2/events')
  const last = await placeIn(admin)
  await ask('/api/v2/events')
  await admin.clearRequests()
  await ask('/api/v2/events')
  using second = reading(admin, last)
  expect(await second.take(2)).toMatchObject([
    { kind: 'cleared', last: 2 },
    { kind: 'request', request: { number: 3 } },
  ])
})

test('admin.stream resumed after the last request of a cleared log yields "cleared" first', async () => {
  await using opened = await steered()
  const { admin, ask } = opened
  await ask('/api/v2/events')
  const last = await placeIn(admin)
  await admin.clearRequests()
  using second = reading(admin, last)
  expect(await second.take(1)).toMatchObject([{ kind: 'cleared', last: 1 }])
})

test('admin.stream tells of data that a request with a fault changed, and of faults that are removed', async () => {
  await using opened = await steered()
  const { url, keys, service } = opened
  using messages = reading(opened.admin)
  const headers = { 'OSDI-API-Token': keys.group, 'Content-Type': 'application/json' }
  const post = () =>
    fetch(`${url}/api/v2/events`, { method: 'POST', headers, body: '{"title":"Picnic","origin_system":"Calendar"}' })
  /** Reads until each of these kinds came. */
  const until = async (...kinds: readonly string[]) => {
    for (const missing = new Set(kinds); missing.size > 0; )
      for (const kind of kindsOf(await messages.take(1))) missing.delete(kind)
  }
  await messages.take(3)
  for (const effect of [
    { kind: 'latency', ms: 0 },
    { kind: 'status', status: 503 },
  ] as const) {
    const fault = service.faults.add({ when: 'after', effect })
    expect(kindsOf(await messages.take(1))).toEqual(['faults'])
    await post()
    await until('request', 'state', 'faults')
    service.faults.remove(fault)
    await until('faults')
  }
  service.faults.add({ effect: { kind: 'new-events' } })
  await fetch(`${url}/api/v2/events`, { headers })
  await until('request', 'state')
})

test('admin.stream counts no HEAD of service.fetch as waiting, because a stall fault holds back a body alone', async () => {
  await using opened = await steered()
  const { admin, service } = opened
  const fault = service.faults.add({ effect: { kind: 'stall' } })
  await service.fetch(`${service.baseUrl}/api/v2/events`, { method: 'HEAD' })
  expect(fault.hits).toBe(1)
  using messages = reading(admin)
  expect(await messages.take(2)).toMatchObject([{ kind: 'start' }, { kind: 'faults', waiting: 0 }])
})

const bursts = [
  { title: '1,200 list requests', count: 1200, target: '/api/v2/events?per_page=1' },
  // More than a socket takes at once.
  { title: '500 requests with long addresses', count: 500, target: `/nowhere?${'x'.repeat(20_000)}` },
]

test.for(bursts)('admin.stream yields each of $title to a slow reader', async ({ count, target }) => {
  await using opened = await served({}, { events: 60, requestLog: count })
  const { service, server } = opened
  using messages = reading(mockAdmin(server.url))
  const taken = await messages.take(3)
  const init = { headers: { 'OSDI-API-Token': server.keys.group } }
  for (const number of upTo(count)) {
    await service.fetch(service.baseUrl + target, init)
    if (number % 100 === 0) taken.push(...(await messages.take(1)))
  }
  while (numbersOf(taken).at(-1) !== count) taken.push(...(await messages.take(1)))
  expect(numbersOf(taken)).toEqual(upTo(count))
  await service.fetch(`${service.baseUrl}/later`)
  expect(numbersOf(await messages.take(1))).toEqual([count + 1])
})

test('admin.stream ends at once when its server closes or its sandbox is removed', async () => {
  const opened = await served()
  const admin = mockAdmin(opened.server.url)
  const sandbox = await admin.sandbox()
  const { client: stuck, socket } = await rawStream(opened.server)
  using ofServer = reading(admin)
  using ofSandbox = reading(sandbox.admin)
  const { client: idle } = await rawStream(opened.server)
  await Promise.all([ofServer.take(3), ofSandbox.take(3)])
  socket.cork()
  await opened.ask('/api/v2/events')
  expect(numbersOf(await ofServer.take(1))).toEqual([1])
  expect(socket.writableLength).toBeGreaterThan(0)
  await sandbox.end()
  expect(await ofSandbox.take(1)).toEqual([])
  // Far longer than this test may take.
  await opened.server.close({ grace: 600_000 })
  expect(await ofServer.take(1)).toEqual([])
  expect(await idle.closed).toMatchObject({ code: undefined, received: expect.stringMatching(/\r\n0\r\n\r\n$/) })
  expect((await stuck.closed).received).not.toContain('"number":1')
})

test('admin.stream closes its connection on break, and throws the reason of an abort', async () => {
  await using opened = await served()
  const admin = mockAdmin(opened.server.url)
  for await (const message of admin.stream()) {
    expect(message.kind).toBe('start')
    break
  }
  const stop = new AbortController()
  const waiting = admin.stream({ signal: stop.signal })
  await waiting.next()
  const reason = new Error('enough')
  stop.abort(reason)
  await expect(
    (async () => {
      for await (const _ of waiting);
    })(),
  ).rejects.toBe(reason)
})

test('admin.stream continues after a message that its reader handled for a minute', async () => {
  await using opened = await served()
  using messages = reading(mockAdmin(opened.server.url))
  useFakeTimers()
  await messages.take(3)
  await vi.advanceTimersByTimeAsync(60_000)
  opened.service.addEvent({ title: 'Picnic' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(kindsOf(await messages.take(1))).toEqual(['state'])
})

const useFakeTimers = (toFake: FakeTimers = ['setTimeout', 'clearTimeout']) => {
  vi.useFakeTimers({ toFake })
  onTestFinished(() => void vi.useRealTimers())
}
type FakeTimers = NonNullable<NonNullable<Parameters<typeof vi.useFakeTimers>[0]>['toFake']>

test('the server keeps one batch for a stream that is not read, and then sends the number of missed requests', async () => {
  await using opened = await served({}, { requestLog: 10 })
  const { service, server } = opened
  const { client, socket } = await rawStream(server)
  socket.cork()
  useFakeTimers()
  const address = (number: number) => `${service.baseUrl}/${number}?${'x'.repeat(15_000)}`
  for (const number of upTo(100)) {
    await service.fetch(address(number))
    // The server sends a batch to the stream from time to time.
    if (number % 5 === 0) vi.advanceTimersByTime(1000)
  }
  expect(socket.writableLength).toBeLessThan(100_000)
  socket.uncork()
  const received = await client.until(/"number":100,[^\n]*\n\n/)
  const messages = [...received.matchAll(/^data: (.*)$/gm)].map(([, data = '']): StreamMessage => JSON.parse(data))
  const skipped = messages.flatMap((message) => (message.kind === 'skipped' ? [message] : []))
  const missed = skipped.flatMap(({ first, count }) => Array.from({ length: count }, (_, index) => first + index))
  expect([...missed, ...numbersOf(messages)].sort((a, b) => a - b)).toEqual(upTo(100))
  expect(numbersOf(messages).slice(-10)).toEqual(upTo(100).slice(-10))
})

test('admin.stream yields a change of the state before the last of many requests', async () => {
  await using opened = await served()
  const { service, server } = opened
  const { client } = await rawStream(server)
  useFakeTimers()
  for (const number of upTo(100)) await service.fetch(`${service.baseUrl}/${number}?${'x'.repeat(5000)}`)
  service.addEvent({ title: 'Picnic' })
  vi.advanceTimersByTime(1000)
  expect(await client.until(/"number":100,/)).toMatch(/"number":1,.*"kind":"state".*"number":100,/s)
})

test('the server sends a heartbeat every 15 seconds on an idle stream, even after a burst of requests', async () => {
  await using opened = await served()
  const { service, server } = opened
  useFakeTimers(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'])
  const { client } = await rawStream(server)
  for (const number of upTo(40)) await service.fetch(`${service.baseUrl}/${number}?${'x'.repeat(5000)}`)
  vi.advanceTimersByTime(1000)
  await client.until(/"number":40,/)
  for (const beats of upTo(3)) {
    vi.advanceTimersByTime(15_000)
    await client.until(new RegExp(`(?:\\r\\n:\\n\\n[^:]*){${beats}}$`))
  }
})

test('admin.stream throws a timeout after 45 seconds without a heartbeat', async () => {
  await using opened = await served()
  const connected = nextSocket()
  using messages = reading(mockAdmin(opened.server.url))
  await messages.take(3)
  const socket = await connected
  socket.cork()
  useFakeTimers()
  const next = messages.next()
  await vi.advanceTimersByTimeAsync(44_999)
  await expect(Promise.race([next, 'waits'])).resolves.toBe('waits')
  await vi.advanceTimersByTimeAsync(1)
  await expect(next).rejects.toMatchObject({ name: 'MockAdminError', code: 'timeout' })
})

test('admin.stream throws an error with the reason when the response is not a stream', async () => {
  await using opened = await served()
  const nowhere = mockAdmin(`${opened.server.url}/_mock/sandboxes/none`).stream()
  await expect(nowhere.next()).rejects.toMatchObject({ name: 'MockServiceError', code: 'unknown', field: 'sandbox' })
  const elsewhere = mockAdmin(opened.server.url, { fetch: async () => new Response('{}') }).stream()
  await expect(elsewhere.next()).rejects.toMatchObject({ name: 'MockAdminError', code: 'content' })
  const headers = { 'Content-Type': 'text/event-stream' }
  for (const data of ['<html>', '5'])
    await expect(
      mockAdmin(opened.server.url, { fetch: async () => new Response(`data: ${data}\n\n`, { headers }) })
        .stream()
        .next(),
    ).rejects.toMatchObject({ name: 'MockAdminError', code: 'content' })
  const { url } = opened.server
  await opened.server.close()
  await expect(mockAdmin(url).stream().next()).rejects.toMatchObject({ name: 'MockAdminError', code: 'network' })
})
