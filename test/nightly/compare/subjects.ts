import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { type Cell, plain, type Subject } from './kit.ts'

/** A client that is compared: the file that uses it, what a program imports to make one, and where it is told of. */
interface Column {
  readonly file: string
  readonly entry: string
  readonly home?: string
}

const peer = (name: string, entry: string, home: string): Column => ({
  file: `./peers/${name}.ts`,
  entry: `export ${entry} from '${name}'`,
  home: `https://github.com/${home}`,
})

/** The columns of the table, by their packages. */
export const columns: Readonly<Record<string, Column>> = {
  'osdi-events': { file: './ours.ts', entry: "export { EventsV2 } from 'osdi-events'" },
  octokit: peer('octokit', '{ Octokit }', 'octokit/octokit.js'),
  stripe: peer('stripe', '{ default }', 'stripe/stripe-node'),
  ketting: peer('ketting', '{ Client }', 'badgateway/ketting'),
  'osdi-client': peer('osdi-client', '{ default }', 'ben-pr-p/osdi-client'),
  // A loop that people write by hand. It comes with Node.
  fetch: { file: './peers/fetch.ts', entry: 'export {}' },
}

export const names: readonly string[] = Object.keys(columns)

/** The folder whose lock file has the clients that are compared. */
export const peers = fileURLToPath(new URL('peers/', import.meta.url))

/** The project's folder. */
const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Where a package is unpacked, this one in its own repository. */
const folderOf = (name: string): string => (name === 'osdi-events' ? root : `${peers}node_modules/${name}/`)

interface Manifest {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8'))

/** The version of a client that is tried. */
export const versionOf = (name: string): string =>
  name === 'fetch' ? `of Node ${process.versions.node}` : read<Manifest>(`${folderOf(name)}package.json`).version

/** How many packages come along with a client: all that its lock file names as its dependencies, and theirs. */
function dependenciesOf(name: string): number {
  const own = name === 'osdi-events'
  const lock = read<{ readonly packages: Readonly<Record<string, Manifest>> }>(`${own ? root : peers}package-lock.json`)
  const found = new Set<string>()
  /** Where a package finds one that it depends on: in its own folder, or in one above it, as Node looks for it. */
  const placeOf = (dependency: string, folder: string): string | undefined => {
    const place = `${folder && `${folder}/`}node_modules/${dependency}`
    if (lock.packages[place]) return place
    return folder ? placeOf(dependency, folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) : undefined
  }
  const visit = (folder: string) => {
    for (const dependency of Object.keys(lock.packages[folder]?.dependencies ?? {})) {
      const place = placeOf(dependency, folder)
      if (place === undefined || found.has(place)) continue
      found.add(place)
      visit(place)
    }
  }
  if (name !== 'fetch') visit(own ? '' : `node_modules/${name}`)
  return found.size
}

async function bundled(name: string, platform: 'browser' | 'node'): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: columns[name]?.entry ?? '', resolveDir: name === 'osdi-events' ? root : peers },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform,
    logLevel: 'silent',
  })
  return `${(gzipSync(outputFiles[0]?.contents ?? '').length / 1000).toFixed(1)} KB`
}

/** What one client adds to a page or a worker: bundled for browsers, minified, gzipped; for Node where the other does not succeed. */
async function sizeOf(name: string): Promise<Cell> {
  try {
    return plain(await bundled(name, 'browser'))
  } catch (error) {
    const { errors } = error as { readonly errors?: readonly { readonly text: string }[] }
    const why = errors?.[0]?.text.replaceAll('"', '`') ?? 'unknown'
    return plain('**no bundle**', `${await bundled(name, 'node')} for Node; **not** for browsers: ${why}`)
  }
}

/** A row that is measured of a package, not of its calls. */
export interface Fact {
  readonly id: string
  readonly row: string
  readonly how: string
  measure(name: string): Promise<Cell>
}

export const measured: readonly Fact[] = [
  {
    id: 'dependencies',
    row: 'Dependencies, direct and indirect',
    how: 'Dependencies, and theirs, as the lock file has them.',
    measure: async (name) => plain(String(dependenciesOf(name))),
  },
  {
    id: 'size',
    row: 'Size of one client in a bundle, gzipped',
    how: 'A module that imports the client, bundled by esbuild for browsers, minified, gzipped.',
    measure: sizeOf,
  },
]

/** Loads a column's client. The file is named only when it runs, for its package is not there when the project's types are checked. */
export async function subjectOf(name: string): Promise<Subject> {
  const { subject }: { readonly subject: Subject } = await import(columns[name]?.file ?? '')
  return subject
}

const program = fileURLToPath(new URL('run.ts', import.meta.url))

/** No situation takes longer with any client, in milliseconds. */
const timeout = 240_000

/** Tries a situation with a client, in a process of its own; where the client ends the process, that is what is seen. */
export function tryOut(id: string, name: string): Promise<Cell> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, id, name], { timeout }, (error, stdout, stderr) => {
      if (!error) return resolve(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
      // Thrown outside of any promise: the trace begins with the file of a package, not of these experiments.
      const [, thrower] = /^(?:file:\/\/)?\/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/.*:\d+$/m.exec(stderr) ?? []
      const [, thrown] = /^(\w*Error)\b/m.exec(stderr) ?? []
      if (error.killed || !thrower || !thrown) return reject(new Error(`${name}, ${id}: ${stderr}`, { cause: error }))
      return resolve({
        brief: '**process ends**',
        seen: `**the process ends**: \`${thrown}\`, not caught, in \`${thrower}\``,
      })
    })
  })
}
