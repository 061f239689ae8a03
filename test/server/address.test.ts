import { createMockService, type MockService, MockServiceError, mockAdmin } from 'osdi-events/mock'
import { type ServeOptions, serve } from 'osdi-events/mock/standalone'
import { expect, test } from 'vitest'
import { rawClient } from '../support/raw-client.ts'
import { served } from '../support/served.ts'

const asBrowser = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, redirect: 'manual' } as const

test('a browser that opens the address of a server or a sandbox is redirected to the explorer', async () => {
  await using opened = await served()
  const { url } = opened.server
  await using sandbox = await mockAdmin(url).sandbox()
  const inSandbox = `${new URL(sandbox.url).pathname}/_mock/ui`
  for (const [address, location] of [
    [`${url}/`, '/_mock/ui'],
    [`${url}/?from=terminal`, '/_mock/ui'],
    [`${url}/_mock/ui/`, '/_mock/ui'],
    [`${sandbox.url}/`, inSandbox],
    [sandbox.url, inSandbox],
  ] as const) {
    const { status, headers } = await fetch(address, asBrowser)
    expect([address, status, headers.get('Location')]).toEqual([address, 303, location])
  }
  expect(opened.service.requests).toEqual([])
  // A write to the address goes to the API, which answers 404.
  const sent = await fetch(`${url}/`, { ...asBrowser, method: 'POST' })
  expect([sent.status, opened.service.requests.length]).toEqual([404, 1])
})

const addressesOf = (url: string) => ({ v1: `${url}/api/v1/events`, v2: `${url}/api/v2/events`, admin: `${url}/_mock` })

test.for(['*/*', 'application/json, text/html;q=0.9', 'text/html;q=0'])(
  'GET / of a server with Accept: %s answers JSON with the addresses of the API, admin API and explorer',
  async (Accept) => {
    await using opened = await served({ cors: true })
    await using sandbox = await mockAdmin(opened.server.url).sandbox()
    for (const url of [opened.server.url, sandbox.url]) {
      const answer = await fetch(`${url}/`, { headers: { Accept } })
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/json'])
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
      const body = await answer.json()
      expect(body).toEqual({ ...addressesOf(url), explorer: `${url}/_mock/ui` })
      const head = await fetch(`${url}/`, { method: 'HEAD', headers: { Accept } })
      expect([head.status, head.headers.get('Content-Length')]).toEqual([200, answer.headers.get('Content-Length')])
      const { explorer: _, ...others } = body
      for (const address of Object.values<string>(others)) expect((await fetch(address)).status).not.toBe(404)
      expect(await (await fetch(url, { headers: { Accept } })).json()).toEqual(body)
    }
    expect(opened.service.requests.map(({ path }) => path)).toEqual(['/api/v1/events', '/api/v2/events'])
  },
)

test('GET / of a server with ui: false answers a browser with the same JSON as a program', async () => {
  await using opened = await served({ ui: false })
  await using sandbox = await mockAdmin(opened.server.url).sandbox()
  for (const url of [opened.server.url, sandbox.url]) {
    const answer = await fetch(`${url}/`, asBrowser)
    expect([answer.status, await answer.json()]).toEqual([200, addressesOf(url)])
    expect((await fetch(`${url}/_mock/ui`, asBrowser)).status).toBe(404)
  }
  expect((await opened.admin('GET ')).status).toBe(200)
})

test.for(['/', '/_mock/ui', '/_mock/ui/explorer.js'])(
  '%s answers 403 to other origins and other host names, and forbids frames',
  async (path) => {
    await using opened = await served({ cors: true })
    const { url, port } = opened.server
    for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://elsewhere.example.org' }]) {
      const answer = await fetch(url + path, { ...asBrowser, headers: { ...asBrowser.headers, ...headers } })
      expect(answer.status).toBe(403)
    }
    using client = await rawClient({ port })
    client.write(`GET ${path} HTTP/1.1\r\nHost: elsewhere.example.org\r\nAccept: text/html\r\n\r\n`)
    expect(await client.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 403 /)
  },
)

test.for<[name: string, value: unknown]>([
  ['port', 65_536],
  ['port', '4010'],
  ['host', ''],
  ['cors', 'yes'],
  ['allowHosts', 'mock.test'],
  ['allowHosts', ['mock.test:4010']],
  ['allowHosts', ['[fd00::1::2]']],
  ['ui', 'no'],
  ['signal', {}],
  ['onError', 'log'],
  ['prot', 4010],
])('serve refuses the option %s with the value %j', async ([name, value]) => {
  const failure = await serve(createMockService(), { [name]: value } as ServeOptions).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(MockServiceError)
  expect(failure).toMatchObject({ code: 'option', field: name })
})

test('serve refuses options that are not an object, and a service that createMockService did not make', async () => {
  await expect(serve(createMockService(), [] as ServeOptions)).rejects.toMatchObject({ field: 'options' })
  const { fetch } = createMockService()
  const lookalike = { fetch } as MockService
  await expect(serve(lookalike)).rejects.toMatchObject({ code: 'argument', field: 'service' })
})

test('server.url is an address that clients can reach, for every value of the option host', async () => {
  await using every = await served({ host: '0.0.0.0' })
  expect(every.server.url).toBe(`http://127.0.0.1:${every.server.port}`)
  expect((await every.ask('/api/v2/events')).status).toBe(200)
  await using named = await served({ host: 'localhost' })
  expect(named.server.url).toBe(`http://localhost:${named.server.port}`)
  expect((await named.ask('/api/v2/events')).status).toBe(200)
})

test('serve rejects with the reason and its error code when it cannot listen', async () => {
  await using opened = await served()
  const { port } = opened.server
  await expect(serve(createMockService(), { port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
    message: `Cannot listen on 127.0.0.1:${port}: the port is in use`,
  })
  await expect(serve(createMockService(), { host: '192.0.2.1' })).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' })
})
