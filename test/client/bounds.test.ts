import { type Drift, idOf, NetworkError } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { movingCollection } from '../support/moving-collection.ts'
import { base, clientOver, hang, json, redirect, type Step } from '../support/scripted-fetch.ts'
import { v2 } from '../support/versions.ts'

/** An address of the service of so many characters. */
const long = (length: number) => address('v2', '').padEnd(length, 'a')

test('an address of 16,000 characters is followed, and a longer one is not, as a link and as a redirect', async () => {
  const resource = json(eventOf('v2'))
  expect(await clientOver('v2', [resource]).client.follow(long(16_000))).toMatchObject({ title: 'Picnic' })
  const there = clientOver('v2', [redirect(302, long(16_000)), resource])
  expect(await there.client.get('e1')).toMatchObject({ title: 'Picnic' })
  const refused = { code: 'link', message: expect.stringContaining('longer than the 16000 characters') }
  expect(await failureOf(() => clientOver('v2', []).client.follow(long(16_001)))).toMatchObject(refused)
  const astray = clientOver('v2', [redirect(302, long(16_001))])
  expect(await failureOf(() => astray.client.get('e1'))).toMatchObject(refused)
})

test('a body without a stream, of a fetch of another maker, is held to maxResponseBytes too', async () => {
  const text = JSON.stringify(eventOf('v2', 'e1', { description: 'é✊🏽' }))
  const size = new TextEncoder().encode(text).byteLength
  const step: Step = () =>
    Object.defineProperties(new Response(null, { headers: { 'content-type': 'application/json' } }), {
      body: { value: { pipe: () => {} } },
      text: { value: async () => text },
    })
  const get = (maxResponseBytes: number) => clientOver('v2', [step], { maxResponseBytes }).client.get('e1')
  for (const limit of [size, size + 1, size * 3]) expect(await get(limit)).toEqual(JSON.parse(text))
  expect(await failureOf(() => get(size - 1))).toMatchObject({ code: 'content', body: text.slice(0, -1) })
})

test("a User-Agent of the caller's own goes before that of the package", async () => {
  const { client, requests } = clientOver('v2', [json(eventOf('v2'))], { headers: { 'User-Agent': 'mine' } })
  await client.get('e1')
  await client.get('e1', { headers: { 'user-agent': 'mine too' } })
  expect(requests.map(({ headers }) => headers.get('user-agent'))).toEqual(['mine', 'mine too'])
})

test('a service that makes up names without end is told of a thousand times and no more', async () => {
  const names = (from: number) => Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`n${from + at}`, 1]))
  const drift: Drift[] = []
  const steps = [0, 900, 1800].map((from) => json(eventOf('v2', 'e1', names(from))))
  const { client } = clientOver('v2', steps, { onDrift: (found: Drift) => drift.push(found) })
  for (const _ of steps) await client.get('e1')
  expect(drift).toHaveLength(1000)
})

test('an event that comes again among the last thousand of a walk is known, where pages tell no totals', async () => {
  // A thousand events come before those that the walk has met, which it meets all again.
  const quiet = { created: 0, turns: 0 }
  const moves = [...Array(10).fill(quiet), { created: 1000, turns: 0 }]
  const { fetch, first } = movingCollection({ size: 1100, perPage: 100, order: 'newest first', moves, totals: false })
  const { items } = await v2.open(base, { fetch }).list().toArray({ max: 3000 })
  expect(items.map((event) => idOf(event))).toEqual(first)
})

test('an abort whose reason is an error of this package is an abort all the same', async () => {
  const reason = new NetworkError('mine', {})
  const abort = new AbortController()
  const told: unknown[] = []
  const hooks = { onError: ({ code }: { readonly code: string }) => told.push(code) }
  const { client } = clientOver('v2', [hang], { hooks })
  const call = failureOf(() => client.get('e1', { signal: abort.signal }))
  abort.abort(reason)
  expect(await call).toBe(reason)
  expect(told).toEqual(['abort'])
})
