import { setTimeout as sleep } from 'node:timers/promises'
import { alone, count, drawing, inTurns, type Pace, type Round, type Row, rates, timed, times } from './measure.ts'
import {
  behind,
  type Child,
  folder,
  loading,
  memoryOf,
  newEvent,
  newEventOf,
  serviceWith,
  start,
  textsOf,
} from './programs.ts'

/** Events whose pages are all kept, and events whose pages are far more than the service keeps. */
const events = 10_000
const large = 100_000

/**
 * GET of pages over a socket, against node:http, which sends the same pages from memory. Drawn out of 400, all of which the service keeps
 * as it wrote them; and out of all pages of a large service, nearly each of which it writes anew.
 */
export async function get(pace: Pace): Promise<readonly Row[]> {
  await using running = new AsyncDisposableStack()
  const files = running.use(await folder())
  const service = running.use(await start('service', [events]))
  const node = running.use(await start('pages', [events, 0]))
  const many = running.use(await start('service', [large]))
  const side = (server: Child, pages: number) =>
    loading('get', server, pace.seconds, files.write(`${server.pid}`, behind(pages)))
  const { pages } = service
  const sides = { ours: side(service, pages), any: side(many, many.pages), node: side(node, pages) }
  await inTurns(sides, 1)
  const { ours, any, node: most } = await inTurns(sides, pace.rounds)
  const kept = `GET of ${pages} pages of ${count(events)} events, all of them kept, over a socket`
  const drawn = `the same of all ${count(many.pages)} pages of ${count(large)} events, hardly any of them kept`
  return [rates(`${kept}, against node:http sending the same`, ours, most, 0.5), rates(drawn, any, most)]
}

/** POST of new events over a socket, against node:http parsing the body and answering with a text of a created event's size. */
export async function post({ rounds, seconds }: Pace): Promise<readonly Row[]> {
  await using files = await folder()
  const made = files.write('made', await (await serviceWith(0).post(newEventOf(1))).text())
  const body = files.write('event', newEvent)
  // A new process each round: no round has to carry the events of those before it.
  const fresh = (name: string, args: readonly string[]) => async () => {
    await using server = await start(name, args)
    // The first for warming up: much of a new process's time goes into compiling.
    await loading('post', server, seconds, body, '1')()
    return await loading('post', server, seconds, body, '2')()
  }
  const sides = { ours: fresh('service', ['0']), theirs: fresh('ceiling', [made]) }
  const { ours, theirs } = await inTurns(sides, rounds)
  return [rates('POST of new events over a socket, against node:http', ours, theirs, 0.8)]
}

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
const operations = [
  ...['first page', 'middle page', 'last page', 'any event', 'new event'],
  'snapshot, new event, restore',
]

/**
 * Each operation in a large service against the same in a small one: one process each, in turns, by `service.fetch`. What the caller reads is
 * garbage in the service's own memory here.
 */
export async function growth({ rounds, calls, many }: Pace): Promise<readonly Row[]> {
  await using small = await start('in process', [few])
  await using large = await start('in process', [many])
  const rows: Row[] = []
  // Rounds are long, for collecting garbage is part of what a call takes.
  for (const operation of operations) {
    const ask = (child: Child) => async () => (await child.ask({ operation, calls: calls * 3 })) as Round
    const sides = { ours: ask(large), theirs: ask(small) }
    await inTurns(sides, 3)
    const { ours, theirs } = await inTurns(sides, rounds * 2 + 1)
    rows.push(times(`injected: ${operation} at ${count(many)} events against ${count(few)}`, ours, theirs, 1.3))
  }
  return rows
}

/** Pages of filtered lists of a large service by `service.fetch`, of which none but those of one list was made before. */
export async function filters({ rounds, calls, many }: Pace): Promise<readonly Row[]> {
  await using large = await start('in process', [many])
  const pages: readonly (readonly [operation: string, calls: number, wanted?: number])[] = [
    ['page of the latest changes', calls, 1000],
    ['page of one identifier', calls, 1000],
    ['page of a filter that holds for all', 2],
    ['further page of it', calls],
  ]
  const rows: Row[] = []
  for (const [operation, calls, wanted] of pages) {
    const ours = async () => (await large.ask({ operation, calls })) as Round
    await inTurns({ ours }, 1)
    const { ours: measured } = await inTurns({ ours }, rounds)
    rows.push(alone(`injected: ${operation} at ${count(many)} events`, measured, wanted))
  }
  return rows
}

const limit = 1536

/** Memory of a large service: when it is ready, and at most while pages are asked for that are drawn from all. */
export async function memory({ many, watch }: Pace): Promise<readonly Row[]> {
  await using files = await folder()
  await using server = await start('service', [many])
  const before = memoryOf(server.pid)
  let isOver = false
  const done = loading('get', server, watch, files.write('pages', behind(server.pages)))().finally(() => {
    isOver = true
  })
  let most = before
  while (!isOver) {
    await Promise.race([sleep(500), done])
    most = Math.max(most, memoryOf(server.pid))
  }
  const { wall } = await done
  const what = `memory at ${count(many)} events: at first, and at most in ${watch} s of ${count(1e6 / wall)} pages a second`
  const ours = `${count(before)} MiB, ${count(most)} MiB`
  return [{ what, ours, theirs: '', target: `< ${count(limit)} MiB`, reached: most < limit }]
}
