import { execFileSync } from 'node:child_process'
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
  expect(first.code).toBe(0)
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
  expect(second).toMatchObject({ code: 0, stdout: expect.stringMatching(/^row 2: updated \S+\n$/) })
  expect((await published())[0]).toMatchObject({ title: 'Picnic 2', description: '<p>Bring "cake",\nand tea</p>' })
  expect((await upsert(sheet)).stdout).toMatch(/^row 2: updated [^\n]+\nrow 3: unchanged \S+\n$/)
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
  ['columns without a head and empty rows', 'Nr;Name;Wann;;\n;" ";;;\n\n7;"Fête; am See";2026-06-20 18:00;;\n;;;;\n'],
  ['empty rows before the head', '\n\nNr;Name;Wann\n7;"Fête; am See";2026-06-20 18:00\n'],
  [
    'more commas than semicolons in quoted heads',
    '"Nr";"Name";"Wann";"a, b, c, d, e"\n7;"Fête; am See";2026-06-20 18:00;\n',
  ],
  ['more commas in the second row', 'Nr;Name;Wann;Notes\n7;"Fête; am See";2026-06-20 18:00;a,b,c,d,e,f\n'],
  ['line breaks of old Macs', 'Nr;Name;Wann\r7;"Fête; am See";2026-06-20 18:00\r'],
  ['spaces within quotation marks', '"Nr ";" Name";Wann\n" 7";" Fête; am See ";"2026-06-20 18:00 "\n'],
  ['quotation marks in the middle of a cell', 'Nr;Name;Wann;Notes\n7;"Fête; am See";2026-06-20 18:00;a 5" pipe\n'],
] as const)(
  'upsert --csv reads tables as programs save them, and finds the delimiter by itself: %s',
  async ([, sheet]) => {
    const { upsert, published } = publishing()
    expect(await upsert(sheet, german)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^row \d: created \S+\n$/),
    })
    expect(await published()).toMatchObject([
      {
        title: 'Fête; am See',
        start_date: '2026-06-20T18:00:00Z',
        identifiers: expect.arrayContaining(['calendar:7']),
      },
    ])
  },
)

test('upsert --csv reads a file, and --map joins columns, takes heads with commas, and leaves other columns out', async () => {
  const { ran, published } = publishing()
  const files = new MemoryFiles(steppingClock())
  files.put(
    '/events.csv',
    'Nr,"Name, short",Day,Time,Notes\n7,Picnic,2026-06-20,18:00,secret\n8,Fair,20.06.2026,6:30 PM,\n',
  )
  const args = ['upsert', '--csv', '/events.csv', ...calendar, '--map', 'title=name,  short, start_date=Day+Time']
  expect(await ran(args, { fs: files.view() })).toMatchObject({ code: 0 })
  const events = await published()
  expect(events).toMatchObject([
    { title: 'Picnic', start_date: '2026-06-20T18:00:00Z' },
    { title: 'Fair', start_date: '2026-06-20T18:30:00Z' },
  ])
  expect(JSON.stringify(events)).not.toContain('secret')
})

test.for([
  ['a terminal', { columns: 80 }],
  ['a pipe', {}],
] as const)(
  'the command that upsert --csv advises can be pasted from %s, and keeps the other flags',
  async ([, terminal]) => {
    const { ran, published } = publishing()
    const files = new MemoryFiles(steppingClock())
    files.put(
      "/Ada's rows.csv",
      "title,identifier,description,place,Town,Ada's link\nPark walk,7,Bring boots,Pier 4,Newark,https://a.example\n",
    )
    const around = { fs: files.view(), env: { NO_COLOR: '1' }, ...terminal }
    const { stderr, code } = await ran(['upsert', '--csv', "/Ada's rows.csv", '--set', 'location.country=US'], around)
    expect(code).toBe(2)
    const [, command = ''] = stderr.split('use a command such as this:\n')
    const lines = command.trimEnd().split('\n')
    if ('columns' in terminal) for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
    else expect(lines).toHaveLength(1)
    const inShell = command.replace('osdi-events', String.raw`printf '%s\n'`)
    const pasted = execFileSync('sh', ['-c', inShell], { encoding: 'utf8' }).trimEnd().split('\n')
    expect(pasted.slice(0, 5)).toEqual(['upsert', '--csv', "/Ada's rows.csv", '--set', 'location.country=US'])
    expect(pasted).toContain('calendar:identifier')
    expect(await ran(pasted, around)).toMatchObject({ code: 0 })
    expect(await published()).toMatchObject([
      { title: 'Park walk', location: { venue: 'Pier 4', locality: 'Newark', country: 'US' } },
    ])
  },
)

test('upsert --csv takes the fields of version 1, and flags set a field in all rows', async () => {
  const { upsert, published } = publishing('v1')
  const flags = ['--identifier-from', 'calendar:Nr', '--map', 'summary=Name', '--map', 'start=Wann']
  const constants = ['--origin-system', 'Calendar', '--set', 'location.country=DE', '--instructions', 'Ring']
  const { code, stdout } = await upsert('Nr;Name;Wann\n7;Fest;2026-06-20 18:00\n', [...flags, ...constants])
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^row 2: written \S+\n$/)])
  expect(await published()).toMatchObject([
    { summary: 'Fest', start: '2026-06-20T18:00:00Z', originating_system: 'Calendar', location: { country: 'DE' } },
  ])
})

const times: readonly (readonly [cell: string, read: string | undefined])[] = [
  ['2026-06-20T18:00:00Z', '2026-06-20T18:00:00Z'],
  ['2026-6-20 8:05', '2026-06-20T08:05:00Z'],
  ['2026/06/20 18:00', '2026-06-20T18:00:00Z'],
  ['20.06.2026 18:00', '2026-06-20T18:00:00Z'],
  ['6/20/2026 12:30 am', '2026-06-20T00:30:00Z'],
  ['6/20/2026 12:30 PM', '2026-06-20T12:30:00Z'],
  ['07/07/2026 18:00', '2026-07-07T18:00:00Z'],
  ['06.07.2026 18:00', '2026-07-06T18:00:00Z'],
  ['2028-02-29 23:59:59', '2028-02-29T23:59:59Z'],
  ['1.6.2026 1:00 p.m.', '2026-06-01T13:00:00Z'],
  ['', undefined],
]

test('upsert --csv reads dates as people and spreadsheets write them', async () => {
  const { upsert, published } = publishing()
  const sheet = `Nr;Name;Wann\n${times.map(([cell], index) => `${index};Fest;${cell}\n`).join('')}`
  expect((await upsert(sheet, german)).code).toBe(0)
  expect((await published()).map((each) => Reflect.get(each, 'start_date'))).toEqual(times.map(([, read]) => read))
})

test('upsert --csv refuses a cell that is no certain time, names row, title and field, and sends the other rows', async () => {
  const { upsert, writes } = publishing()
  const wrong = [
    ...['06/07/2026', '06-07-2026 18:00', '06.20.2026 18:00', '2026-06-20', '2026-06-20 25:10', '2026-06-20 13:00 PM'],
    ...['2026-06-20 0:30 PM', '2026-06-20 24:00', '2026-06-20 18:60', '2026-06-20 18:00:60', '2026-06-00 18:00'],
    ...['2026-02-30 18:00', '2024-02-30 18:00', '31/31/2026 18:00', '31/32/2026 18:00', '2026-13-01 18:00'],
    ...['2026-06-20T18:00:00+02:00', '46193.75', '20.06.26 18:00', 'soon', `${'x'.repeat(100)}`],
  ]
  const sheet = `Nr;Name;Wann\n${wrong.map((cell, index) => `${index};Fest;${cell}\n`).join('')}99;Fair;\n`
  const { code, stdout } = await upsert(sheet, [...german, '--json'])
  const results = linesOf(stdout)
  expect([code, results, writes()]).toEqual([
    1,
    [
      ...wrong.map((_, index) => ({
        ...{ row: index + 2, line: index + 2, title: 'Fest', result: 'failed', outcome: 'not applied' },
        error: expect.stringMatching(/^start_date: "[^"]{4,40}" /),
      })),
      expect.objectContaining({ row: wrong.length + 2, result: 'created' }),
    ],
    1,
  ])
})

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
    const { code, stderr } = await upsert(sheet, [...german, '--date-order', order, '--end', '06/07/2026 20:00'])
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: row 4 "Fest": start_date: "13\/13\/2026" /)])
    const end_date = start.replace('T18', 'T20')
    expect(await published()).toMatchObject([
      { start_date: start, end_date },
      { start_date: '2026-06-20T18:00:00Z', end_date },
      { start_date: start, end_date },
    ])
  },
)

test.for([
  ['semicolons and line breaks', '" calendar:1 ;\nfair:2\r\n;;other:3"', ['calendar:1', 'fair:2', 'other:3']],
  ['a JSON array', '"[""calendar:1"",""a;b:2""]"', ['calendar:1', 'a;b:2']],
] as const)('upsert --csv reads the entries of a list: %s', async ([, cell, identifiers]) => {
  const { upsert, published } = publishing()
  expect((await upsert(`identifiers,title,origin_system,,\n${cell},Fest,Calendar,,\n`)).code).toBe(0)
  const [event] = await published()
  expect(Reflect.get(Object(event), 'identifiers').slice(1)).toEqual(identifiers)
})

test('upsert --csv --identifier-from takes the apostrophe away that a table of export has before a formula', async () => {
  const { upsert, published } = publishing()
  expect((await upsert("Nr;Name;Wann\n'-5;Fest;2026-06-20 18:00\n", german)).code).toBe(0)
  expect(await published()).toMatchObject([{ identifiers: expect.arrayContaining(['calendar:-5']) }])
})

test('upsert --csv names a failed row by its number in the spreadsheet, its line and its title, and sends the other rows', async () => {
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
  const flags = [...calendar, '--map', 'title=Name,start_date=Wann,location.venue=Ort', '--json']
  const { code, stdout } = await upsert(sheet, flags)
  const failed = (row: number, title: string, says: string) => ({
    ...{ row, line: row === 2 ? 2 : row + 1, title, result: 'failed', outcome: 'not applied' },
    error: expect.stringContaining(says),
  })
  expect([code, linesOf(stdout)]).toEqual([
    1,
    [
      failed(2, 'Early', 'identifiers: '),
      expect.objectContaining({ row: 3, line: 3, result: 'created' }),
      failed(4, 'Party', 'identifiers: '),
      failed(6, '', 'start_date: "soon" '),
      failed(7, 'Picnic', '6 cells'),
      failed(8, 'Twice', 'rows 8 and 9'),
      failed(9, 'Twice again', 'rows 8 and 9'),
      failed(10, 'Long', '"calendar:1.23E+11"'),
      expect.objectContaining({ row: 11, line: 12, result: 'created' }),
    ],
  ])
  expect(await published()).toHaveLength(2)
  const { stderr } = await upsert(sheet, flags.slice(0, -1))
  expect(stderr.match(/^error: row [^:"]*/gm)).toEqual([
    ...['error: row 2 ', 'error: row 4 (line 5) ', 'error: row 6 (line 7)', 'error: row 7 (line 8) '],
    ...['error: row 8 (line 9) ', 'error: row 9 (line 10) ', 'error: row 10 (line 11) '],
  ])
})

test('upsert --csv counts rows as spreadsheet programs do: not the line sep=, and empty rows before the head', async () => {
  const { upsert } = publishing()
  expect((await upsert('sep=;\n\nNr;Name;Wann\n1;Fest;soon\n', german)).stderr).toMatch(
    /^error: row 3 \(line 4\) "Fest": start_date: /,
  )
})

test('upsert prints the first three errors of a kind, and the rows of the others at the end; --json has all of them', async () => {
  const { upsert } = publishing()
  const numbers = Array.from({ length: 40 }, (_, index) => index + 1)
  // Every fifth row is right, so that the wrong ones are in ranges.
  const sheet = `Nr;Name;Wann\n${numbers.map((each) => `${each};Fest ${each};${each % 5 ? `${each}/x` : '2026-06-20 18:00'}`).join('\n')}\n;Fair;\n`
  const { code, stderr } = await upsert(sheet, german)
  expect(stderr.match(/^error: row \d+/gm)).toEqual([2, 3, 4, 42].map((row) => `error: row ${row}`))
  expect(stderr).toMatch(/^error: 29 [^\n]* row 2: 5, 7–10, 12–15, 17–20, 22–25, 27–30, 32–35, 37–40\n/m)
  expect([code, stderr.match(/write it as/g)?.length]).toEqual([1, 1])
  const json = await upsert(sheet, [...german, '--json'])
  expect(linesOf(json.stdout).filter((each) => Reflect.get(Object(each), 'error'))).toHaveLength(33)
})

test('upsert --csv refuses other encodings with line and byte, a workbook, a long file and a terminal', async () => {
  const { upsert, service } = publishing()
  const sheet = 'Nr;Name\n1;Fest\n2;F\u00eate\n'
  const latin1 = await upsert(Buffer.from(sheet, 'latin1'), german)
  expectWrong(latin1, /\(line 3, byte 4\)\n/)
  expectWrong(await upsert(Buffer.from(`\ufeff${sheet}`, 'utf16le'), german), /UTF-16/)
  expectWrong(await upsert('PK\u0003\u0004...', german), /^error: /)
  expectWrong(await upsert(Buffer.alloc(16 * 1024 * 1024 + 1, 'a'), german), /16 MiB/)
  const terminal = Object.assign(new PassThrough(), { isTTY: true })
  expectWrong(await upsert('', german, { stdin: terminal }), /--csv: /)
  expect(service.requests).toEqual([])
})

test('upsert --csv moves an event whose town alone changed, and resends a town that the service does not know (v2 §2.2)', async () => {
  const { upsert, published } = publishing()
  const flags = [...calendar, '--map', 'title=Name,location.locality=Town,location.country=Country']
  const sheetOf = (first: string, second: string) => `Nr;Name;Town;Country\n1;Fest;${first};US\n2;Fair;${second};US\n`
  expect((await upsert(sheetOf('Chicago', 'Boston'), flags)).code).toBe(0)
  const changed = sheetOf('CHICAGO', 'Denver')
  const planned = await upsert(changed, [...flags, '--dry-run', '--json'])
  const changes = [{ field: 'location.locality', old: 'Boston', new: 'Denver' }]
  const plans = [{ result: 'would be unchanged' }, { result: 'would resend', changes }]
  expect(linesOf(planned.stdout)).toMatchObject(plans)
  const moved = await upsert(changed, flags)
  expect([moved.code, moved.stdout.match(/(?<=: )\w+/g)]).toEqual([0, ['unchanged', 'updated']])
  expect(await published()).toMatchObject([
    { location: { locality: 'Chicago' } },
    { location: { locality: 'Denver', region: 'CO', location: { latitude: 39.7392 } } },
  ])
  for (const _ of [1, 2]) {
    const again = await upsert(sheetOf('Atlantis', 'Ys'), flags)
    expect(again.stdout).toMatch(/^(?:row \d: resent \S+, not applied: location\.locality\n){2}$/)
    expect(again.code).toBe(0)
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
  const error = / {2}6 {2}failed {5}None\n {5}identifiers: [^\n]+\n/
  const counts = 'error: 1 event created, 1 updated, 2 unchanged, 1 failed\n'
  // A terminal shows the error below its row.
  expect(stderr.startsWith('error: row 6 "None": identifiers: ')).toBe(columns === undefined)
  expect(stderr.endsWith(counts)).toBe(true)
  expect(error.test(stdout)).toBe(columns !== undefined)
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
  expect(first).toMatchObject({ code: 1, stderr: expect.stringContaining('row 4\n') })
  expect(files.files.state).not.toMatch(/Fest|Picnic|calendar/)
  service.faults.clear()
  expectWrong(await upsert(sheet.replace('Fair', 'Fête'), flags, around), /^error: --resume: \/state /)
  const second = await upsert(sheet, flags, around)
  expect(second).toMatchObject({ code: 0, stderr: expect.stringMatching(/^3 events /) })
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
