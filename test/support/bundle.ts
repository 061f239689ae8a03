import { gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'
import { root } from './alias.ts'

/** What a page would have to load of the clients. */
export interface Bundle {
  /** Bytes of it all, minified and gzipped. */
  readonly gzipped: number
  /** Bytes of its parts, minified: rooms of the core, the versions, packages. */
  readonly parts: ReadonlyMap<string, number>
}

/** Clients with all that they need, in one file for browsers. */
export function bundleOf(clients: readonly ('EventsV1' | 'EventsV2')[]): Bundle {
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
  for (const { inputs } of Object.values(metafile.outputs)) {
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      const part = partOf(file)
      if (part === undefined) continue
      parts.set(part, (parts.get(part) ?? 0) + bytesInOutput)
    }
  }
  return { gzipped: gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length, parts }
}

function partOf(file: string): string | undefined {
  const [, name] = /node_modules\/([^/]+)/.exec(file) ?? /^src\/(?:core\/)?([^/]+)/.exec(file) ?? []
  return name && /^v\d$|\.ts$/.test(name) ? 'versions' : name
}
