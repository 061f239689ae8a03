import type { FaultKind } from 'osdi-events/mock'
import { expect, test, vi } from 'vitest'
import { flyingTime } from '../../support/virtual-time.ts'
import { inProcess, type Reach } from '../../support/ways.ts'
import { cases, titleOf } from './cases.ts'
import { expectAsDocumented } from './expected.ts'
import { faults } from './faults.ts'
import { observe, type Surroundings, worldOf } from './observe.ts'
import { pageOf } from './page.ts'

const foreign = 'https://elsewhere.example.org'
const requestsElsewhere: string[] = []

const surroundings: Surroundings = {
  foreign,
  refused: async () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    throw new TypeError('fetch failed', { cause })
  },
}

const reach: Reach = async (service) => ({
  ...(await inProcess(service)),
  fetch: (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!url.startsWith(`${service.baseUrl}/`)) requestsElsewhere.push(url)
    return service.fetch(input, init)
  },
})

const worlds = { v1: await worldOf('v1', reach), v2: await worldOf('v2', reach) }

for (const [name, its] of Map.groupBy(
  cases,
  (of) => `${of.version} with the fault "${of.fault.name}" (${of.lasting})`,
)) {
  test(`every method of ${name} ends as documented, and leaves no timer behind`, async () => {
    // All waits have their default length, in virtual time.
    using _ = flyingTime()
    for (const of of its) {
      expectAsDocumented(of, await observe(of, worlds[of.version], surroundings))
      // Includes the service's own timers, one for each request that it keeps waiting.
      expect(vi.getTimerCount(), titleOf(of)).toBe(0)
    }
  })
}

/** Every kind of fault of the mock service; a missing kind does not compile. */
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

test('the tests of all methods and faults use every kind of fault of the mock service', () => {
  const places = { inside: 'https://a.example.org', foreign: 'https://b.example.org' }
  const tried = faults.flatMap((fault) => fault.effects(places).map(({ kind }) => kind))
  expect([...new Set(tried)].sort()).toEqual(Object.keys(everyKind).sort())
})

test('no fault makes the client send a request or the key to another host', () => {
  expect(requestsElsewhere).toEqual([])
})

test('the tables of docs/guides/failures.md show the results of the tests', async () => {
  await expect(pageOf()).toMatchFileSnapshot('../../../docs/guides/failures.md')
})
