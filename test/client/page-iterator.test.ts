import { EventsV2, eventsOf, InputError, idOf, type Pager } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { address } from '../support/client-answers.ts'
import { collect, failureOf } from '../support/failure.ts'
import { clientOver, hang, refusal, type Step } from '../support/scripted-fetch.ts'
import { idsOf, idsOn, page, threePages, url } from '../support/walking.ts'

const [first = hang, second = hang, last = hang] = threePages
const end = { done: true, value: undefined }

/** A pager, an iteration of its pages, and the requests. */
const open = (steps: readonly Step[], options: object = {}) => {
  const { client, requests } = clientOver('v2', steps)
  const pager = client.list(options)
  return { pager, walk: pager.pages(), requests, urls: () => requests.map((request) => request.url) }
}

/** A step that responds after `release`, and a promise of its request. */
const gate = (step: Step) => {
  const [asked, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const gated: Step = async (request) => {
    asked.resolve()
    await opened.promise
    return step(request)
  }
  return { gated, asked: asked.promise, release: () => opened.resolve() }
}

test('next() requests one page per call, and pages() none (v1 §4.2, v2 §4.3)', async () => {
  const { walk, requests, urls } = open(threePages)
  await Promise.resolve()
  expect(requests).toHaveLength(0)
  expect(idsOn(await walk.next())).toBe('e1 e2')
  expect(requests).toHaveLength(1)
  expect([idsOn(await walk.next()), idsOn(await walk.next())]).toEqual(['e3 e4', 'e5'])
  expect([await walk.next(), await walk.next()]).toEqual([end, end])
  expect(urls()).toEqual([address('v2', 'events'), url(2), url(3)])
})

test('next() requests a failed page again when it is called again', async () => {
  const { walk, urls } = open([first, refusal(500), refusal(404), second])
  await walk.next()
  for (const status of [500, 404])
    expect(await failureOf(() => walk.next())).toMatchObject({ code: 'http', status, url: url(2) })
  expect(walk.report).toMatchObject({ pages: 1, events: 2, rejected: 0 })
  expect(idsOn(await walk.next())).toBe('e3 e4')
  expect(urls().slice(1)).toEqual([url(2), url(2), url(2)])
})

test("pages() yields a page's events before it throws LinkError for the page's next link", async () => {
  const { walk } = open([page('e1', 'https://elsewhere.example.org/')])
  expect(idsOn(await walk.next())).toBe('e1')
  for (const _ of [1, 2]) expect(await failureOf(() => walk.next())).toMatchObject({ code: 'link' })
  expect(walk.report).toMatchObject({ pages: 1, events: 1, rejected: 0 })
})

test('simultaneous calls of next() get one page each, in order', async () => {
  const { gated, asked, release } = gate(first)
  const { walk, requests } = open([gated, second, last])
  const order: string[] = []
  const calls = ['one', 'two', 'three', 'four'].map(async (name) => {
    const result = idsOn(await walk.next())
    order.push(name)
    return result
  })
  await asked
  expect(requests).toHaveLength(1)
  release()
  expect(await Promise.all(calls)).toEqual(['e1 e2', 'e3 e4', 'e5', 'done'])
  expect(order).toEqual(['one', 'two', 'three', 'four'])
  expect(requests).toHaveLength(3)
})

test('return() during a request ends the iteration without an error and aborts the request', async () => {
  const { gated, asked } = gate(first)
  const { walk, requests } = open([gated])
  const pending = [walk.next(), walk.next()]
  await asked
  expect(await walk.return()).toEqual(end)
  expect(await Promise.all([...pending, walk.next()])).toEqual([end, end, end])
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true])
})

test('return() cancels all requests, before and after a page arrives', async () => {
  for (let moments = 0; moments < 9; moments += 1) {
    const { gated, asked, release } = gate(first)
    const { walk, requests } = open([gated, second])
    const pending = walk.next()
    await asked
    release()
    for (let moment = 0; moment < moments; moment += 1) await Promise.resolve()
    await walk.return()
    await pending
    expect(await walk.next()).toEqual(end)
    expect(requests).toHaveLength(1)
  }
})

test('every next() after an abort rejects with the reason of the signal', async () => {
  const { gated, asked } = gate(second)
  const controller = new AbortController()
  const { walk, requests } = open([first, gated], { signal: controller.signal })
  await walk.next()
  const pending = walk.next()
  await asked
  const reason = new Error('the user left')
  controller.abort(reason)
  for (const call of [pending, walk.next()]) await expect(call).rejects.toBe(reason)
  expect(requests).toHaveLength(2)
})

test('pages() returns an iterator that is iterable, and its report counts the pages and events so far', async () => {
  const { client } = clientOver('v2', threePages)
  const pager = client.list() as Pager<object, Awaited<ReturnType<EventsV2['page']>>>
  const walk = pager.pages()
  expect(walk[Symbol.asyncIterator]()).toBe(walk)
  expect(walk.report).toMatchObject({ pages: 0, events: 0, rejected: 0 })
  await walk.next()
  expect(walk.report).toMatchObject({ pages: 1, events: 2, rejected: 0 })
  for await (const each of walk) expect(eventsOf(each)).not.toHaveLength(0)
  expect(walk.report).toMatchObject({ pages: 3, events: 5, rejected: 0 })
  expect(Object.isFrozen(walk.report)).toBe(true)
})

test('a pager yields the events of all pages, and each loop over it starts from the first event', async () => {
  const { pager, requests } = open([...threePages, ...threePages])
  for (const round of [1, 2]) {
    const events = await collect(pager)
    expect([idsOf(events), requests.length]).toEqual(['e1 e2 e3 e4 e5', 3 * round])
    expect(events[0]).toHaveProperty('title', 'Picnic')
  }
})

test('leaving a for await loop by break or by an error sends no further request', async () => {
  const { pager, requests } = open(threePages)
  for await (const event of pager) if (idOf(event) === 'e3') break
  expect(requests).toHaveLength(2)
  const thrown = new Error('enough')
  const left = (async () => {
    for await (const event of pager) throw Object.assign(thrown, { event })
  })()
  await expect(left).rejects.toBe(thrown)
  expect(requests).toHaveLength(3)
})

test('a for await loop throws the error of a failed page after all events of earlier pages', async () => {
  const { pager } = open([first, refusal(503)])
  const met: object[] = []
  const error = await failureOf(async () => {
    for await (const event of pager) met.push(event)
  })
  expect(idsOf(met)).toBe('e1 e2')
  expect(error).toMatchObject({ code: 'http', status: 503, url: url(2) })
  expect(pager.report).toMatchObject({ pages: 1, events: 2, rejected: 0 })
})

test('pager.report is the report of the iteration that ended last, and undefined before the first end', async () => {
  const { pager } = open([...threePages, ...threePages])
  expect(pager.report).toBe(undefined)
  await collect(pager)
  expect(pager.report).toMatchObject({ pages: 3, events: 5, rejected: 0 })
  for await (const event of pager) if (idOf(event) === 'e2') break
  expect(pager.report).toMatchObject({ pages: 1, events: 2, rejected: 0 })
})

test.for([
  [1, 'e1', true, 1],
  [2, 'e1 e2', true, 2],
  [3, 'e1 e2 e3', true, 2],
  [4, 'e1 e2 e3 e4', true, 3],
  [5, 'e1 e2 e3 e4 e5', false, 3],
  [6, 'e1 e2 e3 e4 e5', false, 3],
  [Number.MAX_SAFE_INTEGER, 'e1 e2 e3 e4 e5', false, 3],
] as const)('toArray returns at most %s events, and says whether there are more', async ([max, ids, more, sent]) => {
  const { pager, requests } = open(threePages)
  const taken = await pager.toArray({ max })
  expect([idsOf(taken.items), taken.more, requests.length]).toEqual([ids, more, sent])
})

test('toArray with max Infinity returns all events', async () => {
  const service = createMockService({ events: 60 })
  const { baseUrl, fetch, seeded } = service
  const events = new EventsV2({ baseUrl, fetch, apiKey: seeded.group.token })
  const { items, more } = await events.list().toArray({ max: Number.POSITIVE_INFINITY })
  expect([items.length, more]).toEqual([60, false])
})

test('toArray refuses an invalid max and sends nothing', async () => {
  const { pager, requests } = open([])
  const none = 'max: must be a whole number from 1 up, or Infinity for all events'
  const missing = 'max: is missing; a whole number from 1 up, or Infinity for all events'
  const bounds = [0, -1, 1.5, Number.NaN, Number.NEGATIVE_INFINITY, '5', null].map((max) => [{ max }, none] as const)
  for (const [options, message] of [...bounds, ...[undefined, null, {}].map((each) => [each, missing] as const)]) {
    const error = await failureOf(() => pager.toArray(options as object))
    expect(error).toBeInstanceOf(InputError)
    expect(error).toMatchObject({ field: 'max', message })
  }
  expect(requests).toHaveLength(0)
})
