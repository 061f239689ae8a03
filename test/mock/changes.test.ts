import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { engineOf } from '../../mock-server/engine.ts'
import { callerOf } from '../support/api.ts'

test('who watches a service is told of every request that changed something, and of no other', async () => {
  const service = createMockService({ events: 1 })
  const caller = callerOf(service, service.seeded.group, 'v2')
  let told = 0
  const stop = engineOf(service)?.watch(() => {
    told += 1
  })
  const countOf = async (act: () => Promise<unknown>) => {
    const before = told
    await act()
    return told - before
  }
  const made = await caller.create()
  expect(told).toBe(1)
  expect(await countOf(() => caller.update(made, { title: 'Walk' }))).toBe(1)
  expect(await countOf(() => caller.update(made, { title: 'Walk' }))).toBe(0)
  expect(await countOf(() => caller.list())).toBe(0)
  expect(await countOf(() => caller.send('POST', '/events', {}))).toBe(0)
  expect(await countOf(() => caller.send('DELETE', '/events'))).toBe(0)
  expect(await countOf(async () => service.addPerson())).toBe(1)
  expect(await countOf(async () => service.clock.advance('PT1H'))).toBe(1)
  expect(await countOf(async () => service.reset())).toBe(1)
  stop?.()
  expect(await countOf(async () => service.addPerson())).toBe(0)
})
