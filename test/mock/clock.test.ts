import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'

test('the clock starts at now and moves one second with every write of an event or an RSVP', () => {
  const service = createMockService({ now: '2026-05-01T12:00:00Z' })
  const key = service.addKey()
  expect(service.clock.now()).toEqual(new Date('2026-05-01T12:00:00Z'))
  const event = service.addEvent({ title: 'Picnic' }, { key })
  expect(event.created_date).toBe('2026-05-01T12:00:00Z')
  service.attend(event, 3)
  expect(service.clock.now()).toEqual(new Date('2026-05-01T12:00:04Z'))
})

const durations = { P1DT2H30M15S: 95_415, P2W: 1_209_600, PT24H: 86_400, PT90M: 5400, 'PT1.5S': 1.5 } as const

test('the clock advances by ISO 8601 durations', () => {
  for (const [duration, seconds] of Object.entries(durations)) {
    const service = createMockService({ now: '2026-05-01T12:00:00+02:00' })
    service.clock.advance(duration)
    expect(service.clock.now().getTime()).toBe(Date.UTC(2026, 4, 1, 10) + seconds * 1000)
  }
})

const noDurations = ['', 'P', 'PT', 'P1DT', '24H', 'P1M', 'P1Y', '-PT1H', 'PT1H ', 'PT1', 'PT99999999999999H', 'PT1,5S']

test('the clock refuses what is no duration, and says where fractions stand', () => {
  const service = createMockService()
  for (const duration of noDurations) {
    expect(() => service.clock.advance(duration)).toThrow(
      expect.objectContaining({ name: 'MockServiceError', code: 'argument', field: 'duration' }),
    )
  }
  expect(() => service.clock.advance('PT0.5H')).toThrow('a fraction may stand in seconds alone, as in PT1.5S')
  expect(service.clock.now()).toEqual(new Date('2026-01-01T00:00:00Z'))
})

test('at the end of the year 9999 the clock stands still, and what is written is stored', () => {
  const service = createMockService({ now: '9998-12-31T23:59:59Z' })
  service.clock.advance('P365D')
  expect(() => service.clock.advance('PT1S')).toThrow('goes beyond the year 9999')
  const made = service.addEvent({ title: 'Last orders' }, { key: service.seeded.group })
  expect(made.created_date).toBe('9999-12-31T23:59:59Z')
  expect(service.clock.now()).toEqual(new Date('9999-12-31T23:59:59Z'))
})

test('a moment may say its zone in every form of ISO 8601', () => {
  const forms = { 'T18:00Z': 18, 'T18:00+00': 18, 'T18:00:00-00:00': 18, 'T18:00:00+05': 13, 'T18:00:00-0530': 23.5 }
  for (const [form, hours] of Object.entries(forms)) {
    const { clock } = createMockService({ now: `2026-05-01${form}` })
    expect(clock.now().getTime()).toBe(Date.UTC(2026, 4, 1) + hours * 3_600_000)
  }
})
