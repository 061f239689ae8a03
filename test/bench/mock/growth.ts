import { type Child, start } from '../support/child.ts'
import { type Round, times } from '../support/compare.ts'
import type { Pace } from '../support/pace.ts'
import { count, type Row, time } from '../support/table.ts'
import { inTurns } from '../support/turns.ts'

const few = 1000
const operations = [
  'first page',
  'middle page',
  'last page',
  'any page',
  'any event',
  'new event',
  'snapshot, new event, restore',
]

/** Each operation in a large service against the same in a small one: one process each, in turns, without a socket. */
export async function growth({ rounds, calls, many }: Pace): Promise<readonly Row[]> {
  await using small = await start('servers/in-process.ts', [String(few)])
  await using large = await start('servers/in-process.ts', [String(many)])
  const rows: Row[] = []
  // Rounds are long, for collecting garbage is part of what a call takes.
  for (const operation of operations) {
    const ask = (child: Child) => async () => (await child.ask({ operation, calls: calls * 5 })) as Round
    const sides = { ours: ask(large), theirs: ask(small) }
    await inTurns(sides, 3)
    const { ours, theirs } = await inTurns(sides, rounds * 2 + 1)
    rows.push(times(`${operation} at ${count(many)} events against ${count(few)}`, ours, theirs, 1.3))
  }
  return [...rows, seeding(few, small), seeding(many, large)]
}

const seeding = (events: number, { ready }: Child): Row => ({
  what: `seeding ${count(events)} events`,
  ours: time((ready as { seconds: number }).seconds * 1e6),
  theirs: '',
})
