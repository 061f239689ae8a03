import fc from 'fast-check'
import { DateTime } from 'luxon'
import * as all from 'osdi-events'
import { momentOf, wallClockAt } from 'osdi-events'
import * as one from 'osdi-events/v1'
import * as two from 'osdi-events/v2'
import { expect, test } from 'vitest'
import { failureOf } from '../support/failure.ts'
import { runs } from '../support/runs.ts'

const untyped = (value: unknown) => value as never

/** `momentOf` as an ISO 8601 text. */
const at = (wallClock: string, zone: string) => momentOf(wallClock, zone).toISOString()

test('every entry point exports the same momentOf and wallClockAt', () => {
  for (const entry of [all, one, two]) {
    expect([entry.momentOf, entry.wallClockAt]).toEqual([expect.any(Function), expect.any(Function)])
    expect([entry.momentOf === momentOf, entry.wallClockAt === wallClockAt]).toEqual([true, true])
  }
})

test('momentOf returns the moment of a local time, and wallClockAt returns the local time of a moment', () => {
  expect(at('2026-06-20T10:00:00', 'America/New_York')).toBe('2026-06-20T14:00:00.000Z')
  expect(at('2026-01-20T10:00', 'america/new_york')).toBe('2026-01-20T15:00:00.000Z')
  expect(wallClockAt(new Date('2026-06-20T14:00:00Z'), 'America/New_York')).toBe('2026-06-20T10:00:00')
  expect(wallClockAt(new Date('2026-06-20T23:59:59.040Z'), 'Asia/Kathmandu')).toBe('2026-06-21T05:44:59.040')
  expect(wallClockAt(new Date('2026-06-20T00:00:00Z'), 'UTC')).toBe('2026-06-20T00:00:00')
})

test('momentOf ignores a Z, and accepts a space for the T', () => {
  for (const end of ['', 'Z', 'z', '.000', '.0Z']) {
    for (const between of ['T', 't', ' ']) {
      expect(at(`2026-06-20${between}10:00:00${end}`, 'Europe/Berlin'), end).toBe('2026-06-20T08:00:00.000Z')
    }
  }
  expect(at(' 2026-06-20T10:00Z ', 'Europe/Berlin')).toBe('2026-06-20T08:00:00.000Z')
  expect(at('2026-06-20T10:00:00.5', 'UTC')).toBe('2026-06-20T10:00:00.500Z')
  expect(at('2026-06-20T10:00:00.1239999', 'UTC')).toBe('2026-06-20T10:00:00.123Z')
})

test('momentOf makes a local time that a clock change skips later by the length of the gap, in both hemispheres', () => {
  expect(at('2026-03-08T02:30:00', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z')
  expect(wallClockAt(momentOf('2026-03-08T02:30:00', 'America/New_York'), 'America/New_York')).toBe(
    '2026-03-08T03:30:00',
  )
  expect(at('2026-03-08T02:00:00', 'America/New_York')).toBe('2026-03-08T07:00:00.000Z')
  expect(at('2026-03-08T03:00:00', 'America/New_York')).toBe('2026-03-08T07:00:00.000Z')
  expect(at('2026-10-04T02:15:00', 'Australia/Lord_Howe')).toBe('2026-10-03T15:45:00.000Z')
  // Samoa skipped 30 December 2011.
  expect(at('2011-12-30T12:00:00', 'Pacific/Apia')).toBe('2011-12-30T22:00:00.000Z')
})

test('momentOf returns the first moment of a local time that a clock change repeats', () => {
  expect(at('2026-11-01T01:30:00', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z')
  expect(at('2026-11-01T01:00:00', 'America/New_York')).toBe('2026-11-01T05:00:00.000Z')
  expect(at('2026-11-01T02:00:00', 'America/New_York')).toBe('2026-11-01T07:00:00.000Z')
  expect(at('2026-04-05T01:45:00', 'Australia/Lord_Howe')).toBe('2026-04-04T14:45:00.000Z')
  expect(wallClockAt(new Date('2026-11-01T06:30:00Z'), 'America/New_York')).toBe('2026-11-01T01:30:00')
})

test('momentOf and wallClockAt handle offsets with seconds and the years 0001 to 9999', () => {
  expect(at('1800-06-01T12:00:00', 'America/New_York')).toBe('1800-06-01T16:56:02.000Z')
  expect(wallClockAt(new Date('1800-06-01T16:56:02Z'), 'America/New_York')).toBe('1800-06-01T12:00:00')
  expect(wallClockAt(new Date('1500-02-28T23:59:59.999Z'), 'UTC')).toBe('1500-02-28T23:59:59.999')
  expect(at('0001-01-01T00:00:00', 'Asia/Tokyo')).toBe('0000-12-31T14:41:01.000Z')
  expect(wallClockAt(new Date('0000-12-31T14:41:01Z'), 'Asia/Tokyo')).toBe('0001-01-01T00:00:00')
  expect(at('0099-01-01T00:00:00', 'UTC')).toBe('0099-01-01T00:00:00.000Z')
  expect(at('9999-12-31T23:59:59', 'America/New_York')).toBe('+010000-01-01T04:59:59.000Z')
})

// Luxon uses the same database, with its own lookup of offsets.
const zones = Intl.supportedValuesOf('timeZone')
const zone = fc.constantFrom(...zones)
const day = 86_400_000
const [first, last] = [Date.parse('0001-01-03T00:00:00Z'), Date.parse('9999-12-29T00:00:00Z')]
const century = { min: Date.parse('1900-01-01T00:00:00Z'), max: Date.parse('2100-01-01T00:00:00Z') }
const moment = fc.oneof(fc.integer({ min: first, max: last }), fc.integer(century))

const localTextOf = (instant: number, name: string) => {
  const text = DateTime.fromMillis(instant, { zone: name }).toFormat("yyyy-MM-dd'T'HH:mm:ss.SSS")
  return text.replace(/\.000$/, '')
}

test('wallClockAt agrees with Luxon for any moment in any zone', () => {
  const property = fc.property(moment, zone, (instant, name) => {
    expect(wallClockAt(new Date(instant), name)).toBe(localTextOf(instant, name))
  })
  fc.assert(property, { numRuns: runs(800) })
})

test('momentOf reverses wallClockAt, and returns the earlier moment of a repeated local time', () => {
  const property = fc.property(moment, zone, (instant, name) => {
    const candidates = DateTime.fromMillis(instant, { zone: name }).getPossibleOffsets()
    const earliest = Math.min(instant, ...candidates.map((each) => each.toMillis()))
    expect(momentOf(wallClockAt(new Date(instant), name), name).getTime()).toBe(earliest)
  })
  fc.assert(property, { numRuns: runs(800) })
})

/** The moments at which a zone's offset changes between two moments, to the second. */
function changesIn(name: string, from: number, to: number): number[] {
  const offsetAt = (instant: number) => DateTime.fromMillis(instant, { zone: name }).offset
  const found: number[] = []
  for (let before = from; before < to; before += 7 * day) {
    let [low, high] = [before, before + 7 * day]
    if (offsetAt(low) === offsetAt(high)) continue
    while (high - low > 1_000) {
      const middle = low + Math.floor((high - low) / 2_000) * 1_000
      if (offsetAt(middle) === offsetAt(low)) low = middle
      else high = middle
    }
    found.push(high)
  }
  return found
}

test('momentOf agrees with Luxon around every clock change, even for skipped and repeated local times', () => {
  const year = fc.integer({ min: 1890, max: 2037 })
  let [skipped, repeated] = [0, 0]
  const property = fc.property(zone, year, (name, number) => {
    for (const change of changesIn(name, Date.UTC(number, 0), Date.UTC(number + 1, 0))) {
      const offsetAt = (instant: number) => DateTime.fromMillis(instant, { zone: name }).offset * 60_000
      const [before, after] = [offsetAt(change - 1_000), offsetAt(change)]
      for (const minutes of [-181, -90, -60, -30, -1, 0, 1, 29, 30, 59, 60, 61, 119, 180]) {
        const digits = change + before + minutes * 60_000
        const text = new Date(digits).toISOString().replace('.000Z', '')
        const possible = [digits - before, digits - after].filter((each) => each + offsetAt(each) === digits)
        if (possible.length === 0) skipped += 1
        if (new Set(possible).size > 1) repeated += 1
        const wanted = possible.length === 0 ? digits - before : Math.min(...possible)
        expect(momentOf(text, name).getTime(), `${text} ${name}`).toBe(wanted)
      }
    }
  })
  fc.assert(property, { numRuns: runs(150) })
  expect(Math.min(skipped, repeated)).toBeGreaterThan(50)
})

const likeThis = 'such as 2026-06-20T10:00:00'

test('momentOf refuses a value that is not a local time, and says why', async () => {
  const none = [undefined, null, 5, {}, new Date(0), ['2026-06-20T10:00:00'], Symbol('x'), 5n, () => '']
  const texts = [
    ...['', '2026-06-20', '10:00', '2026-02-29T10:00:00', '2026-06-20T24:00:00', '2026-06-20T10:60', '20260620T100000'],
    ...[
      '26-06-20T10:00:00',
      '+002026-06-20T10:00:00',
      '2026-06-20T10:00:00 CET',
      'next Friday',
      '2026-06-20  10:00:00',
    ],
  ]
  for (const value of [...none, ...texts]) {
    expect(await failureOf(() => momentOf(untyped(value), 'UTC')), String(value)).toMatchObject({
      code: 'input',
      field: 'wallClock',
      message: expect.stringContaining(likeThis),
    })
  }
  for (const offset of ['+02:00', '-0500', '+00', '-00:00']) {
    expect((await failureOf(() => momentOf(`2026-06-20T10:00:00${offset}`, 'UTC'))).message).toBe(
      `wallClock: has the numeric offset ${offset}, so it is not a local time; take it from wallClockOf(event), or leave the offset off, ${likeThis}`,
    )
  }
  expect((await failureOf(() => momentOf('0000-06-20T10:00:00', 'UTC'))).message).toBe(
    'wallClock: must lie in the years 0001 to 9999',
  )
})

test('wallClockAt refuses a value that is not a Date, and years outside of 0001 to 9999', async () => {
  for (const value of [
    undefined,
    null,
    5,
    '2026-06-20T10:00:00Z',
    {},
    Object.create(Date.prototype),
    Promise.resolve(),
  ]) {
    expect(await failureOf(() => wallClockAt(untyped(value), 'UTC'))).toMatchObject({
      code: 'input',
      field: 'date',
      message: expect.stringMatching(/^date: must be a Date, not /),
    })
  }
  expect((await failureOf(() => wallClockAt(new Date(Number.NaN), 'UTC'))).message).toBe('date: is an invalid Date')
  for (const [date, name] of [
    ['0001-01-01T00:00:00Z', 'America/New_York'],
    ['9999-12-31T23:59:59Z', 'Asia/Tokyo'],
    ['-000001-01-01T00:00:00Z', 'UTC'],
    ['+275760-09-13T00:00:00Z', 'UTC'],
  ] as const) {
    const error = await failureOf(() => wallClockAt(new Date(date), name))
    expect(error.message).toBe('date: must lie in the years 0001 to 9999 of the zone')
  }
})

test('momentOf and wallClockAt refuse an unknown zone, an offset, and a zone that is not a text', async () => {
  const wrong = [
    '',
    'Europe/Berlim',
    'local',
    '+02:00',
    '-0500',
    '+05',
    'GMT+1',
    ' UTC',
    undefined,
    null,
    5,
    {},
    Symbol('x'),
  ]
  for (const name of wrong) {
    for (const call of [
      () => momentOf('2026-06-20T10:00:00', untyped(name)),
      () => wallClockAt(new Date(0), untyped(name)),
    ]) {
      const error = await failureOf(call)
      expect(error, String(name)).toMatchObject({ code: 'input', field: 'zone' })
      expect(error.message).toContain('such as America/New_York')
    }
  }
  const long = `Europe/${'x'.repeat(10_000)}\n`
  expect((await failureOf(() => wallClockAt(new Date(0), long))).message.length).toBeLessThan(400)
})
