import { times } from '../support/compare.ts'
import type { Pace } from '../support/pace.ts'
import { versionOf } from '../support/peers.ts'
import type { Row } from '../support/table.ts'
import { serving, type Walk } from './collection.ts'
import { ours } from './ours.ts'
import { walked } from './rounds.ts'

/** Somebody else's way through a collection. */
interface Peer {
  readonly name: string
  /** Its package in `peers/`; none where the project has it anyway. */
  readonly package?: string
  readonly file: string
  /** Whether it checks what it reads. */
  readonly checks: boolean
}

const peers: readonly Peer[] = [
  { name: 'ky with zod', file: 'ky', checks: true },
  { name: 'axios with zod', package: 'axios', file: 'axios', checks: true },
  { name: 'ketting', package: 'ketting', file: 'ketting', checks: false },
  { name: 'osdi-client', package: 'osdi-client', file: 'osdi-client', checks: false },
]

export const packages = peers.flatMap((peer) => peer.package ?? [])

/** Those that are installed. Their files are named only when they run: without the packages, their types cannot be checked. */
export async function peerWalks(): Promise<Readonly<Record<string, Walk>>> {
  const there = peers.filter((peer) => peer.package === undefined || versionOf(peer.package))
  const loaded = there.map(async ({ name, file }) => {
    const { walk }: { readonly walk: Walk } = await import(`../peers/${file}.ts`)
    return [name, walk] as const
  })
  return Object.fromEntries(await Promise.all(loaded))
}

/** A walk of ours as it is without options, against the walks of others. */
export async function clients({ events, walks }: Pace): Promise<readonly Row[]> {
  await using served = await serving(events)
  const sides = { ours: ours(), ...(await peerWalks()) }
  await walked(served, events, sides, 2)
  const measured: Readonly<Record<string, Awaited<ReturnType<typeof walked>>[string]>> = await walked(
    served,
    events,
    sides,
    Math.ceil(walks / 3),
  )
  return peers.map(({ name, checks }) => {
    const theirs = measured[name]
    const what = `page of a walk, against ${name}${checks ? '' : ', which checks nothing'}`
    return theirs
      ? times(what, measured.ours ?? [], theirs, checks ? 1 : undefined)
      : { what, ours: '', theirs: 'not installed' }
  })
}
