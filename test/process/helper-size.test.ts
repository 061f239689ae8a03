import { writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import { build, transform } from 'esbuild'
import { rollup } from 'rollup'
import { afterAll, expect, test } from 'vitest'
import { install } from '../support/built.ts'

/** A user's project with the package and its dependencies. */
const project = install('ky', 'zod')
afterAll(() => project[Symbol.dispose]())

const built: object = await import(pathToFileURL(join(project.folder, 'node_modules/osdi-events/dist/index.js')).href)
const clients = ['EventsV1', 'EventsV2']
const helpers = Object.keys(built).filter((name) => !clients.includes(name))

interface Bundle {
  /** The name of its entry. */
  readonly file: string
  /** The code that a page loads, minified. */
  readonly code: string
  /** The packages that are in it, besides this one. */
  readonly packages: readonly string[]
}

const packagesIn = (files: readonly string[]) => [
  ...new Set(files.flatMap((file) => /^.*node_modules\/([^/]+)/.exec(file)?.[1] ?? [])),
]

/** Every entry as a page would load it, alone: esbuild parses the package once for all of them. */
async function byEsbuild(entries: readonly string[]): Promise<readonly Bundle[]> {
  const how = { bundle: true, minify: true, format: 'esm', platform: 'browser', target: 'es2022' } as const
  const outdir = join(project.folder, 'bundles')
  const { outputFiles, metafile } = await build({
    ...how,
    entryPoints: [...entries],
    outdir,
    write: false,
    metafile: true,
  })
  return outputFiles.map(({ path, text: code }) => {
    const { inputs = {} } = metafile.outputs[relative(process.cwd(), path)] ?? {}
    const used = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    return { file: basename(path, '.js'), code, packages: packagesIn(used.map(([file]) => file)) }
  })
}

async function byRollup(entry: string): Promise<Bundle> {
  const bundle = await rollup({ input: entry, plugins: [nodeResolve({ browser: true })], logLevel: 'silent' })
  const { output } = await bundle.generate({ format: 'es' })
  const { code } = await transform(output[0].code, { minify: true, format: 'esm', target: 'es2022' })
  const used = Object.entries(output[0].modules).filter(([, { renderedLength }]) => renderedLength > 0)
  return { file: basename(entry, '.js'), code, packages: packagesIn(used.map(([file]) => file)) }
}

/** A program that uses these names of an entry point. */
function entryFor(file: string, names: readonly string[], from: string): string {
  const path = join(project.folder, `entry-${file}.js`)
  writeFileSync(path, `import { ${names.join(', ')} } from '${from}'\nconsole.log(${names.join(', ')})\n`)
  return path
}

const entryPoints = ['osdi-events', 'osdi-events/v2']
const gzipped = (code: string) => gzipSync(code, { level: 9 }).length

test('the size tests find every helper that they measure', () => {
  expect(helpers).toEqual(
    expect.arrayContaining(['isKnownStatus', 'wallClockOf', 'idOf', 'unappliedOf', 'isPublic', 'ownOf']),
  )
  expect(Object.keys(built)).toEqual(expect.arrayContaining(clients))
})

test('esbuild bundles each helper without schemas into at most 3 KB, gzipped', async () => {
  const entries = entryPoints.flatMap((from, index) =>
    helpers.map((name) => entryFor(`${name}-${index}`, [name], from)),
  )
  const bundles = await byEsbuild(entries)
  expect(bundles.map(({ file }) => file).sort()).toEqual(entries.map((entry) => basename(entry, '.js')).sort())
  const sizes = bundles.map(({ file, code, packages }) => ({ file, packages, bytes: gzipped(code) }))
  expect(sizes.filter(({ packages, bytes }) => packages.join() !== 'osdi-events' || bytes > 3_000)).toEqual([])
})

// One helper that needs schemas, or a part of the client, would bring them to all.
test.for(entryPoints)(
  'rollup bundles all helpers of %s without schemas into at most 8 KB, gzipped',
  { tags: ['night'] },
  async (from) => {
    const { code, packages } = await byRollup(entryFor('all', helpers, from))
    expect(packages).toEqual(['osdi-events'])
    expect(gzipped(code)).toBeLessThanOrEqual(8_000)
  },
)

test('esbuild and rollup bundle a client with its dependencies', { tags: ['night'] }, async () => {
  const entry = entryFor('client', ['EventsV2'], 'osdi-events')
  for (const { packages } of [...(await byEsbuild([entry])), await byRollup(entry)])
    expect([...packages].sort()).toEqual(['ky', 'osdi-events', 'zod'])
})
