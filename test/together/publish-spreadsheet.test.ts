import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { EventsV2 } from 'osdi-events'
import { createMockService, type FaultRule } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { localTimeIn } from '../../examples/publish-spreadsheet/local-time.ts'
import { type Published, publish } from '../../examples/publish-spreadsheet/publish.ts'
import { readSheet, textOfProblem } from '../../examples/publish-spreadsheet/sheet.ts'
import { textOf } from '../../examples/publish-spreadsheet/text.ts'
import { root } from '../support/alias.ts'
import { failureOf } from '../support/failure.ts'
import { runs } from '../support/runs.ts'
import { flyingTime } from '../support/virtual-time.ts'

const own = readFileSync(`${root}examples/publish-spreadsheet/events.csv`, 'utf8')
const heading = 'id,title,start,end,venue,address,city,region,postal code,country,description'
const sheet = (...lines: string[]) => [heading, ...lines].join('\r\n')

/** A service, and functions that publish a sheet there. */
function opened() {
  const service = createMockService({ assumptions: { filter: 'honoured' } })
  const apiKey = service.seeded.group.token
  const events = new EventsV2({ baseUrl: service.baseUrl, apiKey, fetch: service.fetch })
  const run = async (text = own) => {
    const all: Published[] = []
    for await (const each of publish(events, readSheet(text, 'events-sheet').events)) all.push(each)
    return all
  }
  const statesOf = async (text?: string) => (await run(text)).map(({ state }) => state)
  return { service, events, run, statesOf, all: async () => (await events.list().toArray({ max: 500 })).items }
}

test('publish creates an event for each row of a sheet, with its identifier and local time', async () => {
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

test('a second publish changes edited fields, clears emptied fields, and does not change other events', async () => {
  const { service, statesOf, all } = opened()
  service.addEvent({ title: 'Not in the sheet' })
  const [other] = await all()
  await statesOf()
  const before = await all()
  expect(await statesOf()).toEqual(['unchanged', 'unchanged', 'unchanged'])
  expect(await all()).toEqual(before)
  const edited = own
    .replace('2026-06-20 10:00', '2026-06-20 11:30')
    .replace('2026-06-20 13:00', '')
    .replace('Bring a torch.', '')
    .replace('Harold Washington Library,400 S State St,Chicago,IL,60605,US', ',,,,,')
  expect(await statesOf(edited)).toEqual(['updated', 'updated', 'updated'])
  // A cleared location still has the members that the service computes, so the example clears the location again.
  expect(await statesOf(edited)).toEqual(['unchanged', 'updated', 'unchanged'])
  const [first, park, swap, walk, ...more] = await all()
  expect([first, more]).toEqual([other, []])
  expect(park).toMatchObject({ start_date: expect.stringMatching(/^2026-06-20T11:30:00/) })
  expect([park?.end_date, swap?.location?.venue, walk?.description]).toEqual([undefined, undefined, undefined])
})

const lost = ['reset', 'no-answer'] as const

test.each(lost.flatMap((kind) => (['before', 'after'] as const).map((when) => [kind, when] as const)))(
  'a second publish completes a publish that failed in the middle (%s, %s the service acted), and makes no event twice',
  async (kind, when) => {
    using _time = flyingTime()
    const { service, run, statesOf, all } = opened()
    service.faults.add({ operation: 'events.create', nth: 2, when, times: 1, effect: { kind } })
    expect(await failureOf(() => run())).toMatchObject({ outcome: 'unknown' })
    const edited = own.replace('Night walk', 'Evening walk')
    expect(await statesOf(edited)).toEqual(['unchanged', when === 'before' ? 'created' : 'unchanged', 'created'])
    expect((await all()).map(({ title }) => title).toSorted()).toEqual([
      'Evening walk along the river',
      'Park clean-up',
      'Seed swap, indoors',
    ])
  },
)

test('publish reports the rows that the service refuses, and publishes all other rows', async () => {
  const { service, run, all } = opened()
  const others = service.addKey({ group: service.addGroup({ title: 'Others' }) })
  const taken = { title: 'Theirs', origin_system: 'x', identifiers: ['events-sheet:b'] }
  const { baseUrl, fetch } = service
  await new EventsV2({ baseUrl, fetch, apiKey: others.token }).create(taken)
  const rows = ['a,Theirs and ours,', 'b,Taken,2026-06-20 10:00', 'd,"Two\r\nlines",2026-06-20 10:00']
  const published = await run(sheet(...rows.map((row) => `${row},,,,,,,,`)))
  expect(published.map(({ line, state, text }) => [line, state === 'failed' ? text : state])).toEqual([
    [2, 'created'],
    [3, expect.stringMatching(/ answered 409: /)],
    [4, 'created'],
  ])
  expect(await all()).toHaveLength(2)
})

test.each<FaultRule>([
  { effect: { kind: 'status', status: 403 } },
  { method: 'POST', effect: { kind: 'status', status: 503 } },
])('publish stops with the error when every row would fail', async (rule) => {
  const { service, run } = opened()
  const fault = service.faults.add(rule)
  expect(await failureOf(() => run())).toMatchObject({ code: 'http' })
  await fault.hit(1)
  expect(service.requests.filter(({ method }) => method === 'POST').length).toBeLessThan(2)
})

/** The problems of a sheet as messages, and the ids of its valid events. */
function read(text: string) {
  const { events, problems } = readSheet(text, 'mine')
  const ids = events.map(({ event }) => event.identifiers?.[0])
  return { said: problems.map((problem) => textOfProblem(problem, 'events.csv')), ids, events }
}

test('readSheet accepts a byte order mark, CRLF, empty lines and columns in any order', () => {
  const columns = 'title,id,start,end,venue,address,city,region,postal code,country,description'
  const { said, events } = read(`\uFEFF${columns}\r\n\r\n,,,,,,,,,\r\n,,,\r\nPicnic , 7,,,,,,,,\r\n`)
  expect(said).toEqual([])
  expect(events).toEqual([
    { line: 5, event: expect.objectContaining({ title: 'Picnic', identifiers: ['mine:7'], location: undefined }) },
  ])
})

test.for([
  ['semicolons', ';', ''],
  ['tabs', '\t', ''],
  ['commas', ',', ''],
  ['the separator that its first line names', '|', 'sep=|\r\n'],
  ['a first line as Excel writes it', ';', 'sep=;\r\n'],
] as const)('readSheet reads a sheet with %s', ([, separator, before]) => {
  const cells = ['7', 'Picnic', '2026-06-20 10:00', '', '"Old; Mill,\tsouth | ""left"""', ...Array<string>(6).fill('')]
  const lines = [heading.replaceAll(',', separator), cells.join(separator)]
  expect(read(before + lines.join('\r\n')).events).toMatchObject([
    {
      event: { title: 'Picnic', start_date: '2026-06-20T10:00:00', location: { venue: 'Old; Mill,\tsouth | "left"' } },
    },
  ])
})

test('readSheet accepts column names in capitals, with spaces or underscores', () => {
  const names = heading.toUpperCase().replace('POSTAL CODE', ' Postal_Code ')
  expect(read(`${names}\n7,Picnic,,,,,,,20009,,`).events).toMatchObject([
    { event: { location: { postal_code: '20009' } } },
  ])
})

test('readSheet names the missing columns of a sheet, and the existing ones', () => {
  const wants = 'Its first row must name the columns id, title, start, end, venue, address, city, region, postal code,'
  expect(read('Id;Titel;Beginn\n7;Fest;2026-06-20 10:00').said).toEqual([
    `events.csv has no column title, start, end, venue, address, city, region, postal code, country, description. ${wants} ` +
      'country, description, in any order; empty ones too. It names Id, Titel, Beginn.',
  ])
  expect(read('').said).toEqual([
    expect.stringMatching(/^events\.csv has no column id, .* It names no columns at all\.$/),
  ])
  expect(read(`${heading},Title\n`).said).toEqual([
    expect.stringMatching(/^events\.csv has more than one column title\./),
  ])
})

test('readSheet names the line of each invalid row, and reads all other rows', () => {
  const rows = [
    'a,"Two\r\nlines",06/07/2026,,,,,,,,',
    ',Nameless,,,,,,,,,',
    'c,,2026-06-20 10:00,2026-06-20 09:00,,,,,,,',
    'd,First,,,,,,,,,',
    '"d",Second,,,,,,,,,',
    'e,Right,2026-06-20 10:00,,,,,,,,',
    'f,Loose,,,,,,,,,Bring a torch, and gloves',
  ]
  const { said, ids } = read(sheet(...rows))
  expect(said).toEqual([
    'events.csv, line 2: start: "06/07/2026" can be two days; write 2026-07-06 or 2026-06-07, and the time of day behind it, as in 2026-06-20 10:00',
    'events.csv, line 4: id: is empty; each event needs an id of its own',
    'events.csv, line 5: title: is empty',
    'events.csv, line 5: end: is before the start',
    'events.csv, line 6: id: "d" is in the lines 6, 7',
    'events.csv, line 7: id: "d" is in the lines 6, 7',
    'events.csv, line 9 has 12 cells for 11 columns; put texts with a separator into quotation marks',
  ])
  expect(ids).toEqual(['mine:e'])
})

test('readSheet names the line of a quotation mark that is not closed, and returns no events', () => {
  const { said, ids } = read(sheet('a,One,,,,,,,,,', 'b,"Two,,,,,,,,,', 'c,Three,,,,,,,,,'))
  expect([said, ids]).toEqual([
    [expect.stringMatching(/^events\.csv, line 3 has a cell that begins with a quotation mark/)],
    [],
  ])
})

test('readSheet returns events or problems for any text, and never throws', () => {
  const piece = fc.constantFrom(
    ...'",;\t\n\r',
    heading,
    '2026-06-20 10:00',
    '06/07/2026',
    'sep=;',
    'a',
    ' ',
    '\ufeff',
    '\0',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('')
      const { events, problems } = readSheet(text, 'mine')
      const lines = text.split(/\r\n?|\n/).length
      for (const { line = 1 } of [...events, ...problems]) expect(line).toBeLessThanOrEqual(lines)
      for (const { event } of events) expect(event.title).not.toBe('')
    }),
    { numRuns: runs(500) },
  )
})

test.for([
  ['2026-06-20 10:00', '10:00:00'],
  ['2026-06-20 10:00:30', '10:00:30'],
  ['2026-06-20T10:00', '10:00:00'],
  ['2026-06-20T10:00:30', '10:00:30'],
  ['2026-06-20t10:00:00z', '10:00:00'],
  ['2026-06-20T10:00:00.000Z', '10:00:00'],
  ['2026-06-20 9:05', '09:05:00'],
  ['2026/6/20 10:00', '10:00:00'],
] as const)("localTimeIn reads %s as the local time at the event's place", ([cell, clock]) => {
  expect(localTimeIn(cell)).toEqual({ time: `2026-06-20T${clock}` })
})

test.for([
  ['06/07/2026 18:30', 'can be two days; write 2026-07-06 18:30 or 2026-06-07 18:30'],
  ['6/7/26 6:30 PM', 'can be two days; write 2026-07-06 18:30 or 2026-06-07 18:30'],
  ['12/25/2026 12:00 a.m.', 'is not written as year, month and day; write 2026-12-25 00:00'],
  ['20.6.2026 18:00', 'is not written as year, month and day; write 2026-06-20 18:00'],
  ['31.31.2026', 'is no day of any calendar; write it as 2026-06-20 10:00'],
  ['2026-06-20', 'has no time of day; write it behind the day, as in 2026-06-20 10:00'],
  ['2026-06-20 6:30 pm', 'is not in 24 hours; write 2026-06-20 18:30'],
  ['2026-02-30 10:00', 'is not in any calendar, or on any clock'],
  ['2026-06-20 24:00', 'is not in any calendar, or on any clock'],
  [
    '2026-06-20T10:00+02:00',
    "has the offset +02:00; write the clock at the event's place without it, as 2026-06-20 10:00",
  ],
  ['46193.4166667', 'is how spreadsheets count days; give the column the format yyyy-mm-dd hh:mm, and save it again'],
  ['20 June', 'is no date and time; write it as 2026-06-20 10:00'],
] as const)('localTimeIn refuses %s, and the message says what to write instead', ([cell, problem]) => {
  expect(localTimeIn(cell)).toEqual({ problem: `"${cell}" ${problem}` })
})

const row = '7,Fête au Château,2026-06-20 10:00,,,,,,,,'

test('textOf refuses a sheet that is not UTF-8 with line and byte, and says how to save it', () => {
  const bytes = Buffer.concat([Buffer.from(`\ufeff${sheet('6,Fête \ufffd,,,,,,,,,')}\r\n`), Buffer.from(row, 'latin1')])
  expect(() => textOf(bytes, 'events.csv')).toThrow(
    /^events\.csv is not UTF-8 \(line 3, byte 4\)\. In Excel, save the sheet as "CSV UTF-8/,
  )
  // This byte is also the first byte of U+FFFD.
  expect(() => textOf(Buffer.from('naïve', 'latin1'), 'a')).toThrow('a is not UTF-8 (line 1, byte 3)')
  expect(() => textOf(Buffer.from('ok\nFête').subarray(0, 5), 'a')).toThrow('a is not UTF-8 (line 2, byte 2)')
})

test('textOf refuses a sheet in UTF-16 and names that encoding', () => {
  const utf16 = Buffer.from(`\ufeff${sheet(row)}`, 'utf16le')
  for (const bytes of [utf16, Buffer.from(utf16).swap16()])
    expect(() => textOf(bytes, 'events.csv')).toThrow(/^events\.csv is UTF-16, not UTF-8\. In Excel, save/)
})

test('textOf returns a UTF-8 sheet unchanged, without its byte order mark', () => {
  const text = sheet(row)
  for (const mark of ['', '\ufeff']) expect(textOf(Buffer.from(mark + text), 'a')).toBe(text)
  expect(textOf(Buffer.from('\ufffd é'), 'a')).toBe('\ufffd é')
})
