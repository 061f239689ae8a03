import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { createMockService, type MockService } from 'osdi-events/mock'
import { type HandlersOptions, handlersFor } from 'osdi-events/mock/msw'
import { type MockServerOptions, setupMockServer } from 'osdi-events/mock/node'
import { expect, inject, onTestFinished, test, vi } from 'vitest'

function listening(options: MockServerOptions = {}) {
  const service = createMockService({ events: 3, baseUrl: 'https://events.example.org/osdi' })
  const server = setupMockServer(service, options)
  const { listen, close } = server
  listen()
  onTestFinished(close)
  return { service, server, headers: { 'OSDI-API-Token': service.seeded.group.token } }
}

test("requests to other addresses than the service's fail while setupMockServer listens", async () => {
  // MSW also prints each refused request.
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => printed.mockRestore())
  listening()
  await expect(fetch('https://events.example.org/osdi-two/api/v2/events')).rejects.toThrow()
  await expect(fetch('https://elsewhere.example.org/')).rejects.toThrow()
})

test('reset removes handlers added with use, and resets the service', async () => {
  const { service, server, headers } = listening()
  const { reset } = server
  server.use(http.all(`${service.baseUrl}/*`, () => HttpResponse.text('down', { status: 503 })))
  service.addEvent({ title: 'Picnic' }, { key: service.seeded.group })
  expect((await fetch(`${service.baseUrl}/api/v2/events`, { headers })).status).toBe(503)
  reset()
  expect(await (await fetch(`${service.baseUrl}/api/v2/events`, { headers })).json()).toMatchObject({
    total_records: 3,
  })
})

test('listen and close can be called repeatedly, in any order', async () => {
  const { service, server, headers } = listening()
  server.listen()
  server.close()
  server.close()
  server.reset()
  server.listen()
  expect((await fetch(`${service.baseUrl}/api/v2/events`, { headers })).status).toBe(200)
  server.reset()
  server.reset()
  expect(service.requests).toEqual([])
})

test.for(['Bun', 'Deno'])('setupMockServer throws on %s, where MSW 3 intercepts no requests', (runtime) => {
  vi.stubGlobal(runtime, {})
  onTestFinished(() => void vi.unstubAllGlobals())
  const setUp = () => setupMockServer(createMockService())
  if (inject('msw') === 2) expect(setUp).not.toThrow()
  else {
    expect(setUp).toThrow(expect.objectContaining({ name: 'MockServiceError', code: 'runtime', field: 'msw' }))
    expect(setUp).toThrow(`intercepts nothing on ${runtime}`)
  }
})

test('setupMockServer refuses a wrong or unknown option by name', () => {
  const wrong = { onUnhandled: 'fail', handlers: 'all', cors: 'yes', handler: [], onUnhandledRequest: 'bypass' }
  for (const [field, value] of Object.entries(wrong)) {
    const options = { [field]: value } as MockServerOptions
    expect(() => setupMockServer(createMockService(), options)).toThrow(
      expect.objectContaining({ name: 'MockServiceError', code: 'option', field }),
    )
  }
})

function sideBySide(first: MockServerOptions = {}, second: MockServerOptions = {}) {
  const one = createMockService({ events: 1, baseUrl: 'https://one.example.org' })
  const two = createMockService({ events: 2, baseUrl: 'https://two.example.org/osdi' })
  const servers = [setupMockServer(one, first), setupMockServer(two, second)] as const
  for (const { listen, close } of servers) {
    listen()
    onTestFinished(close)
  }
  const total = async ({ baseUrl, seeded }: MockService) => {
    const answer = await fetch(`${baseUrl}/api/v2/events`, { headers: { 'OSDI-API-Token': seeded.group.token } })
    return ((await answer.json()) as { total_records: number }).total_records
  }
  return { one, two, servers, total }
}

test('two servers of setupMockServer in one process answer each for its own baseUrl, with one log entry per request', async () => {
  const { one, two, servers, total } = sideBySide()
  expect([await total(one), await total(two), await total(one)]).toEqual([1, 2, 1])
  expect([one.requests.length, two.requests.length]).toEqual([2, 1])
  servers[0].close()
  expect(await total(two)).toBe(2)
  servers[0].listen()
  servers[1].close()
  expect(await total(one)).toBe(1)
})

test('listen of a second server with the same baseUrl throws, and the first server still answers', async () => {
  const { one, total } = sideBySide()
  const same = setupMockServer(createMockService({ baseUrl: `${one.baseUrl}/` }))
  expect(same.listen).toThrow(expect.objectContaining({ name: 'MockServiceError', code: 'option', field: 'baseUrl' }))
  same.close()
  expect(await total(one)).toBe(1)
})

test('reset of one server keeps the handlers of another server', async () => {
  const hello = http.get('https://elsewhere.example.org/', () => HttpResponse.text('hello'))
  const { one, two, servers, total } = sideBySide({ handlers: [hello] })
  servers[0].use(http.all(`${one.baseUrl}/*`, () => HttpResponse.json({ total_records: 'many' })))
  servers[1].use(http.all(`${two.baseUrl}/*`, () => HttpResponse.json({ total_records: 'few' })))
  servers[1].reset()
  expect([await total(one), await total(two)]).toEqual(['many', 2])
  servers[0].reset()
  expect([await total(one), await total(two)]).toEqual([1, 2])
  expect(await (await fetch('https://elsewhere.example.org/')).text()).toBe('hello')
})

test('a request to another address fails while a listening server has onUnhandled "error", and is sent after this server closes', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => printed.mockRestore())
  const outside = createServer((_, response) => response.end('from outside'))
  await once(outside.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void outside.close())
  const { port } = outside.address() as AddressInfo
  const ask = async () => (await fetch(`http://127.0.0.1:${port}/`)).text()
  const { one, two, servers, total } = sideBySide({ onUnhandled: 'bypass' }, { onUnhandled: 'error' })
  await expect(ask()).rejects.toThrow()
  expect([await total(one), await total(two)]).toEqual([1, 2])
  servers[1].close()
  expect(await ask()).toBe('from outside')
  servers[1].listen()
  await expect(ask()).rejects.toThrow()
  expect([await total(one), await total(two)]).toEqual([1, 2])
})

const origin = { Origin: 'https://app.example.org' }
const preflight = {
  method: 'OPTIONS',
  headers: {
    ...origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type,osdi-api-token,X-Trace,no name',
  },
}

test('with cors a simulated page gets an answer to its preflight, and can read every response, even errors', async () => {
  const { service, headers } = listening({ cors: true })
  const address = `${service.baseUrl}/api/v2/events`
  const answer = await fetch(address, preflight)
  expect([answer.status, await answer.text()]).toEqual([204, ''])
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-allow-methods')).toMatch(/GET.*POST.*PUT.*DELETE/)
  expect(answer.headers.get('access-control-allow-headers')).toBe('api-key, osdi-api-token, content-type, x-trace')
  expect(service.requests).toEqual([])

  const responses = [
    await fetch(address, { headers: { ...origin, ...headers } }),
    await fetch(address),
    await fetch(`${address}/none`),
  ]
  expect(responses.map(({ status }) => status)).toEqual([200, 403, 403])
  for (const response of responses) {
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-expose-headers')).toMatch(/Retry-After.*Date/)
    expect(await response.json()).toEqual(expect.any(Object))
  }
})

test('without cors every OPTIONS request, even a preflight, gets the response of the service', async () => {
  const { service, server } = listening()
  const address = `${service.baseUrl}/api/v2/events`
  const without = await fetch(address, preflight)
  expect([without.status, without.headers.get('access-control-allow-origin')]).toEqual([405, null])
  server.close()
  const other = setupMockServer(service, { cors: true })
  other.listen()
  onTestFinished(other.close)
  expect((await fetch(address, { method: 'OPTIONS' })).status).toBe(405)
})

test('handlersFor answers preflights with cors, and refuses an unknown option', async () => {
  const service = createMockService()
  const server = setupServer(...handlersFor(service, { cors: true }))
  server.listen()
  onTestFinished(() => server.close())
  expect((await fetch(`${service.baseUrl}/api/v2/events`, preflight)).status).toBe(204)
  for (const [field, value] of Object.entries({ cors: 'yes', onUnhandled: 'bypass' }))
    expect(() => handlersFor(service, { [field]: value } as HandlersOptions)).toThrow(
      expect.objectContaining({ name: 'MockServiceError', code: 'option', field }),
    )
})
