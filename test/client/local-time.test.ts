import { wallClockOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { clientOver, json } from '../support/scripted-fetch.ts'
import { versions } from '../support/versions.ts'

const atNoon = (days: readonly string[]) => days.map((day) => `${day}T12:00:00`)
const inMay = (times: readonly string[]) => times.map((time) => `2026-05-01${time}`)

const accepted = [
  ...inMay([
    'T18:00',
    'T18:00:00',
    'T18:00:00Z',
    't18:00:00z',
    'T18:00Z',
    'T18:00:59.123456',
    'T00:00:00',
    'T23:59:59',
  ]),
  ...atNoon(['2026-12-31', '2026-04-30', '2024-02-29', '2000-02-29', '0000-02-29']),
  '2026-03-29T02:30:00',
]

const impossible = [
  ...atNoon(['2026-02-29', '2100-02-29', '1900-02-29', '2024-02-30', '2026-04-31', '2026-01-32', '2026-01-00']),
  ...atNoon(['2026-00-10', '2026-13-10', '26-05-01', '+002026-05-01', '2026-5-1', '\n2026-05-01']),
  ...inMay(['T24:00:00', 'T23:60:00', 'T23:59:60', '', ' 18:00:00', 'T18', 'T18:00:00.', 'T18:00.5', 'T18:00:00+2']),
  ...['2026-05-01T18:00:00 ', '1777658400000', 'next Friday'],
]

const offsets = ['+02:00', '-0500', '+00:00', '-00:00']

for (const { version, names, least, clauses } of versions) {
  const fields = version === 'v2' ? ['start_date', 'end_date'] : ['start']

  for (const field of fields) {
    test(`create and update of ${version} send ${field} unchanged, even with a Z (${clauses.clock})`, async () => {
      const { client, requests } = clientOver(version, [json(eventOf(version))])
      for (const time of accepted) {
        await client.create({ ...least, [field]: time })
        await client.update('e1', { [field]: time })
      }
      expect(requests.map(({ body }) => (JSON.parse(body) as Record<string, unknown>)[field])).toEqual(
        accepted.flatMap((time) => [time, time]),
      )
    })

    /** @param isOfProgram whether only a program can cause the error, and no input of a form */
    const refused = async (value: unknown, message: string, isOfProgram = false) => {
      const { client, requests } = clientOver(version, [])
      const calls = {
        event: () => client.create({ ...least, [field]: value }),
        changes: () => client.update('e1', { [field]: value }),
      }
      for (const [whole, call] of Object.entries(calls)) {
        const named = isOfProgram ? `${whole}.${field}` : field
        expect(await failureOf(call), String(value)).toMatchObject({
          code: 'input',
          field: named,
          message: `${named}: ${message}`,
        })
      }
      expect(requests).toHaveLength(0)
    }
    const like = 'write the clock at the place of the event, such as 2026-05-01T18:00:00'

    test(`create and update of ${version} refuse a ${field} that exists in no calendar or on no clock (${clauses.clock})`, async () => {
      for (const time of impossible) await refused(time, `is not a date-time; ${like}`)
    })

    test(`create and update of ${version} refuse a ${field} with a numeric offset, and say why (${clauses.clock})`, async () => {
      for (const offset of offsets) {
        const why = `has the numeric offset ${offset}, but the service means the event's own local time and would drop it; ${like}`
        await refused(`2026-05-01T18:00:00${offset}`, why)
      }
    })

    test(`create and update of ${version} refuse a Date or number as ${field}, and say why (${clauses.clock})`, async () => {
      const why = `is a Date, a moment in universal time, but the service means the event's own local time; ${like}`
      await refused(new Date('2026-05-01T18:00:00Z'), why, true)
      for (const value of [1777658400000, true]) await refused(value, `must be text; ${like}`)
      for (const value of [{}, ['2026-05-01T18:00:00']]) await refused(value, `must be text; ${like}`, true)
    })
  }

  test(`create of ${version} accepts an event without ${names.start}, and update accepts null for ${names.start} (${clauses.clock})`, async () => {
    const { client, requests } = clientOver(version, [json(eventOf(version))])
    await client.create({ ...least, [names.start]: undefined })
    await client.update('e1', { [names.start]: null })
    expect(requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([least, { [names.start]: null }])
    expect(await failureOf(() => client.create({ ...least, [names.start]: null }))).toMatchObject({ code: 'input' })
  })
}

test('wallClockOf removes the zone and keeps the digits', () => {
  const zones = ['', 'Z', 'z', '+02:00', '-0500', '+00:00', '+14:00', '+02']
  for (const zone of zones) {
    for (const digits of ['2026-05-01T18:00:00', '2026-03-29T02:30:00.500']) {
      expect(wallClockOf({ start_date: `${digits}${zone}` }).start, zone).toBe(digits)
    }
  }
})

test('wallClockOf reads start and end of version 2, and only the start of version 1', () => {
  expect(wallClockOf({ start_date: '2026-05-01T18:00:00Z', end_date: '2026-05-01T20:00:00Z' })).toEqual({
    start: '2026-05-01T18:00:00',
    end: '2026-05-01T20:00:00',
  })
  expect(wallClockOf({ start: ' 2026-05-01T18:00:00Z ' })).toEqual({ start: '2026-05-01T18:00:00', end: undefined })
})

test('wallClockOf returns the same text, which sorts by time, for every spelling of the service', () => {
  const six = '2026-05-01T18:00:00'
  const same = [
    'T18:00',
    ' 18:00:00',
    't18:00:00z',
    'T18:00:00.000Z',
    ' 18:00 +02:00',
    ' 18:00:00 UTC',
    'T18:00:00,000',
  ]
  for (const time of same) expect(wallClockOf({ start: `2026-05-01${time}` }).start, time).toBe(six)
  for (const half of ['.5', '.50', '.500Z', '.5000000000000'])
    expect(wallClockOf({ start: `${six}${half}` }).start, half).toBe(`${six}.500`)
  expect(wallClockOf({ start: `${six}.1234500Z` }).start).toBe(`${six}.12345`)
  const sorted = ['2026-05-01 09:00:00', '2026-05-01T18:00Z', '2026-05-01T18:00:00.25', '2026-05-01 18:00:01']
  const clocks = sorted.map((start) => wallClockOf({ start }).start)
  expect([...clocks].sort()).toEqual(clocks)
})

test('wallClockOf returns the beginning of the day for a date, and undefined for text that is not a time', () => {
  expect(wallClockOf({ start: ' 2026-05-01' }).start).toBe('2026-05-01T00:00:00')
  const none = ['soon', 'May 1, 6 pm', '0000-00-00 00:00:00', '2026-02-30T18:00', '2026-05-01T18', '18:00']
  for (const start of [...none, 5, {}, [], true]) {
    expect(wallClockOf({ start } as object), String(start)).toEqual({ start: undefined, end: undefined })
  }
})

test('wallClockOf returns undefined for a time that is absent, null or empty', () => {
  const none = { start: undefined, end: undefined }
  expect(wallClockOf({})).toEqual(none)
  expect(wallClockOf({ start_date: null, end_date: null })).toEqual(none)
  expect(wallClockOf({ start: '', end_date: ' ' })).toEqual(none)
  expect(wallClockOf({ start: 'Z' })).toEqual(none)
})
