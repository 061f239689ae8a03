import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'
import { beforeAll, expect, test } from 'vitest'
import { root } from '../../support/alias.ts'
import { temporaryFolder } from '../../support/folder.ts'

// The public surface of each entry point, as API Extractor reads the built declarations, is a file in this folder.

const manifest: { readonly exports: Readonly<Record<string, { readonly types: string }>> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)
/** The declarations of each entry point, by the name of its report. */
const declarations = Object.entries(manifest.exports).map(
  ([specifier, { types }]) => [specifier.slice(2).replaceAll('/', '-') || 'index', join(root, types)] as const,
)

const files = declarations.map(([, file]) => file)
const silent = { default: { logLevel: ExtractorLogLevel.None } }

const configFor = (entry: string, mainEntryPointFilePath: string, folder: string): ExtractorConfig =>
  ExtractorConfig.prepare({
    packageJsonFullPath: join(root, 'package.json'),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath,
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'es2022',
            lib: ['es2022', 'dom', 'esnext.disposable'],
            module: 'esnext',
            moduleResolution: 'bundler',
            strict: true,
            types: [],
            skipLibCheck: true,
          },
          files,
        },
      },
      apiReport: { enabled: true, reportFolder: folder, reportTempFolder: folder, reportFileName: `${entry}.api.md` },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      // A name that is used and not exported shows in the report; what else there is to say, other tools say.
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        tsdocMessageReporting: silent,
        extractorMessageReporting: {
          ...silent,
          'ae-forgotten-export': { logLevel: ExtractorLogLevel.Warning, addToApiReportFile: true },
        },
      },
    },
  })

const reports = new Map<string, string>()

// The compiler reads the declarations once for all entry points.
beforeAll(async () => {
  if (!files.every(existsSync)) throw new Error('There are no declarations in dist/: run npm run build first')
  await using folder = await temporaryFolder()
  const errors: string[] = []
  let compilerState: CompilerState | undefined
  for (const [entry, file] of declarations) {
    const config = configFor(entry, file, folder.path)
    compilerState ??= CompilerState.create(config, { additionalEntryPoints: files })
    Extractor.invoke(config, {
      compilerState,
      localBuild: true,
      messageCallback: (message) => {
        message.handled = true
        if (message.logLevel === ExtractorLogLevel.Error) errors.push(message.formatMessageWithLocation(root))
      },
    })
    // Where a name stands in the declarations is no part of the surface.
    const report = readFileSync(folder.file(`${entry}.api.md`), 'utf8').replaceAll(/(\.d\.ts):\d+:\d+/g, '$1')
    reports.set(entry, report)
  }
  expect(errors).toEqual([])
}, 120_000)

// After a change that is meant: npm run build && npm run test:process -- surface -u
test.for(declarations)('the public types and values of %s are those of its report', async ([entry]) => {
  await expect(reports.get(entry)).toMatchFileSnapshot(`${entry}.api.md`)
})

test('there is exactly one report for each entry point', () => {
  const written = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.api.md'))
  expect(written.sort()).toEqual(declarations.map(([entry]) => `${entry}.api.md`).sort())
})
