import ts from 'typescript'
import { expect, test } from 'vitest'
import { v1 } from '../../src/v1/dialect.ts'
import { v2 } from '../../src/v2/dialect.ts'
import { root } from '../support/alias.ts'

const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile).config,
  ts.sys,
  root,
)

/** The open file of the editor, which exists only in memory. */
const open = `${root}test/types/open-in-the-editor.ts`
let text = ''
let version = 0

const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [open],
  getScriptVersion: (name) => (name === open ? String(version) : '1'),
  getScriptSnapshot: (name) => {
    const content = name === open ? text : ts.sys.readFile(name)
    return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
  },
  getCurrentDirectory: () => root,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (name) => name === open || ts.sys.fileExists(name),
  readFile: (name) => (name === open ? text : ts.sys.readFile(name)),
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
})

const before = `import { EventsV1, EventsV2, type EventV1, type EventV2, isEventsError, ownOf } from 'osdi-events'
const one = new EventsV1({ baseUrl: 'https://events.example.org', apiKey: 'key' })
const two = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
const network = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key', namespace: 'action_network' })
declare const eventOne: EventV1
declare const event: EventV2
declare const onPlatform: EventV2<'platform'>
declare const onNetwork: EventV2<'action_network'>
declare const error: unknown
`

/** Where each code begins that stands in the open file, in a block of its own. */
const places = new Map<string, number>()

/** Opens all of this code in one file: the compiler looks at it once. */
function openInEditor(codes: Iterable<string>): void {
  places.clear()
  text = before
  for (const code of codes) append(code)
  version += 1
}

function append(code: string): number {
  const place = text.length + 2
  places.set(code, place)
  text += `{\n${code.replace('§', '')}\n}\n`
  return place
}

/** The position of code in the open file. Opens the code first if necessary; `§` marks the cursor. */
function placeOf(code: string): number {
  const place = places.get(code)
  if (place !== undefined) return place
  openInEditor([code])
  return before.length + 2
}

const cursorIn = (code: string): number => placeOf(code) + code.indexOf('§')

const plain = (parts: readonly ts.SymbolDisplayPart[] | undefined) => ts.displayPartsToString([...(parts ?? [])])

/** The hover text of an editor for the name at the cursor: its declaration and its documentation. */
function hoverAt(code: string) {
  const info = service.getQuickInfoAtPosition(open, cursorIn(code))
  const tags = info?.tags?.map(({ name, text }) => `@${name} ${plain(text)}`) ?? []
  return { declaration: plain(info?.displayParts), says: [plain(info?.documentation), ...tags].join('\n').trim() }
}

/** The completions of an editor at the cursor, by name, with their documentation. */
function offeredAt(code: string): Map<string, string> {
  const cursor = cursorIn(code)
  const offered = service.getCompletionsAtPosition(open, cursor, {})?.entries ?? []
  return new Map(
    offered.map(({ name, source, data }) => {
      const details = service.getCompletionEntryDetails(open, cursor, name, {}, source, {}, data)
      return [name.replaceAll(/^["']|["']$/g, ''), plain(details?.documentation)]
    }),
  )
}

/** The errors of the compiler for code. */
function problemsOf(code: string): string[] {
  const place = placeOf(code)
  return service
    .getSemanticDiagnostics(open)
    .filter(({ start = 0 }) => start >= place && start < place + code.length)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

/** The longest text that an editor shows in full. */
const short = { lines: 6, characters: 700 }

const required = { one: "summary: '', originating_system: ''", two: "title: '', origin_system: ''" }
const clients = [
  { client: 'one', version: '1', dialect: v1 },
  { client: 'two', version: '2', dialect: v2 },
] as const

test.for(clients)(
  'in an editor, a field name of the other version is an error in create and update of version $version',
  ({ client, version, dialect }) => {
    const names = Object.keys(dialect.renamedFrom).filter((name) => name !== 'event_instructions')
    const codes = names.flatMap((name) => [
      `${client}.create({ ${required[client]}, ${name}: 'text' })`,
      `${client}.update('id', { ${name}: 'text' })`,
    ])
    openInEditor(codes)
    expect(names.length).toBeGreaterThan(3)
    for (const code of codes) {
      const problems = problemsOf(code)
      expect(problems, code).toHaveLength(1)
      expect(problems[0]).toMatch(new RegExp(`does not exist in type '(?:NewEvent|EventChanges)V${version}`))
      expect(problems[0]?.split('\n').length).toBeLessThanOrEqual(3)
    }
  },
)

test('in an editor, the error for an event without required fields names them', () => {
  for (const [code, fields] of [
    ['two.create({})', 'title, origin_system'],
    ['one.create({})', 'summary, originating_system'],
  ] as const)
    expect(problemsOf(code)).toEqual([
      expect.stringMatching(new RegExp(`missing the following properties .*: ${fields}$`)),
    ])
})

test('in an editor, a field that only the service sets is an error', () => {
  const names = ['status', 'total_accepted', 'created_date', "'platform:sponsor'"]
  const codes = names.map((name) => `two.create({ ${required.two}, ${name}: 'text' })`)
  openInEditor(codes)
  for (const code of codes) expect(problemsOf(code)[0]).toContain("does not exist in type 'NewEventV2'")
})

/** Code with a cursor, and the types in its hover text. */
const shown = {
  'one.cre§ate': ['NewEventV1<any>', 'CreateOptions', 'EventV1<any>'],
  'two.li§st()': ['ListOptions', 'Pager<EventV2<any>, PageV2<any>>'],
  'network.ge§t': ['EventSource', 'CallOptions', 'Promise<Kept<EventV2<"action_network">, I>>'],
  "onPlatform['platform:spon§sor']": ['SponsorV2 | null'],
  'ownOf(event).spon§sor': ['SponsorV2 | null'],
  "if (isEventsError(error) && error.code === 'http') er§ror": ['const error: HttpError'],
}

test('in an editor, hovering shows one line of named types', () => {
  openInEditor(Object.keys(shown))
  for (const [code, types] of Object.entries(shown)) {
    const { declaration } = hoverAt(code)
    for (const type of types) expect(declaration).toContain(type)
    expect(declaration).not.toMatch(/[\n{]/)
  }
})

test('in an editor, ownOf has documentation for events of both versions and for attendances', () => {
  const codes = ['own§Of(event)', 'own§Of(eventOne)', 'own§Of({ status: null })', 'own§Of({ a: 1 })']
  openInEditor(codes)
  for (const code of codes) expect(hoverAt(code).says, code).toContain('without their prefix')
})

test('in an editor, completion of a client offers only its public methods', () => {
  const reads = [
    'attendance',
    'attendances',
    'baseUrl',
    'campaign',
    'campaigns',
    'changes',
    'checkKey',
    'create',
    'createCampaign',
    'delete',
    'embed',
    'entryPoint',
    'find',
    'follow',
    'get',
    'list',
    'namespace',
    'page',
  ]
  const names = [
    ...reads,
    'people',
    'person',
    'recordAttendance',
    'update',
    'updateAttendance',
    'updateCampaign',
    'upsert',
    'upserts',
  ]
  expect([...offeredAt('one.§').keys()]).toEqual(names)
  expect([...offeredAt('two.§').keys()]).toEqual(names)
  expect([...offeredAt('two.list().§').keys()]).toEqual(['pages', 'report', 'toArray'])
})

const offering = [
  ...['one.§', 'two.list().§', 'two.list().pages().§', 'two.list({ § })', 'two.create({ § })', 'one.create({ § })'],
  ...["two.update('id', { § })", "two.create({ title: '', origin_system: '', location: { § } })", "event['§']"],
  ...[
    "eventOne['§']",
    "onNetwork['§']",
    "onPlatform['§']",
    'ownOf(event).§',
    'new EventsV2({ § })',
    'two.list().toArray({ § })',
  ],
  "two.get('id', { retry: { § } })",
]

test('in an editor, every completion has documentation', () => {
  openInEditor(offering)
  for (const code of offering) {
    const offered = [...offeredAt(code)]
    expect(offered.length, code).toBeGreaterThan(0)
    expect([code, offered.filter(([, says]) => says === '').map(([name]) => name)]).toEqual([code, []])
  }
})

const refused = [
  ['an option that does not exist', "two.list({ campain: '' })", "Did you mean to write 'campaign'?"],
  ['a missing limit', 'two.list().toArray()', 'Expected 1 arguments, but got 0'],
  ['a key that may be undefined', "new EventsV2({ baseUrl: '', apiKey: process.env.KEY })", "'ApiKey'"],
  [
    'a Date',
    `two.create({ ${required.two}, start_date: new Date() })`,
    "Type 'Date' is not assignable to type 'string'",
  ],
  ['a missing field', "two.create({ title: '' })", "Property 'origin_system' is missing"],
  ['a mistyped field', `two.create({ ${required.two}, titel: '' })`, "'titel' does not exist in type 'NewEventV2"],
  [
    'null for what cannot be cleared',
    "two.update('id', { title: null })",
    "Type 'null' is not assignable to type 'string",
  ],
  ['an event that was read', 'two.create(event)', "'origin_system' are incompatible"],
  ['a name of the other version on an event', 'event.summary', "Property 'summary' does not exist on type 'EventV2'"],
  ['a list that is awaited', '(await two.list()).title', "does not exist on type 'Pager<EventV2"],
] as const

test('in an editor, type errors are short', () => {
  openInEditor(refused.map(([, code]) => code))
  for (const [what, code, says] of refused) {
    const problems = problemsOf(code)
    expect(problems, what).toHaveLength(1)
    expect(problems[0]).toContain(says)
    expect(problems[0]?.split('\n').length, what).toBeLessThanOrEqual(short.lines)
    expect(problems[0]?.length, what).toBeLessThanOrEqual(short.characters)
  }
})
