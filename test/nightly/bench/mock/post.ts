import { inTurns, type Pace, type Round, type Row, rates, type Side } from '../support/measure.ts'
import { type Child, cpuOf, start } from '../support/programs.ts'
import { ceiling, folder, loading, newEvent, served } from './service.ts'

/**
 * POST of new events over a socket, against node:http parsing the body and answering with a text of a created event's size: by
 * wrk, which asks faster than either answers, and by Node's own fetch, whose users are those who wait for a mock. How much of
 * the distance keeping what was sent takes by itself, whoever does it, shows a handler that does no more than that.
 */
export async function post(pace: Pace): Promise<readonly Row[]> {
  const made = await created()
  const ours = () => start('servers/service.ts', ['0'])
  const theirs = () => ceiling('', made)
  const sides = {
    ours: fresh(ours, wrk, pace),
    theirs: fresh(theirs, wrk, pace),
    least: fresh(() => least(made), wrk, pace),
  }
  const byWrk = await inTurns(sides, pace.rounds)
  await using client = await start('clients/posts.ts', [])
  const asked = fetching(client)
  const byFetch = await inTurns({ ours: fresh(ours, asked, pace), theirs: fresh(theirs, asked, pace) }, pace.rounds)
  return [
    rates('POST of new events over a socket, against node:http', byWrk.ours, byWrk.theirs, 0.8),
    rates('the least that keeps what it is sent, against node:http', byWrk.least, byWrk.theirs),
    rates('POST of new events, against the least that keeps them', byWrk.ours, byWrk.least),
    rates("the same, where Node's fetch asks", byFetch.ours, byFetch.theirs, 0.8),
  ]
}

/** Loads the server of a process for some seconds, with events that no other run makes. */
type Loading = (server: Child, run: number, seconds: number) => Promise<Round>

let runs = 0

/** A new process each round: no round has to carry the events of those before it. */
const fresh =
  (begin: () => Promise<Child>, posting: Loading, { seconds }: Pace): Side<Round> =>
  async () => {
    await using server = await begin()
    // The first for warming up: much of a new process's time goes into compiling.
    await posting(server, ++runs, seconds)
    return await posting(server, ++runs, seconds)
  }

const address = (server: Child): string => `${served(server).url}/api/v2/events`
/** What only a service asks for. */
const keyOf = (server: Child): string => served(server).key ?? 'any'

const wrk: Loading = (server, run, seconds) =>
  loading({ script: 'post', url: address(server), args: [keyOf(server), `run-${run}`] }, server.pid, seconds)()

const fetching =
  (client: Child): Loading =>
  async (server, run, seconds) => {
    const before = cpuOf(server.pid)
    const made = await client.ask({ url: address(server), key: keyOf(server), run, seconds })
    const { requests, microseconds } = made as { requests: number; microseconds: number }
    return { wall: microseconds / requests, cpu: (cpuOf(server.pid) - before) / requests }
  }

async function least(made: string): Promise<Child> {
  using files = folder()
  return await start('servers/least.ts', [files.write('made', made)])
}

/** The text of a created event. */
async function created(): Promise<string> {
  await using server = await start('servers/service.ts', ['0'])
  const { url, key } = served(server)
  const headers = { 'OSDI-API-Token': key, 'Content-Type': 'application/json' }
  return (await fetch(`${url}/api/v2/events`, { method: 'POST', headers, body: newEvent(1) })).text()
}
