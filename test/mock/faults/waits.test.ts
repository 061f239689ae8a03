import type { MockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { codesOf, faulty, stateOf, until } from '../../support/faults.ts'
import { inProcess } from '../../support/ways.ts'

const open = () => faulty(inProcess, 'v2')
const latency = { kind: 'latency', ms: 3_600_000 } as const

/** Everything that lets nobody wait any longer. */
const endings: Readonly<Record<string, (service: MockService) => void>> = {
  'a reset': (service) => service.reset(),
  'a restored snapshot': (service) => service.restore(service.snapshot()),
  'clearing the faults': ({ faults }) => faults.clear(),
  'removing the fault': ({ faults }) => {
    for (const fault of faults.rules) faults.remove(fault)
  },
}

for (const [ending, end] of Object.entries(endings)) {
  test(`${ending} cuts a latency short, and breaks off what a stall or a request without an answer keeps waiting`, async () => {
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

test('a request that is kept waiting over a reset belongs to the run before it', async () => {
  await using opened = await open()
  const { service, add, post, key } = opened
  const fault = add({ effect: latency })
  const answer = post()
  await fault.hit()
  service.reset()
  // The key is gone with the old run, which answers all the same.
  expect((await answer).status).toBe(200)
  expect(service.requests).toEqual([])
  expect(() => service.targeting(key)).toThrow('no key')
})

test('a caller that goes away during a latency ends it', async () => {
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

test('what waits does not keep others waiting', async () => {
  await using opened = await open()
  const { service, add, get } = opened
  const fault = add({ nth: 1, effect: { kind: 'no-answer' } })
  const waiting = get()
  await fault.hit()
  expect((await get()).status).toBe(200)
  service.faults.clear()
  expect((await waiting).error).toBeInstanceOf(TypeError)
})

test('removing one fault leaves those alone that wait because of another', async () => {
  await using opened = await open()
  const { service, add, get, post } = opened
  const [reading, writing] = [
    add({ method: 'GET', effect: latency }),
    add({ method: 'POST', effect: { kind: 'no-answer' } }),
  ]
  const read = get()
  const written = post()
  await Promise.all([reading.hit(), writing.hit()])
  service.faults.remove(writing)
  expect((await written).error).toBeInstanceOf(TypeError)
  // All that is due has its turn.
  await new Promise((resolve) => setImmediate(resolve))
  expect(service.requests.map(({ method }) => method)).toEqual(['POST'])
  service.faults.remove(reading)
  expect((await read).status).toBe(200)
})

test('a fault that is removed while its request waits does not strike it any more', async () => {
  await using opened = await open()
  const { service, add, get } = opened
  const [slow, down] = [add({ effect: latency }), add({ effect: { kind: 'status', status: 503 } })]
  const answer = get()
  await slow.hit()
  service.faults.remove(down)
  service.faults.remove(slow)
  expect((await answer).status).toBe(200)
  expect(service.requests).toMatchObject([{ status: 200, fault: 'latency' }])
})

test('a fault that never came to strike is as good as new', async () => {
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
  // Nobody else gets it meanwhile.
  expect((await get()).status).toBe(200)
  controller.abort(new Error('enough'))
  expect(await answer).toEqual({ error: new Error('enough') })
  expect([slow, down, more].map(({ hits }) => hits)).toEqual([1, 0, 0])
  expect((await get()).status).toBe(503)
  expect([slow, down, more].map(({ hits }) => hits)).toEqual([1, 1, 1])
})

test('a request that began before a reset is not struck by the rules that come after it', async () => {
  await using opened = await open()
  const { service, target, events, headers, add } = opened
  let send = (_chunk: Uint8Array | undefined) => {}
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      send = (chunk) => (chunk ? controller.enqueue(chunk) : controller.close())
    },
  })
  const answer = target.fetch(target.baseUrl + events, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
  send(new TextEncoder().encode('{"title":"Picnic",'))
  service.reset()
  const fault = add({ effect: { kind: 'status', status: 503 } })
  send(new TextEncoder().encode('"origin_system":"Calendar"}'))
  send(undefined)
  expect((await answer).status).toBe(200)
  expect(fault.hits).toBe(0)
})
