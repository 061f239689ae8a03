import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import { build, transform } from 'esbuild'
import { type RollupCache, rollup } from 'rollup'
import { afterAll, describe, expect, test } from 'vitest'
import { install } from '../support/built.ts'

/** A user's project with the package and its dependencies. */
const project = install('ky', 'zod')
afterAll(() => project[Symbol.dispose]())

const built: object = await import(pathToFileURL(join(project.folder, 'node_modules/osdi-events/dist/index.js')).href)
const clients = ['EventsV1', 'EventsV2']
const helpers = Object.keys(built).filter((name) => !clients.includes(name))

interface Bundle {
  /** The code that a page loads, minified. */
  readonly code: string
  /** The packages that are in it, besides this one. */
  readonly packages: readonly string[]
}

const packagesIn = (files: readonly string[]) => [
  ...new Set(files.flatMap((file) => /^.*node_modules\/([^/]+)/.exec(file)?.[1] ?? [])),
]

/** What rollup has parsed: most is the same in all programs. */
let parsed: RollupCache | undefined

/** A program that uses one name of an entry point, as a page would load it. */
const bundlers: Readonly<Record<string, (entry: string) => Promise<Bundle>>> = {
  async esbuild(entry) {
    const how = { bundle: true, minify: true, format: 'esm', platform: 'browser', target: 'es2022' } as const
    const { outputFiles, metafile } = await build({ ...how, entryPoints: [entry], write: false, metafile: true })
    const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs))
    const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file)
    return { code: outputFiles[0]?.text ?? '', packages: packagesIn(used) }
  },

  async rollup(entry) {
    const bundle = await rollup({
      input: entry,
      plugins: [nodeResolve({ browser: true })],
      cache: parsed,
      logLevel: 'silent',
    })
    parsed = bundle.cache
    const { output } = await bundle.generate({ format: 'es' })
    const { code } = await transform(output[0].code, { minify: true, format: 'esm', target: 'es2022' })
    const used = Object.entries(output[0].modules).filter(([, { renderedLength }]) => renderedLength > 0)
    return { code, packages: packagesIn(used.map(([file]) => file)) }
  },
}

function entryFor(name: string, from: string): string {
  const file = join(project.folder, `entry-${name}.js`)
  writeFileSync(file, `import { ${name} } from '${from}'\nconsole.log(${name})\n`)
  return file
}

test('the size tests find every helper that they measure', () => {
  expect(helpers).toEqual(
    expect.arrayContaining(['isKnownStatus', 'wallClockOf', 'idOf', 'unappliedOf', 'isPublic', 'ownOf']),
  )
  expect(Object.keys(built)).toEqual(expect.arrayContaining(clients))
})

describe.for(Object.entries(bundlers))('%s', ([, bundle]) => {
  test.for(helpers)('bundles %s without schemas into at most 3 KB, gzipped', async (name) => {
    for (const from of ['osdi-events', 'osdi-events/v2']) {
      const { code, packages } = await bundle(entryFor(name, from))
      expect(packages, from).toEqual(['osdi-events'])
      expect(gzipSync(code, { level: 9 }).length, from).toBeLessThanOrEqual(3_000)
    }
  })

  test('bundles a client with its dependencies', async () => {
    const { packages } = await bundle(entryFor('EventsV2', 'osdi-events'))
    expect([...packages].sort()).toEqual(['ky', 'osdi-events', 'zod'])
  })
})
