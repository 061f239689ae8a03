import { createMockService, type MockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'

/** A user-interface event in New York on the first evening after the clocks went forward, and its service. */
function springEvent(start_date = '2026-03-08T18:00:00') {
  const service = createMockService({ now: '2026-03-01T00:00:00Z' })
  const key = service.addKey()
  const location = { locality: 'New York', region: 'NY' }
  return { service, key, event: service.addEvent({ title: 'Picnic', start_date, location }, { key }) }
}

const reminders = (service: MockService) =>
  service.outbox.filter(({ kind }) => kind === 'reminder').map(({ sent_at }) => sent_at)

/** Changes an event over version 2. */
const put = (service: MockService, { token }: { token: string }, id: string, body: object) =>
  service.fetch(`${service.baseUrl}/api/v2/events/${id}`, {
    method: 'PUT',
    headers: { 'OSDI-API-Token': token, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

test('a reminder goes out when the clock gets there and not a second earlier', () => {
  const { service, event } = springEvent()
  service.attend(event, 1)
  service.clock.advance('P6DT21H59M57S')
  expect(reminders(service)).toEqual([])
  service.clock.advance('PT1S')
  expect(reminders(service)).toHaveLength(1)
})

test('who comes after a write has moved the clock past the reminder gets none', () => {
  const { service, event } = springEvent()
  service.clock.advance('P6DT21H59M57S')
  service.attend(event, 1)
  service.attend(event, 1)
  expect(service.clock.now().toISOString()).toBe('2026-03-07T22:00:00.000Z')
  service.attend(event, 1)
  expect(reminders(service)).toEqual(['2026-03-07T22:00:00Z', '2026-03-07T22:00:00Z'])
})

test('an event that is moved after a write has moved the clock to its reminder has sent that', async () => {
  const { service, key, event } = springEvent()
  service.attend(event, 1)
  service.clock.advance('P6DT21H59M57S')
  service.addEvent({ title: 'Walk' }, { key })
  await put(service, key, event.id, { start_date: '2026-03-20T18:00:00' })
  service.clock.advance('P30D')
  expect(reminders(service)).toEqual(['2026-03-07T22:00:00Z'])
})

test('an event that is moved reminds by its new time, and once', async () => {
  const { service, key, event } = springEvent()
  service.attend(event, 2)
  await put(service, key, event.id, { start_date: '2026-03-09T18:00:00' })
  await put(service, key, event.id, { start_date: '2026-03-05T18:00:00' })
  await put(service, key, event.id, { start_date: '2026-03-09T18:00:00' })
  service.clock.advance('P20D')
  expect(reminders(service)).toEqual(['2026-03-08T22:00:00Z', '2026-03-08T22:00:00Z'])
})

test('reminders that are due together go out in the order of the events, from a state document too', async () => {
  const { service, key, event } = springEvent()
  const location = { locality: 'New York', region: 'NY' }
  const later = service.addEvent({ title: 'Walk', start_date: '2026-03-09T18:00:00', location }, { key })
  for (const one of [event, later]) service.attend(one, 1)
  await put(service, key, event.id, { start_date: '2026-03-09T18:00:00' })
  const other = createMockService()
  other.restore(service.snapshot().toJSON())
  for (const each of [service, other]) {
    each.clock.advance('P20D')
    const sent = each.outbox.filter(({ kind }) => kind === 'reminder').map((message) => message.event)
    expect(sent).toEqual([event.id, later.id])
  }
})

test('an event that is moved to another zone reminds by the clocks there', async () => {
  const { service, key, event } = springEvent('2026-03-20T18:00:00')
  service.attend(event, 1)
  await put(service, key, event.id, { location: { locality: 'Los Angeles', region: 'CA' } })
  service.clock.advance('P30D')
  expect(reminders(service)).toEqual(['2026-03-20T01:00:00Z'])
})

// Two writes have moved the clock from midnight; New York is five hours behind.
for (const [start_date, sent] of [
  ['2026-03-02T19:00:02', ['2026-03-02T00:00:02Z']],
  ['2026-03-02T19:00:01', []],
] as const) {
  test(`an event that is moved to ${start_date} when it is 00:00:02 UTC the day before sends ${sent.length} reminders`, async () => {
    const { service, key, event } = springEvent('2026-03-20T18:00:00')
    service.attend(event, 1)
    service.clock.advance('P1D')
    await put(service, key, event.id, { start_date })
    service.clock.advance('P30D')
    expect(reminders(service)).toEqual(sent)
  })
}
