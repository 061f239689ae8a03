import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { csv } from '../../src/cli/read/formats.ts'
import { columnsOf, documentedOf, valueAt } from '../../src/cli/run/field-values.ts'
import { nearestName } from '../../src/cli/run/nearest-name.ts'
import { commandLine, expectWrong, linesOf } from '../support/command-line.ts'
import { temporaryFolder } from '../support/folder.ts'

type Options = Parameters<typeof commandLine>[0]

/** A service whose events have one more field, from the event of a number on. */
function service(field: object = {}, from = 0, options: Options = { events: 30, perPage: 10 }) {
  const cli = commandLine(options)
  let number = 0
  const add: typeof fetch = async (input, init) => {
    const response = await cli.service.fetch(input, init)
    const { headers, status } = response
    const page = (await response.json()) as { readonly _embedded: { readonly 'osdi:events': readonly object[] } }
    const events = page._embedded['osdi:events'].map((each) => (number++ < from ? each : { ...each, ...field }))
    return Response.json({ ...page, _embedded: { 'osdi:events': events } }, { status, headers })
  }
  const ran = (...args: readonly string[]) => {
    number = 0
    cli.service.requests.clear()
    return cli.ran(args, { fetch: add })
  }
  return { ...cli, ran, ranWithout: cli.ran }
}

const shown = [['list'], ['list', '--json'], ['export'], ['export', '--format', 'csv'], ['export', '--format', 'json']]

test('every command refuses a misspelt field in --fields after a look at the first page', async () => {
  const cli = service()
  for (const args of shown) {
    expectWrong(await cli.ran(...args, '--fields', 'id,titel'), /titel .*title/)
    expect(cli.service.requests.length).toBeLessThan(7)
  }
})

test('--fields suggests the documented field that a name means', () => {
  const names = documentedOf({ api: 'v2', namespace: 'platform' })
  for (const [typed, meant] of [
    ['titel', 'title'],
    ['startDate', 'start_date'],
    ['start', 'start_date'],
    ['locality', 'location.locality'],
    ['location.latitude', 'location.location.latitude'],
    ['location.localty', 'location.locality'],
    ['hidden', 'platform:hidden'],
    ['action_network:hidden', 'platform:hidden'],
    ['modified_at', 'modified_date'],
  ] as const)
    expect(nearestName(typed, names)).toBe(meant)
})

test.for(shown)(
  '--fields accepts an undocumented field if an event has this field, and otherwise refuses it: %j',
  async (args) => {
    const field = { legacy: { colour: 'red' }, 'a.b': null }
    const some = service(field, 25)
    for (const name of ['legacy', 'legacy.colour', 'a.b', '_links.self.href', '_links.self'])
      expect(await some.ran(...args, '--fields', name)).toMatchObject({ code: 0, stderr: '' })
    const { code, stderr } = await some.ran(...args, '--fields', 'legacy.color')
    expect([code, stderr]).toEqual([2, expect.stringContaining('legacy.colour?')])
    expect((await some.ran(...args, '--fields', 'wholly-other')).code).toBe(2)
  },
)

test('--fields accepts a name similar to a documented field if an event of the first page has it', async () => {
  const { code, stdout } = await service({ titel: 'x' }, 9).ran('export', '--prefetch', '0', '--fields', 'titel')
  expect(code).toBe(0)
  expect(
    linesOf(stdout)
      .map((each) => Reflect.get(Object(each), 'titel') ?? '')
      .join(''),
  ).toBe('x'.repeat(21))
})

test('--fields accepts a documented field that no event has', async () => {
  const cli = service({}, 0, { events: 1 })
  const names = ['capacity', 'location', 'location.location', 'identifiers.7', 'reminders.3.minutes', '_links', 'id']
  expect(await cli.ran('list', '--json', '--fields', names.join())).toMatchObject({ code: 0 })
  const said = await cli.ran('export', '--fields', names.join())
  expect(said.code).toBe(0)
  expect(said.stderr).toMatch(/^warning: --fields: [^\n]* identifiers\.7\n/m)
})

test('an export with an unknown field in --fields leaves the file and the cursor unchanged', async () => {
  const cli = service()
  await using folder = await temporaryFolder()
  const [out, cursor] = [folder.file('events'), folder.file('cursor')]
  writeFileSync(out, 'of last night')
  for (const name of ['titel', 'wholly-other'])
    for (const more of [[], ['--cursor', cursor], ['--resume']]) {
      expectWrong(await cli.ran('export', '--out', out, '--fields', name, ...more), /--fields: /)
      expect([readFileSync(out, 'utf8'), readdirSync(folder.path)]).toEqual(['of last night', ['events']])
    }
})

test('export --resume still knows which names in --fields no event of the earlier run had', async () => {
  const early = service({ legacy: 'x' }, 0)
  await using folder = await temporaryFolder()
  const out = folder.file('events')
  const args = (names: string) => ['export', '--out', out, '--resume', '--prefetch', '0', '--fields', names]
  early.fault({ nth: 2, times: 3, effect: { kind: 'status', status: 501 } })
  expect(await early.ran(...args('legacy'))).toMatchObject({ code: 1 })
  early.service.faults.clear()
  // No later event has the field.
  expect(await early.ranWithout(args('legacy'))).toMatchObject({ code: 0, stderr: '' })
  early.fault({ nth: 2, times: 3, effect: { kind: 'status', status: 501 } })
  expect(await early.ran(...args('wholly-other'))).toMatchObject({ code: 1 })
  early.service.faults.clear()
  expectWrong(await early.ran(...args('wholly-other')), /--fields: .*wholly-other/)
})

test('with --max, --fields warns of an unknown field and refuses a misspelt one', async () => {
  const cli = service()
  await using folder = await temporaryFolder()
  const [out, cursor] = [folder.file('events'), folder.file('cursor')]
  writeFileSync(cursor, '2020-01-01T00:00:00Z')
  for (const args of [
    ['export', '--changed-since', '2020-01-01T00:00:00Z'],
    ['export', '--cursor', cursor, '--out', out],
    ['list', '--max', '3'],
    ['list', '--changed-since', '2020-01-01T00:00:00Z'],
  ]) {
    const { code, stderr } = await cli.ran(...args, '--fields', 'legacy,title')
    expect(stderr).toMatch(/^warning: --fields: [^\n]* legacy\n/m)
    expect(code).toBe(0)
    expectWrong(await cli.ran(...args, '--fields', 'titel'), /title\?/)
  }
})

test('--fields accepts an unknown field when there are no events', async () => {
  const cli = service({}, 0, { events: 0 })
  for (const args of shown)
    expect(await cli.ran(...args, '--fields', 'titel,legacy')).toMatchObject({ code: 0, stderr: '' })
})

test('attendances --fields refuses a field that no RSVP has, and accepts documented ones', async () => {
  const cli = commandLine({ events: 0 })
  const event = cli.service.addEvent({ title: 'Picnic' }, { key: cli.service.seeded.group })
  cli.service.attend(event, 3)
  const names = 'id,status,person,person.email_addresses.0.address,platform:event_id,identifiers.0,_links'
  for (const more of [[], ['--json'], ['--format', 'csv'], ['--format', 'ndjson']])
    for (const api of ['v1', 'v2']) {
      const args = ['attendances', event.id, '--api', api, ...more, '--fields']
      expectWrong(await cli.ran([...args, 'stauts']), /--fields: .* status\?/)
      expectWrong(await cli.ran([...args, 'id,person_id']), /--fields: .* platform:person_id\?/)
      expect((await cli.ran([...args, 'wholly-other'])).code).toBe(2)
      expect(await cli.ran([...args, names])).toMatchObject({ code: 0 })
    }
})

test.for(['v1', 'v2'] as const)('--fields suggests no other name for a documented field of %s', (api) => {
  const names = columnsOf({ api, namespace: 'own' })
  for (const name of names) expect(nearestName(name, names)).toBe(name)
})

test("--fields suggests no other name for a field with the service's prefix", () => {
  const names = columnsOf({ api: 'v2', namespace: 'own' })
  const typed = ['note', 'date', 'time', 'type', 'tags', 'organizer.name', 'venue.title', 'custom', 'custom.city']
  for (const name of [...typed, 'x'.repeat(500)]) expect(nearestName(name, names), name).toBeUndefined()
})

const event = {
  title: 'Picnic',
  identifiers: ['platform:1', 'calendar:7'],
  location: { locality: 'Boston', location: { latitude: 42.3 } },
  'a.b:sponsor': { title: 'Park friends' },
  'a.b': 'whole',
  capacity: null,
}

test('--fields prints the value under a dotted name, and no value for what is no path', () => {
  for (const [name, value] of [
    ['title', 'Picnic'],
    ['identifiers.1', 'calendar:7'],
    ['location.location.latitude', 42.3],
    ['a.b', 'whole'],
    ['a.b:sponsor.title', 'Park friends'],
    ['capacity', null],
  ] as const)
    expect(valueAt(event, name), name).toBe(value)
  const others = ['nothing', 'title.length', 'capacity.x', 'identifiers.2', 'toString', '__proto__', 'location.']
  for (const name of [...others, '.title', '']) expect(valueAt(event, name), name).toBeUndefined()
})

const ofPlace = [
  ...['venue', 'address_lines', 'locality', 'region', 'postal_code', 'country', 'language'],
  ...['location.latitude', 'location.longitude', 'location.accuracy'],
].map((name) => `location.${name}`)

test.for([
  [
    'v1',
    [
      ...['identifiers', 'originating_system', 'created_at', 'modified_at', 'summary', 'description', 'url', 'start'],
      ...['total_accepted', 'status', 'transparence', 'visibility', 'guestsCanInviteOthers', 'reminders'],
      ...['own:event_instructions', 'own:event_campaign_id', 'own:sponsor.summary', 'own:sponsor.url'],
    ],
  ],
  [
    'v2',
    [
      ...['identifiers', 'origin_system', 'created_date', 'modified_date', 'name', 'title', 'description'],
      ...['instructions', 'browser_url', 'featured_image_url', 'start_date', 'end_date', 'total_accepted', 'status'],
      ...['transparence', 'visibility', 'guests_can_invite_others', 'capacity', 'reminders', 'own:event_campaign_id'],
      ...['tag_list', 'own:hidden', 'own:sponsor.title', 'own:sponsor.browser_url'],
    ],
  ],
] as const)('the CSV of %s without --fields has a column for every field of the spec', ([api, names]) => {
  expect([...columnsOf({ api, namespace: 'own' })].sort()).toEqual([...names, ...ofPlace].sort())
})

/** The CSV row with one value. */
const cell = (title: unknown) => csv(['title']).textOf([{ title }], true)

test('a CSV file begins with a byte order mark and the column names, and every line ends with CR LF (RFC 4180 §2)', () => {
  const table = csv(['title', 'location.locality'])
  expect(table.header).toBe('\ufeff"title","location.locality"\r\n')
  expect(table.textOf([{ title: 'Picnic', location: { locality: 'Boston' } }, { title: 'Hike' }], true)).toBe(
    '"Picnic","Boston"\r\n"Hike",\r\n',
  )
  expect(table.footer(2)).toBe('')
  expect(table.textOf([], true)).toBe('')
})

test.for([
  ['a quotation mark', 'a "b" c', '"a ""b"" c"\r\n'],
  ['separators of any country', 'a,b;c\td', '"a,b;c\td"\r\n'],
  ['line breaks inside HTML', '<p>\r\n<b>\nx</b>', '"<p>\r\n<b>\nx</b>"\r\n'],
  ['a list', ['a:1', 'b:2'], '"a:1; b:2"\r\n'],
  ['an object', { a: [1] }, '"{""a"":[1]}"\r\n'],
  ['a yes', true, '"true"\r\n'],
  ['a no', false, '"false"\r\n'],
  ['a zero', 0, '0\r\n'],
  ['a negative number', -71.0589, '-71.0589\r\n'],
] as const)('a CSV cell holds %s as documented', ([, value, text]) => {
  expect(cell(value)).toBe(text)
})

test.for([undefined, null, ''])('a CSV cell of %s is empty', (value) => {
  expect(csv(['a', 'b']).textOf([{ a: 1, b: value }], true)).toBe('1,\r\n')
})

test.for(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠a'])(
  'a CSV cell that a spreadsheet may run as a formula, %j, gets an apostrophe in front',
  (value) => {
    expect(cell(value)).toBe(`"'${value}"\r\n`)
  },
)

test.for([
  [['a', 'b c'], 'a; b c'],
  [['=1', 'b'], "'=1; b"],
  [['a;b', 'c'], '["a;b","c"]'],
  [['a\nb'], '["a\\nb"]'],
  [['a\rb'], '["a\\rb"]'],
  [[' a'], '[" a"]'],
  [['a', ''], '["a",""]'],
  [['\t=1', 'x'], '["\\t=1","x"]'],
  [['["a"]'], '["[\\"a\\"]"]'],
  [[1, 2], '[1,2]'],
] as const)(
  'a CSV cell of a list has semicolons if these read back as the same list, else JSON: %j',
  ([list, text]) => {
    expect(cell(list)).toBe(`"${text.replaceAll('"', '""')}"\r\n`)
  },
)

test.for(["'=1", "''+1"])(
  'a CSV cell with an apostrophe before what looks like a formula, %s, gets another one',
  (value) => {
    expect(cell(value)).toBe(`"'${value}"\r\n`)
  },
)

test.for([
  ['2026-06-20T18:00:00+02:00', '2026-06-20 18:00'],
  ['2026-06-20 18:00:00 UTC', '2026-06-20 18:00'],
  ['2026-06-20t18:00:30.5z', '2026-06-20 18:00:30'],
  ['2026-06-20T18:00:00.000-0500', '2026-06-20 18:00'],
  ['2026-06-20', '2026-06-20'],
  ['soon', 'soon'],
] as const)(
  'a CSV cell of a start has the clock at the place of the event, without a zone (v2 §2.1): %s',
  ([time, text]) => {
    expect(csv(['start_date']).textOf([{ start_date: time }], true)).toBe(`"${text}"\r\n`)
  },
)

test('a CSV column name that looks like a formula gets an apostrophe in front', () => {
  expect(csv(['=1+1']).header).toBe(`\ufeff"'=1+1"\r\n`)
})
