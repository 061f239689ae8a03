import { run } from './run.ts'

interface Packed {
  readonly size: number
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string; readonly size: number }[]
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

/** The files of the tarball that `npm pack` would make, as text. npm builds the package first, if package.json says how. */
export function packed(folder: string, version: string): string {
  const listing: unknown = JSON.parse(run(folder, 'npm', 'pack', '--silent', '--dry-run', '--json'))
  // npm 12 lists packages by name, older ones in an array.
  const [tarball] = Object.values(listing as object) as Packed[]
  if (!tarball) throw new Error('npm packed nothing')
  const { size, unpackedSize, files } = tarball
  const width = Math.max(...files.map(({ path }) => path.length))
  const lines = files.map((file) => `  ${file.path.padEnd(width)}  ${kB(file.size).padStart(10)}`)
  return `Tarball of ${version}: ${files.length} files, ${kB(size)}, unpacked ${kB(unpackedSize)}\n${lines.join('\n')}`
}
