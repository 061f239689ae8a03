import { EventsV2 } from 'osdi-events'
import { count, inTurns, median, type Pace, type Round, type Row, rates, timed, times } from './measure.ts'
import { type Child, start } from './programs.ts'

/** Goes through a whole collection, one event after the other; how many there were. */
type Walk = (from: Pick<Child, 'url' | 'key'>) => Promise<number>

/** The client, as it is without options, or with so many pages asked for ahead of their turn. */
const ours =
  (prefetch?: number): Walk =>
  async ({ url, key }) => {
    const client = new EventsV2({ baseUrl: url, apiKey: key })
    let events = 0
    for await (const event of client.list(prefetch === undefined ? {} : { prefetch })) if (event.title) events += 1
    return events
  }

interface Page {
  readonly _embedded: { readonly 'osdi:events': readonly { readonly title: string }[] }
  readonly _links: { readonly next?: { readonly href: string } }
}

/** The minimum of any client: `fetch` and `JSON.parse`, page after page, without checks of data and links. */
const bare: Walk = async ({ url, key }) => {
  const headers = { 'OSDI-API-Token': key }
  let events = 0
  for (let next: string | undefined = `${url}/api/v2/events`; next; ) {
    const page: Page = JSON.parse(await (await fetch(next, { headers })).text())
    for (const event of page._embedded['osdi:events']) if (event.title) events += 1
    next = page._links.next?.href
  }
  return events
}

/** What one page of a walk takes, for each of several walks in turns. */
function walked<Name extends string>(from: Child, events: number, walks: Readonly<Record<Name, Walk>>, rounds: number) {
  const timed = (walk: Walk) => async (): Promise<Round> => {
    const began = performance.now()
    const before = process.cpuUsage()
    const seen = await walk(from)
    const { user, system } = process.cpuUsage(before)
    const wall = performance.now() - began
    if (seen !== events) throw new Error(`${seen} events came instead of ${events}`)
    return { wall: (wall * 1000) / from.pages, cpu: (user + system) / from.pages }
  }
  const sides = Object.entries<Walk>(walks).map(([name, walk]) => [name, timed(walk)])
  return inTurns<Name>(Object.fromEntries(sides), rounds)
}

/** All events, checked, against a loop of `fetch` and `JSON.parse` that checks nothing. */
export async function loopback({ events, walks }: Pace): Promise<readonly Row[]> {
  await using pages = await start('pages', [events, 0])
  const sides = { theirs: bare, 'default prefetch': ours(), 'prefetch 0': ours(0) }
  // Compiled and warm.
  await walked(pages, events, sides, 2)
  const measured = await walked(pages, events, sides, walks)
  const row = (name: 'default prefetch' | 'prefetch 0', atMost: number) =>
    times(`page of a walk, ${name}, against fetch and JSON.parse`, measured[name], measured.theirs, atMost)
  return [row('default prefetch', 1.05), row('prefetch 0', 1.25)]
}

const milliseconds = 50

/** A service that is far away: eight pages ahead, against a loop that asks for one after the other. */
export async function latency({ events, walks }: Pace): Promise<readonly Row[]> {
  await using far = await start('pages', [events, milliseconds])
  const measured = await walked(far, events, { ours: ours(8), theirs: bare }, Math.max(2, Math.ceil(walks / 15)))
  const what = `${far.pages} pages ${milliseconds} ms away, prefetch 8, against fetch and JSON.parse`
  return [rates(what, measured.ours, measured.theirs, 7)]
}

/** What changed in one event of a hundred, asked of the mock service over a socket, against a walk of all of them. */
export async function changes({ large, rounds }: Pace): Promise<readonly Row[]> {
  await using service = await start('service', [large, large / 100])
  const { since } = service.ready as { readonly since: string }
  let requests = 0
  const counting: typeof fetch = (...of) => {
    requests += 1
    return fetch(...of)
  }
  const client = new EventsV2({ baseUrl: service.url, apiKey: service.key, fetch: counting })
  const sent: Record<string, number> = {}
  const side = (name: string, list: () => AsyncIterable<unknown>, wanted: number) => async (): Promise<Round> => {
    requests = 0
    let events = 0
    const round = await timed(1, async () => {
      for await (const _ of list()) events += 1
    })
    if (events !== wanted) throw new Error(`${events} events came instead of ${wanted}`)
    sent[name] = requests
    return round
  }
  // Another filter each time, which finds the same: the service keeps no page of it.
  let seconds = 0
  const ours = side('ours', () => client.changes({ since, overlap: ++seconds * 1000 }), large / 100)
  const theirs = side('theirs', () => client.list(), large)
  await inTurns({ ours }, 2)
  const measured = await inTurns({ ours, theirs }, rounds)
  const what = `changes of 1 % of ${count(large)} events in ${sent.ours} requests, against a walk of all in ${sent.theirs}`
  return [times(what, measured.ours, measured.theirs, 0.02)]
}

/** Ten thousand RSVPs of one event, checked, against a loop of `fetch` and `JSON.parse` over the same mock service. */
export async function attendances({ events, walks }: Pace): Promise<readonly Row[]> {
  await using service = await start('service', [1, 0, events])
  const { event } = service.ready as { readonly event: string }
  const client = new EventsV2({ baseUrl: service.url, apiKey: service.key })
  const walk = (all: () => Promise<number>) => async (): Promise<Round> => {
    let seen = 0
    const round = await timed(1, async () => {
      seen = await all()
    })
    // Some came by themselves.
    if (seen < events) throw new Error(`${seen} attendances came instead of ${events}`)
    return round
  }
  const ours = walk(async () => {
    let seen = 0
    for await (const { status } of client.attendances(event)) if (status) seen += 1
    return seen
  })
  const theirs = walk(async () => {
    const headers = { 'OSDI-API-Token': service.key }
    let seen = 0
    for (let next: string | undefined = `${service.url}/api/v2/events/${event}/attendances`; next; ) {
      const page = JSON.parse(await (await fetch(next, { headers })).text())
      for (const { status } of page._embedded['osdi:attendances']) if (status) seen += 1
      next = page._links.next?.href
    }
    return seen
  })
  await inTurns({ ours, theirs }, 2)
  const measured = await inTurns({ ours, theirs }, walks)
  return [times(`a list of ${count(events)} RSVPs, against fetch and JSON.parse`, measured.ours, measured.theirs, 1.05)]
}

/** A heap that holds little more than what is kept, as in a small container: without a bound V8 lets it grow as long as there is work. */
const bounded = ['--max-semi-space-size=1', '--max-old-space-size=32']

/** Memory of a long walk against that of a short one, through the same collection of the mock service. */
export async function memory({ events, many }: Pace): Promise<readonly Row[]> {
  await using service = await start('service', [many])
  /** The most memory, in MiB, that a process held which walked through so many events. */
  const peakOf = async (length: number) => {
    await using walker = await start('walker', [service.url, service.key, length], bounded)
    const said = walker.ready as { readonly events: number; readonly peak: number }
    if (said.events !== length) throw new Error(`${said.events} events came instead of ${length}`)
    return said.peak
  }
  const long = await peakOf(many)
  const peaks: number[] = []
  for (let round = 0; round < 5; round += 1) peaks.push(await peakOf(events))
  const short = median(peaks)
  const what = `most memory of a walk of ${count(many)} events, against one of ${count(events)}, both in a heap of 32 MB`
  const ratio = long / short
  const shown = { ours: `${count(long)} MiB`, theirs: `${count(short)} MiB`, ratio: ratio.toFixed(2) }
  return [{ what, ...shown, target: '≤ 1.15', reached: ratio <= 1.15 }]
}
