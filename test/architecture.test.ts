import { expect, test } from 'vitest'
import { cycleIn, filesBelow, type Import, importsOf, textOf } from './support/imports.ts'

const inCalendar = (file: string) => file.startsWith('src/calendar/')
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

test('the architecture tests find source files of the client and the mock service, and their imports', () => {
  expect(client).toContain('src/core/http/request.ts')
  expect(service).toContain('mock-server/api/handle.ts')
  expect(importsOf('src/core/http/request.ts').map(({ to }) => to)).toContain('ky')
})

test('src outside v1 and v2 imports nothing from v1 or v2', () => {
  expect(offenders(client.filter(within('src/core')), ({ to }) => /^src\/v\d/.test(to))).toEqual([])
})

const core = client.filter(within('src/core'))

/** The layer of a file of the core. */
const coreLayerOf = (file: string) => file.split('/')[2] ?? ''

/** What every layer may import: a layer throws or names errors, and handles plain values. */
const ground = ['base', 'errors']

/** The imports from layer to layer that are allowed, even of types, each with its reason. */
const arrows: Readonly<Record<string, string>> = {
  'client → calls': 'each method is one call',
  'client → options': 'the types of options in signatures',
  'client → hal': 'the types of resources and references in signatures',
  'client → paging': 'list() returns a Pager',
  'calls → options': 'reads what the caller gave',
  'calls → schema': 'checks bodies and responses',
  'calls → paging': 'makes pagers, and reads lists',
  'calls → http': 'sends',
  'calls → address': 'makes addresses, follows links',
  'calls → hal': 'reads links and items',
  'paging → address': 'follows next, derives page numbers',
  'paging → hal': 'reads items, counters and links of a page',
  'paging → options': 'limits of an iteration',
  'http → options': 'hooks, time limits, retries, key',
  'http → address': 'redirects stay inside the service',
  'address → hal': 'a reference may be a resource or a link',
  'options → schema': 'options are zod objects',
  'options → hal': 'references and prefixes as options',
  'schema → hal': 'rows are held to the public interfaces',
}

const importsInCore = core.flatMap(importsOf).filter(({ to }) => within('src/core')(to))
const arrowOf = ({ from, to }: Import) => `${coreLayerOf(from)} → ${coreLayerOf(to)}`
const isToGround = ({ from, to }: Import) => ground.includes(coreLayerOf(to)) && !ground.includes(coreLayerOf(from))
const betweenLayers = importsInCore.filter(
  (found) => coreLayerOf(found.from) !== coreLayerOf(found.to) && !isToGround(found),
)
/** The ground has an arrow of its own: values throw errors. */
const ofLayers = betweenLayers.filter((found) => arrowOf(found) !== 'base → errors')

test('each import between layers of src is one of the allowed pairs', () => {
  const wrong = ofLayers.filter((found) => !Object.hasOwn(arrows, arrowOf(found)))
  expect(wrong.map((found) => `${arrowOf(found)}: ${found.from} imports ${found.to}`)).toEqual([])
})

test('each allowed pair of layers is used', () => {
  expect(core.filter((file) => file.split('/').length !== 4)).toEqual([])
  expect([...new Set(ofLayers.map(arrowOf))].sort()).toEqual(Object.keys(arrows).sort())
})

test('the allowed pairs of layers have no cycle, errors imports no layer, and base only errors', () => {
  let layers = [...new Set(core.map(coreLayerOf))]
  const pairs = new Set(betweenLayers.map(arrowOf))
  // Takes away the layers that import no other layer, until none is left.
  for (let left = 0; left !== layers.length; ) {
    left = layers.length
    layers = layers.filter((layer) => layers.some((other) => pairs.has(`${layer} → ${other}`)))
  }
  expect(layers).toEqual([])
  expect([...pairs].filter((pair) => /^(?:base|errors) /.test(pair))).toEqual(['base → errors'])
})

test('v1 and v2 do not import each other', () => {
  expect(offenders(client.filter(within('src/v1')), ({ to }) => within('src/v2')(to))).toEqual([])
  expect(offenders(client.filter(within('src/v2')), ({ to }) => within('src/v1')(to))).toEqual([])
})

test('client and mock service import no run-time code from each other', () => {
  expect(offenders(client, ({ to }) => within('mock-server')(to) || to.startsWith('osdi-events'))).toEqual([])
  expect(
    offenders(service, ({ to, typeOnly }) => !typeOnly && (within('src')(to) || to.startsWith('osdi-events'))),
  ).toEqual([])
})

test('the client imports only ky and zod/mini at run time', () => {
  const own = ({ to }: Import) => within('src')(to) && !inCommandLine(to)
  const rest = client.filter((file) => !inCalendar(file))
  expect(offenders(rest, (found) => !own(found) && !['ky', 'zod/mini'].includes(found.to))).toEqual([])
  expect(offenders(rest, ({ to }) => inCalendar(to))).toEqual([])
})

test('the calendar imports its bundled packages and helpers, and no schema and no request code', () => {
  const reached = client.filter(inCalendar).flatMap((file) => [...reachedFrom(file)])
  expect(reached).toContain('src/core/hal/local-time.ts')
  expect([...new Set(reached.filter((to) => !within('src')(to)))].sort()).toEqual([
    '@photostructure/tz-lookup',
    'html-to-text',
  ])
  expect(reached.filter((to) => to === 'zod/mini' || within('src/core/http')(to))).toEqual([])
})

/** Files and packages that a file reaches at run time. */
function reachedFrom(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached
  reached.add(file)
  if (client.includes(file)) for (const { to, typeOnly } of importsOf(file)) if (!typeOnly) reachedFrom(to, reached)
  return reached
}

test('helpers and errors import no schema and no request code', () => {
  const reached = [...reachedFrom('src/helpers.ts')]
  expect(reached).toContain('src/core/hal/local-time.ts')
  expect(reached.filter((to) => !/^src\/(?:helpers|action-network|own-fields|core\/)/.test(to))).toEqual([])
  expect(reached.filter((to) => to === 'zod/mini' || within('src/core/http')(to))).toEqual([])
})

test('only one file of src imports ky', () => {
  expect(offenders(client, ({ from, to }) => to === 'ky' && from !== 'src/core/http/request.ts')).toEqual([])
})

test('the command line imports only Node, its bundled packages, the lists of fields, the comparison of an upsert, and client, calendar and mock by their package names', () => {
  // What is known of each field stands in one place.
  const tables = /^src\/(?:v\d\/(?:event-rows|attendance-rows|person-rows|campaigns)|core\/schema\/field-list)\.ts$/
  const bundled = ['commander', 'csv-parse/sync', 'csv-stringify/sync', 'html-to-text', 'string-width', 'node-forge']
  // Parts of a package that is bundled in parts.
  const parts = /^node-forge\/lib\//
  const known = ({ to }: Import) =>
    inCommandLine(to) ||
    bundled.includes(to) ||
    parts.test(to) ||
    tables.test(to) ||
    to === 'src/core/schema/differences.ts' ||
    /^(?:node:|osdi-events(?:\/|$))/.test(to)
  expect(commandLine).toContain('src/cli/main.ts')
  expect(offenders(commandLine, (found) => !known(found))).toEqual([])
})

/** The layers of the command line, and the layers that each imports. `run`, `files` and `terminal` are what every command has. */
const commandLineArrows: Readonly<Record<string, readonly string[]>> = {
  'command-line': ['export', 'read', 'run', 'terminal', 'test', 'write'],
  main: ['command-line', 'run'],
  export: ['files', 'read', 'run', 'terminal'],
  read: ['run', 'sheet', 'terminal'],
  test: ['files', 'run', 'terminal'],
  write: ['files', 'read', 'run', 'sheet', 'terminal'],
  sheet: ['run', 'terminal'],
  run: ['files', 'terminal'],
  files: ['run'],
  terminal: ['run'],
}

test('a layer of the command line imports only the layers that are listed, and no files import each other', () => {
  const commandRoomOf = (file: string) => file.replace(/^src\/cli\//, '').replace(/(?:\/.*)?\.ts$|\/.*/, '')
  const arrows = new Map(Object.keys(commandLineArrows).map((layer) => [layer, new Set<string>()]))
  for (const { from, to } of commandLine.flatMap(importsOf)) {
    if (inCommandLine(to) && commandRoomOf(to) !== commandRoomOf(from))
      arrows.get(commandRoomOf(from))?.add(commandRoomOf(to))
  }
  const found = [...arrows].map(([layer, layers]) => [layer, [...layers].sort()])
  expect(Object.fromEntries(found)).toEqual(commandLineArrows)
  expect(cycleIn(commandLine, { types: true })).toBeUndefined()
})

test('the client, the mock service and the examples do not import the command line', () => {
  expect(offenders([...client, ...service, ...examples], ({ to }) => inCommandLine(to))).toEqual([])
})

test('the mock service imports no package, except a tree in the store, msw in its adapters and Node in its HTTP server', () => {
  const adapters = ['msw', 'node', 'browser', 'interception'].map((name) => `mock-server/${name}.ts`)
  const isServer = (file: string) => file === 'mock-server/standalone.ts' || within('mock-server/server')(file)
  const foreign = ({ from, to }: Import) =>
    !within('mock-server')(to) &&
    !(from === 'mock-server/store/trees.ts' && to === 'sorted-btree') &&
    !(adapters.includes(from) && (to === 'msw' || to.startsWith('msw/'))) &&
    !(isServer(from) && to.startsWith('node:'))
  expect(offenders(service, foreign)).toEqual([])
})

const adminFetch = 'mock-server/server/admin-fetch.ts'

/** Files of the service that a file reaches, also for types. */
function reachedIn(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached
  reached.add(file)
  if (service.includes(file)) for (const { to } of importsOf(file)) reachedIn(to, reached)
  return reached
}

test('the admin API without a server imports nothing of Node', () => {
  const reached = [...reachedIn(adminFetch)]
  expect(reached).toContain('mock-server/server/stream.ts')
  expect(reached.filter((to) => to.startsWith('node:'))).toEqual([])
})

test('the explorer imports Preact, and the mock service only by its package name', () => {
  const known = ['preact', 'preact/hooks', 'osdi-events/mock']
  expect(explorer).toContain('explorer/main.tsx')
  // In a page of another program, the explorer reaches its service without a server.
  const isMount = ({ from, to }: Import) => from === 'explorer/mount.tsx' && to === adminFetch
  const foreign = (found: Import) => !within('explorer')(found.to) && !known.includes(found.to) && !isMount(found)
  expect(offenders(explorer, foreign)).toEqual([])
  const taken = explorer.flatMap(importsOf).filter(({ to, typeOnly }) => to === 'osdi-events/mock' && !typeOnly)
  // The client of the admin API is all that comes into the page.
  expect([...new Set(taken.map(({ from }) => from))]).toEqual(['explorer/state/admin.ts'])
})

test('no file outside of explorer imports from explorer', () => {
  const others = [...client, ...service, ...commandLine, ...examples]
  expect(offenders(others, ({ to }) => within('explorer')(to) || to.startsWith('#explorer'))).toEqual([])
})

test('views of the explorer do not import each other', () => {
  const viewOf = (file: string) => /^explorer\/(requests|data|faults)\//.exec(file)?.[1]
  expect([...new Set(explorer.map(viewOf))]).toHaveLength(4)
  const toAnother = ({ from, to }: Import) =>
    viewOf(from) !== undefined && ![undefined, viewOf(from)].includes(viewOf(to))
  expect(offenders(explorer, toAnother)).toEqual([])
})

test('no code of the explorer writes HTML', () => {
  const writes = /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser/
  expect(explorer.filter((file) => writes.test(textOf(file)))).toEqual([])
})

test('the mock service does not import its adapters', () => {
  const isAdapter = (file: string) => layerOf(file) === 0 && !file.startsWith('mock-server/admin/')
  expect(offenders(service, ({ from, to }) => isAdapter(to) && !isAdapter(from))).toEqual([])
})

/** The service's layers: a request goes down, and nothing reaches up. */
const layers = [
  ['index', 'msw', 'node', 'browser', 'interception', 'standalone', 'server', 'admin', 'check'],
  ['service', 'snapshot', 'options'],
  ['api', 'resources', 'faults', 'requests', 'add', 'seed', 'state', 'fetch'],
  ['rules'],
  ['dialects'],
  ['store'],
  ['fields', 'types', 'errors', 'action-network', 'assumptions', 'validate', 'clock', 'time', 'text'],
]

const layerOf = (file: string) =>
  layers.findIndex((names) => names.includes(file.split('/')[1]?.replace(/\.ts$/, '') ?? ''))

test('every file of mock-server belongs to a layer', () => {
  expect(service.filter((file) => layerOf(file) < 0)).toEqual([])
})

test('imports in mock-server, even of types, only go from a higher layer to a lower layer', () => {
  const up = ({ from, to }: Import) => within('mock-server')(to) && layerOf(to) < layerOf(from)
  expect(offenders(service, up)).toEqual([])
})

test('checkService imports only the public parts of the mock service', () => {
  const check = service.filter(within('mock-server/check'))
  const known = (file: string) => check.includes(file) || layerOf(file) === layers.length - 1
  expect(check).toContain('mock-server/check/check.ts')
  expect(offenders(check, ({ to }) => !known(to))).toEqual([])
})

/** What tells the time, or waits for it; how it turns the event loop is a program's own affair. */
const clocks =
  /\b(?:set|clear)(?:Timeout|Interval)\b|\bDate\.now\b|\bperformance\b|\bnew Date\(\)|\bAbortSignal\.timeout\b/

test('client and mock service each read the time in one file only', () => {
  const keepers = [...client, ...service].filter((file) => clocks.test(codeOf(file)))
  expect(keepers).toEqual(['src/core/base/time.ts', 'mock-server/time.ts'])
})

test('only the command line reads the environment', () => {
  const readers = [...client, ...service].filter((file) => /process\s*\.\s*env/.test(codeOf(file)))
  expect(readers).toEqual([])
})

test('examples import the package by its name', () => {
  expect(examples).not.toEqual([])
  expect(offenders(examples, ({ to }) => within('src')(to) || within('mock-server')(to))).toEqual([])
})

test('no file imports itself through other files', () => {
  expect(cycleIn(client, { types: true })).toBeUndefined()
  expect(cycleIn(service, { types: true })).toBeUndefined()
  expect(cycleIn(commandLine, { types: true })).toBeUndefined()
  expect(cycleIn(explorer, { types: true })).toBeUndefined()
})

/** The class with every method. Each method has a docstring with an example, and these lines do not count. */
const classOfMethods = 'src/core/client/client.ts'

test('no source file has more than 290 lines, not counting the docstrings of the client class', () => {
  const linesOf = (file: string) => {
    const text = file === classOfMethods ? textOf(file).replaceAll(/\/\*\*[\s\S]*?\*\//g, '') : textOf(file)
    return text.trimEnd().split('\n')
  }
  const long = [...client, ...service, ...commandLine, ...explorer, ...examples].filter(
    (file) => linesOf(file).length > 290,
  )
  expect(long).toEqual([])
})

test('nothing of the package uses what Node 22 lacks', () => {
  // The types allow these, because they are those of Node 24.
  const later =
    /\b(?:(?:Async)?DisposableStack|SuppressedError|URLPattern|Promise\.try|RegExp\.escape|Error\.isError|import\.meta\.main|mkdtempDisposable\w*|zstd\w*|Intl\.DurationFormat)\b/
  const published = [...client, ...commandLine, ...service, ...explorer]
  expect(published.filter((file) => later.test(codeOf(file)))).toEqual([])
})
