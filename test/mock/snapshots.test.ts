import { createMockService, type MockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf } from '../support/api.ts'
import { stateOf } from '../support/faults.ts'

/** Everything that a service holds and shows of its data. */
async function shownBy(service: MockService) {
  const { token } = service.seeded.group
  const { body } = await callerOf(service, { token }, 'v2').send('GET', '/events')
  return [stateOf(service), body, service.targeting(token), service.dashboard(token), service.outbox, service.seeded]
}

/** Changes a service in many ways. */
function change(service: MockService, title: string) {
  const key = service.seeded.group
  const start_date = '2026-01-02T00:30:00'
  const event = service.addEvent({ title, identifiers: [`calendar:${title}`], start_date }, { key })
  service.attend(event, 2)
  service.attend(event, service.addPerson({ email_address: `${title.toLowerCase()}@example.org` }))
  service.clock.advance('P1D')
  return event
}

test('a service goes back to a snapshot with everything that it held, the clock and the outbox', async () => {
  const service = createMockService({ events: 8 })
  change(service, 'Picnic')
  const before = await shownBy(service)
  const snapshot = service.snapshot()
  change(service, 'Walk')
  service.addKey({ token: 'later-key' })
  expect(await shownBy(service)).not.toEqual(before)
  service.restore(snapshot)
  expect(await shownBy(service)).toEqual(before)
  expect(() => service.targeting('later-key')).toThrow('no key')
  // Its identifier and its guest's address are free again.
  expect(change(service, 'Walk').title).toBe('Walk')
})

test("a snapshot of another service brings its data to this one's address, namespace and assumptions", async () => {
  const one = createMockService({ events: 30, seed: 'one', assumptions: { ids: 'number' } })
  const other = one.addKey({ group: one.seeded.group.group ?? '' })
  one.addEvent({ title: 'By another key' }, { key: other })
  const two = createMockService({ baseUrl: 'https://two.example.org', namespace: 'two', assumptions: { scope: 'key' } })
  two.restore(one.snapshot())
  expect(two.seeded).toEqual(one.seeded)
  const page = async (token: string) =>
    (await two.fetch('https://two.example.org/api/v2/events', { headers: { 'OSDI-API-Token': token } })).json()
  const [first] = (await page(one.seeded.group.token))._embedded['osdi:events']
  expect(first.identifiers[0]).toMatch(/^two:\d+$/)
  expect(first._links.self.href).toMatch(/^https:\/\/two\.example\.org\/api\/v2\/events\/\d+$/)
  expect((await page(one.seeded.group.token)).total_records).toBe(30)
  expect((await page(other.token)).total_records).toBe(1)
  expect(two.dashboard(other)).toHaveLength(one.dashboard(other).length)
})

test("a snapshot with a foreign identifier that stands in this service's namespace is refused, as its document is", async () => {
  const one = createMockService()
  const { token } = one.seeded.group
  await one.fetch(`${one.baseUrl}/api/v2/events`, {
    method: 'POST',
    headers: { 'OSDI-API-Token': token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'Picnic', origin_system: 'Calendar', identifiers: ['action_network:5'] }),
  })
  const two = createMockService({ namespace: 'action_network', events: 2 })
  const before = JSON.stringify(two.snapshot())
  const refused = expect.objectContaining({ code: 'state', field: 'events[0].identifiers[0]' }) as Error
  expect(() => two.restore(one.snapshot())).toThrow(refused)
  expect(() => two.restore(one.snapshot().toJSON())).toThrow(refused)
  expect(JSON.stringify(two.snapshot())).toBe(before)
  one.restore(one.snapshot())
  expect(one.snapshot().toJSON().events).toHaveLength(1)
})
