import { NetworkError } from 'osdi-events'
import { expect, test, vi } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { base, clientOver, hang, json, redirect, refusal, type Step, stalled } from '../support/scripted-fetch.ts'
import { type AnyClient, v2 } from '../support/versions.ts'
import { virtualTime } from '../support/virtual-time.ts'

virtualTime(1)

/** A signal, its controller, and a count of its listeners. */
function watchedSignal() {
  const controller = new AbortController()
  const { signal } = controller
  const listeners = { now: 0, most: 0 }
  const add = signal.addEventListener.bind(signal)
  const remove = signal.removeEventListener.bind(signal)
  vi.spyOn(signal, 'addEventListener').mockImplementation((...given: Parameters<typeof add>) => {
    listeners.now += 1
    listeners.most = Math.max(listeners.most, listeners.now)
    add(...given)
  })
  vi.spyOn(signal, 'removeEventListener').mockImplementation((...given: Parameters<typeof remove>) => {
    listeners.now -= 1
    remove(...given)
  })
  return { controller, signal, listeners }
}

const event = json(eventOf('v2'))

const settled = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (reason: unknown) => reason,
  )

test('a call leaves no timer and no listener on its signal, however it ends', async () => {
  for (const steps of [[event], [refusal(404)], [refusal(503), event], [hang, hang], [stalled(), event]]) {
    const { signal, listeners } = watchedSignal()
    const { client } = clientOver('v2', steps, { retry: 1, timeout: 100 })
    const call = settled(client.get('e1', { signal }))
    await vi.advanceTimersByTimeAsync(1000)
    await call
    expect(listeners.now).toBe(0)
    expect(listeners.most).toBeGreaterThan(0)
    expect(vi.getTimerCount()).toBe(0)
  }
})

test('a call throws TimeoutError at its time limit even if fetch ignores the signal', async () => {
  const { client, requests } = clientOver('v2', [hang], { timeout: 1000 })
  const call = failureOf(() => client.get('e1'))
  await vi.advanceTimersByTimeAsync(999)
  expect(requests[0]?.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await call).toMatchObject({
    code: 'timeout',
    option: 'timeout',
    limit: 1000,
    message: `GET ${base}/api/v2/events/e1 got no complete response within 1000 ms (timeout)`,
    attempts: [{ cause: 'timeout', wait: 0, duration: 1000 }],
  })
  expect(requests[0]?.signal.aborted).toBe(true)
})

test('timeout includes the time for the body, and error.attempts shows the status', async () => {
  const slow: Step = async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    return stalled()(request)
  }
  const { client, requests } = clientOver('v2', [slow], { timeout: 1000 })
  const call = failureOf(() => client.get('e1'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(requests[0]?.signal.aborted).toBe(true)
  expect(await call).toMatchObject({ code: 'timeout', attempts: [{ status: 200, cause: 'timeout', duration: 1000 }] })
})

test('timeout includes the time of the key function', async () => {
  const apiKey = async () => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    return 'k3y-that-nobody-may-see'
  }
  const { client } = clientOver('v2', [hang], { timeout: 1000, apiKey })
  const call = failureOf(() => client.get('e1'))
  await vi.advanceTimersByTimeAsync(5000)
  expect(await call).toMatchObject({ option: 'timeout', attempts: [{ cause: 'timeout', duration: 1000 }] })
})

test('timeout is thirty seconds and totalTimeout two minutes by default', async () => {
  const attempt = failureOf(() => clientOver('v2', [hang]).client.get('e1'))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await attempt).toMatchObject({ option: 'timeout', limit: 30_000 })
  const whole = failureOf(() => clientOver('v2', [hang], { timeout: 50_000, retry: 9 }).client.get('e1'))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await whole).toMatchObject({ option: 'totalTimeout', limit: 120_000 })
})

test('a call makes no retry whose wait would end after totalTimeout', async () => {
  const { client, requests } = clientOver('v2', [hang], { timeout: 1000, totalTimeout: 2500, retry: 9 })
  const call = failureOf(() => client.get('e1'))
  await vi.advanceTimersByTimeAsync(2300)
  // Waits are at their longest here, 300 and 600 ms; the second would end at 2900 ms.
  expect(await call).toMatchObject({
    code: 'timeout',
    attempts: [
      { wait: 0, duration: 1000 },
      { wait: 300, duration: 1000 },
    ],
  })
  expect(requests).toHaveLength(2)
})

test('timeout and totalTimeout of a call replace those of the client', async () => {
  const { client } = clientOver('v2', [hang], { timeout: 1000, totalTimeout: 2000 })
  const call = failureOf(() => client.get('e1', { timeout: 20, totalTimeout: 30 }))
  const other = failureOf(() => client.get('e1', { timeout: 20, totalTimeout: 10 }))
  const equal = failureOf(() => client.get('e1', { timeout: 20, totalTimeout: 20 }))
  await vi.advanceTimersByTimeAsync(20)
  expect(await call).toMatchObject({ option: 'timeout', limit: 20 })
  expect(await other).toMatchObject({ option: 'totalTimeout', limit: 10 })
  expect(await equal).toMatchObject({ option: 'timeout', limit: 20 })
})

test('totalTimeout applies to each page of a list, not to the whole list', async () => {
  const page = json({ page: 1, _links: { next: { href: `${base}/api/v2/events?page=2` } } })
  const { client } = clientOver('v2', [page, json({ page: 2 })], { totalTimeout: 1000 })
  const walk = client.list().pages()[Symbol.asyncIterator]()
  await walk.next()
  await vi.advanceTimersByTimeAsync(5000)
  expect(await walk.next()).toMatchObject({ done: false })
})

/** One turn of the event loop. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
const never = () => new Promise<never>(() => {})
const resting = refusal(503, { 'retry-after': '50' })

/** Phases in which a call can be aborted. */
const places: Readonly<
  Record<string, readonly [steps: readonly Step[], options: object, before?: (client: AnyClient) => unknown]>
> = {
  'a key function that does not answer': [[hang], { apiKey: never }],
  'a service that does not answer': [[hang], {}],
  'a body that does not come': [[stalled()], {}],
  'an address that a redirect leads to': [[redirect(307, 'there'), hang], {}],
  'the wait for another attempt': [[resting], { retry: 5 }],
  'the wait for a turn': [
    [refusal(404)],
    { rateLimit: { perSecond: 0.02 } },
    (client) => failureOf(() => client.get('e0')),
  ],
  'the wait behind others for a turn': [
    [refusal(404)],
    { rateLimit: { perSecond: 0.1 } },
    (client) => {
      for (const id of ['e0', 'e1', 'e2']) client.get(id, { signal: AbortSignal.timeout(100) }).catch(() => {})
    },
  ],
  'the pause after a 429': [
    [refusal(429, { 'retry-after': '50' }), hang],
    {},
    (client) => failureOf(() => client.get('e0', { retry: false })),
  ],
}

const calls: Readonly<Record<string, (client: AnyClient, signal: AbortSignal) => Promise<unknown>>> = {
  get: (client, signal) => client.get('e1', { signal }),
  create: (client, signal) => client.create(v2.least, { signal, retry: { limit: 5, retryCreates: true } }),
  'an iteration': (client, signal) => client.list({ signal }).toArray({ max: 9 }),
}

for (const [place, [steps, options, before]] of Object.entries(places)) {
  for (const [name, call] of Object.entries(calls)) {
    test(`an abort during ${place} ends ${name} within one turn of the event loop, with its own reason`, async () => {
      const { client, requests } = clientOver('v2', steps, options)
      await before?.(client)
      const { controller, listeners } = watchedSignal()
      let ended: unknown = 'not yet'
      call(client, controller.signal).catch((reason: unknown) => {
        ended = reason
      })
      for (let passed = 0; passed < 20; passed += 1) await turn()
      expect(ended).toBe('not yet')
      expect(listeners.now).toBeGreaterThan(0)
      const sent = requests.length
      const reason = new Error('the user left')
      controller.abort(reason)
      await turn()
      expect(ended).toBe(reason)
      expect(listeners.now).toBe(0)
      await turn()
      expect(requests).toHaveLength(sent)
    })
  }
}

test('an abort whose reason is an error of this package rejects with this reason', async () => {
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
