import { EventsV2 } from 'osdi-events'
import { bare, type From } from './children/walker.ts'
import { count, inTurns, median, type Pace, type Round, type Row, rates, times } from './measure.ts'
import { type Child, start } from './programs.ts'
import { served } from './service.ts'

/** Goes through a whole collection, one event after the other; how many there were. */
type Walk = (from: From) => Promise<number>

/** The client, as it is without options, or with so many pages asked for ahead of their turn. */
const ours =
  (prefetch?: number): Walk =>
  async ({ url, key }) => {
    const client = new EventsV2({ baseUrl: url, apiKey: key })
    let events = 0
    for await (const event of client.list(prefetch === undefined ? {} : { prefetch })) if (event.title) events += 1
    return events
  }

/** What one page of a walk takes, for each of several walks in turns. */
function walked<Name extends string>(
  child: Child,
  events: number,
  walks: Readonly<Record<Name, Walk>>,
  rounds: number,
): Promise<Record<Name, Round[]>> {
  const from = served(child)
  const sides = Object.entries<Walk>(walks).map(([name, walk]) => {
    const timed = async (): Promise<Round> => {
      const began = performance.now()
      const before = process.cpuUsage()
      const seen = await walk(from)
      const { user, system } = process.cpuUsage(before)
      const wall = performance.now() - began
      if (seen !== events) throw new Error(`${name}: ${seen} events came instead of ${events}`)
      return { wall: (wall * 1000) / from.pages, cpu: (user + system) / from.pages }
    }
    return [name, timed] as const
  })
  return inTurns(Object.fromEntries(sides) as Record<Name, () => Promise<Round>>, rounds)
}

/** All events, checked, against a loop of `fetch` and `JSON.parse` that checks nothing. */
export async function loopback({ events, walks }: Pace): Promise<readonly Row[]> {
  await using pages = await start('pages', [String(events), '0'])
  const sides = { theirs: bare as Walk, 'default prefetch': ours(), 'prefetch 0': ours(0) }
  // Compiled and warm.
  await walked(pages, events, sides, 2)
  const measured = await walked(pages, events, sides, walks)
  const row = (name: 'default prefetch' | 'prefetch 0', atMost: number) =>
    times(`page of a walk, ${name}, against fetch and JSON.parse`, measured[name], measured.theirs, atMost)
  return [row('default prefetch', 1), row('prefetch 0', 1.25)]
}

const milliseconds = 50

/** A service that is far away: eight pages ahead, against a loop that asks for one after the other. */
export async function latency({ events, walks }: Pace): Promise<readonly Row[]> {
  await using far = await start('pages', [String(events), String(milliseconds)])
  const sides = { ours: ours(8), theirs: bare as Walk }
  const measured = await walked(far, events, sides, Math.max(2, Math.ceil(walks / 15)))
  const what = `${served(far).pages} pages ${milliseconds} ms away, prefetch 8, against fetch and JSON.parse`
  return [rates(what, measured.ours, measured.theirs, 7)]
}

/** As much heap as V8 likes to take: it collects rarely as long as there is work, whatever is kept. */
const free: readonly string[] = []
/** A heap that holds little more than what is kept, as in a small container. */
const bounded = ['--max-semi-space-size=1', '--max-old-space-size=32']

/** Memory of a long walk against that of a short one, through the same collection of the mock service. */
export async function memory({ events, many }: Pace): Promise<readonly Row[]> {
  await using service = await start('service', [String(many)])
  const { url, key } = served(service)
  /** The most memory, in MiB, that a process held which walked through so many events. */
  const peakOf = async (options: readonly string[], length: number, who = 'ours') => {
    await using walker = await start('walker', [url, key, String(length), who], options)
    const said = walker.ready as { readonly events: number; readonly peak: number }
    if (said.events !== length) throw new Error(`${said.events} events came instead of ${length}`)
    return said.peak
  }
  /** The same in five processes; the middle of them. */
  const usual = async (options: readonly string[], who = 'ours') => {
    const peaks: number[] = []
    for (let round = 0; round < 5; round += 1) peaks.push(await peakOf(options, events, who))
    return median(peaks)
  }
  const against = (what: string, one: number, other: number, atMost?: number): Row => ({
    what,
    ours: `${count(one)} MiB`,
    theirs: `${count(other)} MiB`,
    ratio: (one / other).toFixed(2),
    ...(atMost !== undefined && { target: `≤ ${atMost}`, reached: one / other <= atMost }),
  })
  const lengths = `${count(many)} events, against one of ${count(events)}`
  return [
    against(
      `most memory of a walk of ${lengths}, both in a heap of 32 MB`,
      await peakOf(bounded, many),
      await usual(bounded),
      1.15,
    ),
    against('the same without a bound, by which V8 lets any heap grow', await peakOf(free, many), await usual(free)),
    against('the same by the bare loop', await peakOf(free, many, 'bare'), await usual(free, 'bare')),
  ]
}
