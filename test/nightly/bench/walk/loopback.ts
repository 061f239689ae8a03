import { times } from '../support/compare.ts'
import type { Pace } from '../support/pace.ts'
import type { Row } from '../support/table.ts'
import { bare } from './bare.ts'
import { serving, type Walk } from './collection.ts'
import { ours } from './ours.ts'
import { walked } from './rounds.ts'

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
