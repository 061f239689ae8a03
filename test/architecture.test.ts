import { expect, test } from 'vitest'
import { cycleIn, filesBelow, type Import, importsOf, textOf } from './support/imports.ts'

const inCommandLine = (file: string) => file.startsWith('src/cli/')
const commandLine = filesBelow('src').filter(inCommandLine)
const client = filesBelow('src').filter((file) => !inCommandLine(file))
const service = filesBelow('mock-server')
const explorer = filesBelow('explorer')
const examples = filesBelow('examples')

/** The imports that break a rule, as lines that name both ends. */
const offenders = (files: readonly string[], breaks: (found: Import) => boolean) =>
  files
    .flatMap(importsOf)
    .filter(breaks)
    .map(({ from, to }) => `${from} imports ${to}`)

/** A file without its comments of several lines, and examples in them. */
const codeOf = (file: string) => textOf(file).replaceAll(/\/\*[\s\S]*?\*\//g, '')

const within = (folder: string) => (file: string) => file.startsWith(`${folder}/`)

test('the files that are looked at are there', () => {
  expect(client).toContain('src/core/http/request.ts')
  expect(service).toContain('mock-server/api/handle.ts')
  expect(importsOf('src/core/http/request.ts').map(({ to }) => to)).toContain('ky')
})

test('the core knows no version', () => {
  expect(offenders(client.filter(within('src/core')), ({ to }) => /^src\/v\d/.test(to))).toEqual([])
})

const core = client.filter(within('src/core'))

/** The rooms of the core by floors, the highest first. A call goes down, and comes back as a result. */
const floors = [
  ['index'],
  ['client'],
  ['calls'],
  ['read'],
  ['http', 'pagination'],
  ['options', 'version', 'url'],
  ['hal'],
  ['values'],
  ['errors', 'text'],
]

/** The room of a file of the core: its folder, or the file itself. */
const roomOf = (file: string) => file.replace(/^src\/core\//, '').replace(/(?:\/.*)?\.ts$|\/.*/, '')
const floorOf = (file: string) => floors.findIndex((rooms) => rooms.includes(roomOf(file)))

test('every file of the core stands in a room', () => {
  expect(core.filter((file) => floorOf(file) < 0)).toEqual([])
  expect(new Set(core.map(roomOf))).toEqual(new Set(floors.flat()))
})

test('imports of the core go down from the client to the texts, those of types too: never up, and never to another room of the floor', () => {
  const isUp = ({ from, to }: Import) =>
    within('src/core')(to) && roomOf(to) !== roomOf(from) && floorOf(to) <= floorOf(from)
  expect(offenders(core, isUp)).toEqual([])
})

test('a room of the core needs few others: a new arrow is worth a thought', () => {
  const arrows = core
    .flatMap(importsOf)
    .filter(({ from, to }) => within('src/core')(to) && roomOf(to) !== roomOf(from))
    .map(({ from, to }) => `${roomOf(from)} to ${roomOf(to)}`)
  expect(new Set(arrows).size).toBeLessThanOrEqual(65)
})

test('the versions do not know each other', () => {
  expect(offenders(client.filter(within('src/v1')), ({ to }) => within('src/v2')(to))).toEqual([])
  expect(offenders(client.filter(within('src/v2')), ({ to }) => within('src/v1')(to))).toEqual([])
})

test('client and service are two readings: neither takes run-time code from the other', () => {
  expect(offenders(client, ({ to }) => within('mock-server')(to) || to.startsWith('osdi-events'))).toEqual([])
  expect(
    offenders(service, ({ to, typeOnly }) => !typeOnly && (within('src')(to) || to.startsWith('osdi-events'))),
  ).toEqual([])
})

test('the client needs ky and zod/mini at run time, and nothing else', () => {
  const own = ({ to }: Import) => within('src')(to) && !inCommandLine(to)
  expect(offenders(client, (found) => !own(found) && !['ky', 'zod/mini'].includes(found.to))).toEqual([])
})

/** Files and packages that a file reaches at run time. */
function reachedFrom(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached
  reached.add(file)
  if (client.includes(file)) for (const { to, typeOnly } of importsOf(file)) if (!typeOnly) reachedFrom(to, reached)
  return reached
}

test('helpers and errors reach no schema and no request: a page that imports one of them loads nothing else', () => {
  const reached = [...reachedFrom('src/helpers.ts')]
  expect(reached).toContain('src/core/hal/local-time.ts')
  expect(reached.filter((to) => !/^src\/(?:helpers|action-network|own-fields|core\/)/.test(to))).toEqual([])
  expect(reached.filter((to) => to === 'src/core/values/schema.ts' || within('src/core/http')(to))).toEqual([])
})

test('ky is imported by one file alone', () => {
  expect(offenders(client, ({ from, to }) => to === 'ky' && from !== 'src/core/http/request.ts')).toEqual([])
})

test('the command line needs Node and what is bundled with it, knows the tables of fields, and reaches client and service by the names that users have', () => {
  // What is known of each field stands in one place.
  const tables = /^src\/(?:v\d|core\/version)\/fields\.ts$/
  const bundled = ['cli-progress', 'cli-table3', 'commander', 'csv-stringify/sync']
  const known = ({ to }: Import) =>
    inCommandLine(to) || bundled.includes(to) || tables.test(to) || /^(?:node:|osdi-events(?:\/|$))/.test(to)
  expect(commandLine).toContain('src/cli/main.ts')
  expect(offenders(commandLine, (found) => !known(found))).toEqual([])
})

test('nobody imports the command line', () => {
  expect(offenders([...client, ...service, ...examples], ({ to }) => inCommandLine(to))).toEqual([])
})

test('the service needs nothing, but its store a tree, its msw adapters msw, and its HTTP server what Node has', () => {
  const adapters = ['msw', 'node', 'browser', 'interception'].map((name) => `mock-server/${name}.ts`)
  const isServer = (file: string) => file === 'mock-server/standalone.ts' || within('mock-server/server')(file)
  const foreign = ({ from, to }: Import) =>
    !within('mock-server')(to) &&
    !(from === 'mock-server/store/lists.ts' && to === 'sorted-btree') &&
    !(adapters.includes(from) && (to === 'msw' || to.startsWith('msw/'))) &&
    !(isServer(from) && to.startsWith('node:'))
  expect(offenders(service, foreign)).toEqual([])
})

test('the explorer needs Preact, and knows of the service what a program that uses the package knows', () => {
  const known = ['preact', 'preact/hooks', 'osdi-events/mock']
  expect(explorer).toContain('explorer/main.tsx')
  expect(offenders(explorer, ({ to }) => !within('explorer')(to) && !known.includes(to))).toEqual([])
  const taken = explorer.flatMap(importsOf).filter(({ to, typeOnly }) => to === 'osdi-events/mock' && !typeOnly)
  // The client of the admin API is all that comes into the page.
  expect([...new Set(taken.map(({ from }) => from))]).toEqual(['explorer/state/admin.ts'])
})

test('nobody imports the explorer, which is served as built', () => {
  const others = [...client, ...service, ...commandLine, ...examples]
  expect(offenders(others, ({ to }) => within('explorer')(to) || to.startsWith('#explorer'))).toEqual([])
})

test('a view of the explorer knows no other view', () => {
  const viewOf = (file: string) => /^explorer\/(requests|data|faults)\//.exec(file)?.[1]
  expect([...new Set(explorer.map(viewOf))]).toHaveLength(4)
  const toAnother = ({ from, to }: Import) =>
    viewOf(from) !== undefined && ![undefined, viewOf(from)].includes(viewOf(to))
  expect(offenders(explorer, toAnother)).toEqual([])
})

test('the explorer draws texts as texts: nothing of it writes HTML', () => {
  const writes = /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser/
  expect(explorer.filter((file) => writes.test(textOf(file)))).toEqual([])
})

test('no adapter is imported by what it adapts', () => {
  const isAdapter = (file: string) => layerOf(file) === 0 && !file.startsWith('mock-server/admin/')
  expect(offenders(service, ({ from, to }) => isAdapter(to) && !isAdapter(from))).toEqual([])
})

/** The service's layers: a request goes down, and nothing reaches up. */
const layers = [
  ['index', 'msw', 'node', 'browser', 'interception', 'cors', 'standalone', 'server', 'admin', 'check'],
  ['service', 'snapshot', 'options'],
  ['api', 'resources', 'faults', 'requests', 'add', 'seed', 'state', 'fetch'],
  ['rules'],
  ['dialects'],
  ['store'],
  ['fields', 'types', 'errors', 'action-network', 'assumptions', 'validate', 'clock', 'time', 'text'],
]

const layerOf = (file: string) =>
  layers.findIndex((names) => names.includes(file.split('/')[1]?.replace(/\.ts$/, '') ?? ''))

test('every file of the service stands in a layer', () => {
  expect(service.filter((file) => layerOf(file) < 0)).toEqual([])
})

test('imports of the service go down from the adapters to the store, those of types too, never up', () => {
  const up = ({ from, to }: Import) => within('mock-server')(to) && layerOf(to) < layerOf(from)
  expect(offenders(service, up)).toEqual([])
})

test('the check of a real service sees of the mock what its users see: it compares, and works with none of its parts', () => {
  const check = service.filter(within('mock-server/check'))
  const known = (file: string) => check.includes(file) || layerOf(file) === layers.length - 1
  expect(check).toContain('mock-server/check/check.ts')
  expect(offenders(check, ({ to }) => !known(to))).toEqual([])
})

/** What tells the time, or waits for it; how it turns the event loop is a program's own affair. */
const clocks =
  /\b(?:set|clear)(?:Timeout|Interval)\b|\bDate\.now\b|\bperformance\b|\bnew Date\(\)|\bAbortSignal\.timeout\b/

test('client and service take the time from one place each, which tests replace', () => {
  const keepers = [...client, ...service].filter((file) => clocks.test(codeOf(file)))
  expect(keepers).toEqual(['src/core/text/time.ts', 'mock-server/time.ts'])
})

test('nothing of the package reads the environment but the command line', () => {
  const readers = [...client, ...service].filter((file) => /process\s*\.\s*env/.test(codeOf(file)))
  expect(readers).toEqual([])
})

test('examples import the package by name, as users do', () => {
  expect(examples).not.toEqual([])
  expect(offenders(examples, ({ to }) => within('src')(to) || within('mock-server')(to))).toEqual([])
})

test('imports never run in a circle', () => {
  expect(cycleIn(client, { types: true })).toBeUndefined()
  expect(cycleIn(service, { types: true })).toBeUndefined()
  expect(cycleIn(commandLine, { types: true })).toBeUndefined()
  expect(cycleIn(explorer, { types: true })).toBeUndefined()
})

/** The class of all methods counts without docstrings: each method has an example. */
const countedLines = (file: string) => {
  const text = textOf(file).trimEnd()
  const counted = file === 'src/core/client.ts' ? text.replace(/^ *\/\*\*.*?\*\/\n/gms, '') : text
  return counted.split('\n').length
}

test('no file holds more than 290 lines', () => {
  const files = [...client, ...service, ...commandLine, ...explorer, ...examples]
  const long = files.filter((file) => countedLines(file) > 290)
  expect(long).toEqual([])
})
