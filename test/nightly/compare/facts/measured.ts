import { type Cell, plain } from '../situation.ts'
import type { Subject } from '../subject.ts'
import { dependenciesOf } from './installed.ts'
import { methodsBelow } from './methods.ts'
import { sizeOf } from './size.ts'

/** A row that is measured of a package, not of its calls. */
export interface Fact {
  readonly id: string
  readonly row: string
  readonly how: string
  measure(subject: Subject): Promise<Cell>
}

/** What has methods for one resource, or for any: not to be counted. */
const uncounted: Readonly<Record<string, Cell>> = {
  'osdi-events': plain('events', 'one resource: events, in two versions'),
  ketting: plain('any', 'any resource, by its links'),
  'osdi-client': plain('any', 'any resource of the entry point'),
}

async function methodsOf({ package: name, open }: Subject): Promise<Cell> {
  const said = uncounted[name]
  if (said !== undefined) return said
  const client = open({ origin: 'http://127.0.0.1:9', key: 'none' }).client
  const holder = typeof client === 'object' && client !== null && 'rest' in client ? client.rest : client
  return plain(`${methodsBelow(Object(holder))} methods`)
}

export const measured: readonly Fact[] = [
  {
    id: 'methods',
    row: 'What it covers',
    how: "Functions of the client's resources are counted, below `rest` of octokit; not what resources inherit.",
    measure: methodsOf,
  },
  {
    id: 'dependencies',
    row: 'Packages that come along',
    how: 'Dependencies, and theirs, as the lock file has them.',
    measure: async ({ package: name }) => plain(String(dependenciesOf(name))),
  },
  {
    id: 'size',
    row: 'Size in a bundle',
    how: 'A module that imports the client, bundled by esbuild for browsers, minified, gzipped.',
    measure: ({ package: name }) => sizeOf(name),
  },
]
