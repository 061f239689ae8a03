import { count, drawing, inTurns, type Pace, type Round, type Row, time, timed, times } from '../support/measure.ts'
import { type Child, start } from '../support/programs.ts'
import { serviceWith, textsOf } from './service.ts'

/** A page through the injected fetch, parsed, against a Response of the same page's text, parsed. */
export async function injected({ rounds, calls }: Pace): Promise<readonly Row[]> {
  const asked = serviceWith(10_000)
  const texts = await textsOf(asked)
  const draw = drawing()

  const parsing = (parse: (page: number) => Promise<{ page: number }>) => () =>
    timed(calls, async () => {
      const page = draw(texts.length)
      if ((await parse(page)).page !== page + 1) throw new Error('another page came')
    })
  const sides = {
    ours: parsing(async (page) => JSON.parse(await (await asked.get(`?page=${page + 1}`)).text())),
    theirs: parsing(async (page) => JSON.parse(await new Response(texts[page]).text())),
  }
  // Compiled and warm, as in the middle of somebody's tests.
  await inTurns(sides, 4)
  const { ours, theirs } = await inTurns(sides, rounds * 5)
  return [times('GET of a page by injected fetch, parsed, against a Response of its text, parsed', ours, theirs, 1.5)]
}

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
