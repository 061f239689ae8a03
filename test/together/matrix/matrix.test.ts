import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FaultKind } from 'osdi-events/mock'
import { beforeAll, expect, test, vi } from 'vitest'
import { until } from '../../support/faults.ts'
import { timersInPieces } from '../../support/timers-in-pieces.ts'
import { cases, titleOf } from './cases.ts'
import { type Case, expectedOf } from './expected.ts'
import { faults } from './faults.ts'
import { inspect } from './inspection.ts'
import { type Observation, observe } from './observe.ts'
import { creates } from './operations.ts'
import { pageOf } from './page.ts'

/** Calls under way at a time: more of them and a late answer would be the test's own fault. */
const atATime = 16

/** What attempts of a call that ends so are noted as: a status, or what became of them. */
const kinds: Readonly<Record<string, RegExp>> = {
  http: /^(?:[45]\d\d|ECONNRESET|UND_ERR_SOCKET)$/,
  network: /^(?:ECONNRESET|ECONNREFUSED)$/,
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
  await once(foreign, 'listening')
  // A port that no program is given by chance, as one that was closed before might be.
  const elsewhere = { foreign: urlOf(foreign), closed: 'http://127.0.0.1:4' }
  // No time to lose between attempts: how long they wait is shown elsewhere.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  using _ = timersInPieces()
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
}, 60_000)

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

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

/** What the mock service can be told to do; a kind that is missing here does not compile. */
const everyKind: Readonly<Record<FaultKind, true>> = {
  latency: true,
  status: true,
  'rate-limit': true,
  html: true,
  'malformed-json': true,
  truncated: true,
  stall: true,
  'no-answer': true,
  reset: true,
  redirect: true,
  next: true,
  shape: true,
  'echo-key': true,
  'new-events': true,
}

test('every kind of fault that the mock service knows is tried', () => {
  const places = { inside: 'https://a.example.org', foreign: 'https://b.example.org' }
  const tried = faults.flatMap((fault) => fault.effects(places).map(({ kind }) => kind))
  expect([...new Set(tried)].sort()).toEqual(Object.keys(everyKind).sort())
})

test('no fault takes a request or the key to another host', () => {
  expect(requestsElsewhere).toEqual([])
})

test('no timer stays behind', () => {
  expect(timersLeft).toBe(0)
})

test('the table of the guide shows what is so', async () => {
  await expect(pageOf(cases, seenIn)).toMatchFileSnapshot('../../docs/guides/failures.md')
})
