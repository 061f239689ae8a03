import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from '../support/alias.ts'

/** What of the package's settings says how it is built. */
interface Manifest {
  readonly dependencies: object
  readonly peerDependencies: object
  readonly tsup: readonly {
    readonly entry: Readonly<Record<string, string>>
    readonly outDir?: string
    readonly platform?: 'node' | 'browser'
    readonly external?: readonly string[]
  }[]
}

/** A package of somebody else's that is part of what is published. */
export interface Bundled {
  /** Where it is installed, from the project's root. */
  readonly folder: string
  /** The published files that hold it. */
  readonly files: ReadonlySet<string>
}

const folderOf = (input: string): string | undefined => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]

/** Every package that is bundled, by its folder: as the bundler itself says what it put where. */
export async function bundledPackages(): Promise<readonly Bundled[]> {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const own = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)]
  const found = new Map<string, Set<string>>()
  for (const { entry, outDir = 'dist', platform = 'node', external = [] } of manifest.tsup) {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: entry,
      outdir: outDir,
      platform,
      external: [...own, ...external],
      bundle: true,
      format: 'esm',
      metafile: true,
      write: false,
    })
    for (const [file, { inputs }] of Object.entries(metafile.outputs)) {
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        const folder = folderOf(input)
        if (folder && bytesInOutput > 0) found.set(folder, (found.get(folder) ?? new Set()).add(file))
      }
    }
  }
  return [...found].sort().map(([folder, files]) => ({ folder, files }))
}
