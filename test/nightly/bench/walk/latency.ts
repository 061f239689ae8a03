import { rates } from '../support/compare.ts'
import type { Pace } from '../support/pace.ts'
import type { Row } from '../support/table.ts'
import { median } from '../support/turns.ts'
import { serving } from './collection.ts'
import { ours } from './ours.ts'
import { peerWalks } from './peers.ts'
import { walked } from './rounds.ts'

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
