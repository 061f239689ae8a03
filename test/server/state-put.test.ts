import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { rawClient } from '../support/raw-client.ts'
import { adminRequest, everyStepTakesATurn, onNextRequest, served } from '../support/served.ts'

test('GET /_mock/state returns the state, and PUT /_mock/state restores it, even in another service', async () => {
  await using one = await served({}, { events: 2 })
  await using other = await served({}, { seed: 'another seed' })
  const { status, json } = await one.admin('GET state')
  expect(status).toBe(200)
  expect(json).toEqual(JSON.parse(JSON.stringify(one.service.snapshot())))
  const answer = await other.admin('PUT state', json)
  expect(answer).toMatchObject({ status: 200, json: { url: other.server.url, keys: one.server.keys } })
  expect((await other.admin('GET state')).json).toEqual(json)
  const { json: sandbox } = await one.admin('POST sandboxes', {})
  const { url } = sandbox as { url: string }
  expect((await adminRequest(url, 'PUT state', json)).json).toEqual({ url, keys: one.server.keys })
})

/** A PUT of a state whose last byte is still to be sent, and all before it has arrived. */
async function almostSent({ server }: Awaited<ReturnType<typeof served>>, document: string) {
  let missing = Buffer.byteLength(document) - 1
  const arrived = new Promise<void>((resolve) =>
    onNextRequest(({ request }) => {
      const push = request.push.bind(request)
      request.push = (piece: Buffer | null) => {
        missing -= piece?.length ?? 0
        if (missing === 0) resolve()
        return push(piece)
      }
    }),
  )
  const client = await rawClient(server)
  const length = `Content-Length: ${Buffer.byteLength(document)}`
  const head = `PUT /_mock/state HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n\r\n`
  client.write(head + document.slice(0, -1))
  await arrived
  return { client, finish: () => client.write(document.slice(-1)) }
}

const totalOf = async ({ ask }: Awaited<ReturnType<typeof served>>) =>
  ((await (await ask('/api/v2/events')).json()) as { total_records: number }).total_records

/** A state that takes longer to read than a request. */
const large = (keys: object) => createMockService({ events: 100, keys }).snapshot().toJSON()

test('the server answers requests from the old state while it reads a PUT of a new state', async () => {
  await using opened = await served()
  const put = await almostSent(opened, JSON.stringify(large(opened.server.keys)))
  using client = put.client
  put.finish()
  everyStepTakesATurn()
  const totals: number[] = []
  while (client.received() === '') totals.push(await totalOf(opened))
  expect(await client.until(/\}$/)).toMatch(/^HTTP\/1\.1 200 /)
  expect(totals.length).toBeGreaterThan(20)
  // The last one may have been asked for when the answer was on its way.
  expect(totals.slice(0, -1)).toEqual(totals.slice(0, -1).fill(3))
  expect(await totalOf(opened)).toBe(100)
})

test('PUT /_mock/state refuses a damaged document and changes nothing', async () => {
  await using opened = await served()
  const before = JSON.stringify(opened.service.snapshot())
  const state = large(opened.server.keys)
  const reminded = [...state.reminded, { event: 'none', person: 'none' }]
  for (const [wrong, field] of [
    [{}, 'format'],
    [{ ...state, version: 2 }, 'version'],
    [{ ...state, reminded }, `reminded[${state.reminded.length}].event`],
  ] as const)
    expect(await opened.admin('PUT state', wrong)).toMatchObject({ status: 400, json: { code: 'state', field } })
  expect(JSON.stringify(opened.service.snapshot())).toBe(before)
})

test('an aborted PUT /_mock/state changes nothing', async () => {
  await using opened = await served()
  const before = JSON.stringify(opened.service.snapshot())
  const put = await almostSent(opened, JSON.stringify(large(opened.server.keys)))
  {
    using _ = put.client
    everyStepTakesATurn()
    put.finish()
    await opened.ask('/api/v2/events')
  }
  // More turns of the event loop than reading the rest of the body takes.
  expect((await opened.admin('POST sandboxes', { events: 200 })).status).toBe(200)
  expect(JSON.stringify(opened.service.snapshot())).toBe(before)
})

test('PUT /_mock/state accepts a body longer than the limit of other routes', async () => {
  await using opened = await served()
  const body = ' '.repeat(10 * 1024 * 1024) + JSON.stringify(opened.service.snapshot())
  const init = { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body }
  expect((await fetch(`${opened.server.url}/_mock/state`, init)).status).toBe(200)
})
