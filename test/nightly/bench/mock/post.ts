import { inTurns, type Pace, type Round, type Row, rates, type Side } from '../support/measure.ts'
import { type Child, cpuOf, start } from '../support/programs.ts'
import { ceiling, newEvent, served } from './service.ts'

/**
 * POST of new events over a socket, against node:http parsing the body and answering with a text of a created event's size; asked by Node's own
 * fetch, whose users are those who wait for a mock.
 */
export async function post(pace: Pace): Promise<readonly Row[]> {
  const made = await created()
  await using client = await start('clients/posts.ts', [])
  const sides = {
    ours: fresh(client, () => start('servers/service.ts', ['0']), pace),
    theirs: fresh(client, () => ceiling('', made), pace),
  }
  const { ours, theirs } = await inTurns(sides, pace.rounds)
  return [rates('POST of new events over a socket, against node:http', ours, theirs, 0.8)]
}

let runs = 0

/** A new process each round: no round has to carry the events of those before it. */
const fresh =
  (client: Child, begin: () => Promise<Child>, { seconds }: Pace): Side<Round> =>
  async () => {
    await using server = await begin()
    // The first for warming up: much of a new process's time goes into compiling.
    await posting(client, server, seconds)
    return await posting(client, server, seconds)
  }

/** Makes events for some seconds that no other run makes. */
async function posting(client: Child, server: Child, seconds: number): Promise<Round> {
  const { url, key = 'any' }: { readonly url: string; readonly key?: string } = served(server)
  const before = cpuOf(server.pid)
  const made = await client.ask({ url: `${url}/api/v2/events`, key, run: ++runs, seconds })
  const { requests, microseconds } = made as { requests: number; microseconds: number }
  return { wall: microseconds / requests, cpu: (cpuOf(server.pid) - before) / requests }
}

/** The text of a created event. */
async function created(): Promise<string> {
  await using server = await start('servers/service.ts', ['0'])
  const { url, key } = served(server)
  const headers = { 'OSDI-API-Token': key, 'Content-Type': 'application/json' }
  return (await fetch(`${url}/api/v2/events`, { method: 'POST', headers, body: newEvent(1) })).text()
}
