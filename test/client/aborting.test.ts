import { afterEach, expect, test, vi } from 'vitest'
import { failureOf } from '../support/failure.ts'
import { clientOver, hang, redirect, refusal, type Step, stalled } from '../support/scripted-fetch.ts'
import { type AnyClient, v2 } from '../support/versions.ts'
import { watchedSignal } from '../support/watched-signal.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** One turn of the event loop: whatever is due comes before. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

const never = () => new Promise<never>(() => {})
const resting = refusal(503, { 'retry-after': '50' })

/** Places where a call can be when it is aborted. */
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
  'the rest after a 429': [
    [refusal(429, { 'retry-after': '50' }), hang],
    {},
    (client) => failureOf(() => client.get('e0', { retry: false })),
  ],
}

const calls: Readonly<Record<string, (client: AnyClient, signal: AbortSignal) => Promise<unknown>>> = {
  get: (client, signal) => client.get('e1', { signal }),
  create: (client, signal) => client.create(v2.least, { signal, retry: { limit: 5, retryCreates: true } }),
  'a walk': (client, signal) => client.list({ signal }).toArray({ max: 9 }),
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
