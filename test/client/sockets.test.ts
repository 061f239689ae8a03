import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { document } from '../support/documents.ts'
import { collect, failureOf } from '../support/failure.ts'
import {
  broken,
  hal,
  http,
  inPieces,
  inTurn,
  nothing,
  redirect,
  refusal,
  served,
  silent,
  stalled,
} from '../support/raw-answers.ts'
import { type RawAnswer, rawServer } from '../support/raw-server.ts'
import { shows } from '../support/shows.ts'
import { apiKey, v2 } from '../support/versions.ts'

const id = '8a625981-67a4-4457-8b55-2e30b267b2c2'
const { least, names, header, otherHeader, open } = v2
const event = document('v2/event-least') as Record<string, never>

test('a connection that breaks is a NetworkError, of unknown outcome for a write', async () => {
  await using server = await rawServer(broken)
  const client = open(server.url)
  const url = `${server.url}/api/v2/events/${id}`
  const read = await failureOf(() => client.get(id))
  expect(read).toMatchObject({ code: 'network', method: 'GET', url, message: expect.stringContaining(`GET ${url}`) })
  expect(await failureOf(() => client.create(least))).toMatchObject({ code: 'network', outcome: 'unknown' })
})

test('a server that says nothing is a TimeoutError', async () => {
  await using server = await rawServer(silent)
  const client = open(server.url, { timeout: 80 })
  expect(await failureOf(() => client.get(id))).toMatchObject({ code: 'timeout', method: 'GET' })
  expect(await failureOf(() => client.update(id, least))).toMatchObject({ code: 'timeout', outcome: 'unknown' })
})

test('a body that stalls is a TimeoutError, and the connection is let go', async () => {
  await using server = await rawServer(stalled)
  expect(await failureOf(() => open(server.url).get(id, { timeout: 80 }))).toMatchObject({ code: 'timeout' })
  await server.idle()
})

const unusable = [
  ['a page of HTML', http(200, { 'Content-Type': 'text/html' }, '<!doctype html><title>Sign in</title>'), 'unknown'],
  ['HTML that calls itself HAL', hal('<html></html>'), 'applied'],
  ['no body', hal(''), 'applied'],
  ['half a JSON document', hal(served(event, { server: 'http://localhost' }).slice(0, 200)), 'applied'],
] as const

for (const [name, answer, outcome] of unusable) {
  test(`${name} with status 200 is a ContentError (v2 §1.7)`, async () => {
    await using server = await rawServer(() => answer)
    const client = open(server.url)
    for (const call of [() => client.get(id), () => client.page(1), () => client.create(least)])
      expect(await failureOf(call)).toMatchObject({ code: 'content', status: 200 })
    const written = await failureOf(() => client.update(id, least))
    expect(written).toMatchObject({ code: 'content', outcome, method: 'PUT' })
  })
}

test('what a service says in an error cannot write lines or colours into a message', async () => {
  const text = `bad\r\nFAKE LOG LINE \u001b[31mred\u0000\u009b ${'x'.repeat(10_000)}`
  await using server = await rawServer(() => refusal(400, text))
  const error = await failureOf(() => open(server.url).create(least))
  expect(error.message).toMatch(/^POST \S+ answered 400: bad[\x20-\x7e\u2026\ufffd]*$/)
  expect(error.message.length).toBeLessThan(5000)
  expect(error).toHaveProperty('body', { error: text })
})

test('a body whose pieces cut characters in two is read as it was written (v2 §1.7)', async () => {
  const fixture = { [names.title]: '✊🏽'.repeat(5), ...event, description: '日本 é '.repeat(20) }
  for (const length of [997, 1001]) {
    await using server = await rawServer((request) => inPieces(hal(served(fixture, request)), length))
    expect(JSON.stringify(await open(server.url).get(id))).toBe(served(fixture, { server: server.url }))
  }
})

const chunked = 'HTTP/1.1 200 OK\r\nContent-Type: application/hal+json\r\nTransfer-Encoding: chunked\r\n\r\n'
const chunk = (bytes: Buffer) => `${bytes.length.toString(16)}\r\n${bytes.toString()}\r\n`

test('a body in chunks of unknown length is read, and one that stops before its end passes for no event (v2 §1.7)', async () => {
  await using server = await rawServer((request, number) => {
    const text = Buffer.from(served(event, request))
    const chunks = [text.subarray(0, 301), text.subarray(301)].map(chunk).join('')
    return { bytes: `${chunked}${chunks}${number === 1 ? '0\r\n\r\n' : ''}`, ending: 'close' }
  })
  expect(JSON.stringify(await open(server.url).get(id))).toBe(served(event, { server: server.url }))
  expect(['content', 'network']).toContain((await failureOf(() => open(server.url).get(id))).code)
})

test('the limit holds for what comes out of a compressed body', async () => {
  const zeros = gzipSync(Buffer.alloc(5_000_000, ' '))
  const headers = `Content-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${zeros.length}`
  const head = Buffer.from(`HTTP/1.1 200 OK\r\n${headers}\r\n\r\n`)
  await using server = await rawServer(() => ({ bytes: [head, zeros], ending: 'close' }))
  expect(zeros.length).toBeLessThan(100_000)
  const error = await failureOf(() => open(server.url, { maxResponseBytes: 1_000_000 }).get(id))
  expect(error).toMatchObject({ code: 'content', message: expect.stringContaining('more than 1000000 bytes') })
})

test('follow gets a link of an answer with the key, as it came (v2 §2.5a, v2 §5.1)', async () => {
  const people = { total_records: 0, _links: { self: { href: '{base_url}' } }, unheard_of: [null, { a: 1 }] }
  await using server = await rawServer(inTurn(event, people))
  const client = open(server.url)
  const { _links } = (await client.get(id)) as { readonly _links: Readonly<Record<string, object>> }
  const found = await client.follow(_links['osdi:attendances'])
  expect(found).toEqual({ ...people, _links: { self: { href: server.url } } })
  const request = server.requests[1]
  expect(request?.line).toBe(`GET /api/v2/events/${id}/attendances HTTP/1.1`)
  expect([request?.header(header), request?.header(otherHeader)]).toEqual([[apiKey], []])
  expect(request?.header('accept')[0]).toContain('application/hal+json')
})

test('what is refused before it is sent opens no connection (v2 §2.5a)', async () => {
  await using server = await rawServer(nothing)
  const client = open(server.url)
  for (const bad of [undefined, null, {}, { href: '' }, { href: 5 }, 5, []])
    expect((await failureOf(() => client.follow(bad))).code).toBe('input')
  expect(server.connections()).toBe(0)
})

const echo = `Your key ${apiKey} is not welcome`
const asJson = { 'Content-Type': 'application/json' }
const answers: Readonly<Record<string, () => RawAnswer>> = {
  'a broken connection': broken,
  'a server that says nothing': silent,
  'a refusal': () => refusal(403, echo),
  'a refusal as text': () => http(403, { 'Content-Type': 'text/plain' }, echo),
  'the headers of a refusal': () => http(403, { 'X-Key': apiKey, 'WWW-Authenticate': echo }, ''),
  'a member name': () => http(403, asJson, JSON.stringify({ [apiKey]: { [echo]: [apiKey] } })),
  HTML: () => http(200, { 'Content-Type': 'text/html' }, `<p>${echo}</p>`),
  'half a document': () => hal(`{"error":"${echo}"`),
  'an error object with status 200': () => hal(JSON.stringify({ error: echo })),
  'an event that is none': () => hal(JSON.stringify({ identifiers: apiKey, [apiKey]: [apiKey] })),
  'a redirect': () => redirect(302, `https://elsewhere.example.org/?key=${apiKey}`),
}

for (const [name, answer] of Object.entries(answers)) {
  test(`a key that comes back in ${name} is in no part of the error`, async () => {
    await using server = await rawServer(answer)
    const client = open(server.url, answer === silent ? { timeout: 80 } : {})
    for (const call of [() => client.get(id), () => client.create(least), () => collect(client.list())])
      expect(shows(await failureOf(call), apiKey)).toBe(false)
    for (const request of server.requests) expect(request.header(header)).toEqual([apiKey])
  })
}
