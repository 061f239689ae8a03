import { controlOf, createMockService } from 'osdi-events/mock'
import { serve } from 'osdi-events/mock/standalone'
import { expect, test } from 'vitest'

test('two servers over one service both see every change of its events', async () => {
  const service = createMockService({ events: 3 })
  await using first = await serve(service)
  await using second = await serve(service)
  const controls = [first, second].map(({ url }) => controlOf(url))
  const found = () => Promise.all(controls.map(async (control) => (await control.events({ search: 'regatta' })).total))
  expect(await found()).toEqual([0, 0])
  const regatta = service.addEvent({ title: 'Regatta' }, { key: service.seeded.group })
  expect(await found()).toEqual([1, 1])
  service.attend(regatta, 1)
  const attended = controls.map((control) => control.events({ search: 'regatta', attended: true }))
  expect((await Promise.all(attended)).map(({ total }) => total)).toEqual([1, 1])
})

test('closing one server lets go whoever waits there, and nobody who waits elsewhere', async () => {
  const service = createMockService({ events: 3 })
  const first = await serve(service)
  await using second = await serve(service)
  const fault = service.faults.add({ effect: { kind: 'latency', ms: 3_600_000 } })
  const headers = { 'OSDI-API-Token': service.seeded.group.token }
  const waiting = [first.url, second.url, service.baseUrl].map((base) => {
    const ask = base === service.baseUrl ? service.fetch : fetch
    return ask(`${base}/api/v2/events`, { headers })
  })
  const answered: number[] = []
  for (const [index, answer] of waiting.entries()) void answer.then(() => answered.push(index))
  await fault.hit(3)
  await first.close({ grace: 600_000 })
  await waiting[0]
  expect([answered, service.requests.length]).toEqual([[0], 1])
  service.faults.clear()
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200])
})
