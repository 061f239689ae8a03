import { expect, test, vi } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { clientOver, json, refusal, type Step } from '../support/scripted-fetch.ts'
import type { AnyClient } from '../support/versions.ts'
import { virtualTime } from '../support/virtual-time.ts'

virtualTime(0)

const down = refusal(503)
const event = json(eventOf('v2'))

const clientOf = (step: Step) => clientOver('v2', [step], { retry: 2 })

/** So many calls that fail, at once. */
const failures = (client: AnyClient, count: number, options: object = {}) =>
  Array.from({ length: count }, () => failureOf(() => client.get('e1', options)))

/** Settles calls whose waits are drawn at nothing. */
const settle = async (calls: readonly Promise<unknown>[]) => {
  let settled = false
  const all = Promise.allSettled(calls).finally(() => {
    settled = true
  })
  while (!settled) await vi.advanceTimersByTimeAsync(1)
  return all
}

test('an outage is not multiplied: the further attempts of all calls of a client have a limit', async () => {
  const { client, requests } = clientOf(down)
  const calls = failures(client, 100)
  const ended = await settle(calls)
  expect(ended.map(({ status }) => status)).toEqual(Array(100).fill('fulfilled'))
  expect(requests).toHaveLength(120)
})

test('a call that finds the budget spent throws what failed, at once', async () => {
  const { client, requests } = clientOf(down)
  await settle(failures(client, 10))
  const before = requests.length
  expect(await failureOf(() => client.get('e1'))).toMatchObject({ status: 503, attempts: [{ status: 503 }] })
  expect(requests.length - before).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('a service that recovers at each further attempt spends none of the budget', async () => {
  let count = 0
  const { client, requests } = clientOf((request) => (count++ % 3 < 2 ? down : event)(request))
  for (let call = 0; call < 30; call += 1) await settle([client.get('e1')])
  expect(requests).toHaveLength(90)
})

test('a further attempt that is not made, for another call was told to rest, is given back', async () => {
  vi.mocked(Math.random).mockReturnValue(0.5)
  const limited = refusal(429, { 'retry-after': '2' })
  const { client, requests } = clientOver('v2', [...Array<Step>(20).fill(down), limited, down], { retry: 1 })
  const calls = failures(client, 20, { retry: { maxRetryAfter: 1000 } })
  await vi.advanceTimersByTimeAsync(10)
  await failureOf(() => client.get('e1', { retry: false }))
  await settle(calls)
  expect(requests).toHaveLength(21)
  await vi.advanceTimersByTimeAsync(2000)
  await settle(failures(client, 100))
  expect(requests).toHaveLength(21 + 120)
})

test('a further attempt that is not made, for its call was aborted or has no key any more, is given back', async () => {
  vi.mocked(Math.random).mockReturnValue(0.5)
  let keys = 0
  const apiKey = () => (keys++ < 20 ? 'a-key-for-once' : '')
  const { client, requests } = clientOver('v2', [down], { retry: 1, apiKey })
  const stop = new AbortController()
  const aborted = failures(client, 10, { signal: stop.signal })
  const keyless = failures(client, 10)
  await vi.advanceTimersByTimeAsync(10)
  stop.abort(new Error('enough'))
  await settle([...aborted, ...keyless])
  expect(requests).toHaveLength(20)
  keys = Number.NEGATIVE_INFINITY
  await settle(failures(client, 100))
  expect(requests).toHaveLength(20 + 120)
})

test('a budget that is spent comes back by itself, one attempt a second', async () => {
  const { client, requests } = clientOf(down)
  const sent = async () => {
    const before = requests.length
    await settle(failures(client, 100))
    return requests.length - before
  }
  expect(await sent()).toBe(120)
  expect(await sent()).toBe(100)
  await vi.advanceTimersByTimeAsync(3000)
  expect(await sent()).toBe(103)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(await sent()).toBe(120)
})
