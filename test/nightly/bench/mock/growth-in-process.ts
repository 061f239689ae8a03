import { type Child, start } from '../support/child.ts'
import { type Round, times } from '../support/compare.ts'
import type { Pace } from '../support/pace.ts'
import { count, type Row, time } from '../support/table.ts'
import { inTurns } from '../support/turns.ts'

const few = 1000
/** Operations, and how many times as long each may take. What the caller reads is garbage in the service's own memory here. */
const operations = {
  'first page': 1.3,
  'middle page': 1.3,
  'last page': 1.3,
  'any page': undefined,
  'any event': 1.3,
  'new event': 1.3,
  'snapshot, new event, restore': 1.3,
}

/** Each operation in a large service against the same in a small one: one process each, in turns, by `service.fetch`. */
export async function growthInProcess({ rounds, calls, many }: Pace): Promise<readonly Row[]> {
  await using small = await start('servers/in-process.ts', [String(few)])
  await using large = await start('servers/in-process.ts', [String(many)])
  const rows: Row[] = []
  // Rounds are long, for collecting garbage is part of what a call takes.
  for (const [operation, atMost] of Object.entries(operations)) {
    const ask = (child: Child) => async () => (await child.ask({ operation, calls: calls * 3 })) as Round
    const sides = { ours: ask(large), theirs: ask(small) }
    await inTurns(sides, 3)
    const { ours, theirs } = await inTurns(sides, rounds * 2 + 1)
    rows.push(times(`injected: ${operation} at ${count(many)} events against ${count(few)}`, ours, theirs, atMost))
  }
  return [...rows, seeding(few, small), seeding(many, large)]
}

const seeding = (events: number, { ready }: Child): Row => ({
  what: `seeding ${count(events)} events`,
  ours: time((ready as { seconds: number }).seconds * 1e6),
  theirs: '',
})
