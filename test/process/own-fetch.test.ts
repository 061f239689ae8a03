import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer as createProxy, type Server } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { certificate } from '../support/certificate.ts'
import { started } from '../support/cli.ts'
import { allFences } from '../support/fences.ts'
import { temporaryFolder } from '../support/folder.ts'

const listening = async (server: Server) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { port: (server.address() as AddressInfo).port, [Symbol.asyncDispose]: close }
}

/** The service over TLS, with an unknown certificate, and a proxy that records its CONNECT targets. */
async function behindProxy() {
  const stack = new AsyncDisposableStack()
  const service = createMockService({ events: 3, baseUrl: 'https://localhost' })
  const { token } = service.seeded.group
  const answer = getRequestListener((request) => {
    const { pathname, search } = new URL(request.url)
    return service.fetch(new Request(`https://localhost${pathname}${search}`, request))
  })
  const secure = stack.use(await listening(createSecure(certificate, answer) as unknown as Server))
  const asked: string[] = []
  const tunnel = createProxy((_, response) => response.writeHead(400).end())
  tunnel.on('connect', ({ url = '' }, client) => {
    asked.push(url)
    const upstream = connect(secure.port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
    for (const socket of [client, upstream]) socket.on('error', () => upstream.destroy())
    client.on('close', () => upstream.destroy())
  })
  const proxy = stack.use(await listening(tunnel))
  const file = stack.use(await temporaryFolder()).file('authority.pem')
  writeFileSync(file, certificate.cert)
  const baseUrl = `https://localhost:${secure.port}`
  /** Runs a program of ES modules with types, and gives what it printed. */
  const run = async (code: string, env: Readonly<Record<string, string>> = {}) => {
    const program = code
      .replaceAll("'https://events.example.org'", `'${baseUrl}'`)
      .replaceAll('...actionNetwork', `baseUrl: '${baseUrl}'`)
    const { stdout, stderr } = await started(process.execPath, ['--input-type=module-typescript', '-e', program], {
      env: { EVENTS_API_KEY: token, ...env },
    }).ended
    return `${stdout}${stderr}`
  }
  return {
    run,
    asked,
    host: `localhost:${secure.port}`,
    trust: { NODE_EXTRA_CA_CERTS: file },
    authority: { EVENTS_CA_FILE: file },
    proxied: { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** The code of the guide that has this in it. */
function recipe(part: string): string {
  const found = allFences().filter(({ file, code }) => file === 'docs/guides/options.md' && code.includes(part))
  expect(found).toHaveLength(1)
  return found[0]?.code ?? ''
}

const plain = `
import { EventsV2 } from 'osdi-events'
const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: process.env.EVENTS_API_KEY ?? '' })
`
const reads = "\nconsole.log((await events.page(1)).total_records, 'events')\n"

test("NODE_USE_ENV_PROXY sends a client's requests through a proxy", async () => {
  await using world = await behindProxy()
  const env = { NODE_USE_ENV_PROXY: '1', ...world.proxied, ...world.trust }
  expect(await world.run(plain + reads, env)).toBe('3 events\n')
  expect(world.asked).toEqual([world.host])
})

test('a ProxyAgent of undici sends the requests of one client through a proxy', async () => {
  await using world = await behindProxy()
  const env = { ...world.proxied, ...world.trust }
  expect(await world.run(recipe('// proxy.mjs') + reads, env)).toContain('3 events\n')
  expect(world.asked).toEqual([world.host])
})

test("setGlobalDispatcher sends the requests of the platform's fetch through a proxy", async () => {
  await using world = await behindProxy()
  const env = { ...world.proxied, ...world.trust }
  expect(await world.run(recipe('setGlobalDispatcher') + plain + reads, env)).toBe('3 events\n')
  expect(world.asked).toEqual([world.host])
})

test('NODE_EXTRA_CA_CERTS, or the fetch of one client, trusts an unknown certificate', async () => {
  await using world = await behindProxy()
  expect(await world.run(plain + reads, world.trust)).toBe('3 events\n')
  expect(await world.run(recipe('EVENTS_CA_FILE') + reads, world.authority)).toContain('3 events\n')
})

test('a create to a server with an unknown certificate throws an error with outcome "not applied"', async () => {
  await using world = await behindProxy()
  const creates = `
const { message, outcome } = await events.create({ title: 'Picnic', origin_system: 'x' }, { retry: 0 }).catch((error) => error)
console.log(outcome, message.replace(/.* got no response: /, ''))`
  expect(await world.run(plain + creates)).toBe('not applied DEPTH_ZERO_SELF_SIGNED_CERT\n')
})
