import { median, type Pace, type Row, rates, times } from '../support/measure.ts'
import { versionOf } from '../support/peers.ts'
import { bare, ours, serving, type Walk, walked } from './collection.ts'

const targets: Readonly<Record<string, number>> = { 'default prefetch': 1, 'prefetch 0': 1.25 }

/** Other numbers of pages ahead, for which nothing is promised: which one is the best default? */
const others = [1, 2, 3, 8]

/** All events, checked, against a loop of `fetch` and `JSON.parse` that checks nothing. */
export async function loopback({ events, walks }: Pace): Promise<readonly Row[]> {
  await using served = await serving(events)
  const sides: Readonly<Record<string, Walk>> = {
    bare: (from) => bare(from),
    'default prefetch': ours(),
    'prefetch 0': ours(0),
    ...Object.fromEntries(others.map((prefetch) => [`prefetch ${prefetch}`, ours(prefetch)])),
  }
  // Compiled and warm.
  await walked(served, events, sides, 2)
  const { bare: theirs = [], ...measured } = await walked(served, events, sides, walks)
  return Object.entries(measured).map(([name, rounds]) =>
    times(`page of a walk, ${name}, against fetch and JSON.parse`, rounds, theirs, targets[name]),
  )
}

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

const milliseconds = 50

/** A service that is far away: eight pages ahead, against the fastest of those who ask for one after the other. */
export async function latency({ events, walks }: Pace): Promise<readonly Row[]> {
  await using near = await serving(1_000)
  const others = await peerWalks()
  // Over loopback it is told who is the fastest of them: with latency, a round of each takes twenty seconds.
  const quickest = await walked(near, 1_000, others, 3)
  const medians = Object.entries(quickest).map(
    ([name, rounds]) => [median(rounds.map(({ wall }) => wall)), name] as const,
  )
  const [, fastest = ''] = medians.toSorted(([one], [other]) => one - other)[0] ?? []
  const theirs = others[fastest]
  if (!theirs) throw new Error('nobody to compare with')
  await using far = await serving(events, milliseconds)
  const measured = await walked(far, events, { ours: ours(8), theirs }, Math.max(2, Math.ceil(walks / 15)))
  return [
    rates(
      `${far.pages} pages ${milliseconds} ms away, prefetch 8, against ${fastest}`,
      measured.ours,
      measured.theirs,
      7,
    ),
  ]
}
