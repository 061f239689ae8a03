import { EventsV2, eventsOf, idOf, type Pager } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, pageOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { base, hang, json, refusal, type ScriptedFetch, type Step, scripted } from '../support/scripted-fetch.ts'
import { apiKey } from '../support/versions.ts'

type Page = Awaited<ReturnType<EventsV2['page']>>

const url = (page: number) => address('v2', `events?page=${page}`)
const first = json(pageOf('v2', ['e1', 'e2'], url(2)))
const second = json(pageOf('v2', ['e3'], url(3)))
const last = json(pageOf('v2', ['e4']))

const open = (...steps: readonly Step[]) => {
  const script = scripted(...steps)
  return { ...script, client: new EventsV2({ baseUrl: base, apiKey, fetch: script.fetch, retry: false }) }
}

const idsOf = (result: IteratorResult<Page, undefined>) =>
  result.done ? 'done' : eventsOf(result.value).map((e) => idOf(e))
const urlsOf = ({ requests }: Pick<ScriptedFetch, 'requests'>) => requests.map((request) => request.url)

/** Steps that answer when they are told to, and how often they were asked. */
const gate = (step: Step) => {
  let release = () => {}
  const opened = new Promise<void>((resolve) => {
    release = resolve
  })
  const gated: Step = async (request) => {
    await opened
    return step(request)
  }
  return { gated, release: () => release() }
}

test('a walk asks for one page at each next, and for none before (v1 §4.2, v2 §4.3)', async () => {
  const { client, ...script } = open(first, second, last)
  const walk = client.list().pages()
  await Promise.resolve()
  expect(script.requests).toHaveLength(0)
  expect(idsOf(await walk.next())).toEqual(['e1', 'e2'])
  expect(script.requests).toHaveLength(1)
  expect(idsOf(await walk.next())).toEqual(['e3'])
  expect(idsOf(await walk.next())).toEqual(['e4'])
  expect(await walk.next()).toEqual({ done: true, value: undefined })
  expect(await walk.next()).toEqual({ done: true, value: undefined })
  expect(urlsOf(script)).toEqual([address('v2', 'events'), url(2), url(3)])
})

test('a page that failed is asked for again by the next call of next', async () => {
  const { client, ...script } = open(first, refusal(500), refusal(404), second)
  const walk = client.list().pages()
  await walk.next()
  expect(await failureOf(() => walk.next())).toMatchObject({ status: 500, url: url(2) })
  expect(await failureOf(() => walk.next())).toMatchObject({ status: 404, url: url(2) })
  expect(idsOf(await walk.next())).toEqual(['e3'])
  expect(urlsOf(script).slice(1)).toEqual([url(2), url(2), url(2)])
})

test('a bad link behind a page loses none of its events', async () => {
  const { client } = open(json(pageOf('v2', ['e1'], 'https://elsewhere.example.org/')))
  const walk = client.list().pages()
  expect(idsOf(await walk.next())).toEqual(['e1'])
  for (const _ of [1, 2]) expect(await failureOf(() => walk.next())).toMatchObject({ code: 'link' })
  expect(walk.report).toMatchObject({ pages: 1, events: 1, rejected: 0 })
})

test('a next that leads back is a LinkError that names it, a fragment notwithstanding', async () => {
  const { client, requests } = open(first, json(pageOf('v2', ['e3'], `${address('v2', 'events')}#again`)))
  const walk = client.list().pages()
  await walk.next()
  await walk.next()
  expect(await failureOf(() => walk.next())).toMatchObject({
    code: 'link',
    link: address('v2', 'events'),
    base: address('v2', ''),
    message: `The link to the next page leads back to ${address('v2', 'events')}, which was read already; the walk would never end`,
  })
  expect(requests).toHaveLength(2)
})

test('calls of next that overlap are answered in their order, one page each', async () => {
  const slow = gate(first)
  const { client, requests } = open(slow.gated, second, last)
  const walk = client.list().pages()
  const order: string[] = []
  const calls = ['one', 'two', 'three', 'four'].map(async (name) => {
    const result = idsOf(await walk.next())
    order.push(name)
    return result
  })
  await expect.poll(() => requests.length).toBe(1)
  slow.release()
  expect(await Promise.all(calls)).toEqual([['e1', 'e2'], ['e3'], ['e4'], 'done'])
  expect(order).toEqual(['one', 'two', 'three', 'four'])
  expect(requests).toHaveLength(3)
})

test('return while a page is on its way ends the walk quietly and lets the request go', async () => {
  const { client, requests } = open(hang)
  const walk = client.list().pages()
  const pending = [walk.next(), walk.next()]
  await expect.poll(() => requests.length).toBe(1)
  expect(await walk.return()).toEqual({ done: true, value: undefined })
  expect(await Promise.all(pending)).toEqual(Array(2).fill({ done: true, value: undefined }))
  expect(await walk.next()).toEqual({ done: true, value: undefined })
  expect(requests[0]?.signal.aborted).toBe(true)
  expect(requests).toHaveLength(1)
})

test('a walk that was ended asks for nothing more, at whatever moment its page came', async () => {
  const { client, requests } = open(first, second)
  const walk = client.list().pages()
  const pending = walk.next()
  await expect.poll(() => requests.length).toBe(1)
  for (let moment = 0; moment < 5; moment += 1) await Promise.resolve()
  await walk.return()
  await pending
  expect(await walk.next()).toEqual({ done: true, value: undefined })
  expect(requests).toHaveLength(1)
})

test("a caller's signal ends a walk with its own reason, for every page that is still to come", async () => {
  const { client, requests } = open(first, hang)
  const controller = new AbortController()
  const walk = client.list({ signal: controller.signal }).pages()
  await walk.next()
  const pending = walk.next()
  await expect.poll(() => requests.length).toBe(2)
  const reason = new Error('the user left')
  controller.abort(reason)
  await expect(pending).rejects.toBe(reason)
  await expect(walk.next()).rejects.toBe(reason)
  expect(requests).toHaveLength(2)
})

test('a walk is its own iterator and reports how far it has come', async () => {
  const { client } = open(first, refusal(500), second, last)
  const pager: Pager<object, Page> = client.list()
  const walk = pager.pages()
  expect(walk[Symbol.asyncIterator]()).toBe(walk)
  expect(walk.report).toMatchObject({ pages: 0, events: 0, rejected: 0 })
  await walk.next()
  expect(walk.report).toMatchObject({ pages: 1, events: 2, rejected: 0 })
  await failureOf(() => walk.next())
  expect(walk.report).toMatchObject({ pages: 1, events: 2, rejected: 0 })
  for await (const page of walk) expect(eventsOf(page)).toHaveLength(1)
  expect(walk.report).toMatchObject({ pages: 3, events: 4, rejected: 0 })
  expect(Object.isFrozen(walk.report)).toBe(true)
})
