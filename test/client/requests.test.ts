import { expect, test } from 'vitest'
import { document } from '../support/documents.ts'
import { collect } from '../support/failure.ts'
import { inTurn } from '../support/raw-answers.ts'
import { rawServer } from '../support/raw-server.ts'
import { apiKey, versions } from '../support/versions.ts'

const id = '8a625981-67a4-4457-8b55-2e30b267b2c2'

for (const { version, header, otherHeader, least, clauses, open } of versions) {
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
}
