import { setTimeout as sleep } from 'node:timers/promises'
import { mockAdmin } from 'osdi-events/mock'
import { count, type Pace, type Row } from './measure.ts'
import { start } from './programs.ts'

/** Writes a second. */
const perSecond = 400
/** Milliseconds between two bursts of writes. */
const interval = 50
/** Milliseconds after which a change has to be in the stream, and a list has to be there. */
const limit = 500

/**
 * RSVPs, campaigns and people, made over HTTP at a fixed rate, while the stream is read, the explorer's Data view loads its lists whenever
 * the stream says that data changed, and a client reads the list of people from its first page to its last, again and again.
 */
export async function changing({ watch }: Pace): Promise<readonly Row[]> {
  await using server = await start('service', [1000, 0, 1])
  const { url, key } = server
  const { event } = server.ready as { readonly event: string }
  const admin = mockAdmin(url)
  const headers = { 'OSDI-API-Token': key, 'Content-Type': 'application/json' }
  const sent = new Map<string, number>()
  const stop = new AbortController()
  const lags: number[] = []
  const lists: number[] = []
  const pages: number[] = []
  let changes = 0

  const reading = async () => {
    for await (const message of admin.stream({ signal: stop.signal })) {
      if (message.kind === 'state') changes += 1
      const number = message.kind === 'request' ? URL.parse(message.request.url)?.searchParams.get('n') : undefined
      const from = number && sent.get(number)
      if (from) lags.push(performance.now() - from)
    }
  }
  const timed = async (into: number[], load: () => Promise<unknown>) => {
    const began = performance.now()
    await load()
    into.push(performance.now() - began)
  }
  const exploring = async () => {
    for (let seen = -1; !stop.signal.aborted; await sleep(10)) {
      if (seen === changes) continue
      seen = changes
      const began = performance.now()
      for (const load of [() => admin.people({ event }), () => admin.overview(), () => admin.events()])
        await timed(lists, load)
      // The page rests twice as long as it loads.
      await sleep(2 * (performance.now() - began))
    }
  }
  const polling = async () => {
    for (let next = `${url}/api/v2/people`; !stop.signal.aborted; )
      await timed(pages, async () => {
        const page = await (await fetch(next, { headers })).json()
        next = page._links.next?.href ?? `${url}/api/v2/people`
      })
  }
  const bodyOf = (number: number): readonly [path: string, body: object] => {
    const person = { given_name: 'Ada', email_addresses: [{ address: `bench.${number}@example.org` }] }
    if (number % 10 === 0) return ['event_campaigns', { title: `Campaign ${number}`, origin_system: 'Bench' }]
    return number % 2 === 0 ? ['people', { person }] : [`events/${event}/attendances`, { person }]
  }
  const write = async (number: number) => {
    const [path, body] = bodyOf(number)
    const address = `${url}/api/v2/${path}?n=${number}`
    sent.set(String(number), performance.now())
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
  }

  const others = [reading().catch(ignoreAbort), exploring(), polling()]
  const began = performance.now()
  const writes: Promise<void>[] = []
  for (let number = 0; performance.now() - began < watch * 1000; await sleep(interval)) {
    const due = ((performance.now() - began) / 1000) * perSecond
    for (; number < due; number += 1) writes.push(write(number))
  }
  await Promise.all(writes)
  const seconds = (performance.now() - began) / 1000
  // The last changes arrive.
  await sleep(1000)
  stop.abort()
  await Promise.all(others)
  const made = `${count(writes.length)} RSVPs, campaigns and people made in ${seconds.toFixed(1)} s`
  const row = (what: string, times: readonly number[], isWhole = true): Row => {
    const sorted = times.toSorted((one, other) => one - other)
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.POSITIVE_INFINITY
    // Not the slowest: on a shared machine, everything can stand still for a moment.
    const reached = at(0.99) < limit && isWhole && writes.length / seconds >= perSecond * 0.97
    const [middle, most, slowest] = [0.5, 0.99, 1].map((share) => at(share).toFixed(0))
    const ours = `${middle} ms, 99 % ${most} ms, at most ${slowest} ms (${count(times.length)})`
    return { what, ours, theirs: '', target: `99 % < ${limit} ms`, reached }
  }
  return [
    row(`${made}: from the request to its row in the stream`, lags, lags.length === writes.length),
    row('lists of the Data view meanwhile', lists),
    row('pages of GET /people meanwhile, one after the other', pages),
  ]
}

const ignoreAbort = (error: unknown) => {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error
}
