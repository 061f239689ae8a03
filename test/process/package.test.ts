import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, expect, test } from 'vitest'
import { withAddresses } from '../../scripts/release/readme.ts'
import { install, packedFiles, root } from '../support/built.ts'
import { linksOf } from '../support/markdown.ts'

const manifest: {
  readonly exports: Readonly<Record<string, { readonly types: string; readonly default: string }>>
  readonly main: string
  readonly types: string
  readonly dependencies: object
  readonly bin: Readonly<Record<string, string>>
  readonly version: string
  readonly sideEffects: boolean
} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const listAll = `
  import { createMockService } from 'osdi-events/mock'
  const service = createMockService({ events: 5, perPage: 2 })
  const options = { baseUrl: service.baseUrl, apiKey: service.seeded.group.token, fetch: service.fetch }
`

test('the tarball contains the built files and all pages of the documentation, and nothing else', () => {
  const files = packedFiles()
  const docs = execFileSync('git', ['ls-files', 'docs'], { cwd: root, encoding: 'utf8' })
  const pages = docs.split('\n').filter((path) => path !== '' && !path.startsWith('docs/site/'))
  expect(files.filter((path) => !/^(?:dist|examples)\//.test(path))).toEqual(
    [
      ...['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'THIRD-PARTY-LICENSES.md', 'llms.txt', 'package.json'],
      ...pages,
    ].sort(),
  )
  const examples = execFileSync('git', ['ls-files', 'examples'], { cwd: root, encoding: 'utf8' })
  // npm obeys the .gitignore in their folder: what is left where somebody ran one of them stays here.
  const kept = examples.split('\n').filter((path) => path !== '' && !path.endsWith('/.gitignore'))
  expect(files.filter((path) => path.startsWith('examples/'))).toEqual(kept.sort())
  const explorer = ['css', 'js', 'html'].map(
    (type) => `dist/explorer/${type === 'html' ? 'index' : 'explorer'}.${type}`,
  )
  expect(files.filter((path) => path.startsWith('dist/explorer/'))).toEqual(explorer)
  const others = files.filter((path) => path.startsWith('dist/') && !explorer.includes(path))
  expect(others.filter((path) => !/\.(?:js|d\.ts)$/.test(path))).toEqual([])
})

test('every link in the pages of the tarball leads to a file of the tarball', () => {
  const files = packedFiles()
  const led = files
    .filter((path) => path.endsWith('.md') || path === 'llms.txt')
    .flatMap((page) =>
      linksOf(readFileSync(join(root, page), 'utf8'))
        .map((link) => link.split('#')[0] ?? '')
        .filter((path) => path !== '')
        .map((path) => join(page, '..', path)),
    )
  expect(led).toContain('docs/guides/start.md')
  expect(led.filter((path) => !files.includes(path))).toEqual([])
})

test('each link and picture of the README leads to a file of the tarball, at its address in the published package', () => {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const readme = withAddresses(readFileSync(join(root, 'README.md'), 'utf8'), name, version)
  expect(linksOf(readme)).toEqual([])
  const at = `https://unpkg.com/${name}@${version}/`
  const paths = [...readme.matchAll(/(?:\]\(|src(?:set)?=")(https:[^)"]+)/g)]
    .map(([, address = '']) => address)
    .filter((address) => address.startsWith(at))
    .map((address) => address.slice(at.length).replace(/#.*/, ''))
  expect(paths).toEqual(
    expect.arrayContaining(['docs/guides/start.md', 'docs/badges/size.svg', 'docs/guides/pictures/request-dark.webp']),
  )
  expect(paths.filter((path) => !packedFiles().includes(path))).toEqual([])
})

test('every file in the export map exists, and the package needs only its dependencies at run time', () => {
  const mocks = ['./mock', './mock/msw', './mock/node', './mock/browser', './mock/standalone', './mock/explorer']
  const specifiers = ['.', './v1', './v2', './calendar', ...mocks]
  expect(Object.keys(manifest.exports)).toEqual(specifiers)
  const files = packedFiles().map((path) => `./${path}`)
  for (const target of Object.values(manifest.exports)) {
    for (const path of Object.values(target)) expect(files).toContain(path)
  }
  expect(Object.keys(manifest.dependencies)).toEqual(['ky', 'zod'])
  expect(manifest.sideEffects).toBe(false)
})

test('tools that ignore the export map find the main entry point', () => {
  expect({ types: manifest.types, default: manifest.main }).toEqual(manifest.exports['.'])
})

/** One project, into which what would be published is installed with what clients need; and with MSW beside. */
const project = install('ky', 'zod')
const withMsw = install('ky', 'zod', 'msw')
afterAll(() => {
  project[Symbol.dispose]()
  withMsw[Symbol.dispose]()
})

test('the installed clients and mock work without msw, and each version loads without the other', () => {
  const printed = project.run(`${listAll}
    import * as all from 'osdi-events'
    import * as one from 'osdi-events/v1'
    import * as two from 'osdi-events/v2'
    const { EventsV1, EventsV2 } = all
    for (const Events of [EventsV1, EventsV2, one.EventsV1, two.EventsV2]) {
      const { items } = await new Events(options).list().toArray({ max: 9 })
      console.log(items.length)
    }
    console.log('EventsV2' in one, 'EventsV1' in two)
    console.log(all.HttpError === one.HttpError, all.HttpError === two.HttpError, all.EventsV2 === two.EventsV2)
  `)
  // One class serves every entry point, so that instanceof holds across them.
  expect(printed).toBe('5\n5\n5\n5\nfalse false\ntrue true true\n')
})

test('errors of the built package have their class names', () => {
  const printed = project.run(`
    import { EventsV2, InputError, NetworkError } from 'osdi-events'
    import { inspect } from 'node:util'
    const failure = async (call) => { try { await call() } catch (error) { return error } }
    const input = await failure(() => new EventsV2({}))
    const fetch = async () => { throw new TypeError('fetch failed') }
    const options = { baseUrl: 'https://events.example.org', apiKey: 'a-key', fetch, retry: false }
    const network = await failure(() => new EventsV2(options).get('1'))
    for (const error of [input, network]) console.log(error.name, error.stack.split(':')[0], inspect(error).split(':')[0])
    console.log(input instanceof InputError, network instanceof NetworkError, JSON.stringify(input).slice(0, 21))
  `)
  const twice = (name: string) => `${name} ${name} ${name}\n`
  expect(printed).toBe(`${twice('InputError')}${twice('NetworkError')}true true {"name":"InputError",\n`)
})

test('without msw, the entry points that need it throw an error that says what to install', () => {
  const printed = project.run(`
    for (const name of ['msw', 'node', 'browser'])
      await import(\`osdi-events/mock/\${name}\`).catch((error) => console.log(error.code, error.message))
  `)
  const line = "ERR_MODULE_NOT_FOUND Cannot find package 'msw' imported from .+\\bnpm-install-msw\\b.+\\n"
  expect(printed).toMatch(new RegExp(`^(?:${line}){3}$`))
})

test('require loads every entry point in CommonJS', () => {
  const names = Object.keys(manifest.exports).filter((name) => name !== './mock/browser')
  const printed = withMsw.run(`
    import { createRequire } from 'node:module'
    const require = createRequire(import.meta.url)
    for (const name of ${JSON.stringify(names)}) console.log(Object.keys(require(name.replace('.', 'osdi-events'))).length > 0)
  `)
  expect(printed).toBe('true\n'.repeat(names.length))
})

test('the entry points that need msw work with msw installed', () => {
  const printed = withMsw.run(`${listAll}
    import { EventsV2 } from 'osdi-events'
    import { handlersFor } from 'osdi-events/mock/msw'
    import { setupMockServer } from 'osdi-events/mock/node'
    const server = setupMockServer(service)
    server.listen()
    const { fetch, ...plain } = options
    console.log(handlersFor(service).length, (await new EventsV2(plain).page(1)).total_records)
    server.close()
  `)
  expect(printed).toBe('1 5\n')
})

test('the installed command line works with the mock of the package, and needs no other package', () => {
  using alone = install()
  const bin = join(alone.folder, 'node_modules/osdi-events', manifest.bin['osdi-events'] ?? '')
  // By its first line, as npx runs it, and with the Node of the tests.
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
  const osdiEvents = (...args: string[]) => execFileSync(bin, args, { cwd: alone.folder, env, encoding: 'utf8' })
  expect(osdiEvents('--version')).toBe(`${manifest.version}\n`)
  expect(osdiEvents('mock', '--events', '3', '--', process.execPath, '-p', 'process.env.EVENTS_BASE_URL')).toMatch(
    /^http:\/\/127\.0\.0\.1:\d+\n$/,
  )
})

/** The built files of the command line, by their names. */
const ofCommandLine = (): ReadonlyMap<string, string> => {
  const folder = join(root, 'dist/cli')
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

test('the command line contains no second copy of the mock', () => {
  const built = [...ofCommandLine().values()].join('')
  expect(built).not.toContain('createMockService(options')
  expect(built).toMatch(/import\('osdi-events\/mock\/standalone'\)/)
})

test('the command line loads calendars and time zones only when a command needs them', () => {
  const files = [...ofCommandLine()].filter(([, text]) => text.includes('osdi-events/calendar'))
  expect(files.length).toBeGreaterThan(0)
  for (const [, text] of files) expect(text).not.toMatch(/(?:from|^import) ?["']osdi-events\/calendar["']/m)
})

test('a bundle has the tables of time zones only with osdi-events/calendar, and HTML only with calendarOf', async () => {
  const bundled = async (code: string) => {
    const { outputFiles } = await build({
      stdin: { contents: code, resolveDir: project.folder },
      ...{ bundle: true, minify: true, write: false, format: 'esm' },
    })
    const [{ text } = { text: '' }] = outputFiles
    return {
      kilobytes: Math.round(text.length / 1000),
      zones: text.includes('Europe/Berlin'),
      html: text.includes('htmlparser') || text.includes('baseElements'),
    }
  }
  const [page, zone, calendar] = await Promise.all([
    bundled("import { EventsV2, wallClockOf } from 'osdi-events'; console.log(EventsV2, wallClockOf)"),
    bundled("import { zoneOf, instantsOf } from 'osdi-events/calendar'; console.log(zoneOf, instantsOf)"),
    bundled("import { calendarOf } from 'osdi-events/calendar'; console.log(calendarOf)"),
  ])
  expect(page).toMatchObject({ zones: false, html: false })
  expect(zone).toMatchObject({ zones: true, html: false })
  expect(calendar).toMatchObject({ zones: true, html: true })
  // The guide on local times has these sizes.
  expect(zone.kilobytes).toBeLessThan(85)
  expect(calendar.kilobytes).toBeLessThan(295)
})

/** Users' programs with the package, without and with MSW. The nightly run compiles them with other compiler versions. */
const [consumer = '', overMsw = ''] = ['consumer', 'over-msw'].map((name) =>
  readFileSync(join(root, `test/nightly/outside/compilers/${name}.ts`), 'utf8'),
)
const nodenext = ['--moduleResolution', 'nodenext', '--module', 'nodenext', '--lib', 'es2022,dom,dom.iterable']
const bundler = ['--moduleResolution', 'bundler', '--module', 'esnext', '--lib', 'es2024,dom,dom.iterable']

test('the type declarations compile with moduleResolution nodenext, without msw and with all strict options', () => {
  expect(project.compile(consumer, nodenext, 'typescript-7')).toBe('')
})

test('the declarations of all entry points compile with moduleResolution bundler and MSW 3', () => {
  writeFileSync(join(withMsw.folder, 'consumer.ts'), consumer)
  expect(
    withMsw.compile(`${overMsw}\nexport * from './consumer'\n`, [...bundler, '--skipLibCheck'], 'typescript-7'),
  ).toBe('')
})

test('the declarations of all entry points compile with MSW 2', () => {
  using withMsw2 = install('ky', 'zod', 'msw=msw-2')
  expect(withMsw2.compile(overMsw, [...bundler, '--skipLibCheck'], 'typescript-7')).toBe('')
})
