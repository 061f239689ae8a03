import type { Socket } from 'node:net'
import { controlOf, type MockControl, type MockNews } from 'osdi-events/mock'
import { expect, onTestFinished, test, vi } from 'vitest'
import { rawClient } from '../support/raw-client.ts'
import { onNextRequest, served, steered } from '../support/served.ts'

/** News as they come, until disposed of. */
function reading(control: MockControl, after?: string) {
  const stop = new AbortController()
  const news = control.stream({ signal: stop.signal, ...(after !== undefined && { after }) })
  return {
    /** The next so many. */
    take: async (count: number): Promise<MockNews[]> => {
      const taken: MockNews[] = []
      while (taken.length < count) {
        const { done, value } = await news.next()
        if (done) break
        taken.push(value)
      }
      return taken
    },
    next: () => news.next(),
    [Symbol.dispose]: () => stop.abort(),
  }
}

const kindsOf = (news: readonly MockNews[]) => news.map(({ kind }) => kind)

test('a stream tells at first where the service is, and then what happens as it happens', async () => {
  await using opened = await steered()
  const { url, keys, control } = opened
  using news = reading(control)
  expect(await news.take(3)).toMatchObject([
    { kind: 'start' },
    { kind: 'faults', rules: [] },
    { kind: 'clock', now: '2026-05-01T12:00:00Z', goes: false },
  ])

  await fetch(`${url}/api/v2/events`, { headers: { 'OSDI-API-Token': keys.group } })
  const [request] = await news.take(1)
  expect(request).toEqual({ id: expect.any(String), kind: 'request', request: (await control.requests())[0] })
  expect(JSON.stringify(request)).not.toContain(keys.group)

  const rule = await control.faults.add({ operation: 'events.create', effect: { kind: 'status', status: 503 } })
  expect(await news.take(1)).toMatchObject([{ kind: 'faults', rules: [{ id: rule.id, hits: 0 }] }])
  await control.addEvent({ title: 'Picnic' }, { key: keys.group })
  expect(kindsOf(await news.take(2))).toEqual(['state', 'clock'])
  await control.clock.advance('PT1H')
  expect(await news.take(1)).toMatchObject([{ kind: 'clock', now: expect.stringMatching('^2026-05-01T13:0') }])
  await control.clearRequests()
  expect(kindsOf(await news.take(1))).toEqual(['journal'])
  await control.reset()
  expect(kindsOf(await news.take(3))).toEqual(['start', 'faults', 'clock'])
})

/** Reads as far as a stream begins; gives where it stands. */
async function placeIn(control: MockControl): Promise<string> {
  using news = reading(control)
  return (await news.take(3)).at(-1)?.id ?? ''
}

test('a stream goes on behind the news that was read last, and begins anew where the service did', async () => {
  await using opened = await steered()
  const last = await placeIn(opened.control)
  await opened.ask('/api/v2/events?page=1')
  await opened.ask('/api/v2/events?page=2')
  using second = reading(opened.control, last)
  const missed = await second.take(2)
  expect(missed.map((news) => news.kind === 'request' && news.request.query)).toEqual([{ page: '1' }, { page: '2' }])
  opened.service.reset()
  using third = reading(opened.control, missed.at(-1)?.id)
  expect(kindsOf(await third.take(1))).toEqual(['start'])
})

test('requests that have left the journal are told of as a journal that has to be asked for', async () => {
  await using opened = await steered({ journal: 2 })
  const last = await placeIn(opened.control)
  for (let count = 0; count < 4; count += 1) await opened.ask('/api/v2/events')
  using second = reading(opened.control, last)
  expect(kindsOf(await second.take(2))).toEqual(['journal', 'faults'])
})

test('streams end at once when their server closes or their world ends, read or not', async () => {
  const opened = await served()
  const control = controlOf(opened.server.url)
  const world = await control.world()
  using ofServer = reading(control)
  using ofWorld = reading(world.control)
  using idle = await rawClient(opened.server)
  idle.write('GET /_mock/stream HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await Promise.all([ofServer.take(3), ofWorld.take(3), idle.until(/clock/)])
  await world.end()
  expect(await ofWorld.take(1)).toEqual([])
  // Far longer than this test may take.
  await opened.server.close({ grace: 600_000 })
  expect(await ofServer.take(1)).toEqual([])
  expect((await idle.closed).code).toBeUndefined()
})

test('whoever stops listening is forgotten, and whoever aborts gets the reason', async () => {
  await using opened = await served()
  const control = controlOf(opened.server.url)
  for await (const news of control.stream()) {
    expect(news.kind).toBe('start')
    break
  }
  const stop = new AbortController()
  const waiting = control.stream({ signal: stop.signal })
  await waiting.next()
  const reason = new Error('enough')
  stop.abort(reason)
  await expect(
    (async () => {
      for await (const _ of waiting);
    })(),
  ).rejects.toBe(reason)
})

test('a reader who does not read makes nothing wait in memory', async () => {
  await using opened = await served({}, { journal: 10 })
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
  await lazy.until(/event: journal/)
})

test('a stream that cannot be had says why', async () => {
  await using opened = await served()
  const nowhere = controlOf(`${opened.server.url}/_mock/worlds/none`).stream()
  await expect(nowhere.next()).rejects.toMatchObject({ name: 'MockServiceError', code: 'unknown', field: 'world' })
  const elsewhere = controlOf(opened.server.url, { fetch: async () => new Response('{}') }).stream()
  await expect(elsewhere.next()).rejects.toMatchObject({ name: 'MockControlError', code: 'content' })
  const { url } = opened.server
  await opened.server.close()
  await expect(controlOf(url).stream().next()).rejects.toMatchObject({ name: 'MockControlError', code: 'network' })
})
