import { expect, test } from 'vitest'
import { worldOf } from '../support/api.ts'
import { names, versions } from '../support/names.ts'

/** Each readable form of a start date, with the time that the service shows. */
const readable: Readonly<Record<string, string>> = {
  '2026-06-01T18:00:00': '2026-06-01T18:00:00Z',
  '2026-06-01T18:00': '2026-06-01T18:00Z',
  '2026-06-01T18:00:30.25': '2026-06-01T18:00:30.25Z',
  '2026-06-01T18:00:00Z': '2026-06-01T18:00:00Z',
  '2026-06-01t18:00:00z': '2026-06-01T18:00:00Z',
  '2026-06-01 18:00': '2026-06-01T18:00Z',
  '2026-06-01 18:00:00': '2026-06-01T18:00:00Z',
  '2026-06-01 18:00:00z': '2026-06-01T18:00:00Z',
  '2026-06-01': '2026-06-01T00:00:00Z',
  '2026-06-01T24:00': '2026-06-02T00:00Z',
  '2026-06-30 24:00:00': '2026-07-01T00:00:00Z',
  '2026-12-31T24:00:00.000Z': '2027-01-01T00:00:00.000Z',
  '2028-02-28T24:00': '2028-02-29T00:00Z',
}

/** Texts in no readable form, and dates and times that do not exist. */
const unreadable = [
  ...[
    'next Tuesday',
    '',
    ' 2026-06-01',
    '2026-06-01 ',
    '2026-06-01  18:00',
    '2026-06-01T',
    '2026-06-01Z',
    '01.06.2026',
  ],
  ...['06/01/2026', '2026-6-1', '20260601T180000', '2026-06-01T18', '2026-06-01 6pm', '2026-06-01T18:00 +02:00'],
  ...['2026-02-30', '2026-02-30T11:00:00', '2026-13-01', '2026-06-01T25:00', '2026-06-01T24:01', '2026-06-01T24:00:01'],
  ...['2026-06-01T18:60', '2026-02-30T24:00', '9999-12-31T24:00', 1_750_000_000, {}, ['2026-06-01'], true],
]

for (const version of versions) {
  const { start } = names[version]

  test(`a POST accepts each readable form of a start date and stores it as local time (${version}: v1 §2.1f, v2 §2.1g)`, async () => {
    const { create, update, service } = worldOf(version)
    for (const [sent, shown] of Object.entries(readable)) {
      const made = await create({ start: sent })
      expect([sent, made[start]]).toEqual([sent, shown])
      expect(await update(await create(), { start: sent })).toMatchObject({ [start]: shown })
      expect(service.requests.at(-1)).toMatchObject({ status: 200, ignored: [] })
      // A PUT of the shown time changes nothing.
      expect(await update(made, { start: shown })).toEqual(made)
    }
  })

  test(`a PUT ignores an unreadable start date, and the request log says so (${version}: v1 §4.7b, v2 §4.8)`, async () => {
    const { create, update, service } = worldOf(version)
    const made = await create({ start: '2026-06-01T18:00:00' })
    for (const sent of unreadable) {
      expect(await create({ start: sent }), String(sent)).not.toHaveProperty(start)
      expect(service.requests.at(-1)?.ignored, String(sent)).toEqual([
        { field: start, message: expect.stringContaining('2026-06-01T18:00:00') },
      ])
      expect(await update(made, { start: sent })).toEqual(made)
      expect(service.requests.at(-1)?.ignored.map(({ field }) => field)).toEqual([start])
    }
  })

  test(`a POST drops the offset of a start date, and the request log says so (${version}: v1 §2.1f, v2 §2.1g)`, async () => {
    const { create, service } = worldOf(version)
    for (const offset of ['+02:00', '-0500', '+02']) {
      expect(await create({ start: `2026-06-01T18:00:00${offset}` })).toMatchObject({ [start]: '2026-06-01T18:00:00Z' })
      expect(service.requests.at(-1)?.ignored).toEqual([{ field: start, message: expect.stringContaining(offset) }])
    }
  })
}

test('requests, addEvent and filters read start and end dates in the same forms', async () => {
  const { service, key, create, list } = worldOf('v2', { assumptions: { filter: 'honoured' } })
  for (const [sent, shown] of Object.entries(readable)) {
    expect(await create({ end_date: sent })).toMatchObject({ end_date: shown })
    const event = service.addEvent({ title: 'Walk', start_date: sent }, { key })
    expect(event.start_date).toBe(shown)
    const filter = `start_date eq '${sent}' and title eq 'Walk'`
    expect(await list(`?filter=${encodeURIComponent(filter)}`)).toMatchObject({ total_records: 1 })
    service.removeEvent(event)
  }
  for (const start_date of ['2026-06-01T24:01', 'next Tuesday'])
    expect(() => service.addEvent({ title: 'Walk', start_date }, { key })).toThrow(
      expect.objectContaining({ field: 'event.start_date' }),
    )
})
