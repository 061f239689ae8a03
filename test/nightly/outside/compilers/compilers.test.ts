import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../../support/alias.ts'
import { installPacked, type PackedProject } from '../../../support/packed.ts'
import { entryPointsOf, inferring } from '../../../support/public-types.ts'
import { inSuite, installOutside, outputOf, outside } from '../installed.ts'

installOutside()

const compilers = ['5.9', '6.0', '7.0']
const resolutions = { node16: 'node16', nodenext: 'nodenext', bundler: 'esnext' }
/** What declares `fetch`: the platform of pages, or Node. One of them is needed. */
const nodeAlone = { lib: ['es2022'], types: ['node'] }
const platforms = { 'with DOM types': { lib: ['es2022', 'dom'], types: [] }, 'without DOM types': nodeAlone }

const manifest: { readonly exports: Readonly<Record<string, { readonly types: string }>> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)

const old =
  "import { EventsV2, type EventV2 } from 'osdi-events'\nexport const read = (events: EventsV2): Promise<EventV2> => events.get('1')\n"

let project: PackedProject
beforeAll(() => {
  project = installPacked('@types/node@24', 'msw@3')
  copyFileSync(inSuite('compilers/over-msw.ts'), join(project.folder, 'over-msw.ts'))
  copyFileSync(inSuite('compilers/consumer.ts'), join(project.folder, 'consumer.ts'))
  copyFileSync(inSuite('compilers/consumer.ts'), join(project.folder, 'consumer.cts'))
  writeFileSync(join(project.folder, 'old.ts'), old)
  const types = Object.entries(manifest.exports).map(([name, { types }]) => [name.replace('.', 'osdi-events'), types])
  const files = entryPointsOf(Object.fromEntries(types)).map((entry, index) => {
    writeFileSync(join(project.folder, `entry-${index}.ts`), inferring(entry))
    return `export * as entry${index} from './entry-${index}.ts'`
  })
  writeFileSync(join(project.folder, 'library.ts'), files.join('\n'))
})
// Without a project, its own error is enough.
afterAll(() => project?.[Symbol.dispose]())

/** What a compiler says of a file as strictly as it goes, declarations of libraries included. */
async function verdict(compiler: string, file: string, options: object): Promise<string> {
  const config = join(project.folder, `tsconfig.${Math.random().toString(36).slice(2)}.json`)
  const strict = { strict: true, skipLibCheck: false, exactOptionalPropertyTypes: true, noEmit: true, target: 'es2022' }
  const compilerOptions = { ...strict, verbatimModuleSyntax: file.endsWith('.ts'), ...options }
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [file] }))
  const { text } = await outputOf(project.folder, outside(`typescript-${compiler}/bin/tsc`), '-p', config)
  return text
}

describe.for(compilers)('TypeScript %s', { concurrent: true }, (compiler) => {
  test('is the installed version', async () => {
    const { text } = await outputOf(project.folder, outside(`typescript-${compiler}/bin/tsc`), '--version')
    expect(text).toContain(`Version ${compiler}.`)
  })

  for (const [moduleResolution, module] of Object.entries(resolutions)) {
    for (const [platform, options] of Object.entries(platforms)) {
      test(`compiles the type declarations, moduleResolution ${moduleResolution}, ${platform}`, async () => {
        expect(await verdict(compiler, 'consumer.ts', { moduleResolution, module, ...options })).toBe('')
      })
    }
  }

  test('compiles the type declarations without exactOptionalPropertyTypes', async () => {
    const options = { module: 'nodenext', exactOptionalPropertyTypes: false, ...nodeAlone }
    expect(await verdict(compiler, 'consumer.ts', options)).toBe('')
  })

  test('compiles require of the package in CommonJS', async () => {
    expect(await verdict(compiler, 'consumer.cts', { module: 'nodenext', ...nodeAlone })).toBe('')
  })

  for (const [moduleResolution, module] of Object.entries({ nodenext: 'nodenext', bundler: 'esnext' })) {
    test(`writes declarations of a library that exports copies and parts of every public type, ${moduleResolution}`, async () => {
      const lib = ['es2024', 'dom', 'dom.iterable', 'esnext.disposable']
      const how = { declaration: true, allowImportingTsExtensions: true, skipLibCheck: true, lib, types: [] }
      const said = (await verdict(compiler, 'library.ts', { ...how, module, moduleResolution })).split('\n')
      // MSW does not export all types that its handlers are made of.
      expect(said.filter((line) => line !== '' && !line.includes("'RequestHandlerDefaultInfo'"))).toEqual([])
    })
  }

  // Later ones have no such way to resolve modules.
  test.runIf(compiler === '5.9')('finds the main entry point without the export map', async () => {
    const options = { module: 'commonjs', moduleResolution: 'node10', verbatimModuleSyntax: false, skipLibCheck: true }
    expect(
      await verdict(compiler, 'old.ts', { ...options, lib: ['es2022', 'dom', 'esnext.disposable'], types: [] }),
    ).toBe('')
  })

  // MSW's own declarations need those of the DOM.
  test('compiles the type declarations of the entry points that need MSW', async () => {
    expect(await verdict(compiler, 'over-msw.ts', { module: 'nodenext', lib: ['es2022', 'dom'], types: [] })).toBe('')
  })
})
