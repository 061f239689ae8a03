import { createMockService, type MockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'

const list = ({ baseUrl, fetch }: MockService, init: RequestInit = {}) => fetch(`${baseUrl}/api/v2/events`, init)

/** Which of some promises have settled, in the order in which they did. */
const settling = (...promises: readonly Promise<unknown>[]) => {
  const settled: number[] = []
  promises.forEach((promise, index) => void promise.finally(() => settled.push(index)).catch(() => {}))
  return settled
}

test('a hit is told of when the rule has struck so often in all, and at once where it has', async () => {
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

test.for(['latency', 'stall', 'no-answer'] as const)('who hears of a %s finds its caller waiting', async (kind) => {
  const service = createMockService()
  const effect = kind === 'latency' ? { kind, ms: 3_600_000 } : { kind }
  const fault = service.faults.add({ effect })
  const stop = new AbortController()
  const answer = list(service, { signal: stop.signal }).then((response) => response.text())
  await fault.hit()
  stop.abort(new Error('enough'))
  await expect(answer).rejects.toThrow('enough')
})

test('a rule that another wait keeps from striking is not told of before it strikes', async () => {
  const service = createMockService()
  const slow = service.faults.add({ effect: { kind: 'latency', ms: 3_600_000 } })
  const down = service.faults.add({ effect: { kind: 'status', status: 503 } })
  const settled = settling(down.hit())
  const answer = list(service)
  await slow.hit()
  expect([down.hits, settled]).toEqual([1, []])
  service.faults.remove(slow)
  expect((await answer).status).toBe(503)
  expect(settled).toEqual([0])
})

test('nothing that was there to be spoilt is no hit', async () => {
  const service = createMockService()
  const fault = service.faults.add({ times: 1, effect: { kind: 'next', to: 'loop' } })
  const settled = settling(fault.hit())
  await service.fetch(`${service.baseUrl}/api/v2/events/none`)
  expect([fault.hits, settled]).toEqual([0, []])
})

test.for<[how: string, end: (service: MockService) => unknown]>([
  ['removed', ({ faults }) => faults.remove(faults.rules[0]?.id ?? '')],
  ['cleared away', ({ faults }) => faults.clear()],
  ['gone with a reset', (service) => service.reset()],
  ['gone with a snapshot', (service) => service.restore(service.snapshot())],
])('nobody waits for a rule that is %s', async ([, end]) => {
  const service = createMockService()
  const fault = service.faults.add({ effect: { kind: 'status', status: 503 } })
  await list(service)
  const waiting = fault.hit(2)
  end(service)
  const error = {
    name: 'MockServiceError',
    code: 'unknown',
    field: 'fault',
    message: `fault: ${fault.id} was taken out of force when it had struck 1 of 2 times`,
  }
  await expect(waiting).rejects.toMatchObject(error)
  await expect(fault.hit(2)).rejects.toMatchObject(error)
  await fault.hit()
})

test.for([0, -1, 1.5, Number.NaN, '2', null])('a count of %s is refused by its name', async (n) => {
  const { faults } = createMockService()
  const fault = faults.add({ effect: { kind: 'reset' } })
  await expect(fault.hit(n as number)).rejects.toMatchObject({ code: 'argument', field: 'n' })
})

test('more hits than a rule can have are refused, and not waited for', async () => {
  const { faults } = createMockService()
  const fault = faults.add({ nth: 3, effect: { kind: 'reset' } })
  await expect(fault.hit(2)).rejects.toMatchObject({ code: 'argument', message: expect.stringContaining('1 at most') })
})

test('rules that are listed are data alone', () => {
  const { faults } = createMockService()
  const fault = faults.add({ effect: { kind: 'reset' } })
  expect(Object.keys(fault)).toEqual(['id', 'effect', 'hits'])
  expect(faults.rules[0]).not.toHaveProperty('hit')
})
