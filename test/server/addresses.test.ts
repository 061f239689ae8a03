import { type IncomingHttpHeaders, request } from 'node:http'
import { actionNetwork, createMockService, type MockServiceOptions } from 'osdi-events/mock'
import { type ServeOptions, serve } from 'osdi-events/mock/standalone'
import { expect, test } from 'vitest'

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** A request with any `Host`, which `fetch` does not send. */
const send = (port: number, path: string, { method = 'GET', headers = {}, body }: Sent = {}) =>
  new Promise<Answer>((resolve, reject) => {
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' }
    const options = { port, host: '127.0.0.1', path, method, headers: { ...type, ...headers }, agent: false }
    const sent = request(options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }))
    })
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })

/** A served service with a group whose only organizer is Ada, and an event of the group's key. */
async function world(options: ServeOptions = {}, about: MockServiceOptions = {}) {
  const service = createMockService(about)
  const ada = service.addPerson({ given_name: 'Ada', email_address: 'ada@example.org' })
  const luis = service.addPerson({ given_name: 'Luis', email_address: 'luis@example.org' })
  const { token } = service.addKey({ group: service.addGroup({ title: 'Friends', creator: luis, organizers: [ada] }) })
  const picnic = service.addEvent({ title: 'Picnic' }, { key: token })
  const server = await serve(service, options)
  const ask = (path: string, { headers, ...sent }: Sent = {}) =>
    send(server.port, path, { ...sent, headers: { 'OSDI-API-Token': token, ...headers } })
  const post = (path: string, body: unknown, headers = {}) => ask(path, { method: 'POST', body, headers })
  return {
    ...{ service, server, ada, luis, token, ask, post },
    /** The person of an RSVP whose person is a link. */
    rsvp: async (href: string, headers = {}) => {
      const body = { _links: { 'osdi:person': { href } } }
      const { status, text } = await post(`/api/v2/events/${picnic.id}/attendances`, body, headers)
      return { status, person: JSON.parse(text)['platform:person_id'] ?? JSON.parse(text)['action_network:person_id'] }
    },
    /** The creator of an event whose creator is a link. */
    creator: async (href: string) => {
      const body = { title: 'Walk', origin_system: 'Calendar', _links: { 'osdi:creator': { href } } }
      return JSON.parse((await post('/api/v2/events', body)).text)._links['osdi:creator'].href as string
    },
    [Symbol.asyncDispose]: () => server.close(),
  }
}

/** The origins of all links in a text. */
const originsIn = (text: string) => [
  ...new Set([...text.matchAll(/"href":"(https?:\/\/[^/"]+)/g)].map(([, one]) => one)),
]

const network = 'https://actionnetwork.org'

test('serve with the option baseUrl begins every link with baseUrl, for any Host header', async () => {
  await using at = await world({ baseUrl: `${network}/` })
  for (const Host of ['actionnetwork.org', '127.0.0.1:4010', 'elsewhere.example.org']) {
    for (const path of ['/api/v1/events', '/api/v2/events']) {
      const headers = { Host, 'api-key': at.token }
      expect(originsIn((await at.ask(path, { headers })).text), `${Host} ${path}`).toEqual([network])
    }
  }
})

test('links begin with the scheme and host of a whole address in the request line (RFC 9112 §3.2.2)', async () => {
  await using at = await world()
  for (const origin of [network, 'http://events.example.org:8080'])
    expect(originsIn((await at.ask(`${origin}/api/v2/events`)).text)).toEqual([origin])
})

test('serve with a baseUrl that has a path keeps the path in links, and answers requests with and without it', async () => {
  await using at = await world({ baseUrl: 'https://mock.example.org/osdi' })
  for (const path of ['/osdi/api/v2/events', '/api/v2/events']) {
    const page = JSON.parse((await at.ask(path)).text)
    expect(page._links.self.href).toBe('https://mock.example.org/osdi/api/v2/events')
  }
})

test('a link to a person may begin with baseUrl, the address in the Host header or the address of the server', async () => {
  await using at = await world({ baseUrl: network, allowHosts: ['mock.test'] })
  const { port, url } = at.server
  const bases = [network, 'HTTPS://ActionNetwork.org:443', url, `http://localhost:${port}`, `http://[::1]:${port}`]
  for (const base of [...bases, `http://mock.test:${port}`, at.service.baseUrl, 'http://other.test']) {
    const href = `${base}/api/v2/people/${at.ada.id}`
    expect(await at.rsvp(href, { Host: 'other.test' }), base).toEqual({ status: 200, person: at.ada.id })
  }
  const href = `${url}/api/v2/people/${at.ada.id}`
  expect(await at.rsvp(href, { Host: '127.0.0.256' })).toEqual({ status: 200, person: at.ada.id })
  expect(await at.creator(`${url}/api/v2/people/${at.ada.id}`)).toBe(`${network}/api/v2/people/${at.ada.id}`)
})

test('with the preset actionNetwork, links in requests can begin with https://actionnetwork.org, and links in responses begin with the address of the request', async () => {
  await using at = await world({}, actionNetwork)
  const href = `${network}/api/v2/people/${at.ada.id}`
  expect(await at.rsvp(href)).toEqual({ status: 200, person: at.ada.id })
  expect(await at.creator(href)).toBe(`${at.server.url}/api/v2/people/${at.ada.id}`)
})

test('the service refuses an RSVP with a link to a person below another address, and ignores such a link to a creator', async () => {
  await using at = await world({ baseUrl: network })
  const href = `https://elsewhere.example.org/api/v2/people/${at.ada.id}`
  expect(await at.rsvp(href)).toMatchObject({ status: 400 })
  const message = 'is not a link to a person below an address of this service'
  expect(at.service.requests.at(-1)?.reason).toMatchObject({
    field: '_links.osdi:person',
    message: `${message}. Send the self link of a person`,
  })
  expect(await at.creator(href)).toBe(`${network}/api/v2/people/${at.luis.id}`)
  expect(at.service.requests.at(-1)?.ignored).toEqual([{ field: '_links.osdi:creator', message }])
})

test('the server uses X-Forwarded-Proto and X-Forwarded-Host only with the option trustProxy', async () => {
  const forwarded = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'mock.example.org:8443, inner.example.org' }
  await using plain = await world()
  expect(originsIn((await plain.ask('/api/v2/events', { headers: forwarded })).text)).toEqual([plain.server.url])
  await using at = await world({ trustProxy: true })
  const { port } = at.server
  for (const [headers, origin] of [
    [forwarded, 'https://mock.example.org:8443'],
    [{ 'X-Forwarded-Proto': 'https', Host: 'mock.example.org:443' }, 'https://mock.example.org'],
    [{ 'X-Forwarded-Host': 'mock.example.org:80' }, 'http://mock.example.org'],
    [{ 'X-Forwarded-Proto': 'javascript', 'X-Forwarded-Host': '<b>' }, `http://127.0.0.1:${port}`],
    [{}, `http://127.0.0.1:${port}`],
  ] as const) {
    expect(originsIn((await at.ask('/api/v2/events', { headers })).text)).toEqual([origin])
  }
  await using fixed = await world({ trustProxy: true, baseUrl: network })
  expect(originsIn((await fixed.ask('/api/v2/events', { headers: forwarded })).text)).toEqual([network])
})

test('the admin API answers requests with the host of baseUrl or a loopback name, and no other host', async () => {
  await using at = await world({ baseUrl: network })
  const clock = async (headers: Record<string, string>) => (await at.ask('/_mock/clock', { headers })).status
  expect(await clock({ Host: 'actionnetwork.org' })).toBe(200)
  expect(await clock({ Host: 'actionnetwork.org', Origin: network })).toBe(200)
  expect(await clock({ Host: '127.0.0.1' })).toBe(200)
  expect(await clock({ Host: 'evil.example.org' })).toBe(403)
  expect(await clock({ Host: 'evil.example.org', Origin: network })).toBe(403)
  // A page of the real service must not reach a mock service on this machine.
  expect(await clock({ Host: `127.0.0.1:${at.server.port}`, Origin: network })).toBe(403)
})

test('with trustProxy the admin API answers only if Host and X-Forwarded-Host are both allowed', async () => {
  await using at = await world({ trustProxy: true, allowHosts: ['mock.test'] })
  const clock = async (headers: Record<string, string>) => (await at.ask('/_mock/clock', { headers })).status
  const proxied = { Host: '127.0.0.1', 'X-Forwarded-Host': 'mock.test', 'X-Forwarded-Proto': 'https' }
  expect(await clock({ ...proxied, Origin: 'https://mock.test' })).toBe(200)
  expect(await clock({ ...proxied, 'X-Forwarded-Host': 'evil.example.org' })).toBe(403)
  expect(await clock({ ...proxied, Host: 'evil.example.org' })).toBe(403)
  expect(await clock({ ...proxied, Origin: 'https://evil.example.org' })).toBe(403)
})

test("with baseUrl, links of a sandbox contain the sandbox's path, and links of its admin API begin with the address of the request", async () => {
  await using at = await world({ baseUrl: network })
  const made = JSON.parse((await at.post('/_mock/sandboxes', { events: 1 })).text)
  expect(made.url).toMatch(`${at.server.url}/_mock/sandboxes/`)
  const path = new URL(made.url).pathname
  const headers = { 'OSDI-API-Token': made.keys.group }
  const page = JSON.parse((await at.ask(`${path}/api/v2/events`, { headers })).text)
  expect(page._links.self.href).toBe(`${network}${path}/api/v2/events`)
  const { id } = JSON.parse((await at.post(`${path}/_mock/people`, { email_address: 'bo@example.org' })).text)
  const [{ href: event }] = page._links['osdi:events']
  const attendances = `${new URL(event).pathname}/attendances`
  const refused = await at.post(
    attendances,
    { _links: { 'osdi:person': { href: `${made.url}/api/v2/people/${id}` } } },
    headers,
  )
  // The link is understood. The key of the sandbox does not know the person.
  expect(refused.status).toBe(400)
  const log = JSON.parse((await at.ask(`${path}/_mock/requests`)).text)
  expect(log.at(-1).reason.message).toMatch(/^leads to no person that this key may see\. Send the self link/)
})

test('with baseUrl, the OpenAPI documents list the address of the request and baseUrl as servers', async () => {
  await using at = await world({ baseUrl: network })
  const { servers } = JSON.parse((await at.ask('/_mock/openapi/v2.json')).text)
  expect(servers).toEqual([{ url: at.server.url }, { url: network }])
  const throughProxy = await at.ask('/_mock/openapi/v2.json', { headers: { Host: 'actionnetwork.org' } })
  expect(JSON.parse(throughProxy.text).servers).toEqual([{ url: network }])
  const root = JSON.parse((await at.ask('/')).text)
  expect(root.v2).toBe(`${at.server.url}/api/v2/events`)
})

test.for<[name: string, value: unknown]>([
  ['baseUrl', 'actionnetwork.org'],
  ['baseUrl', 'ftp://actionnetwork.org'],
  ['baseUrl', 'https://actionnetwork.org/?key=1'],
  ['trustProxy', 'yes'],
])('serve refuses the option %s: %j', async ([name, value]) => {
  await expect(serve(createMockService(), { [name]: value })).rejects.toMatchObject({ code: 'option', field: name })
})
