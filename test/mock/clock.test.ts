import { createMockService, type FaultEffect } from 'osdi-events/mock'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { idOf, worldOf } from '../support/api.ts'
import { names, versions } from '../support/names.ts'

test('service.clock starts at now and moves one second with every write of an event or an RSVP', () => {
  const service = createMockService({ now: '2026-05-01T12:00:00Z' })
  const key = service.addKey()
  expect(service.clock.now()).toEqual(new Date('2026-05-01T12:00:00Z'))
  const event = service.addEvent({ title: 'Picnic' }, { key })
  expect(event.created_date).toBe('2026-05-01T12:00:00Z')
  service.attend(event, 3)
  expect(service.clock.now()).toEqual(new Date('2026-05-01T12:00:04Z'))
})

const durations = { P1DT2H30M15S: 95_415, P2W: 1_209_600, PT24H: 86_400, PT90M: 5400, 'PT1.5S': 1.5 } as const

test('clock.advance accepts ISO 8601 durations', () => {
  for (const [duration, seconds] of Object.entries(durations)) {
    const service = createMockService({ now: '2026-05-01T12:00:00+02:00' })
    service.clock.advance(duration)
    expect(service.clock.now().getTime()).toBe(Date.UTC(2026, 4, 1, 10) + seconds * 1000)
  }
})

const noDurations = ['', 'P', 'PT', 'P1DT', '24H', 'P1M', 'P1Y', '-PT1H', 'PT1H ', 'PT1', 'PT99999999999999H', 'PT1,5S']

test('clock.advance refuses a text that is not a duration, and says where a fraction is allowed', () => {
  const service = createMockService()
  for (const duration of noDurations) {
    expect(() => service.clock.advance(duration)).toThrow(
      expect.objectContaining({ name: 'MockServiceError', code: 'argument', field: 'duration' }),
    )
  }
  expect(() => service.clock.advance('PT0.5H')).toThrow('a fraction may stand in seconds alone, as in PT1.5S')
  expect(service.clock.now()).toEqual(new Date('2026-01-01T00:00:00Z'))
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-01T12:00:00.789Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Advances the system's time by some minutes. */
const pass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000)

/** A service with the system's time and an event whose reminder is due in an hour. */
function waiting() {
  const service = createMockService({ now: 'system', geocode: () => utc })
  const event = service.addEvent({ title: 'Walk', start_date: '2026-05-02T13:00:00' }, { key: service.seeded.group })
  return { service, event }
}

const utc = { region: '', country: 'US', latitude: 1, longitude: 2, accuracy: 'Approximate', timeZone: 'UTC' } as const

test('with now: "system" a write does not advance the clock, and stores the current time', () => {
  const { service, event } = waiting()
  expect(event.created_date).toBe('2026-05-01T12:00:00Z')
  service.attend(event, 3)
  expect(service.clock.now()).toEqual(new Date('2026-05-01T12:00:00.789Z'))
  pass(5)
  expect(service.clock.now()).toEqual(new Date('2026-05-01T12:05:00.789Z'))
  expect(service.addEvent({ title: 'Later' }, { key: service.seeded.group }).created_date).toBe('2026-05-01T12:05:00Z')
})

test("clock.advance adds to the system's time until a reset, for a service with the system's time", () => {
  const { service } = waiting()
  service.clock.advance('PT2H')
  pass(10)
  expect(service.clock.now()).toEqual(new Date('2026-05-01T14:10:00.789Z'))
  const snapshot = service.snapshot()
  service.clock.advance('P1D')
  service.restore(snapshot)
  pass(10)
  expect(service.clock.now()).toEqual(new Date('2026-05-01T14:20:00.789Z'))
  service.reset()
  expect(service.clock.now()).toEqual(new Date('2026-05-01T12:20:00.789Z'))
  expect(() => service.clock.advance('P400000W')).not.toThrow()
  expect(() => service.clock.advance('P400000W')).toThrow('goes beyond the year 9999')
})

test("a state can be restored after the system's time was set back before a change of an RSVP", () => {
  const { service, event } = waiting()
  const guest = service.addPerson()
  service.attend(event, guest)
  pass(-60)
  const [changed] = service.attend(event, guest, { status: 'declined' })
  expect(changed).toMatchObject({ created_date: '2026-05-01T12:00:00Z', modified_date: '2026-05-01T12:00:01Z' })
  const state = JSON.stringify(service.snapshot())
  service.restore(JSON.parse(state))
  expect(JSON.stringify(service.snapshot())).toBe(state)
})

test("service.outbox has each reminder that became due by the system's time (v2 §2.3)", () => {
  const { service, event } = waiting()
  service.attend(event, 1)
  pass(59)
  expect(service.outbox.map(({ kind }) => kind)).toEqual(['autoresponse'])
  pass(60)
  expect(service.outbox.map(({ kind, sent_at }) => [kind, sent_at])).toEqual([
    ['autoresponse', '2026-05-01T12:00:00Z'],
    ['reminder', '2026-05-01T13:00:00Z'],
  ])
})

test('a reminder goes to the people who had an RSVP when it was due, even if a write changes RSVPs before it is sent (v2 §2.3)', async () => {
  const { service, event } = waiting()
  const early = service.addPerson()
  service.attend(event, early)
  pass(61)
  service.attend(event, 1)
  const headers = { 'OSDI-API-Token': service.seeded.group.token, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ start_date: '2026-06-01T13:00:00' })
  await service.fetch(`${service.baseUrl}/api/v2/events/${event.id}`, { method: 'PUT', headers, body })
  const reminders = service.outbox.filter(({ kind }) => kind === 'reminder')
  expect(reminders.map(({ person }) => person)).toEqual([early.id])
})

for (const version of versions) {
  const { created, modified } = names[version]

  test(`each change of an event gets a later modified_date, even within one second of the system's time (${version}: v2 §2.1d)`, async () => {
    const { service, create, update, read } = worldOf(version, { now: 'system' })
    const made = await create()
    expect(made[modified]).toBe(made[created])
    const times = [made[modified]]
    for (const title of ['One', 'Two', 'Three']) times.push((await update(made, { title }))[modified])
    expect(times).toEqual(['00', '01', '02', '03'].map((second) => `2026-05-01T12:00:${second}Z`))
    // Neither the clock nor a later event matters.
    expect(service.clock.now()).toEqual(new Date('2026-05-01T12:00:00.789Z'))
    expect((await create())[created]).toBe('2026-05-01T12:00:00Z')
    // No change, and a clock later than the last change.
    expect(await update(made, { title: 'Three' })).toMatchObject({ [modified]: times.at(-1) })
    vi.setSystemTime(new Date('2026-05-01T12:00:07.300Z'))
    expect(await update(made, { title: 'Four' })).toMatchObject({ [modified]: '2026-05-01T12:00:07Z' })
    service.updateEvent(idOf(made), { title: 'Five' })
    expect((await read(made))[modified]).toBe('2026-05-01T12:00:08Z')
    service.cancelEvent(idOf(made))
    expect(await read(made)).toMatchObject({ [modified]: '2026-05-01T12:00:09Z', [created]: made[created] })
  })
}

test('with the assumption timestamps "milliseconds", two changes in one millisecond get times one millisecond apart', async () => {
  const { create, update } = worldOf('v2', { now: 'system', assumptions: { timestamps: 'milliseconds' } })
  const made = await create()
  expect([made.modified_date, (await update(made, { title: 'One' })).modified_date]).toEqual([
    '2026-05-01T12:00:00.789Z',
    '2026-05-01T12:00:00.790Z',
  ])
})

test('a second RSVP of a person gets a later modified_date, and with the assumption modified "moves" its event too', () => {
  const service = createMockService({ now: 'system', assumptions: { modified: 'moves' } })
  const event = service.addEvent({ title: 'Walk' })
  const guest = service.addPerson()
  const times = (['accepted', 'declined', 'accepted'] as const).map((status) => {
    const [attendance] = service.attend(event, guest, { status })
    return [attendance?.created_date, attendance?.modified_date, service.updateEvent(event, {}).modified_date]
  })
  expect(times.map((all) => all.map((time) => String(time).slice(17, 19)))).toEqual([
    ['00', '00', '02'],
    ['00', '01', '04'],
    ['00', '02', '06'],
  ])
})

test('every response has a Date header from service.clock, even the response of a fault without a Date', async () => {
  const service = createMockService({ now: '2026-05-01T12:00:00Z' })
  const own = 'Fri, 01 May 2026 12:00:00 GMT'
  const other = 'Sat, 02 May 2026 12:00:00 GMT'
  const cases: readonly [FaultEffect | undefined, string][] = [
    [undefined, own],
    [{ kind: 'status', status: 503 }, own],
    [{ kind: 'status', status: 204 }, own],
    [{ kind: 'rate-limit' }, own],
    [{ kind: 'html' }, own],
    [{ kind: 'redirect', to: 'https://elsewhere.example.org/' }, own],
    [{ kind: 'echo-key' }, own],
    [{ kind: 'malformed-json' }, own],
    [{ kind: 'status', status: 503, headers: { date: other } }, other],
  ]
  for (const [effect, date] of cases) {
    service.faults.clear()
    if (effect) service.faults.add({ effect })
    const { headers } = await service.fetch(`${service.baseUrl}/api/v2/events`, { redirect: 'manual' })
    expect([effect?.kind, headers.get('date')]).toEqual([effect?.kind, date])
    expect(service.requests.at(-1)?.response?.headers.date).toBe(date)
  }
})
