import type { Socket } from 'node:net'
import { type MockAdmin, mockAdmin, type StreamMessage } from 'osdi-events/mock'
import { expect, onTestFinished, test, vi } from 'vitest'
import { rawClient } from '../support/raw-client.ts'
import { onNextRequest, served, steered } from '../support/served.ts'

/** Messages as they come, until disposed of. */
function reading(admin: MockAdmin, after?: string) {
  const stop = new AbortController()
  const messages = admin.stream({ signal: stop.signal, ...(after !== undefined && { after }) })
  return {
    /** The next so many. */
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

test('a stream tells at first where the service is, and then what happens as it happens', async () => {
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
  expect(request).toEqual({ id: expect.any(String), kind: 'request', request: (await admin.requests())[0] })
  expect(JSON.stringify(request)).not.toContain(keys.group)

  const rule = await admin.faults.add({ operation: 'events.create', effect: { kind: 'status', status: 503 } })
  expect(await messages.take(1)).toMatchObject([{ kind: 'faults', rules: [{ id: rule.id, hits: 0 }] }])
  await admin.addEvent({ title: 'Picnic' }, { key: keys.group })
  expect(kindsOf(await messages.take(2))).toEqual(['state', 'clock'])
  await admin.clock.advance('PT1H')
  expect(await messages.take(1)).toMatchObject([{ kind: 'clock', now: expect.stringMatching('^2026-05-01T13:0') }])
  await admin.clearRequests()
  expect(kindsOf(await messages.take(1))).toEqual(['requests'])
  await admin.reset()
  expect(kindsOf(await messages.take(3))).toEqual(['start', 'faults', 'clock'])
})

/** Reads as far as a stream begins; gives where it stands. */
async function placeIn(admin: MockAdmin): Promise<string> {
  using messages = reading(admin)
  return (await messages.take(3)).at(-1)?.id ?? ''
}

test('a stream goes on behind the message that was read last, and begins anew where the service did', async () => {
  await using opened = await steered()
  const last = await placeIn(opened.admin)
  await opened.ask('/api/v2/events?page=1')
  await opened.ask('/api/v2/events?page=2')
  using second = reading(opened.admin, last)
  const missed = await second.take(2)
  expect(missed.map((message) => message.kind === 'request' && message.request.query)).toEqual([
    { page: '1' },
    { page: '2' },
  ])
  opened.service.reset()
  using third = reading(opened.admin, missed.at(-1)?.id)
  expect(kindsOf(await third.take(1))).toEqual(['start'])
})

test('requests that have left the request log are told of as requests that have to be asked for', async () => {
  await using opened = await steered({ requestLog: 2 })
  const last = await placeIn(opened.admin)
  for (let count = 0; count < 4; count += 1) await opened.ask('/api/v2/events')
  using second = reading(opened.admin, last)
  expect(kindsOf(await second.take(2))).toEqual(['requests', 'faults'])
})

test('streams end at once when their server closes or their sandbox ends, read or not', async () => {
  const opened = await served()
  const admin = mockAdmin(opened.server.url)
  const sandbox = await admin.sandbox()
  using ofServer = reading(admin)
  using ofSandbox = reading(sandbox.admin)
  using idle = await rawClient(opened.server)
  idle.write('GET /_mock/stream HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await Promise.all([ofServer.take(3), ofSandbox.take(3), idle.until(/clock/)])
  await sandbox.end()
  expect(await ofSandbox.take(1)).toEqual([])
  // Far longer than this test may take.
  await opened.server.close({ grace: 600_000 })
  expect(await ofServer.take(1)).toEqual([])
  expect((await idle.closed).code).toBeUndefined()
})

test('whoever stops listening is forgotten, and whoever aborts gets the reason', async () => {
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

test('a stream goes on behind a message that took its reader long', async () => {
  await using opened = await served()
  using messages = reading(mockAdmin(opened.server.url))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await messages.take(3)
  await vi.advanceTimersByTimeAsync(60_000)
  opened.service.addEvent({ title: 'Picnic' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(kindsOf(await messages.take(1))).toEqual(['state'])
})

test('a reader who does not read makes nothing wait in memory', async () => {
  await using opened = await served({}, { requestLog: 10 })
  using lazy = await rawClient(opened.server)
  // As if nobody read: what is written to it stays in this process.
  const held = new Promise<Socket>((resolve) =>
    onNextRequest(({ socket }) => {
      socket.cork()
      resolve(socket)
    }),
  )
  lazy.write('GET /_mock/stream HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const socket = await held
  const { service, server } = opened
  const headers = { 'OSDI-API-Token': server.keys.group, 'Content-Type': 'application/json' }
  const init = { method: 'POST', body: JSON.stringify({ title: 'x'.repeat(15_000) }), headers }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  for (let count = 0; count < 100; count += 1) {
    await service.fetch(`${service.baseUrl}/api/v2/nowhere`, init)
    // Whoever listens is told every now and then.
    if (count % 5 === 0) vi.advanceTimersByTime(1000)
  }
  expect(socket.writableLength).toBeGreaterThan(30_000)
  expect(socket.writableLength).toBeLessThan(200_000)
  socket.uncork()
  await lazy.until(/event: requests/)
})

test('a stream that cannot be had says why', async () => {
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
