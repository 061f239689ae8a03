import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { install, root } from '../support/built.ts'
import { temporaryFolder } from '../support/folder.ts'
import { entryPointsOf, inferring } from '../support/public-types.ts'

const manifest: { readonly exports: Readonly<Record<string, { readonly types: string }>> } = JSON.parse(
  readFileSync(`${root}package.json`, 'utf8'),
)
const entryPoints = entryPointsOf(
  Object.fromEntries(
    Object.entries(manifest.exports).map(([name, { types }]) => [name.replace('.', 'osdi-events'), types]),
  ),
)
const exportedBy = (specifier: string) =>
  entryPoints.find((entry) => entry.specifier === specifier)?.exported.map(({ name }) => name) ?? []

test('the tests find all entry points of the package with their types', () => {
  expect(entryPoints).toHaveLength(10)
  expect(exportedBy('osdi-events')).toEqual(expect.arrayContaining(['EventsV1', 'EventsV2', 'EventV2', 'wallClockOf']))
  const pager = entryPoints[0]?.exported.find(({ name }) => name === 'Pager')
  expect(pager).toMatchObject({ type: 'Pager<{ readonly a: string }>', members: expect.arrayContaining(['toArray']) })
})

test('programs can import the types of fields and results by name', () => {
  const wanted = [
    ...['AttendanceFields', 'AttendanceLinks', 'Attendee', 'AttendeeEmailAddress', 'AttendeePhoneNumber', 'Address'],
    ...['PersonV2', 'Roster', 'EventV2Own', 'FilterOn', 'KnownTransparence', 'KnownVisibility'],
    ...['LocationChanges', 'Namespaced', 'OwnAttendanceFields', 'OwnEventLinks', 'PersonLinksV1'],
    'ToArrayOptions',
  ]
  expect(exportedBy('osdi-events')).toEqual(expect.arrayContaining(wanted))
})

describe.for(entryPoints)('$specifier', (entry) => {
  test('exports every interface and class that its declarations name', () => {
    // Those of the mock service are at hand for everybody who uses one of its entry points.
    const mock = entry.specifier.startsWith('osdi-events/mock/') ? exportedBy('osdi-events/mock') : []
    const known = new Set([...mock, ...exportedBy(entry.specifier)])
    const unknown = entry.named.filter(([name]) => !known.has(name))
    expect(unknown.map(([name, declaration]) => `${name}, named by ${declaration}`)).toEqual([])
  })
})

const project = install('ky', 'zod', 'msw')
afterAll(() => project[Symbol.dispose]())

const entryFiles = entryPoints.map((entry, index) => {
  const file = `./entry-${index}.ts`
  writeFileSync(join(project.folder, file), inferring(entry))
  return file
})
const library = entryFiles.map((file, index) => `export * as entry${index} from '${file}'`).join('\n')

const lib = ['--lib', 'es2024,dom,dom.iterable,esnext.disposable']
const declaring = ['--declaration', '--skipLibCheck', '--allowImportingTsExtensions', ...lib]
const resolutions = {
  nodenext: ['--module', 'nodenext'],
  bundler: ['--module', 'esnext', '--moduleResolution', 'bundler'],
}

// What a library exports is written into its own declarations: TS4023, TS2742 and TS2883 where a type in it has no name.
describe.for(['typescript', 'typescript-7'])('%s', (compiler) => {
  test.for(Object.entries(resolutions))(
    'writes declarations of a library that exports copies and parts of every public type, %s',
    ([, flags]) => {
      const said = project.compile(library, [...declaring, ...flags], compiler).split('\n')
      // MSW does not export all types that its handlers are made of.
      expect(said.filter((line) => line !== '' && !line.includes("'RequestHandlerDefaultInfo'"))).toEqual([])
    },
  )
})

test('the build of the package fails when tsup fails or prints a warning', async () => {
  await using folder = await temporaryFolder()
  const build = (says: string) => {
    const tsup = folder.file('tsup')
    writeFileSync(tsup, `#!/bin/sh\n${says}\n`)
    chmodSync(tsup, 0o755)
    const env = { ...process.env, PATH: `${folder.path}${delimiter}${process.env.PATH}` }
    return spawnSync(process.execPath, [`${root}scripts/build.ts`], { env, encoding: 'utf8' })
  }
  expect(build(':').status).toBe(0)
  expect(build('exit 3').status).toBe(1)
  const warned = build('echo "still references private shared type exports" >&2')
  expect([warned.status, warned.stderr]).toEqual([1, 'still references private shared type exports\n'])
})
