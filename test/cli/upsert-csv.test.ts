import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Around, commandLine, expectWrong, linesOf } from '../support/command-line.ts'
import { MemoryFiles, steppingClock } from '../support/memory-files.ts'

/** A service with three events of its own, and upserts of sheets into it. */
function publishing(api: 'v1' | 'v2' = 'v2', events = 3) {
  const cli = commandLine({ events })
  return {
    ...cli,
    upsert: (input: string | Uint8Array, more: readonly string[] = [], around: Around = {}) =>
      cli.ran(['upsert', '--api', api, '--csv', '-', ...more], { input, ...around }),
    /** The events that are not the service's own. */
    published: async (version: 'v1' | 'v2' = api) =>
      (await cli.events(version)).filter((each) => JSON.stringify(each).includes('"calendar:')),
    writes: () => cli.service.requests.filter(({ method }) => method !== 'GET').length,
  }
}

const calendar = ['--identifier-from', 'calendar:Nr', '--origin-system', 'Calendar']
const german = [...calendar, '--map', 'title=Name,start_date=Wann']

test('upsert --csv sends the columns whose heads are names of fields, and leaves fields of empty cells alone', async () => {
  const { upsert, published } = publishing()
  const sheet = [
    'identifiers,title,Origin System,start_date,location.venue,location.address_lines,description',
    'calendar:1,Picnic,Calendar,2026-06-20 18:00,Old Mill,1 Main St; Room 4,"<p>Bring ""cake"",',
    'and tea</p>"',
    'calendar:2;other:2,Fair,Calendar,,,,',
  ].join('\r\n')
  const first = await upsert(sheet)
  expect(first).toMatchObject({ code: 0, stderr: '2 events created\n' })
  expect(first.stdout).toMatch(/^row 2: created \S+, not applied: location.address_lines\nrow 3: created \S+\n$/)
  expect(await published()).toMatchObject([
    {
      title: 'Picnic',
      origin_system: 'Calendar',
      start_date: '2026-06-20T18:00:00Z',
      location: { venue: 'Old Mill', address_lines: ['1 Main St'] },
      description: '<p>Bring "cake",\nand tea</p>',
    },
    { title: 'Fair', identifiers: expect.arrayContaining(['calendar:2', 'other:2']) },
  ])
  const second = await upsert('identifiers,title,origin_system,description\ncalendar:1,Picnic 2,Calendar,\n')
  expect(second).toMatchObject({ code: 0, stderr: '1 event updated\n' })
  expect((await published())[0]).toMatchObject({ title: 'Picnic 2', description: '<p>Bring "cake",\nand tea</p>' })
  expect(await upsert(sheet)).toMatchObject({ code: 0, stderr: '1 event updated, 1 unchanged\n' })
})

test.for([
  ['semicolons', 'Nr;Name;Wann\n7;"Fête; am See";2026-06-20 18:00\n'],
  ['commas', 'Nr,Name,Wann\n7,"Fête; am See",2026-06-20T18:00\n'],
  ['tabs', 'Nr\tName\tWann\n7\tFête; am See\t2026-06-20 18:00:00\n'],
  ['a byte order mark', '\ufeffNr;Name;Wann\r\n7;"Fête; am See";2026-06-20 18:00\r\n'],
  ['the line sep= of Excel', 'sep=;\r\nNr;Name;Wann\r\n7;"Fête; am See";2026-06-20 18:00\r\n'],
  ['a delimiter that the line sep= names', 'sep=|\nNr|Name|Wann\n7|Fête; am See|2026-06-20 18:00\n'],
  ['tabs after empty first columns', '\t\tNr\tName\tWann\n\t\t7\tFête; am See\t2026-06-20 18:00\n'],
  ['spaces around quoted cells', 'Nr ; Name ; Wann\n7 ; "Fête; am See" ; 2026-06-20 18:00\n'],
  ['columns without a head and empty rows', 'Nr;Name;Wann;;\n;;;;\n\n7;"Fête; am See";2026-06-20 18:00;;\n;;;;\n'],
] as const)('upsert --csv finds the delimiter by itself: %s', async ([, sheet]) => {
  const { upsert, published } = publishing()
  expect(await upsert(sheet, german)).toMatchObject({ code: 0, stderr: '1 event created\n' })
  expect(await published()).toMatchObject([
    { title: 'Fête; am See', start_date: '2026-06-20T18:00:00Z', identifiers: expect.arrayContaining(['calendar:7']) },
  ])
})

test('upsert --csv reads a file, and --map joins columns, takes heads with commas, and leaves other columns out', async () => {
  const { ran, published } = publishing()
  const files = new MemoryFiles(steppingClock())
  files.put(
    '/events.csv',
    'Nr,"Name, short",Day,Time,Notes\n7,Picnic,2026-06-20,18:00,secret\n8,Fair,20.06.2026,6:30 PM,\n',
  )
  const args = ['upsert', '--csv', '/events.csv', ...calendar, '--map', 'title=name,  short,start_date=Day+Time']
  expect(await ran(args, { fs: files.view() })).toMatchObject({ code: 0, stderr: '2 events created\n' })
  const events = await published()
  expect(events).toMatchObject([
    { title: 'Picnic', start_date: '2026-06-20T18:00:00Z' },
    { title: 'Fair', start_date: '2026-06-20T18:30:00Z' },
  ])
  expect(JSON.stringify(events)).not.toContain('secret')
})

test('upsert --csv takes the fields of version 1, and flags set a field in all rows', async () => {
  const { upsert, published } = publishing('v1')
  const flags = ['--identifier-from', 'calendar:Nr', '--map', 'summary=Name', '--map', 'start=Wann']
  const constants = ['--origin-system', 'Calendar', '--set', 'location.country=DE', '--instructions', 'Ring']
  const { code, stderr } = await upsert('Nr;Name;Wann\n7;Fest;2026-06-20 18:00\n', [...flags, ...constants])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '1 event written\n' })
  expect(await published()).toMatchObject([
    { summary: 'Fest', start: '2026-06-20T18:00:00Z', originating_system: 'Calendar', location: { country: 'DE' } },
  ])
})

const times: readonly (readonly [cell: string, says: string | RegExp])[] = [
  ['2026-06-20T18:00:00Z', '2026-06-20T18:00:00Z'],
  ['2026-6-20 8:05', '2026-06-20T08:05:00Z'],
  ['2026/06/20 18:00', '2026-06-20T18:00:00Z'],
  ['20.06.2026 18:00', '2026-06-20T18:00:00Z'],
  ['6/20/2026 12:30 am', '2026-06-20T00:30:00Z'],
  ['6/20/2026 12:30 PM', '2026-06-20T12:30:00Z'],
  ['07/07/2026 18:00', '2026-07-07T18:00:00Z'],
  [
    '06/07/2026',
    /"06\/07\/2026" can be 6 July or 7 June, and has no time of day\n {2}write it as 2026-06-20 18:00, or use --date-order dmy or mdy\n/,
  ],
  ['06-07-2026 18:00', /"06-07-2026" can be 6 July or 7 June\n/],
  ['06.07.2026 18:00', '2026-07-06T18:00:00Z'],
  ['06.20.2026 18:00', /"06.20.2026" is not a date in the order day\/month\/year \(there is no month 20\)/],
  ['2026-06-20', /"2026-06-20" has no time of day\n {2}write it as 2026-06-20 18:00\n/],
  ['2026-06-20 25:10', /"25:10" is not a time of day\n/],
  ['2026-06-20 13:00 PM', /"13:00 PM" is not a time of day/],
  ['2026-02-30 18:00', /"2026-02-30" is not a date \(February 2026 has 28 days\)/],
  ['2024-02-30 18:00', /is not a date \(February 2024 has 29 days\)/],
  ['31/31/2026 18:00', /"31\/31\/2026" is not a date \(there is no month 31\)/],
  ['31/32/2026 18:00', /is not a date \(neither day\/month\/year nor month\/day\/year\)/],
  ['2026-13-01 18:00', /is not a date \(there is no month 13\)/],
  ['2026-06-20T18:00:00+02:00', /has the offset \+02:00, but the service means the clock at the place/],
  ['46193.75', /"46193.75" is a number of days, as spreadsheets count them/],
  ['20.06.26 18:00', /"20.06.26 18:00" has a year of two digits/],
  ['soon', /"soon" is not a date and time\n {2}write it as 2026-06-20 18:00\n/],
  [`on the day after ${'x'.repeat(100)}`, /"on the day after x{22}…" is not a date and time/],
]

test.for(times)(
  'upsert --csv reads the date %s, or refuses it, names the row and its title, and quotes the cell',
  async ([cell, says]) => {
    const { upsert, published, writes } = publishing()
    const { code, stderr } = await upsert(`Nr;Name;Wann\n1;Fest;${cell}\n`, german)
    if (typeof says === 'string') {
      expect({ code, stderr }).toEqual({ code: 0, stderr: '1 event created\n' })
      expect(await published()).toMatchObject([{ start_date: says }])
    } else {
      expect(stderr).toMatch(/^error: row 2 "Fest": start_date: "/)
      expect(stderr).toMatch(says)
      expect([code, writes()]).toEqual([1, 0])
    }
  },
)

test.for([
  ['dmy', '2026-07-06T18:00:00Z'],
  ['DMY', '2026-07-06T18:00:00Z'],
  ['mdy', '2026-06-07T18:00:00Z'],
] as const)(
  'upsert --csv --date-order %s decides about 06/07/2026 and 06.07.2026, in cells and in flags',
  async ([order, start]) => {
    const { upsert, published } = publishing()
    const sheet =
      'Nr;Name;Wann\n1;Fest;06/07/2026 18:00\n2;Fest;2026-06-20 18:00\n3;Fest;13/13/2026 18:00\n4;Fest;06.07.2026 18:00\n'
    const words = { dmy: 'day/month/year', mdy: 'month/day/year' }[order.toLowerCase()]
    const { code, stderr } = await upsert(sheet, [...german, '--date-order', order, '--end', '06/07/2026 20:00'])
    expect(stderr).toContain(
      `error: row 4 "Fest": start_date: "13/13/2026" is not a date in the order ${words} (there is no month 13)\n`,
    )
    expect(code).toBe(1)
    const end_date = start.replace('T18', 'T20')
    expect(await published()).toMatchObject([
      { start_date: start, end_date },
      { start_date: '2026-06-20T18:00:00Z', end_date },
      { start_date: start, end_date },
    ])
  },
)

test('upsert --csv --dry-run says which columns it takes for a field whose name is written otherwise', async () => {
  const { upsert } = publishing()
  const sheet = 'identifiers,Title,Origin System,Location.Venue\ncalendar:1,Picnic,Calendar,Old Mill\n'
  const { stderr } = await upsert(sheet, ['--dry-run'])
  const said = '"Title" gives title, "Origin System" gives origin_system, "Location.Venue" gives location.venue'
  expect(stderr).toBe(`columns: ${said}\nDry run: 1 would be created. No write was sent.\n`)
  expect((await upsert(sheet)).stderr).toBe('1 event created\n')
})

test('upsert --csv guesses a field by whole words only: a column Tag is no tag_list', async () => {
  const { upsert } = publishing()
  const { stderr } = await upsert('Nr,Name,Tag,Staat,Venue,Tag List\n1,Fest,6.12.2026,DE,Mill,a\n', calendar)
  expect(stderr).toContain("\n  use flags such as --map 'title=Name,tag_list=Tag List,location.venue=Venue'\n")
})

test('upsert --csv names a failed row by its number in the spreadsheet, its line where that differs, and its title, and sends the other rows', async () => {
  const { upsert, published } = publishing()
  const sheet = [
    'Nr;Name;Wann;Ort',
    ';Early;;',
    '1;"Fest',
    'am See";2026-06-20 18:00;',
    ';Party;2026-06-20 18:00;',
    '',
    '3;;soon;',
    '4;Picnic; ;a;b;c',
    '5;Twice;;',
    '5;Twice again;;',
    '1.23E+11;Long;;',
    '9;Fair;;',
  ].join('\n')
  const map = ['--map', 'title=Name,start_date=Wann,location.venue=Ort']
  const { code, stdout, stderr } = await upsert(sheet, [...calendar, ...map])
  expect(stdout).toMatch(/^row 3: created \S+\nrow 11: created \S+\n$/)
  expect(stderr.split('\n')).toEqual([
    'error: row 2 "Early": identifiers: the row has none',
    'error: row 4 (line 5) "Party": identifiers: the row has none',
    'error: row 6 (line 7): start_date: "soon" is not a date and time',
    '  write it as 2026-06-20 18:00',
    'error: row 7 (line 8) "Picnic": the row has 6 cells for 4 columns',
    '  put text with a delimiter into quotation marks',
    'error: row 8 (line 9) "Twice": identifiers: rows 8 and 9 have the same, "calendar:5"',
    'error: row 9 (line 10) "Twice again": identifiers: rows 8 and 9 have the same, "calendar:5"',
    'error: row 10 (line 11) "Long": identifiers: the spreadsheet program shortened the number "calendar:1.23E+11"',
    '  give the column the format Text',
    'error: 2 events created, 7 failed',
    '',
  ])
  expect(code).toBe(1)
  expect(await published()).toHaveLength(2)
  const json = await upsert(sheet, [...calendar, ...map, '--json'])
  expect(linesOf(json.stdout)).toMatchObject([
    { row: 2, line: 2, title: 'Early', result: 'failed', outcome: 'not applied' },
    { row: 3, line: 3, result: 'unchanged' },
    ...[4, 6, 7, 8, 9, 10].map((row) => ({ row, line: row + 1, result: 'failed', outcome: 'not applied' })),
    { row: 11, line: 12, result: 'unchanged' },
  ])
})

test('upsert --csv names the field of a row, and not the flag that gives the field of another command', async () => {
  const { upsert } = publishing()
  const { stderr } = await upsert('Nr;Name\n1;\n', [...calendar, '--map', 'title=Name'])
  expect(stderr).toContain('error: row 2: title: is missing\n')
})

test('upsert --csv does not take a column ID for the ids of the service', async () => {
  const { upsert } = publishing()
  expectWrong(
    await upsert('ID;title;origin_system\n1;Fest;Calendar\n'),
    /: the column "ID" is not named like a field of an event in v2; no column gives identifiers\n {2}use flags such as --map title=title,origin_system=origin_system --identifier-from calendar:ID\n/,
  )
})

test('upsert --csv counts rows as spreadsheet programs do: not the line sep=, and empty rows before the head', async () => {
  const { upsert } = publishing()
  expect((await upsert('sep=;\n\nNr;Name;Wann\n1;Fest;soon\n', german)).stderr).toMatch(
    /^error: row 3 \(line 4\) "Fest": start_date: /,
  )
})

test('upsert prints the first three errors of a kind with what to do once, and the rows of the others at the end; --json has all of them', async () => {
  const { upsert } = publishing()
  const numbers = Array.from({ length: 40 }, (_, index) => index + 1)
  // Every fifth row is right, so that the wrong ones are in ranges.
  const sheet = `Nr;Name;Wann\n${numbers.map((each) => `${each};Fest ${each};${each % 5 ? `${each}/x` : '2026-06-20 18:00'}`).join('\n')}\n;Fair;\n`
  const { code, stderr } = await upsert(sheet, german)
  expect(stderr.split('\n')).toEqual([
    'error: row 2 "Fest 1": start_date: "1/x" is not a date and time',
    '  write it as 2026-06-20 18:00',
    'error: row 3 "Fest 2": start_date: "2/x" is not a date and time',
    'error: row 4 "Fest 3": start_date: "3/x" is not a date and time',
    'error: row 42 "Fair": identifiers: the row has none',
    'error: 29 more rows have the error of row 2: 5, 7–10, 12–15, 17–20, 22–25, 27–30, 32–35, 37–40',
    'error: 8 events created, 33 failed',
    '',
  ])
  expect(code).toBe(1)
  const json = await upsert(sheet, [...german, '--json'])
  expect(json.stderr).toBe('error: 8 events unchanged, 33 failed\n')
  expect(linesOf(json.stdout).filter((each) => Reflect.get(Object(each), 'error'))).toHaveLength(33)
  const four = 'Nr;Name\n;Fest\n;Fest\n;Fest\n;Fest\n'
  expect((await upsert(four, [...calendar, '--map', 'title=Name'])).stderr).toContain(
    '\nerror: 1 more row has the error of row 2: 5\nerror: 4 events failed\n',
  )
})

test.for([
  [
    'Nr;Name\n1;Fest\n',
    ['--map', 'titel=Name'],
    /--map: titel is not a field of an event in v2\n {2}did you mean title\?/,
  ],
  ['Nr;Name\n1;Fest\n', ['--map', 'status=Name'], /--map: status is set by the service/],
  ['Nr;Name\n1;Fest\n', ['--map', 'title=Nama'], /--map: no column has the head Nama\n {2}did you mean Name\?/],
  ['Nr;Name\n1;Fest\n', ['--map', 'title=Name+Sub'], /--map: no column has the head Sub/],
  ['Nr;Name\n1;Fest\n', ['--map', 'title'], /--map: must be field=column, such as title=Name,start_date=When/],
  ['Nr;Name\n1;Fest\n', ['--map', 'title=Name,title=Nr'], /--map: title is given twice/],
  ['Nr;Name;NAME\n1;Fest;Fest\n', ['--map', 'title=Name'], /--map: several columns have the head Name/],
  [
    'Nr;Name\n1;Fest\n',
    ['--map', 'title=Name', '--title', 'Fest'],
    /a column and a flag give title\n {2}use one of the two/,
  ],
  [
    'Nr;Name\n1;Fest\n',
    ['--map', 'description=Name'],
    /no column gives title\n {2}use flags such as --map title=COLUMN,description=Name\n/,
  ],
  [
    'Nr;Name\n1;Fest\n',
    ['--map', 'title=Name', '--identifier', 'calendar:1'],
    /all rows would get the same identifier\n/,
  ],
  ['Nr;Name\n1;Fest\n', ['--map', 'title=Name', '--set', 'nonsense=1'], /: nonsense: is not a field of an event in v2/],
  ['Nr;title;Title\n1;Fest;Fest\n', [], /two columns are title/],
  [
    'Nr;titel;Ada\n1;Fest;1\n',
    [],
    /: the columns "titel", "Ada" are not named like a field of an event in v2; no column gives title\n {2}use flags such as --map title=titel\n/,
  ],
  ['Nr;title\n1;"Fest\n', [], /line 2 has a cell whose quotation mark is not closed\n/],
  ['', [], /standard input is empty\n {2}its first row must have the names of the columns/],
] as const)(
  'upsert --csv refuses a sheet or flags that do not fit, and sends nothing: %j %j',
  async ([sheet, more, says]) => {
    const { upsert, service } = publishing()
    expectWrong(await upsert(sheet, [...calendar, ...more]), says)
    expect(service.requests).toEqual([])
  },
)

test.for([
  [
    'title,origin_system\nPicnic,Calendar\n',
    [],
    /: no column gives identifiers\n {2}use flags such as --identifier-from calendar:COLUMN\n/,
  ],
  [
    'Nr;Name;When;Ada\n1;Picnic;;\n',
    [],
    /: the columns "Nr", "When", "Ada" are not named like a field of an event in v2; no column gives identifiers, title, origin_system; the column "Name" gives the field name, which is for organizers only\n {2}use flags such as --map title=Name,start_date=When --identifier-from calendar:Nr --origin-system Calendar\n/,
  ],
  [
    'Nr;Event name;Start;Venue\n1;Picnic;;\n',
    ['--identifier-from', 'calendar:Nr', '--origin-system', 'Calendar'],
    /: the columns "Event name", "Start", "Venue" are not named like a field of an event in v2; no column gives title\n {2}use flags such as --map 'title=Event name,start_date=Start,location.venue=Venue'\n/,
  ],
  [
    'Nr;name;origin_system\n1;Picnic;Calendar\n',
    ['--identifier-from', 'calendar:Nr'],
    /: no column gives title; the column "name" gives the field name, which is for organizers only\n {2}use flags such as --map title=name,origin_system=origin_system\n/,
  ],
  [
    `${Array.from({ length: 12 }, (_, column) => `Ada ${column}`).join(';')}\n1\n`,
    ['--identifier-from', 'calendar:Ada 0', '--origin-system', 'Calendar', '--title', 'x'],
    /: the columns "Ada 1", ("Ada \d", ){6}"Ada 8" and 3 others are not named like a field/,
  ],
  [
    'id,title\n1,Picnic\n',
    ['--identifier-from', 'id'],
    /--identifier-from: must be a system and a column, such as calendar:Nr/,
  ],
  ['id,title\n1,Picnic\n', ['--identifier-from', 'a:Nr'], /--identifier-from: no column has the head Nr/],
  [
    'id,title\n1,Picnic\n',
    ['--identifier-from', 'a:id'],
    /: no column gives origin_system\n {2}use flags such as --origin-system Calendar\n/,
  ],
] as const)('upsert --csv needs identifiers and the fields of a new event: %j %j', async ([sheet, more, says]) => {
  const { upsert, service } = publishing()
  expectWrong(await upsert(sheet, more), says)
  expect(service.requests).toEqual([])
})

test('upsert --csv refuses other encodings with line and byte, a workbook and a terminal, and says how to save the file', async () => {
  const { upsert, service } = publishing()
  const sheet = 'Nr;Name\n1;Fest\n2;F\u00eate\n'
  const latin1 = await upsert(Buffer.from(sheet, 'latin1'), german)
  expectWrong(latin1, /not UTF-8 \(line 3, byte 4\)\n {2}save it as UTF-8: in Excel as "CSV UTF-8 \(Comma delimited\)"/)
  expectWrong(
    await upsert(Buffer.from(`\ufeff${sheet}`, 'utf16le'), german),
    /UTF-16, not UTF-8\n {2}save it as UTF-8: in/,
  )
  expectWrong(await upsert('PK\u0003\u0004...', german), /is a workbook, not CSV\n {2}save it as UTF-8: in Excel/)
  expectWrong(await upsert(Buffer.alloc(16 * 1024 * 1024 + 1, 'a'), german), /is longer than 16 MiB/)
  const terminal = Object.assign(new PassThrough(), { isTTY: true })
  expectWrong(await upsert('', german, { stdin: terminal }), /--csv: needs a table on standard input/)
  expect(service.requests).toEqual([])
})

test('upsert --csv moves an event whose town alone changed, and says once that the service does not know a town (v2 §2.2)', async () => {
  const { upsert, published } = publishing()
  const flags = [...calendar, '--map', 'title=Name,location.locality=Town,location.country=Country']
  const sheetOf = (first: string, second: string) => `Nr;Name;Town;Country\n1;Fest;${first};US\n2;Fair;${second};US\n`
  expect(await upsert(sheetOf('Chicago', 'Boston'), flags)).toMatchObject({ stderr: '2 events created\n' })
  const changed = sheetOf('CHICAGO', 'Denver')
  const planned = await upsert(changed, [...flags, '--dry-run'])
  expect(planned.stdout).toMatch(
    /^2\twould be unchanged\tFest\t\t\t\S+\n3\twould resend\tFair\t\tlocation.locality: Boston → Denver\t\S+\n$/,
  )
  expect(planned.stderr).toBe(
    'Dry run: 1 would be resent for its place alone, 1 would be unchanged. No write was sent.\n',
  )
  expect(await upsert(changed, flags)).toMatchObject({ code: 0, stderr: '1 event updated, 1 unchanged\n' })
  expect(await published()).toMatchObject([
    { location: { locality: 'Chicago' } },
    { location: { locality: 'Denver', region: 'CO', location: { latitude: 39.7392 } } },
  ])
  for (const _ of [1, 2]) {
    const again = await upsert(sheetOf('Atlantis', 'Ys'), flags)
    expect(again.stdout).toMatch(/^(?:row \d: resent \S+, not applied: location\.locality\n){2}$/)
    expect(again).toMatchObject({
      code: 0,
      stderr: '2 events resent\nResent: the service shows other values than were sent. Each run sends them again.\n',
    })
  }
})

test.for([
  ['a terminal', 80],
  ['a pipe', undefined],
] as const)('upsert counts created, updated, unchanged and failed rows at the end, on %s', async ([, columns]) => {
  const { upsert } = publishing()
  const sheet = 'Nr;Name\n1;Fest\n2;Fair\n3;Picnic\n'
  const around = { env: { NO_COLOR: '1' }, ...(columns !== undefined && { columns }) }
  await upsert(sheet, [...calendar, '--map', 'title=Name'])
  const changed = `${sheet.replace('Fair', 'Fête')}4;Walk\n;None\n`
  const { stdout, stderr } = await upsert(changed, [...calendar, '--map', 'title=Name'], around)
  const error = 'identifiers: the row has none'
  const counts = 'error: 1 event created, 1 updated, 2 unchanged, 1 failed\n'
  // A terminal shows the error below its row.
  expect(stderr).toBe(columns === undefined ? `error: row 6 "None": ${error}\n${counts}` : counts)
  expect(stdout.includes(`  6  failed     None\n     ${error}\n`)).toBe(columns !== undefined)
  const again = await upsert(sheet, [...calendar, '--map', 'title=Name'], around)
  expect(again.stderr).toBe('1 event updated, 2 unchanged\n')
})

test('upsert --csv shows its progress with the number of rows and the remaining time', async () => {
  const { start, fault } = publishing()
  const drawing: (() => void)[] = []
  const clock = {
    ...steppingClock(),
    every: (_: number, draw: () => void) => {
      drawing.push(draw)
      return { [Symbol.dispose]: () => {} }
    },
  }
  const waiting = fault({ method: 'POST', nth: 2, effect: { kind: 'no-answer' } })
  const args = ['upsert', '--csv', '-', ...calendar, '--map', 'title=Name']
  await using running = start(args, { input: 'Nr;Name\n1;Fest\n2;Fair\n', columns: 80, clock, env: { NO_COLOR: '1' } })
  await waiting.applied()
  for (const draw of [...drawing, ...drawing]) draw()
  expect(running.printed.stderr).toMatch(/upserting · 1 of 2 rows · [\d.]+\/s · \d+ s left$/)
})

test('upsert --csv --resume continues at the first row whose outcome is open, and names this row', async () => {
  const { upsert, fault, service, published } = publishing()
  const clock = steppingClock()
  const files = new MemoryFiles(clock)
  const around = { fs: files.view(), clock }
  const sheet = 'Nr;Name\n1;"Fest\nam See"\n2;Fair\n\n3;Picnic\n'
  const flags = [...calendar, '--map', 'title=Name', '--resume', '/state']
  fault({ method: 'POST', nth: 3, effect: { kind: 'status', status: 501 } })
  const first = await upsert(sheet, flags, around)
  expect(first).toMatchObject({ code: 1, stderr: expect.stringContaining('\n  --resume continues at row 4\n') })
  expect(files.files.state).not.toMatch(/Fest|Picnic|calendar/)
  service.faults.clear()
  expectWrong(await upsert(sheet.replace('Fair', 'Fête'), flags, around), /--resume: \/state belongs to other lines/)
  const second = await upsert(sheet, flags, around)
  expect(second).toMatchObject({ code: 0, stderr: '3 events created\n' })
  expect(second.stdout).toMatch(/^row 5: created \S+\n$/)
  expect(files.files).toEqual({})
  expect(await published()).toHaveLength(3)
})

test('no sheet makes an event twice, and no message has text of a column that is not sent', async () => {
  const cell = fc.oneof(
    fc.constantFrom('', '1', '2', ' 3 ', '06/07/2026', '2026-06-20 18:00', '="1"', "'=x", '1.5E+10'),
    fc.string({ unit: fc.constantFrom('ä', '"', ';', ',', '\n', '\r', '\t', '§', '=', "'", '\u202e') }),
  )
  const written = (text: string) => `"${text.replaceAll('"', '""')}"`
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { maxLength: 8 }), async (rows) => {
      const { upsert, published } = publishing()
      const marked = rows.map((row) => [...row, `${row[1]}secret`])
      const sheet = ['Nr;Name;Wann;Notes', ...marked.map((row) => row.map(written).join(';'))].join('\r\n')
      const runs = [await upsert(sheet, german), await upsert(sheet, german)]
      for (const { stderr, stdout } of runs) expect(stderr + stdout).not.toContain('secret')
      const identifiers = (await published()).map((event) => JSON.stringify(Reflect.get(event, 'identifiers')))
      const own = identifiers.map((each) => /"calendar:[^"]*"/.exec(each)?.[0])
      expect(new Set(own).size).toBe(own.length)
      expect(runs[1]?.stderr).not.toContain('created')
    }),
    { numRuns: 60 },
  )
})

/** Commands with `upsert --csv`, in a text where a backslash continues a line. */
const commandsIn = (text: string) =>
  [...text.replaceAll(/ \\\n\s*/g, ' ').matchAll(/osdi-events (upsert --csv .*)/g)].map(([, command = '']) => command)

test('the commands of the guide and of the help that send a spreadsheet run', async () => {
  const { ran, writes } = publishing()
  const files = new MemoryFiles(steppingClock())
  files.put('events.csv', 'Nr,Name,When,Day,Time,Place\n7,Picnic,2026-06-20 18:00,2026-06-20,18:00,Old Mill\n')
  const guide = readFileSync(new URL('../../docs/guides/command-line.md', import.meta.url), 'utf8')
  const commands = [...commandsIn(guide), ...commandsIn((await ran(['upsert', '--help'])).stdout)]
  expect(commands).toHaveLength(2)
  for (const command of commands) {
    const around = { fs: files.view() }
    expect(await ran(command.split(' '), around), command).toMatchObject({
      code: 0,
      stdout: '2\twould create\tPicnic\t2026-06-20T18:00:00\t\t\n',
    })
  }
  expect(writes()).toBe(0)
})
