import { mockAdmin } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { rawClient } from '../support/raw-client.ts'
import { everyStepTakesATurn, served } from '../support/served.ts'

const head = (line: string, ...headers: string[]) => `${[line, ...headers].join('\r\n')}\r\n\r\n`

const list = (key: string, host: string, target = '/api/v2/events') =>
  head(`GET ${target} HTTP/1.1`, `Host: ${host}`, `OSDI-API-Token: ${key}`)

test('GET /_mock/requests returns bodies only of the newest requests, up to a million characters', async () => {
  await using opened = await served()
  const { server, service } = opened
  const body = JSON.stringify({ title: 'a'.repeat(60_000) })
  const headers = { 'Content-Type': 'application/json' }
  for (let number = 1; number <= 20; number += 1)
    await fetch(`${server.url}/${number}`, { method: 'POST', headers, body })
  const asked = async (query: string) => (await fetch(`${server.url}/_mock/requests${query}`)).json()
  const entries = await asked('')
  const texts = entries.map((entry: { body?: { title: string } }) => entry.body?.title.length)
  expect(texts).toEqual([...Array(4).fill(undefined), ...Array(16).fill(60_000)])
  expect(entries[0]).toMatchObject({
    number: 1,
    status: 404,
    truncated: true,
    response: { status: 404, truncated: true },
  })
  expect(entries[0].response).not.toHaveProperty('body')
  expect(entries[4]).toEqual(JSON.parse(JSON.stringify(service.requests[4])))
  expect(await asked('?path=/1')).toEqual(JSON.parse(JSON.stringify([service.requests[0]])))
})

test('GET /_mock/requests and mockAdmin return reason and ignored for each request', async () => {
  await using opened = await served()
  const headers = { 'Content-Type': 'application/json' }
  await opened.ask('/api/v2/events?colour=green', {
    method: 'POST',
    headers,
    body: '{"titel":"Picnic","title":"Picnic"}',
  })
  const remarks = {
    reason: { field: 'origin_system', message: expect.stringContaining('is missing'), clause: 'v2 §2.1' },
    ignored: [
      { field: 'colour', message: expect.any(String) },
      { field: 'titel', message: expect.any(String) },
    ],
  }
  expect((await opened.admin('GET requests')).json).toMatchObject([remarks])
  expect(await mockAdmin(opened.url).requests({ status: 400 })).toMatchObject([remarks])
  const feed = await opened.feed()
  await opened.ask('/api/v2/events?colour=green')
  expect(await feed.request()).toMatchObject({ status: 200, ignored: [{ field: 'colour' }] })
})

test('the server answers requests during a search of the request log', async () => {
  await using opened = await served()
  for (let number = 1; number <= 200; number += 1) await opened.service.fetch(opened.service.baseUrl)
  everyStepTakesATurn()
  let found: unknown
  const searching = opened.admin('GET requests?text=nowhere').then(({ json }) => {
    found = json
  })
  let answered = 0
  for (; found === undefined; answered += 1) expect((await opened.ask('/api/v2/events')).status).toBe(200)
  await searching
  expect(answered).toBeGreaterThan(20)
  expect(found).toEqual([])
})

const next = /"next":\{"href":"([^"]*)"/

test("links in responses have the host of the Host header, or the server's own host if the header is invalid", async () => {
  await using opened = await served()
  const { server } = opened
  const { port, keys, url } = server
  const cases: readonly [host: string, base: string][] = [
    [`localhost:${port}`, `http://localhost:${port}`],
    ['mock.example.org', 'http://mock.example.org'],
    [`[::1]:${port}`, `http://[::1]:${port}`],
    ['evil.example.org/"><script>', url],
    ['a b', url],
    ['user@host', url],
    ['[::1', url],
    ['host:123456', url],
    ['', url],
  ]
  for (const [host, base] of cases) {
    using client = await rawClient(server)
    client.write(list(keys.group, host))
    const answer = await client.until(next)
    expect(next.exec(answer)?.[1], host).toBe(`${base}/api/v2/events?page=2`)
  }
})

test('the server accepts a request line with a full address or dot segments', async () => {
  await using opened = await served()
  const { server, service } = opened
  using client = await rawClient(server)
  client.write(list(server.keys.group, 'other.example.org', 'http://proxied.example.org/api/v2/events'))
  expect(next.exec(await client.until(next))?.[1]).toBe('http://proxied.example.org/api/v2/events?page=2')
  client.write(list(server.keys.group, 'localhost', '/x/../api/%2e/v2/./events?a=../b'))
  client.write(list(server.keys.group, 'localhost', '/../../api/v2/events'))
  await client.until(/(?:200 OK.*){3}/s)
  expect(service.requests.map(({ path, query }) => [path, query])).toEqual([
    ['/api/v2/events', {}],
    ['/api/v2/events', { a: '../b' }],
    ['/api/v2/events', {}],
  ])
})

const post = (key: string, ...headers: string[]) =>
  head(
    'POST /api/v2/events HTTP/1.1',
    'host: localhost',
    `osdi-api-TOKEN: ${key}`,
    'content-TYPE: application/json',
    ...headers,
  )

test('the server answers pipelined requests in order over one connection', async () => {
  await using opened = await served()
  const { keys } = opened.server
  using client = await rawClient(opened.server)
  const body = JSON.stringify({ title: 'Picnic', origin_system: 'Calendar' })
  const create = post(keys.group, `Content-Length: ${body.length}`)
  client.write(list(keys.group, 'localhost') + create + body + head('GET /none HTTP/1.1', 'Host: localhost'))
  const answers = await client.until(/(?:HTTP\/1\.1 .*){3}Not found/s)
  expect([...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '200', '404'])
  expect(answers.indexOf('"total_records":3')).toBeLessThan(answers.indexOf('"title":"Picnic"'))
})

test('a request that breaks off in the middle changes nothing, and the server answers further requests', async () => {
  await using opened = await served()
  const { server, ask, service } = opened
  {
    using client = await rawClient(server)
    client.write(post(server.keys.group, 'Content-Length: 60'))
    client.write('{"title":"Picnic","origin_system":"Calendar"')
  }
  using other = await rawClient(server)
  other.write('GET /api/v2/ev')
  other.end()
  await other.closed
  expect((await ask('/api/v2/events')).status).toBe(200)
  expect(service.requests.map(({ method }) => method)).toEqual(['GET'])
})

test('the server answers 404 to an unknown address and to OPTIONS *', async () => {
  await using opened = await served()
  for (const path of ['/nowhere', '/_mocking', '/api/v3/events', '/%5Fmock/reset']) {
    expect((await opened.ask(path)).status, path).toBe(404)
  }
  using client = await rawClient(opened.server)
  client.write(head('OPTIONS * HTTP/1.1', 'Host: localhost'))
  expect(await client.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 404 /)
})

test('the HTTP server accepts request headers in any letter case, and a chunked request body', async () => {
  await using opened = await served()
  const { server, service } = opened
  using client = await rawClient(server)
  client.write(post(server.keys.group, 'Transfer-Encoding: chunked'))
  for (const piece of ['{"title":"Grünes', ' Picknick","origin_system":"Calendar"}', '']) {
    client.write(`${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`)
  }
  expect(await client.until(/"title".*}$/s)).toContain('"title":"Grünes Picknick"')
  expect(service.requests).toMatchObject([{ headers: { 'osdi-api-token': '[redacted]' }, status: 200 }])
})

test('a creator link can have the host of the request, in any letter case, or the address of the server', async () => {
  await using opened = await served()
  const { server, service } = opened
  const organizer = service.addPerson()
  const { token } = service.addKey({ group: service.addGroup({ title: 'Park friends', organizers: [organizer] }) })
  const creatorOf = async (host: string, base: string) => {
    const _links = { 'osdi:creator': { href: `${base}/api/v2/people/${organizer.id}` } }
    const body = JSON.stringify({ title: 'Picnic', origin_system: 'Calendar', _links })
    using client = await rawClient(server)
    const create = post(token, `Content-Length: ${body.length}`, 'Connection: close')
    client.write(create.replace('host: localhost', `host: ${host}`) + body)
    return /"osdi:creator":\{"href":"([^"]*)"/.exec((await client.closed).received)?.[1]
  }
  const path = `/api/v2/people/${organizer.id}`
  expect(await creatorOf('LOCALHOST:4010', 'http://LOCALHOST:4010')).toBe(`http://localhost:4010${path}`)
  expect(await creatorOf('Localhost:80', 'http://Localhost')).toBe(`http://localhost${path}`)
  expect(await creatorOf('localhost:8080', service.baseUrl)).toBe(`http://localhost:8080${path}`)
  expect(await creatorOf('localhost:8080', 'https://elsewhere.example.org')).not.toContain(path)
})

test('a filter works over HTTP, and next links lead to all further results', async () => {
  const assumptions = { filter: 'honoured' } as const
  await using opened = await served({}, { events: 40, perPage: 2, assumptions })
  const { server, service } = opened
  for (const title of ["O'Brien's 100 % & more", 'Fair', 'Fête']) service.addEvent({ title })
  const odata = "title eq 'O''Brien''s 100 % & more' or title eq 'Fair' or title eq 'Fête'"
  const pages: string[][] = []
  let address: string | undefined = `${server.url}/api/v2/events?filter=${encodeURIComponent(odata)}`
  while (address !== undefined) {
    const response = await fetch(address, { headers: { 'OSDI-API-Token': server.keys.group } })
    const page = (await response.json()) as EventPage
    expect(page).toMatchObject({ total_records: 3, total_pages: 2 })
    pages.push(page._embedded['osdi:events'].map(({ title }) => title))
    address = page._links.next?.href
  }
  expect(pages).toEqual([["O'Brien's 100 % & more", 'Fair'], ['Fête']])

  using client = await rawClient(server)
  client.write(list(server.keys.group, `127.0.0.1:${server.port}`, `/api/v2/events?filter=title+eq+'Fair'`))
  expect(await client.until(/"total_records":\d+/)).toContain('"total_records":1')
  const long = await opened.ask(`/api/v2/events?filter=${'x'.repeat(9000)}`)
  expect([long.status, await long.json()]).toEqual([400, { error: 'filter: is longer than 8192 characters' }])
})

interface EventPage {
  readonly _links: { readonly next?: { readonly href: string } }
  readonly _embedded: { readonly 'osdi:events': readonly { readonly title: string }[] }
}
