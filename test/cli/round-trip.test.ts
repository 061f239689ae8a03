import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CommandLine, commandLine, expectWrong, linesOf, ran } from '../support/command-line.ts'
import { MemoryFiles, steppingClock } from '../support/memory-files.ts'

const apis = ['v1', 'v2'] as const
type Api = (typeof apis)[number]

/** Titles by version. */
const titles = { v1: 'summary', v2: 'title' } as const

/** A service with events of its own, some of them with identifiers of another system, and commands for it. */
function exporting(api: Api, preset?: 'action-network', events = 20) {
  const cli = commandLine({ events, ...(preset && { namespace: 'action_network' }) })
  const service = ['--api', api, ...(preset ? ['--namespace', 'action_network'] : [])]
  return {
    ...cli,
    exported: async (format: string, ...more: readonly string[]) =>
      (await cli.ran(['export', ...service, '--format', format, ...more])).stdout,
    upsert: (input: string, ...more: readonly string[]) => cli.ran(['upsert', ...service, ...more], { input }),
  }
}

const writesOf = ({ service }: Pick<CommandLine, 'service'>) =>
  service.requests.filter(({ method }) => method !== 'GET').map(({ method }) => method)

for (const format of ['csv', 'ndjson'] as const)
  test.for([
    ['v1', undefined],
    ['v2', 'action-network'],
  ] as const)(
    `upsert takes the file of export --format ${format}, and updates only the event whose title changed: %s, --preset %s`,
    async ([api, preset]) => {
      const cli = exporting(api, preset)
      const input = format === 'csv' ? ['--csv', '-'] : ['--ndjson']
      const before = await cli.exported(format)
      // An event that has no identifier of another system.
      const event = (await cli.events(api)).find((each) => Reflect.get(each, 'identifiers').length === 1) ?? {}
      const title: string = Reflect.get(event, titles[api])
      const edited = before.replaceAll(`"${title}"`, '"A title of the spreadsheet"')
      cli.service.requests.clear()
      const planned = await cli.upsert(edited, ...input, '--dry-run', '--json')
      expect(planned.stderr).toMatch(/^[^\n]*total_accepted[^\n]*$/m)
      const plans = linesOf(planned.stdout) as { result: string; changes: object[] }[]
      const changes = [{ field: titles[api], old: title, new: 'A title of the spreadsheet' }]
      expect(plans.filter(({ result }) => result === 'would be unchanged')).toHaveLength(19)
      expect(plans.filter(({ result }) => result === 'would update')).toMatchObject([{ changes }])
      expect([planned.code, writesOf(cli)]).toEqual([0, []])
      const { code } = await cli.upsert(edited, ...input)
      expect([code, writesOf(cli)]).toEqual([0, ['PUT']])
      expect(await cli.exported(format, '--fields', titles[api])).toContain('A title of the spreadsheet')
    },
  )

/** A service with one event, which has no identifier of another system. */
function withOneEvent() {
  const cli = exporting('v2', undefined, 0)
  const id = cli.service.addEvent({ title: 'Picnic', origin_system: 'Calendar', description: 'Food' }).id
  cli.service.requests.clear()
  return { ...cli, id, event: async () => JSON.parse((await cli.ran(['get', id, '--json'])).stdout) }
}

test.for([
  ['the column id', (id: string) => `id,title\n${id},Fair\n`],
  ['a column that --map names', (id: string) => `Event,Name\n${id},Fair\n`, '--map', 'id=Event,title=Name'],
  ['the service’s own identifier', (id: string) => `identifiers,title\nplatform:${id},Fair\n`, '--origin-system', 'x'],
] as const)('upsert --csv updates the event that %s names', async ([, sheet, ...flags]) => {
  const { id, upsert, event } = withOneEvent()
  const { code, stdout } = await upsert(sheet(id), '--csv', '-', ...flags)
  expect({ code, stdout }).toEqual({ code: 0, stdout: `row 2: updated ${id}\n` })
  expect(await event()).toMatchObject({ title: 'Fair', description: 'Food' })
})

test('upsert gives an event that its id names an identifier of another system, by which the next upsert finds it', async () => {
  const { id, upsert, event } = withOneEvent()
  const flags = ['--csv', '-', '--identifier-from', 'calendar:Nr', '--map', 'title=Name']
  const adopting = await upsert(
    `id,Nr,Name\n${id},7,Fair\n`,
    '--csv',
    '-',
    '--map',
    'id=id,title=Name',
    ...flags.slice(2, 4),
  )
  expect(adopting).toMatchObject({ code: 0, stdout: `row 2: updated ${id}\n` })
  expect((await event()).identifiers).toEqual(expect.arrayContaining(['calendar:7', `platform:${id}`]))
  expect((await upsert('Nr,Name\n7,Fest\n', ...flags, '--origin-system', 'Calendar')).stdout).toBe(
    `row 2: updated ${id}\n`,
  )
})

test.for([
  ['alone', []],
  ['with an identifier of another system', ['calendar:7']],
] as const)('upsert does not create an event for an id that the service does not have: %s', async ([, identifiers]) => {
  const { upsert, service } = withOneEvent()
  const gone = '11111111-1111-4111-8111-111111111111'
  const line = { identifiers: [`platform:${gone}`, ...identifiers], title: 'Fair', origin_system: 'Calendar' }
  for (const dry of [[], ['--dry-run']]) {
    const many = await upsert(`${JSON.stringify(line)}\n`, '--ndjson', '--json', ...dry)
    const error = expect.stringContaining(gone)
    expect([many.code, linesOf(many.stdout)]).toMatchObject([1, [{ result: expect.stringMatching(/fail/), error }]])
    const one = await upsert(JSON.stringify(line), ...dry)
    expect(one).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(gone) })
  }
  expect(writesOf({ service })).toEqual([])
})

test('upsert --csv makes equal events in another service, whatever their texts and lists look like', async () => {
  const made = [
    { title: "'tis the season", tag_list: ['one', 'two'], identifiers: ['cal:1'] },
    { title: '=SUM(A1)', tag_list: ['a;b', 'c'], identifiers: ['cal:a;b:1'] },
    { title: "'=x", tag_list: ['a;b'], identifiers: ['cal:2', 'cal:3;'] },
    { title: '[soon', tag_list: ['[soon'], identifiers: ['cal:4', 'cal:5'] },
  ]
  const service = { events: 0, assumptions: { tagList: 'kept' } } as const
  const [from, to] = [commandLine(service), commandLine(service)]
  for (const event of made) from.service.addEvent({ ...event, origin_system: 'Calendar' })
  const exported = await from.ran(['export', '--format', 'csv', '--fields', 'identifiers,title,origin_system,tag_list'])
  // Its own identifiers stay with a service.
  const sheet = exported.stdout.replaceAll(/(?:"")?platform:[\w-]+(?:"")?[;,]/g, '')
  expect(await to.ran(['upsert', '--csv', '-'], { input: sheet })).toMatchObject({ code: 0 })
  const events = await to.events('v2')
  expect(events).toHaveLength(made.length)
  for (const { identifiers, ...event } of made)
    expect(events).toContainEqual(
      expect.objectContaining({ ...event, identifiers: expect.arrayContaining(identifiers) }),
    )
})

test('upsert refuses a row with two ids of the service, and two rows with the same id', async () => {
  const { id, upsert, service } = withOneEvent()
  const two = { identifiers: [`platform:${id}`, 'platform:other'], title: 'Fair' }
  expectWrong(await upsert(JSON.stringify(two)), /^error: identifiers: platform:\S+, platform:other /)
  const { stderr } = await upsert(`id,title\n${id},Fair\n${id},Fest\n`, '--csv', '-')
  expect(stderr).toMatch(/^error: row 2 "Fair": identifiers: /)
  expect(writesOf({ service })).toEqual([])
})

test('upsert clears the fields that are null in JSON, and counts null for an empty field as unchanged', async () => {
  const { id, upsert, event, service } = withOneEvent()
  service.addEvent({ title: 'Fest', identifiers: ['calendar:1'], origin_system: 'Calendar', instructions: 'Ring' })
  const own = { identifiers: ['calendar:1'], title: 'Fest', origin_system: 'Calendar', instructions: null, name: null }
  const input = [{ identifiers: [`platform:${id}`], description: null, name: null }, own]
    .map((each) => `${JSON.stringify(each)}\n`)
    .join('')
  const planned = linesOf((await upsert(input, '--ndjson', '--dry-run', '--json')).stdout)
  expect(planned).toMatchObject([
    { result: 'would update', changes: [{ field: 'description', old: 'Food', new: null }] },
    { result: 'would update', changes: [{ field: 'instructions', old: 'Ring', new: null }] },
  ])
  const resultsOf = async () => (await upsert(input, '--ndjson')).stdout.match(/(?<=: )\w+/g)
  expect(await resultsOf()).toEqual(['updated', 'updated'])
  expect((await event()).description ?? null).toBeNull()
  expect(await resultsOf()).toEqual(['unchanged', 'unchanged'])
})

test('upsert takes back fields that only this service has, and refuses a change of them', async () => {
  const { ran, id, service } = withOneEvent()
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await service.fetch(input, init)
    const text = await response.text()
    return new Response(text.replaceAll('"title":', '"id":77,"colour":{"name":"red"},"title":'), response)
  }
  const { stdout } = await ran(['export'], { fetch })
  expect(stdout).toContain('"colour":{"name":"red"}')
  const upsert = (input: string) => ran(['upsert', '--ndjson'], { input, fetch })
  expect(await upsert(stdout.replace('Picnic', 'Fair'))).toMatchObject({
    code: 0,
    stdout: `line 1: updated ${id}\n`,
  })
  const { code, stderr } = await upsert(stdout.replace('"red"', '"blue"'))
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: line 1: colour: /m)])
})

test('upsert of an event that its id names reads --key-file once, because the file may be a pipe', async () => {
  const { ran, key, id } = withOneEvent()
  let reads = 0
  const view = new MemoryFiles(steppingClock()).view()
  const readFile = async () => {
    reads += 1
    return Buffer.from(reads === 1 ? `${key}\n` : '')
  }
  const around = { fs: { ...view, readFile }, env: { EVENTS_API_KEY: undefined } }
  const args = ['upsert', '--key-file', '/dev/fd/63', '--identifier', `platform:${id}`, '--title', 'Fair']
  expect(await ran(args, around)).toMatchObject({ code: 0, stdout: `updated ${id}\n` })
  expect(reads).toBe(1)
})

test('upsert of one event from standard input takes what get --json prints', async () => {
  const { ran, upsert, event, id } = withOneEvent()
  const { stdout } = await ran(['get', id, '--json'])
  const { code, stdout: said, stderr } = await upsert(stdout.replace('Picnic', 'Fair'))
  expect({ code, said }).toEqual({ code: 0, said: `updated ${id}\n` })
  expect(stderr).toContain('created_date, ')
  expect((await event()).title).toBe('Fair')
})

type Json = Readonly<Record<string, unknown>>

const base = 'https://events.example.org'

/** A service that shows these events as they are, and keeps what is sent. It shares no code with the mock, which would put values in order. */
function showing(api: Api, events: readonly Json[]) {
  const writes: { readonly method: string; readonly body: Json }[] = []
  const answer = (body: object) =>
    new Response(JSON.stringify(body), { headers: { 'content-type': 'application/hal+json' } })
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const id = /\/events\/([^/?]+)$/.exec(request.url)?.[1]
    const event = events.find(({ identifiers }) => (identifiers as readonly string[]).includes(`platform:${id}`)) ?? {}
    if (request.method !== 'GET') {
      const body = (await request.json()) as Json
      writes.push({ method: request.method, body })
      return answer({ ...event, ...body, identifiers: event.identifiers })
    }
    if (id !== undefined) return answer(event)
    return answer({
      ...{ page: 1, per_page: 25, total_pages: 1, total_records: events.length },
      _links: { self: { href: `${base}/api/${api}/events` } },
      _embedded: { 'osdi:events': events },
    })
  }
  const env = { EVENTS_BASE_URL: base, EVENTS_API_KEY: 'key' }
  const command = (args: readonly string[], input = '') =>
    ran([...args, '--api', api, '--rate-limit', 'off'], { fetch, env, input })
  return { command, writes }
}

const moment = '2026-05-01T12:00:00Z'

/** Texts that a spreadsheet, a list or a table may take for something else. */
const text = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.string({
      unit: fc.constantFrom(...`'=+-@＝＋－＠;,"[]{}\\ \t\r\n\ufeff\u00a0éé<1Z`, '\r\n'),
      maxLength: 8,
    }),
  },
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom(
    "'=x",
    '1.2E+11',
    '["a"]',
    '[1]',
    'null',
    'true',
    '007',
    '2026-06-20 18:00',
    'sep=;',
    '\ud800',
    'ＳＵＭ',
  ),
)

const time = fc.constantFrom(
  ...['2026-06-20T18:00:00Z', '2026-06-20T18:00:00', '2026-06-20T18:00:00+02:00', '2026-06-20T18:00:30.5Z'],
  ...['2026-06-20 18:00:00 UTC', '2026-06-20T18:00:00.123456-0500', '2026-06-20', '2026-02-30T18:00:00Z', 'soon', ''],
)

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(fc.option(value, { nil: null }), { nil: undefined })

const list = fc.array(text, { maxLength: 3 })

/** What both versions show, with the names of version 2. */
const shown = fc.record({
  identifiers: fc.uniqueArray(
    fc.oneof(
      text.map((id) => `cal:${id}`),
      fc.constant('cal:a;b:1'),
      text,
    ),
    { maxLength: 3 },
  ),
  title: text,
  origin_system: optional(text),
  description: optional(text),
  instructions: optional(text),
  browser_url: optional(text),
  start_date: optional(time),
  location: optional(
    fc.record({
      ...{ venue: optional(text), address_lines: optional(list), locality: optional(text), region: optional(text) },
      ...{ postal_code: optional(text), country: optional(text), language: optional(text), county: optional(text) },
      location: optional(
        fc.record({ latitude: fc.double({ noNaN: true, noDefaultInfinity: true }), longitude: fc.constant(-71.0589) }),
      ),
    }),
  ),
  total_accepted: optional(fc.nat()),
  status: optional(fc.constantFrom('confirmed', 'odd; status')),
  guests_can_invite_others: optional(fc.boolean()),
  'platform:sponsor': optional(fc.record({ title: optional(text), browser_url: optional(text) })),
  'platform:colour': optional(fc.jsonValue({ maxDepth: 2 })),
  colour: optional(fc.jsonValue({ maxDepth: 2 })),
  id: optional(fc.oneof(fc.integer(), text)),
})

/** What only version 2 has. */
const inVersion2 = fc.record({
  name: optional(text),
  end_date: optional(time),
  capacity: optional(fc.nat()),
  tag_list: optional(list),
})

const namesInVersion1 = {
  ...{
    title: 'summary',
    origin_system: 'originating_system',
    instructions: 'platform:event_instructions',
    browser_url: 'url',
  },
  ...{ start_date: 'start', guests_can_invite_others: 'guestsCanInviteOthers' },
} as const

const nameIn = (api: Api, name: string): string =>
  (api === 'v1' ? Reflect.get(namesInVersion1, name) : undefined) ?? name

/** Events as the service writes them. JSON leaves out what is undefined. */
const eventsOf = (api: Api) =>
  fc.array(fc.tuple(shown, api === 'v2' ? inVersion2 : fc.constant({})), { minLength: 1, maxLength: 3 }).map((events) =>
    events.map(([both, more], index): Json => {
      const fields = Object.entries({ ...both, ...more }).map(([name, value]) => [nameIn(api, name), value])
      const foreign = both.identifiers.filter((each) => !each.startsWith('platform:')).map((each) => `${each}${index}`)
      const dates =
        api === 'v1' ? { created_at: moment, modified_at: moment } : { created_date: moment, modified_date: moment }
      const identifiers = [...foreign, `platform:e${index}`]
      const links = { self: { href: `${base}/api/${api}/events/e${index}` } }
      return JSON.parse(JSON.stringify({ ...Object.fromEntries(fields), ...dates, identifiers, _links: links }))
    }),
  )

const upsertOf = { csv: ['upsert', '--csv', '-'], ndjson: ['upsert', '--ndjson'] } as const

/** A table as spreadsheet programs save it again: with other quotation marks, delimiters and line breaks. */
function savedAgain(table: string, edit: (rows: string[][]) => void = () => {}): string {
  const rows: string[][] = parse(table, { bom: true })
  edit(rows)
  const isTime = (column: number) => /^(?:start|end)/.test(rows[0]?.[column] ?? '')
  const inGerman = (cell: string) => cell.replace(/^2026-06-20 /, '20.06.2026 ')
  const cells = rows.map((row) =>
    row.map((cell, column) => (isTime(column) ? inGerman(cell) : cell).replace(/\r\n?/g, '\n')),
  )
  return stringify(cells, { delimiter: ';' })
}

/** Fields and parts of fields that `--fields` may choose. */
const fieldsIn = (api: Api) =>
  fc
    .subarray(
      [
        ...[
          'title',
          'description',
          'origin_system',
          'start_date',
          'location.venue',
          'location.address_lines',
          'identifiers',
        ],
        ...['location.location.latitude', 'location.language', 'status', 'platform:sponsor'],
        ...['_links.self.href', 'location.country'],
      ],
      { minLength: 1 },
    )
    .map((fields) => fields.map((name) => nameIn(api, name)))

const numRuns = process.env.SEED === 'random' ? 100 : 12

const ways = (['v1', 'v2'] as const).flatMap((api) =>
  (['csv', 'ndjson'] as const).map((format) => [api, format] as const),
)

test.for(ways)('an export that nobody edited changes no event when it is sent back: %s, %s', async ([api, format]) => {
  await fc.assert(
    fc.asyncProperty(eventsOf(api), fc.option(fieldsIn(api)), fc.boolean(), async (events, fields, isSavedAgain) => {
      const { command, writes } = showing(api, events)
      const chosen = fields === null ? [] : ['--fields', ['id', ...fields].join(',')]
      const exported = await command(['export', '--format', format, ...chosen])
      expect(exported).toMatchObject({ code: 0 })
      const input = format === 'csv' && isSavedAgain ? savedAgain(exported.stdout) : exported.stdout
      for (const dry of [['--dry-run'], []]) {
        const { code, stdout, stderr } = await command([...upsertOf[format], ...dry], input)
        expect({ code, writes, stderr }).toEqual({ code: 0, writes: [], stderr: expect.anything() })
        const result = dry.length > 0 ? /^\d+\twould be unchanged\t/ : /: unchanged e\d$/
        for (const line of stdout.trimEnd().split('\n')) expect(line).toMatch(result)
      }
    }),
    { numRuns },
  )
})

/** A text that no event shows, and that a spreadsheet program saves as it is. */
const newText = fc
  .tuple(fc.constantFrom('', '=', "'="), text)
  .map(([start, each]) => `${start}${each.replaceAll('\r', '').toWellFormed()}X9`.trim())

const newList = fc.array(newText, { minLength: 1, maxLength: 3 })

/** A field that this version takes, and its new value. */
const editIn = (api: Api) =>
  fc.oneof(
    fc.tuple(fc.constantFrom('title', 'description', 'instructions', 'origin_system'), newText),
    fc.tuple(fc.constantFrom('location.venue', 'location.postal_code'), newText),
    fc.tuple(fc.constant('location.address_lines'), newList),
    fc.constant(['start_date', '2027-01-02T03:04:00'] as const),
    ...(api === 'v1'
      ? []
      : [fc.tuple(fc.constantFrom('name', 'browser_url'), newText), fc.tuple(fc.constant('tag_list'), newList)]),
  )

/** The cell for a new value, as the guide describes it. */
function cellOf(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value)
  return String(value)
    .replace(/^(?='*[=+\-@\t\r\n＝＋－＠])/, "'")
    .replace(/^(2027-01-02)T(03:04):00$/, '$1 $2')
}

test.for(ways)('one edited cell of an export changes that field alone: %s, %s', async ([api, format]) => {
  await fc.assert(
    fc.asyncProperty(eventsOf(api), editIn(api), fc.nat(), async (events, [nameInVersion2, value], at) => {
      const { command, writes } = showing(api, events)
      const { stdout: exported } = await command(['export', '--format', format])
      const name = nameIn(api, nameInVersion2)
      const [whole = '', part] = name.split('.')
      const number = at % events.length
      const shown = events[number]?.[whole]
      const inLine = (line: string) => {
        const event = JSON.parse(line)
        return JSON.stringify({ ...event, [whole]: part === undefined ? value : { ...event[whole], [part]: value } })
      }
      const input =
        format === 'csv'
          ? savedAgain(exported, ([heads = [], ...rows]) => rows[number]?.splice(heads.indexOf(name), 1, cellOf(value)))
          : exported.replace(/.+/g, (line) =>
              JSON.parse(line).identifiers.includes(`platform:e${number}`) ? inLine(line) : line,
            )
      const { stdout, stderr } = await command(upsertOf[format], input)
      expect(stderr).not.toMatch(/^error/m)
      expect(stdout.match(/: updated /g)).toHaveLength(1)
      expect(stdout.match(/: unchanged /g) ?? []).toHaveLength(events.length - 1)
      expect(writes).toEqual([{ method: 'PUT', body: { [whole]: part === undefined ? value : expect.anything() } }])
      if (part === undefined) return
      // Some services replace the whole location.
      const { [part]: changed, ...others } = Object(writes[0]?.body[whole])
      expect(changed).toEqual(value)
      expect(shown ?? {}).toMatchObject(others)
      for (const each of ['venue', 'locality', 'region', 'postal_code', 'country'])
        if (each !== part && Object(shown)[each]?.trim()) expect(others).toHaveProperty(each)
    }),
    { numRuns },
  )
})
