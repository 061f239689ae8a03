import { type Child, start } from '../support/child.ts'
import { type Round, rates } from '../support/compare.ts'
import type { Pace } from '../support/pace.ts'
import type { Row } from '../support/table.ts'
import { inTurns, type Side } from '../support/turns.ts'
import { newEvent } from './new-event.ts'
import { ceiling, loading, served } from './socket.ts'

/** POST of new events over a socket, against node:http parsing the body and answering with a text of a created event's size. */
export async function post(pace: Pace): Promise<readonly Row[]> {
  const made = await created()
  let runs = 0
  // A new process each round: no round has to carry the events of those before it.
  const fresh =
    (begin: () => Promise<Child>): Side<Round> =>
    async () => {
      await using server = await begin()
      const { url, key = 'any' } = served(server)
      const posting = () => {
        runs += 1
        const what = { script: 'post', url: `${url}/api/v2/events`, args: [key, `run-${runs}`] } as const
        return loading(what, server.pid, pace.seconds)()
      }
      // The first for warming up: much of a new process's time goes into compiling.
      await posting()
      return await posting()
    }
  const sides = {
    ours: fresh(() => start('servers/service.ts', ['0'])),
    theirs: fresh(() => ceiling('', made)),
  }
  const { ours, theirs } = await inTurns(sides, pace.rounds)
  return [rates('POST of new events over a socket, against node:http', ours, theirs, 0.8)]
}

/** The text of a created event. */
async function created(): Promise<string> {
  await using server = await start('servers/service.ts', ['0'])
  const { url, key } = served(server)
  const headers = { 'OSDI-API-Token': key, 'Content-Type': 'application/json' }
  return (await fetch(`${url}/api/v2/events`, { method: 'POST', headers, body: newEvent(1) })).text()
}
