import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'
import { expect, test } from 'vitest'
import { root } from '../support/alias.ts'

/** Clients with all that they need, in one file for browsers: its bytes, gzipped, those of its parts, and the files that it is made of. */
function bundleOf(clients: readonly ('EventsV1' | 'EventsV2')[]) {
  const code = clients.map((name) => `export { ${name} } from './src/v${name.at(-1)}/index.ts'`).join('\n')
  const { outputFiles, metafile } = buildSync({
    stdin: { contents: code, resolveDir: root, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    metafile: true,
  })
  const parts = new Map<string, number>()
  const files: string[] = []
  for (const { inputs } of Object.values(metafile.outputs)) {
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      if (bytesInOutput > 0) files.push(file)
      const part = partOf(file)
      if (part === undefined) continue
      parts.set(part, (parts.get(part) ?? 0) + bytesInOutput)
    }
  }
  return { gzipped: gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length, parts, files }
}

function partOf(file: string): string | undefined {
  const [, name] = /node_modules\/([^/]+)/.exec(file) ?? /^src\/(?:core\/)?([^/]+)/.exec(file) ?? []
  return name && /^v\d$|\.ts$/.test(name) ? 'versions' : name
}

// The current size and a little more. A larger size costs every page that loads the package.
const most = 62_650

test('a bundle with both clients is not larger than the documented size', () => {
  const { gzipped, parts } = bundleOf(['EventsV1', 'EventsV2'])
  expect(gzipped).toBeLessThan(most)
  expect([...parts.keys()]).toEqual(expect.arrayContaining(['ky', 'zod', 'paging', 'versions']))
})

test('a bundle with one client contains no code of the other version', () => {
  const [one, both] = [bundleOf(['EventsV2']), bundleOf(['EventsV1', 'EventsV2'])]
  expect(one.gzipped).toBeLessThan(both.gzipped)
  expect(one.parts.get('versions')).toBeLessThan(both.parts.get('versions') ?? 0)
})

test('a bundle without conversions of local times contains no code for them', () => {
  const { files } = bundleOf(['EventsV2'])
  expect(files).toContain('src/core/hal/local-time.ts')
  expect(files).not.toContain('src/core/hal/time-zone.ts')
})

test('the badge in the README states the size of EventsV2 in a bundle, in whole kilobytes', () => {
  const [, stated] = /size: (\d+) KB gzipped/.exec(readFileSync(`${root}docs/badges/size.svg`, 'utf8')) ?? []
  expect(Number(stated)).toBe(Math.ceil(bundleOf(['EventsV2']).gzipped / 1000))
  expect(readFileSync(`${root}README.md`, 'utf8')).toContain(`Size: ${stated} KB gzipped`)
})
