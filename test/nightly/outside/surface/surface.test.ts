import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../../support/alias.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { inSuite, installOutside, outputOf } from '../installed.ts'

installOutside()

const manifest: { readonly exports: Readonly<Record<string, { readonly types: string }>> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)
/** The declarations of each entry point, by the name of its report. */
const declarations = new Map(
  Object.entries(manifest.exports).map(([specifier, { types }]) => [
    specifier.slice(2).replaceAll('/', '-') || 'index',
    types,
  ]),
)
const entries = [...declarations.keys()]

const reports = new Map<string, string>()
beforeAll(async () => {
  await using folder = await temporaryFolder()
  const wanted = [...declarations].map((pair) => pair.join('='))
  const { ok, text } = await outputOf(inSuite('.'), inSuite('surface/report.mjs'), root, folder.path, ...wanted)
  expect(ok, text).toBe(true)
  for (const entry of entries) {
    const report = readFileSync(folder.file(`${entry}.api.md`), 'utf8')
    // Where a name stands in the declarations is no part of the surface.
    reports.set(entry, report.replaceAll(/(\.d\.ts):\d+:\d+/g, '$1'))
  }
})

// After a change that is meant: npm run build && npx vitest run --config test/nightly/vitest.config.ts surface -u
describe.for(entries)('the report of %s', (entry) => {
  test('matches its public types and values', async () => {
    await expect(reports.get(entry)).toMatchFileSnapshot(`${entry}.api.md`)
  })
})

test('there is exactly one report for each entry point', () => {
  const files = readdirSync(inSuite('surface')).filter((file) => file.endsWith('.api.md'))
  expect(files.sort()).toEqual(entries.map((entry) => `${entry}.api.md`).sort())
})
