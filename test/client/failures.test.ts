import { expect, test } from 'vitest'
import { document } from '../support/documents.ts'
import { collect, failureOf } from '../support/failure.ts'
import { answering, broken, hal, refusal, served, serving, silent, stalled } from '../support/raw-answers.ts'
import { rawServer } from '../support/raw-server.ts'
import { versions } from '../support/versions.ts'

const id = '8a625981-67a4-4457-8b55-2e30b267b2c2'

/** What a call rejects with, whatever it is. */
const reasonOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'the call did not fail',
    (reason: unknown) => reason,
  )

for (const { version, least, open } of versions) {
  test(`a connection that breaks is a NetworkError of ${version}, of unknown outcome for a write`, async () => {
    await using server = await rawServer(broken)
    const client = open(server.url)
    const url = `${server.url}/api/${version}/events/${id}`
    const read = await failureOf(() => client.get(id))
    expect(read).toMatchObject({ code: 'network', method: 'GET', url })
    expect(read.message).toContain(`GET ${url}`)
    expect(await failureOf(() => client.create(least))).toMatchObject({ code: 'network', outcome: 'unknown' })
  })

  test(`a server that is not there is a NetworkError of ${version}`, async () => {
    const server = await rawServer(silent)
    await server[Symbol.asyncDispose]()
    expect(await failureOf(() => open(server.url).get(id))).toMatchObject({ code: 'network' })
  })

  test(`a server that says nothing is a TimeoutError of ${version}`, async () => {
    await using server = await rawServer(silent)
    const client = open(server.url, { timeout: 80 })
    expect(await failureOf(() => client.get(id))).toMatchObject({ code: 'timeout', method: 'GET' })
    expect(await failureOf(() => client.update(id, least))).toMatchObject({ code: 'timeout', outcome: 'unknown' })
  })

  test(`a body that stalls is a TimeoutError of ${version}, and the connection is let go`, async () => {
    await using server = await rawServer(stalled)
    expect(await failureOf(() => open(server.url).get(id, { timeout: 80 }))).toMatchObject({ code: 'timeout' })
    await expect.poll(() => server.open()).toBe(0)
  })

  test(`an abort rejects a call of ${version} with the signal's own reason`, async () => {
    await using server = await rawServer(silent)
    const controller = new AbortController()
    const call = reasonOf(open(server.url).get(id, { signal: controller.signal }))
    await server.received(1)
    const reason = { because: 'the user left' }
    controller.abort(reason)
    expect(await call).toBe(reason)
    await expect.poll(() => server.open()).toBe(0)
  })

  test(`an abort while the body stalls rejects a call of ${version} with the signal's own reason`, async () => {
    await using server = await rawServer(stalled)
    const controller = new AbortController()
    const head = Promise.withResolvers<void>()
    const client = open(server.url, { hooks: { onResponse: () => head.resolve() } })
    const call = reasonOf(client.get(id, { signal: controller.signal }))
    await Promise.race([head.promise, call])
    const reason = new Error('the user left')
    controller.abort(reason)
    expect(await call).toBe(reason)
  })

  test(`a signal that was aborted before keeps ${version} from sending anything`, async () => {
    await using server = await rawServer(serving(document(`${version}/event-least`)))
    const reason = new Error('too late')
    expect(await reasonOf(open(server.url).get(id, { signal: AbortSignal.abort(reason) }))).toBe(reason)
    expect(server.connections()).toBe(0)
  })

  test(`an abort ends a walk of ${version} with the signal's own reason`, async () => {
    await using server = await rawServer((request, number) =>
      number === 1 ? hal(served(document(`${version}/collection-first`), request)) : silent(),
    )
    const controller = new AbortController()
    const walk = reasonOf(collect(open(server.url).list({ signal: controller.signal })))
    await server.received(2)
    const reason = new Error('enough')
    controller.abort(reason)
    expect(await walk).toBe(reason)
    expect(server.requests).toHaveLength(2)
  })

  test(`a GET of ${version} that is answered 503 is tried twice more by default`, async () => {
    await using server = await rawServer(() => refusal(503, 'Resting'))
    const error = await failureOf(() => open(server.url, { retry: undefined }).get(id))
    expect(error).toMatchObject({ code: 'http', status: 503 })
    expect(error).toHaveProperty('attempts.length', 3)
    expect(server.requests).toHaveLength(3)
    expect(new Set(server.requests.map(({ bytes }) => bytes)).size).toBe(1)
  })

  test(`a GET of ${version} that works at the second attempt gives its event`, async () => {
    await using server = await rawServer((request, number) =>
      number === 1 ? refusal(503, 'Resting') : hal(served(document(`${version}/event-least`), request)),
    )
    expect(await open(server.url, { retry: 1 }).get(id)).toHaveProperty('status', 'confirmed')
    expect(server.requests).toHaveLength(2)
  })

  test(`a POST of ${version} that is answered 503 is not sent twice`, async () => {
    await using server = await rawServer(() => refusal(503, 'Resting'))
    const error = await failureOf(() => open(server.url, { retry: 2 }).create(least))
    expect(error).toMatchObject({ code: 'http', status: 503, outcome: 'unknown' })
    expect(server.requests).toHaveLength(1)
  })

  test(`a GET of ${version} that is answered 404 is not tried again`, async () => {
    await using server = await rawServer(answering(refusal(404, 'No such event')))
    const error = await failureOf(() => open(server.url, { retry: 2 }).get(id))
    const url = `${server.url}/api/${version}/events/${id}`
    expect(error.message).toBe(`GET ${url} answered 404: No such event`)
    expect(error).toMatchObject({ code: 'http', status: 404, method: 'GET', url, body: { error: 'No such event' } })
    expect(server.requests).toHaveLength(1)
  })
}
