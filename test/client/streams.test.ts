import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { document } from '../support/documents.ts'
import { failureOf } from '../support/failure.ts'
import { hal, inPieces, refusal, served, serving } from '../support/raw-answers.ts'
import { rawServer } from '../support/raw-server.ts'
import { versions } from '../support/versions.ts'

const id = '8a625981-67a4-4457-8b55-2e30b267b2c2'

const reasonOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'the call did not fail',
    (reason: unknown) => reason,
  )

for (const { version, names, clauses, open } of versions) {
  const event = document(`${version}/event-least`)

  test(`${version} reads a body whose pieces cut characters in two (${clauses.content})`, async () => {
    const fixture = { [names.title]: '✊🏽'.repeat(5), ...(event as object), description: '日本 é '.repeat(20) }
    for (const length of [997, 1001]) {
      await using server = await rawServer((request) => inPieces(hal(served(fixture, request)), length))
      expect(JSON.stringify(await open(server.url).get(id))).toBe(served(fixture, { server: server.url }))
    }
  })

  test(`the time limit of ${version} holds for a body that drips without end`, async () => {
    await using server = await rawServer((request) => inPieces(hal(served(event, request)), 20))
    expect(await failureOf(() => open(server.url, { timeout: 120 }).get(id))).toMatchObject({ code: 'timeout' })
    await expect.poll(() => server.open()).toBe(0)
  })

  test(`an abort between two attempts of ${version} rejects with the signal's own reason`, async () => {
    await using server = await rawServer(() => refusal(503, 'Resting'))
    const controller = new AbortController()
    const call = reasonOf(open(server.url, { retry: 5 }).get(id, { signal: controller.signal }))
    await server.received(1)
    const reason = new Error('the user left')
    controller.abort(reason)
    expect(await call).toBe(reason)
    expect(server.requests).toHaveLength(1)
  })

  test(`an abort while a key is fetched keeps ${version} from sending anything`, async () => {
    await using server = await rawServer(serving(event))
    const controller = new AbortController()
    const client = open(server.url, { apiKey: () => new Promise<string>(() => {}) })
    const call = reasonOf(client.get(id, { signal: controller.signal }))
    const reason = new Error('the user left')
    controller.abort(reason)
    expect(await call).toBe(reason)
    expect(server.connections()).toBe(0)
  })

  test(`${version} reads a body in chunks of unknown length (${clauses.content})`, async () => {
    await using server = await rawServer((request) => {
      const text = Buffer.from(served(event, request))
      const chunks = [text.subarray(0, 301), text.subarray(301)].map(
        (chunk) => `${chunk.length.toString(16)}\r\n${chunk.toString()}\r\n`,
      )
      const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/hal+json\r\nTransfer-Encoding: chunked\r\n\r\n'
      return { bytes: `${head}${chunks.join('')}0\r\n\r\n`, ending: 'close' }
    })
    expect(JSON.stringify(await open(server.url).get(id))).toBe(served(event, { server: server.url }))
  })

  test(`chunks that stop before their end never pass for an event of ${version} (${clauses.content})`, async () => {
    await using server = await rawServer((request) => {
      const text = Buffer.from(served(event, request))
      const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/hal+json\r\nTransfer-Encoding: chunked\r\n\r\n'
      return { bytes: `${head}${text.length.toString(16)}\r\n${text.toString()}\r\n`, ending: 'close' }
    })
    expect(['content', 'network']).toContain((await failureOf(() => open(server.url).get(id))).code)
  })

  test(`a body of ${version} beyond the limit is given up, and its connection let go, long before it ends`, async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/hal+json\r\nTransfer-Encoding: chunked\r\n\r\n'
    const chunk = `400\r\n${' '.repeat(1024)}\r\n`
    await using server = await rawServer(() => ({ bytes: head + chunk.repeat(100), ending: 'stall' }))
    const error = await failureOf(() => open(server.url, { maxResponseBytes: 10_000, retry: 2 }).get(id))
    expect(error).toMatchObject({ code: 'content', message: expect.stringContaining('more than 10000 bytes') })
    expect(server.requests).toHaveLength(1)
    await expect.poll(() => server.open()).toBe(0)
  })

  test(`the limit of ${version} holds for what comes out of a compressed body`, async () => {
    const zeros = gzipSync(Buffer.alloc(50_000_000, ' '))
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${zeros.length}\r\n\r\n`
    await using server = await rawServer(() => ({ bytes: [Buffer.from(head), zeros], ending: 'close' }))
    expect(zeros.length).toBeLessThan(100_000)
    const error = await failureOf(() => open(server.url, { maxResponseBytes: 1_000_000 }).get(id))
    expect(error).toMatchObject({ code: 'content', message: expect.stringContaining('more than 1000000 bytes') })
  })
}
