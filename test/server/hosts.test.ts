import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { served } from '../support/served.ts'

interface Made {
  readonly identifiers: readonly string[]
  readonly _links: { readonly self: { readonly href: string }; readonly 'osdi:creator': { readonly href: string } }
}

const open = async () => {
  const opened = await served()
  const { service, server } = opened
  const organizer = service.addPerson()
  const key = service.addKey({ group: service.addGroup({ title: 'Park friends', organizers: [organizer] }) }).token
  /** A POST whose every header is the test's own. */
  const post = (host: string, path: string, body: unknown) =>
    new Promise<{ readonly status: number | undefined; readonly body: unknown }>((resolve, reject) => {
      const headers = { Host: host, 'OSDI-API-Token': key, 'Content-Type': 'application/json' }
      const options = { port: server.port, host: '127.0.0.1', path, method: 'POST', headers, agent: false }
      const sent = request(options, (answer) =>
        json(answer).then((body) => resolve({ status: answer.statusCode, body }), reject),
      )
      sent.on('error', reject)
      sent.end(JSON.stringify(body))
    })
  /** Makes an event of the organizer's, whose link begins with an address, under a host. */
  const create = async (host: string, base: string) => {
    const creator = { href: `${base}/api/v2/people/${organizer.id}` }
    const body = { title: 'Picnic', origin_system: 'Calendar', _links: { 'osdi:creator': creator } }
    return (await post(host, '/api/v2/events', body)).body as Made
  }
  return { service, server, organizer, post, create, [Symbol.asyncDispose]: () => server.close() }
}

test('links are written with a host in lower case and without the port that goes without saying, and a person counts by them', async () => {
  await using opened = await open()
  const { server, organizer, create, post } = opened
  for (const [host, shown] of [
    [`LOCALHOST:${server.port}`, `localhost:${server.port}`],
    ['Localhost:80', 'localhost'],
    ['localhost:8080', 'localhost:8080'],
    ['[0:0:0:0:0:0:0:1]:4010', '[0:0:0:0:0:0:0:1]:4010'],
  ] as const) {
    const { _links: links } = await create(host, `http://${host}`)
    const { href } = links['osdi:creator']
    expect(href).toBe(`http://${shown}/api/v2/people/${organizer.id}`)
    const path = `${new URL(links.self.href).pathname}/attendances`
    const attending = await post(host, path, { _links: { 'osdi:person': { href } } })
    expect([host, attending.status]).toEqual([host, 200])
  }
})

test('a person counts by the link under the service’s own address too, and under no other', async () => {
  await using opened = await open()
  const { service, server, organizer, create } = opened
  const host = `127.0.0.1:${server.port}`
  const creator = async (base: string) => (await create(host, base))._links['osdi:creator'].href.split('/').at(-1)
  expect(await creator(service.baseUrl)).toBe(organizer.id)
  expect(await creator('https://elsewhere.example.org')).not.toBe(organizer.id)
})
