import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { millisecondsOf } from '../../mock-server/clock.ts'
import { Schedule } from '../../mock-server/memory/schedule.ts'
import { instantAt, instantFrom, localDigits } from '../../mock-server/text/local-time.ts'

const utc = (local: string, zone: string) => new Date(instantAt(local, zone)).toISOString()

test('the clock starts at now and moves one second with every write of an event or an RSVP', () => {
  const service = createMockService({ now: '2026-05-01T12:00:00Z' })
  const key = service.addKey()
  expect(service.clock.now()).toEqual(new Date('2026-05-01T12:00:00Z'))
  const event = service.addEvent({ title: 'Picnic' }, { key })
  expect(event.created_date).toBe('2026-05-01T12:00:00Z')
  service.attend(event, 3)
  expect(service.clock.now()).toEqual(new Date('2026-05-01T12:00:04Z'))
})

test('reading, refused writes and people added do not move the clock', async () => {
  const service = createMockService({ now: '2026-05-01T12:00:00Z' })
  const { token } = service.seeded.group
  const headers = { 'OSDI-API-Token': token, 'Content-Type': 'application/json' }
  service.addPerson()
  await service.fetch(`${service.baseUrl}/api/v2/events`, { headers })
  await service.fetch(`${service.baseUrl}/api/v2/events`, { method: 'POST', headers, body: '{}' })
  expect(service.clock.now()).toEqual(new Date('2026-05-01T12:00:00Z'))
})

test('the clock advances by ISO 8601 durations', () => {
  const service = createMockService({ now: '2026-05-01T12:00:00+02:00' })
  service.clock.advance('P1DT2H30M15S')
  expect(service.clock.now()).toEqual(new Date('2026-05-02T12:30:15Z'))
  expect(millisecondsOf('P2W')).toBe(14 * 86_400_000)
  expect(millisecondsOf('PT0.5S')).toBe(500)
})

for (const duration of [
  '',
  'P',
  'PT',
  'P1DT',
  '24H',
  'P1M',
  'P1Y',
  '-PT1H',
  'PT1H ',
  'PT99999999999999H',
  'PT0.5H',
  'PT1,5S',
]) {
  test(`the clock refuses the duration ${JSON.stringify(duration)}`, () => {
    const service = createMockService()
    expect(() => service.clock.advance(duration)).toThrow(
      expect.objectContaining({ name: 'MockServiceError', code: 'argument', field: 'duration' }),
    )
    expect(service.clock.now()).toEqual(new Date('2026-01-01T00:00:00Z'))
  })
}

test('what is refused for a fraction says where fractions stand', () => {
  expect(() => createMockService().clock.advance('PT0.5H')).toThrow(
    'a fraction may stand in seconds alone, as in PT1.5S',
  )
})

test('at the end of the year 9999 the clock stands still, and what is written is stored', () => {
  const service = createMockService({ now: '9998-12-31T23:59:59Z' })
  service.clock.advance('P365D')
  expect(() => service.clock.advance('PT1S')).toThrow('goes beyond the year 9999')
  const made = service.addEvent({ title: 'Last orders' }, { key: service.seeded.group })
  expect(made.created_date).toBe('9999-12-31T23:59:59Z')
  expect(service.clock.now()).toEqual(new Date('9999-12-31T23:59:59Z'))
})

test('a local time is reckoned in its zone, in summer and in winter', () => {
  expect(utc('2026-01-15T18:00:00', 'America/New_York')).toBe('2026-01-15T23:00:00.000Z')
  expect(utc('2026-07-15T18:00', 'America/New_York')).toBe('2026-07-15T22:00:00.000Z')
  expect(utc('2026-07-15T18:00:00', 'Asia/Kolkata')).toBe('2026-07-15T12:30:00.000Z')
  expect(utc('2026-01-15T00:30:00', 'Pacific/Auckland')).toBe('2026-01-14T11:30:00.000Z')
  expect(utc('0050-07-15T18:00:00', 'UTC')).toBe('0050-07-15T18:00:00.000Z')
})

test('a local time that the clocks skip is as much later as they jump', () => {
  expect(utc('2026-03-08T02:30:00', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z')
})

test('a local time that the clocks show twice is the first of the two', () => {
  expect(utc('2026-11-01T01:30:00', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z')
  expect(utc('2026-11-01T02:00:00', 'America/New_York')).toBe('2026-11-01T07:00:00.000Z')
})

test('local digits are kept as they are, whatever zone stands behind them', () => {
  expect(localDigits('2026-05-01T18:00:00')).toBe('2026-05-01T18:00:00')
  expect(localDigits('2026-05-01T18:00Z')).toBe('2026-05-01T18:00')
  expect(localDigits('2026-05-01T18:00:00.250-0500')).toBe('2026-05-01T18:00:00.250')
  expect(localDigits('2026-05-01T18:00:00+05')).toBe('2026-05-01T18:00:00')
})

test('an offset that no clock can have is none', () => {
  for (const offset of ['+24:00', '+99:99', '-05:60', '+5', '+05:', '+0', 'z']) {
    expect([offset, localDigits(`2026-05-01T18:00:00${offset}`)]).toEqual([offset, undefined])
  }
})

test('a moment may say its zone in every form of ISO 8601', () => {
  for (const zone of ['Z', '+00', '-00:00']) {
    expect(instantFrom(`2026-05-01T18:00${zone}`)).toBe(Date.UTC(2026, 4, 1, 18))
  }
  expect(instantFrom('2026-05-01T18:00:00+05')).toBe(Date.UTC(2026, 4, 1, 13))
  expect(instantFrom('2026-05-01T18:00:00-0530')).toBe(Date.UTC(2026, 4, 1, 23, 30))
  expect(instantFrom('2026-05-01T18:00:00.5+05:30')).toBe(Date.UTC(2026, 4, 1, 12, 30, 0, 500))
})

test('what is no date-time of the calendar has no local digits', () => {
  for (const text of ['', '2026-05-01', '2026-02-30T12:00:00', '2026-05-01T24:00:00', '2026-05-01 18:00:00', 'soon']) {
    expect(localDigits(text)).toBeUndefined()
  }
  expect(instantFrom('2026-05-01T18:00:00')).toBeUndefined()
})

const takenFrom = (schedule: Schedule, by: number) => {
  const taken: number[] = []
  for (let next = schedule.take(by); next; next = schedule.take(by)) taken.push(...next.events.map(() => next.due))
  return taken
}

test('a schedule gives what is due, earliest first, and what falls due together in the order of the events', () => {
  const schedule = new Schedule()
  for (const [event, due] of [...[5, 3, 9, 1, 7, 3, 8, 2].entries()].toReversed()) schedule.add(due, event)
  expect(schedule.take(1)).toEqual({ due: 1, events: [3] })
  expect(schedule.take(2.5)).toEqual({ due: 2, events: [7] })
  expect(schedule.take(8)).toEqual({ due: 3, events: [1, 5] })
  expect(takenFrom(schedule, 8.9)).toEqual([5, 7, 8])
  expect(takenFrom(schedule, 8.9)).toEqual([])
  expect(takenFrom(schedule, Number.POSITIVE_INFINITY)).toEqual([9])
})

test('a schedule gives what is due in order while more is added, and loses nothing', () => {
  const schedule = new Schedule()
  const taken: number[] = []
  for (let number = 0; number < 300; number += 1) {
    // A permutation of 0 to 300, in which neighbours lie far apart.
    schedule.add((number * 97) % 301, number)
    if (number % 3 === 2) taken.push(schedule.take(Number.POSITIVE_INFINITY)?.due ?? -1)
  }
  const rest = takenFrom(schedule, 301)
  expect(rest).toEqual(rest.toSorted((a, b) => a - b))
  const all = Array.from({ length: 300 }, (_, number) => (number * 97) % 301)
  expect([...taken, ...rest].toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b))
})

test('a schedule holds an event once for each time, and not for one that it was taken out of', () => {
  const schedule = new Schedule()
  for (const due of [-5, 7, 7, -5]) schedule.add(due, 3)
  schedule.add(7, 4)
  expect(schedule.size).toBe(3)
  schedule.remove(7, 3)
  schedule.remove(7, 9)
  expect(schedule.take(-4)).toEqual({ due: -5, events: [3] })
  expect(schedule.take(7)).toEqual({ due: 7, events: [4] })
  expect([schedule.take(9), schedule.size]).toEqual([undefined, 0])
})
