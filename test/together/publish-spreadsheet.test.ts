import { readFileSync } from 'node:fs'
import { EventsV2 } from 'osdi-events'
import { createMockService, type FaultRule } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { type Published, publish } from '../../examples/publish-spreadsheet/publish.ts'
import { readSheet } from '../../examples/publish-spreadsheet/sheet.ts'
import { textOf } from '../../examples/publish-spreadsheet/text.ts'
import { root } from '../support/alias.ts'
import { failureOf } from '../support/failure.ts'
import { flyingTime } from '../support/virtual-time.ts'

const own = readFileSync(`${root}examples/publish-spreadsheet/events.csv`, 'utf8')
const heading = 'id,title,start,end,venue,address,city,region,postal code,country,description'
const sheet = (...lines: string[]) => [heading, ...lines].join('\r\n')

/** A service, and what becomes of a sheet that is published there. */
function opened() {
  const service = createMockService({ assumptions: { filter: 'honoured' } })
  const apiKey = service.seeded.group.token
  const events = new EventsV2({ baseUrl: service.baseUrl, apiKey, fetch: service.fetch })
  const run = async (text = own) => {
    const all: Published[] = []
    for await (const each of publish(events, readSheet(text, 'events-sheet'))) all.push(each)
    return all
  }
  const statesOf = async (text?: string) => (await run(text)).map(({ state }) => state)
  return { service, events, run, statesOf, all: async () => (await events.list().toArray({ max: 500 })).items }
}

test('publishing a sheet creates an event for each row, with its identifier and the clock at the place', async () => {
  const { all, statesOf } = opened()
  expect(await statesOf()).toEqual(['created', 'created', 'created'])
  const [park, swap, walk] = await all()
  expect(park).toMatchObject({
    title: 'Park clean-up',
    origin_system: 'Events sheet',
    identifiers: expect.arrayContaining(['events-sheet:2026-01']),
    start_date: expect.stringMatching(/^2026-06-20T10:00:00/),
    end_date: expect.stringMatching(/^2026-06-20T13:00:00/),
    location: { venue: 'Meridian Hill Park', address_lines: ['2400 15th St NW'], postal_code: '20009' },
  })
  expect([swap?.title, swap?.end_date]).toEqual(['Seed swap, indoors', undefined])
  expect(walk?.end_date).toMatch(/^2026-07-12T00:30:00/)
})

test('publishing a sheet again changes what was edited, clears what was emptied, and leaves other events alone', async () => {
  const { service, statesOf, all } = opened()
  service.addEvent({ title: 'Not in the sheet' })
  const [other] = await all()
  await statesOf()
  const before = await all()
  expect(await statesOf()).toEqual(['updated', 'updated', 'updated'])
  expect(await all()).toEqual(before)
  const edited = own
    .replace('2026-06-20 10:00', '2026-06-20 11:30')
    .replace('2026-06-20 13:00', '')
    .replace('Bring a torch.', '')
    .replace('Harold Washington Library,400 S State St,Chicago,IL,60605,US', ',,,,,')
  for (const _ of ['once', 'again']) expect(await statesOf(edited)).toEqual(['updated', 'updated', 'updated'])
  const [first, park, swap, walk, ...more] = await all()
  expect([first, more]).toEqual([other, []])
  expect(park).toMatchObject({ start_date: expect.stringMatching(/^2026-06-20T11:30:00/) })
  expect([park?.end_date, swap?.location?.venue, walk?.description]).toEqual([undefined, undefined, undefined])
})

const lost = ['reset', 'no-answer'] as const

test.each(lost.flatMap((kind) => (['before', 'after'] as const).map((when) => [kind, when] as const)))(
  'a sheet whose publishing failed in the middle (%s, %s the service acted) is published by another run, without doubles',
  async (kind, when) => {
    using _time = flyingTime()
    const { service, run, statesOf, all } = opened()
    service.faults.add({ operation: 'events.create', nth: 2, when, times: 1, effect: { kind } })
    expect(await failureOf(() => run())).toMatchObject({ outcome: 'unknown' })
    const edited = own.replace('Night walk', 'Evening walk')
    expect(await statesOf(edited)).toEqual(['updated', when === 'before' ? 'created' : 'updated', 'created'])
    expect((await all()).map(({ title }) => title).toSorted()).toEqual([
      'Evening walk along the river',
      'Park clean-up',
      'Seed swap, indoors',
    ])
  },
)

test('publishing a sheet says what the service did not take, and goes on with the other rows', async () => {
  const { service, run, all } = opened()
  const others = service.addKey({ group: service.addGroup({ title: 'Others' }) })
  const taken = { title: 'Theirs', origin_system: 'x', identifiers: ['events-sheet:b'] }
  const { baseUrl, fetch } = service
  await new EventsV2({ baseUrl, fetch, apiKey: others.token }).create(taken)
  const rows = ['a,,', 'b,Taken,2026-06-20 10:00', 'c,Odd date,6/20/2026 10:00', 'd,"Two\r\nlines",2026-06-20 10:00']
  const published = await run(sheet(...rows.map((row) => `${row},,,,,,,,`)))
  expect(published.map(({ state, text }) => (state === 'failed' ? text : state))).toEqual([
    expect.stringMatching(/^title: must not be empty/),
    expect.stringMatching(/ answered 409: /),
    expect.stringMatching(/^start_date: is no date-time/),
    'created',
  ])
  expect(await all()).toHaveLength(1)
})

test.each<FaultRule>([
  { effect: { kind: 'status', status: 403 } },
  { method: 'POST', effect: { kind: 'status', status: 503 } },
])('publishing a sheet ends where no row can get through', async (rule) => {
  const { service, run } = opened()
  const fault = service.faults.add(rule)
  expect(await failureOf(() => run())).toMatchObject({ code: 'http' })
  await fault.hit(1)
  expect(service.requests.filter(({ method }) => method === 'POST').length).toBeLessThan(2)
})

test('a sheet is read as spreadsheets save it: a byte order mark, CRLF, empty lines, columns in any order', () => {
  const columns = 'title,id,start,end,venue,address,city,region,postal code,country,description'
  expect(readSheet(`\uFEFF${columns}\r\n\r\n,,,,,,,,,\r\n,,,\r\nPicnic , 7,,,,,,,,\r\n`, 'mine')).toEqual([
    expect.objectContaining({ title: 'Picnic', identifiers: ['mine:7'], location: undefined }),
  ])
  expect(() => readSheet(sheet('a,One', 'a,Two'), 'mine')).toThrow('"Two" needs an id of its own, and not "a"')
  expect(() => readSheet('id,title\na,One', 'mine')).toThrow('the sheet has no column start, end, venue')
})

const row = '7,Fête au Château,2026-06-20 10:00,,,,,,,,'

test('a sheet that is not UTF-8 is refused with its line and byte, and the message says how to save it', () => {
  const bytes = Buffer.concat([Buffer.from(`\ufeff${sheet('6,Fête \ufffd,,,,,,,,,')}\r\n`), Buffer.from(row, 'latin1')])
  expect(() => textOf(bytes, 'events.csv')).toThrow(
    /^events\.csv is not UTF-8 \(line 3, byte 4\)\. In Excel, save the sheet as "CSV UTF-8/,
  )
  // A byte that begins like U+FFFD itself.
  expect(() => textOf(Buffer.from('naïve', 'latin1'), 'a')).toThrow('a is not UTF-8 (line 1, byte 3)')
  expect(() => textOf(Buffer.from('ok\nFête').subarray(0, 5), 'a')).toThrow('a is not UTF-8 (line 2, byte 2)')
})

test('a sheet in UTF-16, which Excel calls Unicode text, is called what it is', () => {
  const utf16 = Buffer.from(`\ufeff${sheet(row)}`, 'utf16le')
  for (const bytes of [utf16, Buffer.from(utf16).swap16()])
    expect(() => textOf(bytes, 'events.csv')).toThrow(/^events\.csv is UTF-16, not UTF-8\. In Excel, save/)
})

test('a sheet in UTF-8 is read as it is, with or without a byte order mark', () => {
  const text = sheet(row)
  for (const mark of ['', '\ufeff']) expect(textOf(Buffer.from(mark + text), 'a')).toBe(text)
  expect(textOf(Buffer.from('\ufffd é'), 'a')).toBe('\ufffd é')
})
