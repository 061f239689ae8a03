import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { document } from '../support/documents.ts'
import { failureOf } from '../support/failure.ts'
import { hal, inPieces, served } from '../support/raw-answers.ts'
import { rawServer } from '../support/raw-server.ts'
import { v2 } from '../support/versions.ts'

const id = '8a625981-67a4-4457-8b55-2e30b267b2c2'

const { names, open } = v2

const event = document(`v2/event-least`)

test('a client reads a body whose pieces cut characters in two (v2 §1.7)', async () => {
  const fixture = { [names.title]: '✊🏽'.repeat(5), ...(event as object), description: '日本 é '.repeat(20) }
  for (const length of [997, 1001]) {
    await using server = await rawServer((request) => inPieces(hal(served(fixture, request)), length))
    expect(JSON.stringify(await open(server.url).get(id))).toBe(served(fixture, { server: server.url }))
  }
})

test('a client reads a body in chunks of unknown length (v2 §1.7)', async () => {
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

test('chunks that stop before their end never pass for an event (v2 §1.7)', async () => {
  await using server = await rawServer((request) => {
    const text = Buffer.from(served(event, request))
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/hal+json\r\nTransfer-Encoding: chunked\r\n\r\n'
    return { bytes: `${head}${text.length.toString(16)}\r\n${text.toString()}\r\n`, ending: 'close' }
  })
  expect(['content', 'network']).toContain((await failureOf(() => open(server.url).get(id))).code)
})

test('the limit holds for what comes out of a compressed body', async () => {
  const zeros = gzipSync(Buffer.alloc(5_000_000, ' '))
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${zeros.length}\r\n\r\n`
  await using server = await rawServer(() => ({ bytes: [Buffer.from(head), zeros], ending: 'close' }))
  expect(zeros.length).toBeLessThan(100_000)
  const error = await failureOf(() => open(server.url, { maxResponseBytes: 1_000_000 }).get(id))
  expect(error).toMatchObject({ code: 'content', message: expect.stringContaining('more than 1000000 bytes') })
})
