import { expect, test, vi } from 'vitest'
import { address, eventOf, pageOf } from '../support/client-answers.ts'
import { collect, failureOf } from '../support/failure.ts'
import { clientOver, hang, json, refusal, type Step, stalled } from '../support/scripted-fetch.ts'
import type { AnyClient } from '../support/versions.ts'
import { virtualTime } from '../support/virtual-time.ts'
import { idsOf, idsOn, page, threePages, url } from '../support/walking.ts'

virtualTime(1)

/** Responds after this many milliseconds. */
const after =
  (ms: number, step: Step): Step =>
  async (request) => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    return step(request)
  }

const slow = (ms: number) => threePages.map((step) => after(ms, step))
const deadline = 1_000

test('a list past its deadline throws TimeoutError with a checkpoint, from which another list resumes', async () => {
  const { client, requests } = clientOver('v2', [...slow(400), ...threePages.slice(2)])
  const pages = client.list({ deadline }).pages()
  const read = (async () => [idsOn(await pages.next()), idsOn(await pages.next())])()
  await vi.advanceTimersByTimeAsync(800)
  expect(await read).toEqual(['e1 e2', 'e3 e4'])
  const failed = failureOf(() => pages.next())
  await vi.advanceTimersByTimeAsync(199)
  expect(requests[2]?.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  const error = await failed
  expect(error).toMatchObject({
    code: 'timeout',
    option: 'deadline',
    limit: deadline,
    method: 'GET',
    url: url(3),
    attempts: [{ cause: 'timeout', wait: 0, duration: 200 }],
    checkpoint: pages.checkpoint,
    message: `GET ${url(3)} got no complete response within 1000 ms (deadline)`,
  })
  expect(requests[2]?.signal.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(vi.getTimerCount()).toBe(0)
  expect(idsOf(await collect(client.list({ resume: error.checkpoint, deadline })))).toBe('e5')
})

test('a list that ends before its deadline yields all events, and the deadline starts again with each iteration', async () => {
  const { client } = clientOver('v2', [...slow(300), ...slow(300)])
  const list = client.list({ deadline })
  for (const _ of [1, 2]) {
    const events = collect(list)
    await vi.advanceTimersByTimeAsync(900)
    expect(idsOf(await events)).toBe('e1 e2 e3 e4 e5')
  }
})

test('a deadline starts at the first call of next() and includes the time between pages', async () => {
  const { client, requests } = clientOver('v2', threePages)
  const pages = client.list({ deadline }).pages()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(idsOn(await pages.next())).toBe('e1 e2')
  await vi.advanceTimersByTimeAsync(999)
  expect(idsOn(await pages.next())).toBe('e3 e4')
  await vi.advanceTimersByTimeAsync(1)
  for (const _ of [1, 2])
    expect(await failureOf(() => pages.next())).toMatchObject({
      code: 'timeout',
      option: 'deadline',
      limit: deadline,
      url: url(3),
      attempts: [],
      checkpoint: pages.checkpoint,
      message: `GET ${url(3)} was not sent: the list has taken 1000 ms (deadline)`,
    })
  expect(requests).toHaveLength(2)
})

test('after the deadline a list still yields the events of a loaded page, and an ended list does not fail', async () => {
  const { client } = clientOver('v2', [threePages[0] ?? hang, ...threePages])
  const met: object[] = []
  const failed = failureOf(async () => {
    for await (const event of client.list({ deadline })) {
      met.push(event)
      await new Promise((resolve) => setTimeout(resolve, deadline))
    }
  })
  await vi.advanceTimersByTimeAsync(3 * deadline)
  expect(await failed).toMatchObject({ option: 'deadline' })
  expect(idsOf(met)).toBe('e1 e2')
  const pages = client.list({ deadline }).pages()
  for (const _ of threePages) await pages.next()
  await vi.advanceTimersByTimeAsync(2 * deadline)
  expect(await pages.next()).toEqual({ done: true, value: undefined })
  expect(pages.report).toMatchObject({ events: 5, complete: true })
})

test.each<[string, readonly Step[], object]>([
  ['a service that does not answer', [hang], {}],
  ['a body that does not come', [stalled()], {}],
  ['a key function that does not answer', [hang], { apiKey: () => new Promise(() => {}) }],
  ['retries', [hang, hang, hang, hang], { timeout: 300, retry: 9 }],
])('a deadline ends %s, in toArray, list, changes and attendances', async (_, steps, options) => {
  for (const read of [
    (client: AnyClient) => client.list({ deadline }).toArray({ max: 9 }),
    (client: AnyClient) => collect(client.list({ deadline })),
    (client: AnyClient) => collect(client.changes({ deadline })),
    (client: AnyClient) => collect(client.attendances('e1', { deadline })),
  ]) {
    const { client } = clientOver('v2', steps, options)
    const started = performance.now()
    let ended: number | undefined
    const failed = failureOf(() => read(client)).finally(() => {
      ended = performance.now() - started
    })
    await vi.advanceTimersByTimeAsync(deadline)
    expect(await failed).toMatchObject({ code: 'timeout' })
    expect(ended).toBeLessThanOrEqual(deadline)
    expect(vi.getTimerCount()).toBe(0)
  }
})

test('toArray returns max events although the deadline passes while the client looks for more', async () => {
  const { client } = clientOver('v2', [threePages[0] ?? hang, hang])
  const taken = client.list({ deadline }).toArray({ max: 2 })
  await vi.advanceTimersByTimeAsync(deadline)
  expect(await taken).toMatchObject({ items: [{}, {}], more: true, complete: false })
})

test("the deadline of attendances(id) includes the request for the event's link", async () => {
  const link = { href: address('v2', 'events/e1/attendances') }
  const event = json(eventOf('v2', 'e1', { _links: { self: { href: link.href }, 'osdi:attendances': link } }))
  const { client, requests } = clientOver('v2', [after(600, event), hang])
  const failed = failureOf(() => collect(client.attendances('e1', { deadline })))
  await vi.advanceTimersByTimeAsync(deadline)
  expect(await failed).toMatchObject({ option: 'deadline', attempts: [{ duration: 400 }] })
  expect(requests.map((request) => request.url)).toEqual([address('v2', 'events/e1'), link.href])
})

test('a list fails at once when a retry or rate limit would wait past its deadline', async () => {
  const pausing = clientOver('v2', [refusal(503, { 'retry-after': '2' })], { retry: 5 })
  expect(await failureOf(() => collect(pausing.client.list({ deadline })))).toMatchObject({ status: 503 })
  const limited = clientOver('v2', threePages, { rateLimit: { perSecond: 1 } })
  const pages = limited.client.list({ deadline, prefetch: 0 }).pages()
  expect(idsOn(await pages.next())).toBe('e1 e2')
  expect(await failureOf(() => pages.next())).toMatchObject({
    code: 'timeout',
    option: 'deadline',
    limit: deadline,
    attempts: [],
    message: `GET ${url(2)} was not sent: with this rateLimit, its turn does not come within 1000 ms (deadline)`,
    checkpoint: pages.checkpoint,
  })
  expect(limited.requests).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('a deadline aborts prefetched pages, even without a call of next()', async () => {
  const totals = { per_page: 2, total_pages: 3, total_records: 5 }
  const { client, requests } = clientOver('v2', [page('e1 e2', url(2), { page: 1, ...totals }), hang, hang])
  const pages = client.list({ deadline }).pages()
  await pages.next()
  await vi.advanceTimersByTimeAsync(deadline - 1)
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([false, false, false])
  await vi.advanceTimersByTimeAsync(1)
  expect(requests.slice(1).map(({ signal }) => signal.aborted)).toEqual([true, true])
  expect(vi.getTimerCount()).toBe(0)
  expect(await failureOf(() => pages.next())).toMatchObject({ option: 'deadline', url: url(2) })
  expect(requests).toHaveLength(3)
})

test("TimeoutError names the shortest of timeout, totalTimeout and deadline, and an aborted list rejects with the signal's reason", async () => {
  const limits = { timeout: 500, totalTimeout: 700, deadline }
  for (const [options, option, limit] of [
    [limits, 'timeout', 500],
    [{ ...limits, timeout: 900 }, 'totalTimeout', 700],
    [{ ...limits, deadline: 300 }, 'deadline', 300],
  ] as const) {
    const failed = failureOf(() => collect(clientOver('v2', [hang]).client.list(options)))
    await vi.advanceTimersByTimeAsync(limit)
    expect(await failed).toMatchObject({ option, limit })
  }
  const [stop, reason] = [new AbortController(), new Error('enough')]
  const aborted = collect(clientOver('v2', [hang]).client.list({ deadline, signal: stop.signal }))
  stop.abort(reason)
  await expect(aborted).rejects.toBe(reason)
})

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, '1000', null])(
  'list, changes and attendances throw at once, without a request, for the option deadline %s',
  (wrong) => {
    const { client, requests } = clientOver('v2', [json(pageOf('v2', []))])
    for (const list of [
      () => client.list({ deadline: wrong }),
      () => client.changes({ deadline: wrong }),
      () => client.attendances('e1', { deadline: wrong }),
    ])
      expect(list).toThrow('deadline: must be')
    expect(requests).toEqual([])
  },
)

test('page, get and find refuse a deadline', async () => {
  const { client } = clientOver('v2', [hang])
  for (const call of [
    () => client.page(1, { deadline }),
    () => client.get('e1', { deadline }),
    () => client.find('calendar:42', { deadline }),
  ])
    expect(await failureOf(call)).toMatchObject({ code: 'input', field: 'deadline' })
})

test("AbortSignal.timeout ends a list with the platform's TimeoutError, as the guide shows", async () => {
  const { client } = clientOver('v2', [hang])
  const signal = AbortSignal.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
  const error = await collect(client.list({ signal })).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(DOMException)
  expect(error).toMatchObject({ name: 'TimeoutError', code: 23 })
})
