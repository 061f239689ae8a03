import { createMockService, type MockService } from 'osdi-events/mock'
import { expect, onTestFinished, test } from 'vitest'
import { codesOf, faulty, stateOf, until } from '../../support/faults.ts'
import { inProcess } from '../../support/ways.ts'

const list = ({ baseUrl, fetch }: MockService, init: RequestInit = {}) => fetch(`${baseUrl}/api/v2/events`, init)

/** The indexes of the settled promises, in the order in which they settle. */
const settling = (...promises: readonly Promise<unknown>[]) => {
  const settled: number[] = []
  promises.forEach((promise, index) => void promise.finally(() => settled.push(index)).catch(() => {}))
  return settled
}

test('fault.hit(n) resolves when the fault has applied n times in all, or at once if it already has', async () => {
  const service = createMockService()
  const fault = service.faults.add({ effect: { kind: 'status', status: 503 } })
  const settled = settling(fault.hit(3), fault.hit(), fault.hit(2))
  await list(service)
  expect(settled).toEqual([1])
  await list(service)
  expect(settled).toEqual([1, 2])
  await fault.hit(2)
  await list(service)
  expect(settled).toEqual([1, 2, 0])
})

test.for(['latency', 'stall', 'no-answer'] as const)(
  'fault.hit() of a %s fault resolves while the caller still waits',
  async (kind) => {
    const service = createMockService()
    const effect = kind === 'latency' ? { kind, ms: 3_600_000 } : { kind }
    const fault = service.faults.add({ effect })
    const stop = new AbortController()
    const answer = list(service, { signal: stop.signal }).then((response) => response.text())
    await fault.hit()
    stop.abort(new Error('enough'))
    await expect(answer).rejects.toThrow('enough')
  },
)

test.for<[how: string, end: (service: MockService) => unknown]>([
  ['removed', ({ faults }) => faults.remove(faults.rules[0]?.id ?? '')],
  ['cleared', ({ faults }) => faults.clear()],
  ['removed by a reset', (service) => service.reset()],
  ['removed by a restored snapshot', (service) => service.restore(service.snapshot())],
])('fault.hit(n) rejects with a MockServiceError when the rule is %s', async ([, end]) => {
  const service = createMockService()
  const fault = service.faults.add({ effect: { kind: 'status', status: 503 } })
  await list(service)
  const waiting = fault.hit(2)
  end(service)
  const error = {
    name: 'MockServiceError',
    code: 'unknown',
    field: 'fault',
    message: `fault: ${fault.id} was removed after 1 of 2 hits`,
  }
  await expect(waiting).rejects.toMatchObject(error)
  await expect(fault.hit(2)).rejects.toMatchObject(error)
  await fault.hit()
})

test.for([0, -1, 1.5, Number.NaN, '2', null])('fault.hit refuses a count of %s', async (n) => {
  const { faults } = createMockService()
  const fault = faults.add({ effect: { kind: 'reset' } })
  await expect(fault.hit(n as number)).rejects.toMatchObject({ code: 'argument', field: 'n' })
})

test('fault.hit refuses to wait for more hits than the fault has', async () => {
  const { faults } = createMockService()
  const fault = faults.add({ times: 2, effect: { kind: 'reset' } })
  await expect(fault.hit(3)).rejects.toMatchObject({ code: 'argument', field: 'n' })
})

test('a hit that nobody awaits, and that never comes, is no unhandled rejection', async () => {
  const rejected: unknown[] = []
  const listen = (reason: unknown) => void rejected.push(reason)
  process.on('unhandledRejection', listen)
  onTestFinished(() => void process.off('unhandledRejection', listen))
  const { faults } = createMockService()
  void faults.add({ effect: { kind: 'reset' } }).hit()
  faults.clear()
  await new Promise((resolve) => setImmediate(resolve))
  expect(rejected).toEqual([])
})

const open = () => faulty(inProcess, 'v2')
const latency = { kind: 'latency', ms: 3_600_000 } as const

/** The calls that end the wait of every request. */
const endings: Readonly<Record<string, (service: MockService) => void>> = {
  'a reset': (service) => service.reset(),
  'a restored snapshot': (service) => service.restore(service.snapshot()),
  'clearing the faults': ({ faults }) => faults.clear(),
  'removing the fault': ({ faults }) => {
    for (const fault of faults.rules) faults.remove(fault)
  },
}

for (const [ending, end] of Object.entries(endings)) {
  test(`${ending} ends the wait of a latency fault, and breaks the connection of stall and no-answer faults`, async () => {
    for (const when of ['before', 'after'] as const) {
      await using opened = await open()
      const fault = opened.add({ when, effect: latency })
      const answer = opened.post()
      await fault.hit()
      end(opened.service)
      const { status, text } = await answer
      expect([status, JSON.parse(text ?? '')]).toEqual([200, expect.objectContaining({ title: 'Picnic' })])
    }
    for (const kind of ['stall', 'no-answer'] as const) {
      await using opened = await open()
      const fault = opened.add({ effect: { kind } })
      const answer = opened.get()
      await fault.hit()
      end(opened.service)
      const { status, error } = await answer
      expect([status, codesOf(error)]).toEqual([kind === 'stall' ? 200 : undefined, ['ECONNRESET']])
      expect(error).toBeInstanceOf(TypeError)
    }
  })
}

test('an abort of the request ends the wait of a latency fault', async () => {
  for (const when of ['before', 'after'] as const) {
    await using opened = await open()
    const { service, add, post } = opened
    const before = stateOf(service)
    const fault = add({ when, effect: latency })
    const controller = new AbortController()
    const answer = post({ signal: controller.signal })
    await fault.hit()
    controller.abort(new Error('enough'))
    expect(await answer).toEqual({ error: new Error('enough') })
    await until(() => service.requests.length === 1)
    expect(service.requests).toMatchObject([{ operation: 'events.create', fault: 'latency' }])
    expect(service.requests[0]).not.toHaveProperty('status')
    expect(stateOf(service) === before).toBe(when === 'before')
  }
})

test('an aborted request with a latency fault uses no hits of the faults that would apply after the latency', async () => {
  await using opened = await open()
  const { add, get } = opened
  const slow = add({ times: 1, effect: latency })
  const [down, more] = [
    add({ times: 1, effect: { kind: 'status', status: 503 } }),
    add({ times: 1, when: 'after', effect: { kind: 'new-events' } }),
  ]
  const controller = new AbortController()
  const answer = get(undefined, { signal: controller.signal })
  await slow.hit()
  // No other request gets the 503 meanwhile.
  expect((await get()).status).toBe(200)
  controller.abort(new Error('enough'))
  expect(await answer).toEqual({ error: new Error('enough') })
  expect([slow, down, more].map(({ hits }) => hits)).toEqual([1, 0, 0])
  expect((await get()).status).toBe(503)
  expect([slow, down, more].map(({ hits }) => hits)).toEqual([1, 1, 1])
})
