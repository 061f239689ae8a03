import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestOptions, request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { actionNetwork, createMockService } from 'osdi-events/mock'
import { serve } from 'osdi-events/mock/standalone'
import { expect, test } from 'vitest'
import { certificatesFor } from '../../src/cli/test/intercept/certificates.ts'
import { InterceptingProxy } from '../../src/cli/test/intercept/proxy.ts'
import { leadToMock } from '../../src/cli/test/mock/intercepted.ts'

const origin = 'https://actionnetwork.org'
const target = { origin, host: 'actionnetwork.org', port: 443, isSecure: true }
// Making keys takes longer than all tests.
const certificates = await certificatesFor(target.host)

/** A proxy before a mock service, and requests through it. */
async function world({ passHosts = [], secure = true }: { passHosts?: readonly string[]; secure?: boolean } = {}) {
  const service = createMockService({ ...actionNetwork, events: 3, assumptions: { rateLimit: 'off' } })
  const server = await serve(service)
  const refused: string[] = []
  const intercepted = secure ? target : { ...target, origin: 'http://actionnetwork.org', port: 80, isSecure: false }
  const proxy = await InterceptingProxy.start({
    ...leadToMock(intercepted, server, passHosts),
    certificates: secure ? certificates : undefined,
    refusal: 'HOST is refused',
    onRefused: (host) => refused.push(host),
  })
  const at = { host: '127.0.0.1', port: proxy.port, agent: false }
  const tunnel = async (place: string) => {
    const asked = request({ ...at, method: 'CONNECT', path: place }).end()
    const [response, socket] = (await once(asked, 'connect')) as [{ statusCode: number; statusMessage: string }, Socket]
    return { status: response.statusCode, reason: response.statusMessage, socket }
  }
  return {
    ...{ service, server, proxy, refused, tunnel },
    /** A request without TLS through the proxy. */
    plain: async (path: string, headers: RequestOptions['headers'] = {}) => {
      const [response] = await once(request({ ...at, path, headers }).end(), 'response')
      return { status: response.statusCode, body: await text(response) }
    },
    /** A request with TLS through a tunnel. */
    send: async (path: string, headers: RequestOptions['headers'] = {}, body = '', method = 'GET') => {
      const { socket } = await tunnel('actionnetwork.org:443')
      const secured = connect({ socket, servername: target.host, ca: certificates.authority })
      const options = { host: target.host, path, headers, createConnection: () => secured }
      const sent = request({ ...options, method })
      sent.end(body)
      const [response] = await once(sent, 'response')
      return { status: response.statusCode, headers: response.headers, body: JSON.parse(await text(response)) }
    },
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]()
      await server.close()
    },
  }
}

test('the proxy leads the intercepted host to the mock: every key that is not empty is that of the group, and is in no log', async () => {
  await using at = await world()
  const page = await at.send('/api/v2/events', { 'osdi-api-token': 'the-real-key' })
  expect(page).toMatchObject({
    status: 200,
    body: { total_records: 3, _links: { self: { href: `${origin}/api/v2/events` } } },
  })
  expect(await at.send('/api/v1/events', { 'api-key': 'the-real-key' })).toMatchObject({ status: 200 })
  expect(await at.send('/api/v2/events', { 'OSDI-API-Token': '' })).toMatchObject({ status: 403 })
  expect(await at.send('/api/v2/events')).toMatchObject({ status: 403 })
  expect(at.service.requests).toHaveLength(4)
  expect(JSON.stringify(at.service.requests)).not.toContain('the-real-key')
  expect(at.proxy.arrived).toBe(4)
})

test('the proxy passes on bodies, of a GET too, and statuses', async () => {
  await using at = await world()
  const body = JSON.stringify({ title: 'Picnic', origin_system: 'Calendar' })
  const headers = { 'OSDI-API-Token': 'key', 'Content-Type': 'application/json', 'Content-Length': body.length }
  expect(await at.send('/api/v2/events', headers, body, 'POST')).toMatchObject({
    status: 200,
    body: { title: 'Picnic' },
  })
  expect(await at.send('/api/v2/events/none', headers, body)).toMatchObject({ status: 404 })
})

test('a fault of the mock that breaks the connection breaks that of the proxy too', async () => {
  await using at = await world()
  for (const kind of ['reset', 'truncated'] as const) {
    at.service.faults.add({ times: 1, effect: { kind } })
    await expect(at.send('/api/v2/events', { 'OSDI-API-Token': 'key' }), kind).rejects.toThrow()
  }
})

test('the proxy refuses every other host, and every other port of the intercepted host, with status 502', async () => {
  await using at = await world()
  for (const place of ['example.org:443', 'actionnetwork.org:8443', 'www.actionnetwork.org:443', '203.0.113.9:443']) {
    const [, host] = /^(.*):/.exec(place) ?? []
    expect(await at.tunnel(place)).toMatchObject({ status: 502, reason: `${host} is refused` })
  }
  for (const address of ['http://example.org/', 'http://actionnetwork.org/api/v2/', 'http://[2001:db8::1]/'])
    expect(await at.plain(address), address).toMatchObject({
      status: 502,
      body: expect.stringMatching(/ is refused\n$/),
    })
  // PHP sends the host in a header alone.
  expect(await at.plain('/', { Host: 'example.org' })).toMatchObject({ status: 502 })
  expect(at.refused).toContain('2001:db8::1')
  expect(at.service.requests).toEqual([])
})

test('the proxy answers nonsense with status 400, and does not call itself', async () => {
  await using at = await world()
  for (const place of ['example.org', ':443', 'a/b:443']) expect(await at.tunnel(place)).toMatchObject({ status: 400 })
  expect(await at.plain('ftp://example.org/')).toMatchObject({ status: 400 })
  expect(await at.plain(`http://127.0.0.1:${at.proxy.port}/`)).toMatchObject({ status: 502 })
})

test('the proxy lets requests reach this machine, and hosts that it may pass', async () => {
  const other = createServer((_, response) => response.end('other')).listen(0)
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  // Not a loopback name, and yet this machine.
  const host = '0.0.0.0'
  {
    await using at = await world({ passHosts: [host] })
    for (const name of ['localhost', host]) {
      expect(await at.plain(`http://${name}:${port}/`)).toEqual({ status: 200, body: 'other' })
      const { status, socket } = await at.tunnel(`${name}:${port}`)
      expect(status).toBe(200)
      socket.write('GET / HTTP/1.0\r\n\r\n')
      expect(await text(socket)).toMatch(/other$/)
    }
    const { status } = await at.tunnel(`${host}:1`).catch(() => ({ status: 502 }))
    expect(status).toBe(502)
  }
  await using at = await world()
  expect(await at.plain(`http://${host}:${port}/`)).toMatchObject({ status: 502 })
  other.close()
})

test('an intercepted address without TLS works with whole addresses and with a tunnel', async () => {
  await using at = await world({ secure: false })
  const headers = { 'OSDI-API-Token': 'key' }
  const { status, body } = await at.plain('http://actionnetwork.org/api/v2/events', headers)
  expect([status, JSON.parse(body)._links.self.href]).toEqual([200, 'http://actionnetwork.org/api/v2/events'])
  const { socket } = await at.tunnel('actionnetwork.org:80')
  socket.write('GET /api/v2/ HTTP/1.1\r\nHost: actionnetwork.org\r\nConnection: close\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /)
  expect(await at.tunnel('actionnetwork.org:443')).toMatchObject({ status: 502 })
})

test('a client that does not trust the certificate connects, and its request does not arrive', async () => {
  await using at = await world()
  const { socket } = await at.tunnel('actionnetwork.org:443')
  await expect(once(connect({ socket, servername: target.host }), 'secureConnect')).rejects.toThrow(/certificate/)
  expect([at.proxy.connected, at.proxy.arrived]).toEqual([1, 0])
})

test('the certificate is for the intercepted host, and its authority may sign for this host alone', () => {
  const [authority, cert] = [certificates.authority, certificates.cert].map((pem) => new X509Certificate(pem))
  expect([authority?.ca, cert?.ca, cert?.subjectAltName]).toEqual([true, false, 'DNS:actionnetwork.org'])
  expect(authority && cert?.checkIssued(authority) && cert.verify(authority.publicKey)).toBe(true)
  // Critical name constraints: the host permitted, all IPv4 and IPv6 addresses excluded (RFC 5280 §4.2.1.10).
  const permitted = `a015301382${hexOf(target.host)}`
  const excluded = `a130300a8708${'00'.repeat(8)}30228720${'00'.repeat(32)}`
  expect(authority?.raw.toString('hex')).toMatch(new RegExp(`0603551d1e0101ff04..30..${permitted}${excluded}`))
})

const hexOf = (name: string) => name.length.toString(16).padStart(2, '0') + Buffer.from(name).toString('hex')

test('a certificate for an address permits this address alone', async () => {
  const { authority, cert } = await certificatesFor('192.0.2.1')
  expect(new X509Certificate(cert).checkIP('192.0.2.1')).toBe('192.0.2.1')
  expect(new X509Certificate(authority).raw.toString('hex')).toContain('a00c300a8708c0000201ffffffff')
})
