import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder whose lock file has the clients that are compared. */
export const peers = fileURLToPath(new URL('../peers/', import.meta.url))
/** The project's folder. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Where a package is unpacked, this one in its own repository. */
export const folderOf = (name: string): string => (name === 'osdi-events' ? root : `${peers}node_modules/${name}/`)

interface Manifest {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8'))

/** The version of a client that is tried. */
export const versionOf = (name: string): string => read<Manifest>(`${folderOf(name)}package.json`).version

/** How many packages come along with a client: all that its lock file names as its dependencies, and theirs. */
export function dependenciesOf(name: string): number {
  const own = name === 'osdi-events'
  const file = `${own ? root : peers}package-lock.json`
  const lock = read<{ readonly packages: Readonly<Record<string, Manifest>> }>(file).packages
  const found = new Set<string>()
  const visit = (folder: string) => {
    for (const dependency of Object.keys(lock[folder]?.dependencies ?? {})) {
      const place = placeOf(dependency, folder, lock)
      if (place === undefined || found.has(place)) continue
      found.add(place)
      visit(place)
    }
  }
  visit(own ? '' : `node_modules/${name}`)
  return found.size
}

/** Where a package finds one that it depends on: in its own folder, or in one above it, as Node looks for it. */
function placeOf(dependency: string, folder: string, lock: Readonly<Record<string, Manifest>>): string | undefined {
  const place = `${folder && `${folder}/`}node_modules/${dependency}`
  if (lock[place]) return place
  const above = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  return folder ? placeOf(dependency, above, lock) : undefined
}
