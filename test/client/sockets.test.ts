import { expect, test } from 'vitest'
import { document } from '../support/documents.ts'
import { collect, failureOf } from '../support/failure.ts'
import { inTurn, nothing, rawServer, refusal, served, stalled } from '../support/raw-server.ts'
import { apiKey, v2, versions } from '../support/versions.ts'

const id = '8a625981-67a4-4457-8b55-2e30b267b2c2'
const { least, header, otherHeader, open } = v2

const event = document('v2/event-least') as Record<string, never>

test('a call throws TimeoutError when the body stalls, and closes the connection', async () => {
  await using server = await rawServer(stalled)
  expect(await failureOf(() => open(server.url).get(id, { timeout: 80 }))).toMatchObject({ code: 'timeout' })
  await server.idle()
})

test("error.message shows the service's text without line breaks and colours", async () => {
  const text = `bad\r\nFAKE LOG LINE \u001b[31mred\u0000\u009b ${'x'.repeat(10_000)}`
  await using server = await rawServer(() => refusal(400, text))
  const error = await failureOf(() => open(server.url).create(least))
  expect(error.message).toMatch(/^POST \S+ answered 400: bad[\x20-\x7e\u2026\ufffd]*$/)
  expect(error.message.length).toBeLessThan(5000)
  expect(error).toHaveProperty('body', { error: text })
})

const chunked = 'HTTP/1.1 200 OK\r\nContent-Type: application/hal+json\r\nTransfer-Encoding: chunked\r\n\r\n'
const chunk = (bytes: Buffer) => `${bytes.length.toString(16)}\r\n${bytes.toString()}\r\n`

test('get reads a chunked body, and rejects a chunked body that stops too early (v2 §1.7)', async () => {
  await using server = await rawServer((request, number) => {
    const text = Buffer.from(served(event, request))
    const chunks = [text.subarray(0, 301), text.subarray(301)].map(chunk).join('')
    return { bytes: `${chunked}${chunks}${number === 1 ? '0\r\n\r\n' : ''}`, ending: 'close' }
  })
  expect(JSON.stringify(await open(server.url).get(id))).toBe(served(event, { server: server.url }))
  expect(['content', 'network']).toContain((await failureOf(() => open(server.url).get(id))).code)
})

test('follow sends the key to a link of a response, and returns the resource unchanged (v2 §2.5a, v2 §5.1)', async () => {
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

test('follow opens no connection for an argument that it refuses (v2 §2.5a)', async () => {
  await using server = await rawServer(nothing)
  const client = open(server.url)
  for (const bad of [undefined, null, {}, { href: '' }, { href: 5 }, 5, []])
    expect((await failureOf(() => client.follow(bad))).code).toBe('input')
  expect(server.connections()).toBe(0)
})

for (const { version, header, otherHeader, least, clauses, open } of versions) {
  /** Makes every kind of request once. @returns the requests as the server got them */
  const everyRequest = async () => {
    const event = document(`${version}/event-least`)
    const page = document(`${version}/collection-last`)
    await using server = await rawServer(inTurn(event, event, event, page, page, page, page, event))
    const client = open(server.url)
    await client.get(id)
    await client.create(least)
    await client.update(id, least)
    await collect(client.list())
    await collect(client.list({ campaign: 'spring' }))
    await client.page(2)
    await client.page(3, { campaign: 'spring' })
    await client.delete(id)
    return server.requests
  }

  test(`every request of ${version} has the key header of its version and not that of the other version (${clauses.key})`, async () => {
    const requests = await everyRequest()
    expect(requests).toHaveLength(8)
    for (const request of requests) {
      expect(request.header(header)).toEqual([apiKey])
      expect(request.header(otherHeader)).toEqual([])
      expect(request.header('authorization')).toEqual([])
      expect(request.bytes.split(apiKey)).toHaveLength(2)
    }
  })

  test(`every call of ${version} sends one request to an address below the path of its version (${clauses.path})`, async () => {
    const base = `/api/${version}`
    expect((await everyRequest()).map(({ line }) => line)).toEqual([
      `GET ${base}/events/${id} HTTP/1.1`,
      `POST ${base}/events HTTP/1.1`,
      `PUT ${base}/events/${id} HTTP/1.1`,
      `GET ${base}/events HTTP/1.1`,
      `GET ${base}/event_campaigns/spring/events HTTP/1.1`,
      `GET ${base}/events?page=2 HTTP/1.1`,
      `GET ${base}/event_campaigns/spring/events?page=3 HTTP/1.1`,
      `DELETE ${base}/events/${id} HTTP/1.1`,
    ])
  })

  test(`every request of ${version} asks for application/hal+json (${clauses.content})`, async () => {
    for (const request of await everyRequest()) {
      expect(request.header('accept')).toEqual([expect.stringContaining('application/hal+json')])
    }
  })

  test(`only create and update of ${version} send a body, as application/json (${clauses.json})`, async () => {
    for (const request of await everyRequest()) {
      const writes = request.method === 'POST' || request.method === 'PUT'
      expect(request.header('content-type')).toEqual(writes ? ['application/json'] : [])
      expect(request.body !== '').toBe(writes)
    }
  })
}
