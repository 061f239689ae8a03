import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ran } from '../support/command-line.ts'

type Api = 'v1' | 'v2'
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
        const result = dry.length > 0 ? /^\d+\twould keep\t/ : /: unchanged e\d$/
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
