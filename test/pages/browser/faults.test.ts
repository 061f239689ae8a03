import type { FaultEffect } from 'osdi-events/mock'
import { setupMockWorker } from 'osdi-events/mock/browser'
import { expect, test } from 'vitest'
import { faulty, type Seen } from '../../support/faults.ts'

const opened = () =>
  faulty(async (service) => {
    const { start, stop } = setupMockWorker(service)
    await start()
    return { baseUrl: service.baseUrl, fetch: (input, init) => globalThis.fetch(input, init), close: stop }
  }, 'v2')

const brokenOff = ({ status, error }: Seen) => {
  expect(status).toBe(200)
  expect(error).toBeInstanceOf(TypeError)
}

const kinds: readonly (readonly [string, FaultEffect, (answer: Seen) => void])[] = [
  ['a status', { kind: 'status', status: 503 }, ({ status }) => expect(status).toBe(503)],
  [
    'a rate limit',
    { kind: 'rate-limit', retryAfter: 7 },
    ({ status, headers }) => expect([status, headers?.get('retry-after')]).toEqual([429, '7']),
  ],
  [
    'malformed JSON',
    { kind: 'malformed-json' },
    ({ status, text = '{}' }) => {
      expect(status).toBe(200)
      expect(() => JSON.parse(text)).toThrow(SyntaxError)
    },
  ],
  [
    'HTML',
    { kind: 'html' },
    ({ status, text }) => expect([status, text]).toEqual([200, expect.stringMatching(/^\s*</)]),
  ],
  ['a body that is cut short', { kind: 'truncated' }, brokenOff],
  ['a connection reset after the headers', { kind: 'reset', at: 'after headers' }, brokenOff],
  [
    'a connection reset',
    { kind: 'reset' },
    ({ status, error }) => expect([status, error]).toEqual([undefined, expect.any(TypeError)]),
  ],
]

test.for(kinds)('%s reaches a page, and the next request is answered', async ([, effect, shows]) => {
  await using page = await opened()
  page.add({ effect, times: 1 })
  shows(await page.get())
  expect((await page.get()).status).toBe(200)
})

test.for(['stall', 'no-answer'] as const)('a page can abort a request that meets %s, and go on', async (kind) => {
  await using page = await opened()
  const rule = page.add({ effect: { kind }, times: 1 })
  const aborting = new AbortController()
  const asked = page.get(page.events, { signal: aborting.signal })
  await rule.hit()
  aborting.abort(new Error('enough'))
  expect(await asked).toMatchObject({ error: { message: 'enough' } })
  page.service.faults.clear()
  expect((await page.get()).status).toBe(200)
})
