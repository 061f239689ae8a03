import crossFetch from 'cross-fetch'
import nodeFetch from 'node-fetch'
import { fetch as undiciFetch } from 'undici'
import { expect, test } from 'vitest'
import { eventOf, pageOf } from '../support/client-answers.ts'
import { inTurn, rawServer, stalled } from '../support/raw-server.ts'
import { apiKey, v2 } from '../support/versions.ts'

const { least, open } = v2
const event = eventOf('v2')

const foreign: Readonly<Record<string, unknown>> = {
  'undici 8': undiciFetch,
  'node-fetch 3': nodeFetch,
  'cross-fetch 4': crossFetch,
}

for (const [name, fetch] of Object.entries(foreign)) {
  test(`the fetch of ${name} works for list and create over a socket`, async () => {
    await using server = await rawServer(inTurn(pageOf('v2', ['e1']) as never, event as never))
    const client = open(server.url, { fetch, allowInsecureHttp: true })
    expect((await client.list().toArray({ max: 5 })).items).toHaveLength(1)
    expect(await client.create(least)).toMatchObject({ title: event.title })
    expect(server.requests.map(({ line, body }) => [line, body])).toEqual([
      ['GET /api/v2/events HTTP/1.1', ''],
      ['POST /api/v2/events HTTP/1.1', JSON.stringify(least)],
    ])
    expect(server.requests.every((request) => request.header('osdi-api-token')[0] === apiKey)).toBe(true)
  })

  test(`the fetch of ${name} is aborted in the middle of a body, with the signal's reason`, async () => {
    await using server = await rawServer(stalled)
    const stop = new AbortController()
    const hooks = { onResponse: () => stop.abort('enough') }
    await expect(open(server.url, { fetch, hooks }).get('e1', { signal: stop.signal })).rejects.toBe('enough')
    await server.idle()
  })
}
