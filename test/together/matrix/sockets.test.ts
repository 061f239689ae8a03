import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from 'osdi-events/mock/standalone'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { timeFlies, timeStandsStill } from '../../support/virtual-time.ts'
import { overSocket, type Reach } from '../../support/ways.ts'
import { allCases, titleOf } from './cases.ts'
import { type Case, expectAsDocumented } from './expected.ts'
import { faults } from './faults.ts'
import { observe, worldOf } from './observe.ts'
import { operationNames } from './operations.ts'

/** Whether the call ends by its timeout. */
const isSilent = ({ fault }: Pick<Case, 'fault'>) => fault.ending?.code === 'timeout'

/** One case of each fault, with varying operations. A silent fault gets a create, which has one attempt. */
const sample = faults.map((fault, index) => {
  const its = allCases.filter((of) => of.fault === fault && (fault.spoils?.includes(of.operation) ?? true))
  const lasting = index % 2 === 0 ? 'once' : 'always'
  const operation = isSilent({ fault }) ? 'create' : operationNames[index % operationNames.length]
  const fitting = its.filter((of) => of.lasting === lasting && of.when === (index % 3 === 0 ? 'after' : 'before'))
  return (fitting.find((of) => of.operation === operation) ?? its.find((of) => of.lasting === lasting)) as Case
})

const requestsElsewhere: unknown[] = []
const foreign = createServer((request, response) => {
  requestsElsewhere.push([request.method, request.url, request.headers])
  response.end('{}')
})

interface Started {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** One promise for each request to a server of this process; it settles when the response closes. */
let answered: Promise<unknown>[] = []
let onRequest = () => {}
const onStart = (message: unknown) => {
  answered.push(once((message as Started).response, 'close'))
  onRequest()
}

beforeAll(async () => {
  subscribe('http.server.request.start', onStart)
  await once(foreign.listen(0, '127.0.0.1'), 'listening')
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  answered = []
  onRequest = () => {}
})

afterAll(() => {
  unsubscribe('http.server.request.start', onStart)
  foreign.close()
})

/** A server, and a client whose clock runs fast once the response has come. */
const hurried: Reach = async (service) => {
  const { url, close } = await serve(service)
  timeStandsStill()
  return { baseUrl: url, fetch: (input, init) => fetch(input, init).finally(timeFlies), close }
}

for (const of of sample) {
  test(`over a socket, ${titleOf(of)} ends as documented and leaves no open request`, async () => {
    // Before a stall, half of the body has to arrive.
    if (isSilent(of) && !of.fault.saysStatus) onRequest = timeFlies
    // No wait between attempts; other tests show how long they wait.
    vi.spyOn(Math, 'random').mockReturnValue(0)
    await using world = await worldOf(of.version, isSilent(of) ? hurried : overSocket)
    const seen = await observe(of, world, {
      foreign: `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`,
      // Systems assign no program port 4; a closed port could be assigned again.
      refused: (_, init) => fetch('http://127.0.0.1:4', init),
      settled: () => Promise.all(answered),
    })
    expectAsDocumented(of, seen)
    expect(requestsElsewhere).toEqual([])
  })
}
