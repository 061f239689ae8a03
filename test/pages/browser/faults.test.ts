import type { FaultEffect } from 'osdi-events/mock'
import { setupMockWorker } from 'osdi-events/mock/browser'
import { expect, test } from 'vitest'
import { faulty } from '../../support/faults.ts'

const opened = () =>
  faulty(async (service) => {
    const { start, stop } = setupMockWorker(service)
    await start()
    return { baseUrl: service.baseUrl, fetch: (input, init) => globalThis.fetch(input, init), close: stop }
  }, 'v2')

const cut = { status: 200, error: expect.any(TypeError) }
const kinds: readonly (readonly [string, FaultEffect, object])[] = [
  ['a status', { kind: 'status', status: 503 }, { status: 503 }],
  ['a rate limit', { kind: 'rate-limit', retryAfter: 7 }, { status: 429, after: '7' }],
  ['malformed JSON', { kind: 'malformed-json' }, { status: 200, json: false }],
  ['HTML', { kind: 'html' }, { status: 200, text: expect.stringMatching(/^\s*</) }],
  ['a body that is cut short', { kind: 'truncated' }, cut],
  ['a connection reset after the headers', { kind: 'reset', at: 'after headers' }, cut],
  ['a connection reset', { kind: 'reset' }, { status: undefined, error: expect.any(TypeError) }],
]

/** Whether a text is JSON; none is neither. */
const isJson = (text = '{}') => {
  try {
    return Boolean(JSON.parse(text))
  } catch {
    return false
  }
}

test.for(kinds)(
  'a request of a page through the worker fails with the fault %s, and a second request gets a response',
  async ([, effect, shown]) => {
    await using page = await opened()
    page.add({ effect, times: 1 })
    const { status, headers, text, error } = await page.get()
    expect({ status, text, error, after: headers?.get('retry-after'), json: isJson(text) }).toMatchObject(shown)
    expect((await page.get()).status).toBe(200)
  },
)

test.for(['stall', 'no-answer'] as const)(
  'a page can abort a request with the fault %s, and a second request gets a response',
  async (kind) => {
    await using page = await opened()
    const rule = page.add({ effect: { kind }, times: 1 })
    const aborting = new AbortController()
    const asked = page.get(page.events, { signal: aborting.signal })
    await rule.hit()
    aborting.abort(new Error('enough'))
    expect(await asked).toMatchObject({ error: { message: 'enough' } })
    page.service.faults.clear()
    expect((await page.get()).status).toBe(200)
  },
)
