import { createMockService, type Geocode, type MockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, world } from '../support/api.ts'
import { versions } from '../support/names.ts'

const at =
  (timeZone: string): Geocode =>
  () => ({ region: '', country: 'US', latitude: 1, longitude: 2, accuracy: 'Approximate', timeZone })

for (const version of versions) {
  test(`an RSVP to an API-created event sends no autoresponse and no reminder (${version}: v1 §1.4, v2 §1.5c)`, async () => {
    const { service, key } = world()
    const made = await callerOf(service, key, version).create({ start: '2026-05-04T09:00:00' })
    const added = service.addEvent({ title: 'As a POST', start_date: '2026-05-04T09:00:00' }, { key, via: 'api' })
    service.attend(made, 2)
    service.attend(added, 2)
    service.clock.advance('P7D')
    expect(service.outbox).toEqual([])
  })
}

test('an RSVP to a user-interface event sends an autoresponse at once and a reminder when it is due (v2 §1.5c, v1 §1.4)', () => {
  const { service, key, stranger, member } = world({ geocode: at('UTC') })
  const { id } = service.addEvent({ title: 'Tree walk', start_date: '2026-05-04T09:00:00' }, { key })
  expect(service.outbox).toEqual([])
  for (const person of [stranger, member]) service.attend(id, person)
  const sent = { method: 'email', event: id, sent_at: expect.stringMatching(/^2026-05-01T12:\d\d:\d\dZ$/) }
  const autoresponses = [
    { ...sent, kind: 'autoresponse', person: stranger.id, to: stranger.email_address },
    { ...sent, kind: 'autoresponse', person: member.id, to: member.email_address },
  ]
  expect(service.outbox).toMatchObject(autoresponses)
  service.clock.advance('PT44H')
  expect(service.outbox).toHaveLength(2)
  service.clock.advance('PT2H')
  const due = { method: 'email', event: id, sent_at: '2026-05-03T09:00:00Z' }
  expect(service.outbox).toMatchObject([
    ...autoresponses,
    { ...due, kind: 'reminder', person: stranger.id, to: stranger.email_address },
    { ...due, kind: 'reminder', person: member.id, to: member.email_address },
  ])
  service.clock.advance('P30D')
  expect(service.outbox).toHaveLength(4)
})

test('a change of an accepted RSVP that stays accepted sends no second autoresponse', async () => {
  const { service, key, stranger } = world({ geocode: at('UTC') })
  const { id } = service.addEvent({ title: 'Tree walk', start_date: '2026-05-04T09:00:00' }, { key })
  const [rsvp] = service.attend(id, stranger)
  const { status } = await service.fetch(`${service.baseUrl}/api/v2/events/${id}/attendances/${rsvp?.id}`, {
    method: 'PUT',
    headers: { 'OSDI-API-Token': key.token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ identifiers: ['calendar:1'] }),
  })
  expect([status, service.outbox.length]).toEqual([200, 1])
  for (const status of ['declined', 'accepted'] as const) service.attend(id, stranger, { status })
  expect(service.outbox).toHaveLength(2)
})

test('service.outbox has messages in the order in which they were due, after one step of the clock or many steps (v2 §1.5c)', () => {
  const remindersBy = (steps: readonly string[]) => {
    const { service, key } = world({ geocode: at('UTC') })
    for (const day of ['09', '05', '07', '05']) {
      const { id } = service.addEvent({ title: `On ${day}`, start_date: `2026-05-${day}T09:00:00` }, { key })
      service.attend(id, 1)
    }
    for (const step of steps) service.clock.advance(step)
    return service.outbox.filter(({ kind }) => kind === 'reminder').map(({ sent_at, event }) => [sent_at, event])
  }
  const atOnce = remindersBy(['P14D'])
  expect(atOnce.map(([sent_at]) => sent_at?.slice(8, 10))).toEqual(['04', '04', '06', '08'])
  expect(remindersBy(Array.from({ length: 14 }, () => 'P1D'))).toEqual(atOnce)
})

const zones: readonly (readonly [start: string, zone: string, due: string])[] = [
  ['2026-07-04T09:00:00Z', 'America/New_York', '2026-07-03T13:00:00Z'],
  ['2026-07-04T09:00:00', 'Asia/Kolkata', '2026-07-03T03:30:00Z'],
  ['2026-07-04T09:00', 'Pacific/Kiritimati', '2026-07-02T19:00:00Z'],
  ['2026-07-04T09:00:00', 'UTC', '2026-07-03T09:00:00Z'],
  // A skipped local time moves forward by the jump; of a repeated local time the first one counts.
  ['2027-03-14T02:30:00', 'America/New_York', '2027-03-13T07:30:00Z'],
  ['2026-11-01T01:30:00', 'America/New_York', '2026-10-31T05:30:00Z'],
]

test('a reminder is due 1440 minutes before the local start of its event (v2 §2.1g, v2 §2.3)', () => {
  for (const [start_date, zone, due] of zones) {
    const { service, key } = world({ geocode: at(zone) })
    service.attend(service.addEvent({ title: 'Tree walk', start_date }, { key }), 1)
    service.clock.advance('P400D')
    expect(service.outbox.slice(1).map(({ sent_at }) => sent_at)).toEqual([due])
  }
})

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
  callerOf(service, token, 'v2').send('PUT', `/events/${id}`, body)

test('a reminder is sent when the clock reaches its due time, and not a second earlier', () => {
  const { service, event } = springEvent()
  service.attend(event, 1)
  service.clock.advance('P6DT21H59M57S')
  expect(reminders(service)).toEqual([])
  service.clock.advance('PT1S')
  expect(reminders(service)).toHaveLength(1)
})

test('an event whose start changes sends one reminder, at the new time', async () => {
  const { service, key, event } = springEvent()
  service.attend(event, 2)
  await put(service, key, event.id, { start_date: '2026-03-09T18:00:00' })
  await put(service, key, event.id, { start_date: '2026-03-05T18:00:00' })
  await put(service, key, event.id, { start_date: '2026-03-09T18:00:00' })
  service.clock.advance('P20D')
  expect(reminders(service)).toEqual(['2026-03-08T22:00:00Z', '2026-03-08T22:00:00Z'])
})

test('an event whose place changes to another time zone sends its reminder by the local time there', async () => {
  const { service, key, event } = springEvent('2026-03-20T18:00:00')
  service.attend(event, 1)
  await put(service, key, event.id, { location: { locality: 'Los Angeles', region: 'CA' } })
  service.clock.advance('P30D')
  expect(reminders(service)).toEqual(['2026-03-20T01:00:00Z'])
})

// Two writes have moved the clock from midnight; New York is five hours behind.
test.for([
  ['2026-03-02T19:00:02', ['2026-03-02T00:00:02Z']],
  ['2026-03-02T19:00:01', []],
] as const)(
  'an event whose start moves to %s at 00:00:02 UTC of the day before sends the messages %j',
  async ([start_date, sent]) => {
    const { service, key, event } = springEvent('2026-03-20T18:00:00')
    service.attend(event, 1)
    service.clock.advance('P1D')
    await put(service, key, event.id, { start_date })
    service.clock.advance('P30D')
    expect(reminders(service)).toEqual(sent)
  },
)

test.for([
  ['2026-03-07T21:59:59Z', 1],
  ['2026-03-07T22:00:00Z', 0],
] as const)(
  'restore of a state whose clock is at %s, around the due time of a reminder, sends it %i times',
  ([now, times]) => {
    const { service, event } = springEvent()
    service.attend(event, 1)
    const { clock, ...state } = service.snapshot().toJSON()
    service.restore({ ...state, clock: { ...clock, now } })
    service.clock.advance('P30D')
    expect(reminders(service)).toHaveLength(times)
  },
)
