import { expect, test } from 'vitest'
import { document } from '../support/documents.ts'
import { collect } from '../support/failure.ts'
import { http, inTurn, serving } from '../support/raw-answers.ts'
import { rawServer } from '../support/raw-server.ts'
import { apiKey, versions } from '../support/versions.ts'

const id = '8a625981-67a4-4457-8b55-2e30b267b2c2'

for (const { version, header, otherHeader, least, clauses, open, construct } of versions) {
  /** Does every kind of request once and gives what came over the wire. */
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

  test(`every request of ${version} carries its own key header and never the other's (${clauses.key})`, async () => {
    const requests = await everyRequest()
    expect(requests).toHaveLength(8)
    for (const request of requests) {
      expect(request.header(header)).toEqual([apiKey])
      expect(request.header(otherHeader)).toEqual([])
      expect(request.header('authorization')).toEqual([])
      expect(request.bytes.split(apiKey)).toHaveLength(2)
    }
  })

  test(`every request of ${version} stays under its own path, one address a call (${clauses.path})`, async () => {
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

  test(`only POST and PUT of ${version} carry a body, and call it application/json (${clauses.json})`, async () => {
    for (const request of await everyRequest()) {
      const writes = request.method === 'POST' || request.method === 'PUT'
      expect(request.header('content-type')).toEqual(writes ? ['application/json'] : [])
      expect(request.body !== '').toBe(writes)
    }
  })

  test(`${version} takes an id bare, prefixed or from an event, and sends it bare (${clauses.ids})`, async () => {
    await using server = await rawServer(serving(document(`${version}/event-least`)))
    const client = open(server.url)
    const event = await client.get(id)
    for (const each of [id, `platform:${id}`, event, structuredClone(event)]) {
      await client.get(each)
      await client.update(each, { description: 'x' })
      await client.delete(each)
    }
    expect(server.requests).toHaveLength(13)
    for (const { target } of server.requests) expect(target).toBe(`/api/${version}/events/${id}`)
  })

  test(`${version} strips the prefix of its own namespace (${clauses.ids})`, async () => {
    await using server = await rawServer(serving(document(`${version}/event-least`)))
    await open(server.url, { namespace: 'action_network' }).get(`action_network:${id}`)
    expect(server.requests[0]?.target).toBe(`/api/${version}/events/${id}`)
  })

  test(`${version} encodes an id as one segment of the path (${clauses.ids})`, async () => {
    await using server = await rawServer(serving(document(`${version}/event-least`)))
    const ids = ['é', '日本', 'a&b=c', 'a;b,c', "o'clock", 'a+b', '<b>']
    for (const each of ids) await open(server.url).get(each)
    const segments = server.requests.map(({ target }) => target.split('/'))
    expect(segments.map((parts) => parts.length)).toEqual(ids.map(() => 5))
    expect(segments.map((parts) => decodeURIComponent(parts[4] ?? ''))).toEqual(ids)
    for (const { target } of server.requests) expect(target).toMatch(/^[\x21-\x7e]+$/)
  })

  test(`${version} keeps the path of the base address, with or without a slash at its end (${clauses.path})`, async () => {
    await using server = await rawServer(serving(document(`${version}/event-least`)))
    for (const path of ['/', '/tenants/a', '/tenants/a/']) await open(server.url + path).get(id)
    expect(server.requests.map(({ target }) => target)).toEqual([
      `/api/${version}/events/${id}`,
      `/tenants/a/api/${version}/events/${id}`,
      `/tenants/a/api/${version}/events/${id}`,
    ])
  })

  test(`${version} asks a key function anew for every request (${clauses.key})`, async () => {
    await using server = await rawServer(serving(document(`${version}/event-least`)))
    let asked = 0
    const client = construct({ baseUrl: server.url, apiKey: async () => `key-${++asked}`, retry: false })
    await client.get(id)
    await client.get(id)
    expect(server.requests.map((request) => request.header(header))).toEqual([['key-1'], ['key-2']])
  })

  test(`${version} adds the headers and the query that a call is given, next to its own`, async () => {
    await using server = await rawServer(serving(document(`${version}/collection-last`)))
    const client = open(server.url, { headers: { 'X-Trace': 'client', 'X-Both': 'client' } })
    await client.page(2, { headers: { 'X-Both': 'call' }, query: { per_page: '5', filter: "title eq 'a&b'" } })
    const [request] = server.requests
    expect([request?.header('x-trace'), request?.header('x-both')]).toEqual([['client'], ['call']])
    expect(request?.header(header)).toEqual([apiKey])
    const query = new URL(request?.target ?? '', server.url).searchParams
    expect(Object.fromEntries(query)).toEqual({ page: '2', per_page: '5', filter: "title eq 'a&b'" })
  })

  test(`a DELETE of ${version} that a service grants gives nothing, with 200 or 204 (${clauses.refusedDelete})`, async () => {
    await using server = await rawServer((_request, number) =>
      number === 1
        ? http(200, { 'Content-Type': 'application/hal+json' }, '{"notice":"gone"}')
        : { bytes: 'HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n', ending: 'close' },
    )
    const client = open(server.url)
    expect([await client.delete(id), await client.delete(id)]).toEqual([undefined, undefined])
    expect(server.requests.map(({ method }) => method)).toEqual(['DELETE', 'DELETE'])
  })
}
