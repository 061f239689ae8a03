import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test, vi } from 'vitest'
import { until } from '../support/faults.ts'
import { cases, titleOf } from './cases.ts'
import { type Case, expectedOf } from './expected.ts'
import { inspect } from './inspection.ts'
import { type Observation, observe } from './observe.ts'
import { creates } from './operations.ts'
import { pageOf } from './page.ts'

/** Calls under way at a time: more of them and a late answer would be the test's own fault. */
const atATime = 16

/** What attempts of a call that ends so are noted as: a status, or what became of them. */
const kinds: Readonly<Record<string, RegExp>> = {
  http: /^(?:[45]\d\d|ECONNRESET|UND_ERR_SOCKET)$/,
  network: /^ECONNRESET$/,
  timeout: /^timeout$/,
  content: /^(?:200|ECONNRESET|UND_ERR_SOCKET)$/,
  schema: /^200$/,
  link: /^(?:link|200)$/,
}

const observations = new Map<Case, Observation>()
const requestsElsewhere: unknown[] = []
let timersLeft = -1

beforeAll(async () => {
  const foreign = createServer((request, response) => {
    requestsElsewhere.push([request.method, request.url, request.headers])
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await vi.waitUntil(() => foreign.listening)
  const elsewhere = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`
  // No time to lose between attempts: how long they wait is shown elsewhere.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  using inspection = inspect()
  const waiting = [...cases]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      observations.set(next, await observe(next, elsewhere, inspection))
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
  await until(() => inspection.timers() === 0).catch(() => {})
  timersLeft = inspection.timers()
  random.mockRestore()
  foreign.close()
}, 300_000)

const seenIn = (of: Case): Observation => {
  const seen = observations.get(of)
  if (!seen) throw new Error('it was not tried')
  return seen
}

for (const of of cases) {
  test(`${titleOf(of)}: the call ends as documented`, () => {
    const { code, attempts, outcome, key, made, kinds: noted } = seenIn(of)
    expect({ code, attempts, outcome }).toEqual({ outcome: undefined, ...expectedOf(of) })
    for (const kind of noted) expect(String(kind)).toMatch(kinds[code] ?? /^$/)
    expect(key).toBe(false)
    expect(made).toBeGreaterThanOrEqual(0)
    expect(made).toBeLessThanOrEqual(creates(of.operation) ? 1 : 0)
    // A success that the service only claims is believed: the client cannot know better.
    const lie = of.fault.claimsSuccess && of.when === 'before'
    if (creates(of.operation) && !lie) {
      if (code === 'result' || outcome === 'applied') expect(made).toBe(1)
      if (outcome === 'not applied') expect(made).toBe(0)
    }
  })
}

test('no fault takes a request or the key to another host', () => {
  expect(requestsElsewhere).toEqual([])
})

test('no timer stays behind', () => {
  expect(timersLeft).toBe(0)
})

test('the table of the guide shows what is so', async () => {
  await expect(pageOf(cases, seenIn)).toMatchFileSnapshot('../../docs/guides/failures.md')
})
