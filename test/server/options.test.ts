import { createMockService, type MockService, MockServiceError } from 'osdi-events/mock'
import { type ServeOptions, serve } from 'osdi-events/mock/standalone'
import { expect, test } from 'vitest'
import { served } from '../support/served.ts'

test.for<[name: string, value: unknown]>([
  ['port', -1],
  ['port', 65_536],
  ['port', 1.5],
  ['port', '4010'],
  ['host', ''],
  ['host', 7],
  ['cors', 'yes'],
  ['allowHosts', 'mock.test'],
  ['allowHosts', ['mock.test:4010']],
  ['allowHosts', ['http://mock.test']],
  ['allowHosts', ['[fd00::1::2]']],
  ['allowHosts', ['[fd00::1]:80']],
  ['allowHosts', ['mock.test', 7]],
  ['ui', 'no'],
  ['signal', {}],
  ['onError', 'log'],
  ['prot', 4010],
])('the option %s cannot be %j', async ([name, value]) => {
  const failure = await serve(createMockService(), { [name]: value } as ServeOptions).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(MockServiceError)
  expect(failure).toMatchObject({ code: 'option', field: name })
})

test('options must be an object, and the service one of createMockService', async () => {
  await expect(serve(createMockService(), [] as ServeOptions)).rejects.toMatchObject({ field: 'options' })
  const { fetch } = createMockService()
  const lookalike = { fetch } as MockService
  await expect(serve(lookalike)).rejects.toMatchObject({ code: 'argument', field: 'service' })
})

test('the address is one that a client can use, whatever is listened on', async () => {
  await using every = await served({ host: '0.0.0.0' })
  expect(every.server.url).toBe(`http://127.0.0.1:${every.server.port}`)
  expect((await every.ask('/api/v2/events')).status).toBe(200)
  await using named = await served({ host: 'localhost' })
  expect(named.server.url).toBe(`http://localhost:${named.server.port}`)
  expect((await named.ask('/api/v2/events')).status).toBe(200)
})

test('a server that cannot listen says why, with the code of the error', async () => {
  await using opened = await served()
  const { port } = opened.server
  await expect(serve(createMockService(), { port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
    message: `Cannot listen on 127.0.0.1:${port}: the port is in use`,
  })
  await expect(serve(createMockService(), { host: '192.0.2.1' })).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' })
})

test('an IPv6 address to listen on may stand in brackets', async () => {
  const [plain, bracketed] = await Promise.all(
    ['::1', '[::1]'].map(async (host) => {
      try {
        await using opened = await served({ host })
        return new URL(opened.server.url).hostname
      } catch (error) {
        // A machine without such addresses says so of both.
        return (error as NodeJS.ErrnoException).code
      }
    }),
  )
  expect(bracketed).toBe(plain)
})
