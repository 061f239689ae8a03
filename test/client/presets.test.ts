import { actionNetwork, EventsV1, EventsV2 } from 'osdi-events'
import { createMockService, actionNetwork as mocked } from 'osdi-events/mock'
import { expect, expectTypeOf, test } from 'vitest'

test('the presets of client and mock are deeply frozen plain data', () => {
  expect(actionNetwork).toEqual({
    baseUrl: 'https://actionnetwork.org',
    namespace: 'action_network',
    rateLimit: { perSecond: 4 },
  })
  for (const part of [actionNetwork, actionNetwork.rateLimit, mocked, mocked.assumptions]) {
    expect(Object.isFrozen(part)).toBe(true)
  }
})

test.for([EventsV1, EventsV2])(
  '$name with the actionNetwork preset reads a mock service with its preset',
  async (Events) => {
    const service = createMockService({ ...mocked, events: 3 })
    const apiKey = service.seeded.group.token
    const events = new Events({ ...actionNetwork, rateLimit: undefined, apiKey, fetch: service.fetch })
    expect(events).toMatchObject({ baseUrl: 'https://actionnetwork.org', namespace: 'action_network' })
    const { items } = await events.list().toArray({ max: 10 })
    expect(items).toHaveLength(3)
    expect(service.assumptions).toMatchObject({
      invalidKey: '403 repeating the key',
      v2PutIdentifiers: 'add',
      rateLimit: 4,
      filter: 'honoured',
    })
  },
)

test('the types of a client with the actionNetwork preset follow its namespace', () => {
  const events = new EventsV2({ ...actionNetwork, apiKey: 'a-key-of-the-service' })
  expectTypeOf<ReturnType<typeof events.get>>().resolves.toHaveProperty('action_network:sponsor')
  expectTypeOf<ReturnType<typeof events.get>>().resolves.not.toHaveProperty('platform:sponsor')
})
