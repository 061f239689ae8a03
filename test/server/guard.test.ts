import { request } from 'node:http'
import { expect, test } from 'vitest'
import { served } from '../support/served.ts'

/** The status of a request whose every header is the test's own. */
const status = (port: number, headers: Record<string, string>, path = '/_mock/clock') =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, headers, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    sent.on('error', reject)
    sent.end()
  })

test('control addresses answer under the names of this machine alone', async () => {
  await using opened = await served()
  const { port } = opened.server
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]', 'LOCALHOST', 'suite.localhost']) {
    expect(await status(port, { Host: `${host}:${port}` }), host).toBe(200)
    expect(await status(port, { Host: host }), host).toBe(200)
  }
  // Names that a page may have made to lead to this machine.
  const strangers = ['evil.example.org', 'localhost.example.org', '127.0.0.1.example.org', 'notlocalhost', '10.0.0.1']
  for (const host of [...strangers, '0.0.0.0', '[::2]', '127.0.0.256', '127.0.0.1@evil.example.org']) {
    expect(await status(port, { Host: `${host}:${port}` }), host).toBe(403)
    expect(await status(port, { Host: host }), host).toBe(403)
  }
})

test('further names are allowed by name, whatever the port', async () => {
  await using opened = await served({ allowHosts: ['mock.test', '10.0.0.1', '[fd00::1]', 'FD00::2'] })
  const { port } = opened.server
  for (const host of ['mock.test', 'MOCK.test:4010', '10.0.0.1', '[fd00::1]:80', '[fd00::2]:80']) {
    expect(await status(port, { Host: host }), host).toBe(200)
  }
  for (const host of ['other.mock.test', 'mock.test.example.org']) {
    expect(await status(port, { Host: host }), host).toBe(403)
  }
})

test('an IPv6 address is the same however it is spelled, in the option and in the request', async () => {
  for (const allowed of ['fd00::5', '[fd00:0:0::5]', 'fd00::0.0.0.5']) {
    await using opened = await served({ allowHosts: [allowed] })
    for (const host of ['[fd00::5]:80', '[FD00:0:0:0:0:0:0:5]', '[0:0:0:0:0:0:0:1]'])
      expect(await status(opened.server.port, { Host: host }), `${allowed} ${host}`).toBe(200)
    for (const host of ['[fd00::6]', '[:::]'])
      expect(await status(opened.server.port, { Host: host }), `${allowed} ${host}`).toBe(403)
  }
})

test('the interface answers under every name', async () => {
  await using opened = await served()
  const { port, keys } = opened.server
  expect(await status(port, { Host: 'mock.example.org', 'api-key': keys.group }, '/api/v1/events')).toBe(200)
})

test('pages of other origins do not reach the control addresses', async () => {
  await using opened = await served()
  const { port } = opened.server
  const host = `localhost:${port}`
  const from = (headers: Record<string, string>) => status(port, { Host: host, ...headers })
  expect(await from({ Origin: `http://${host}` })).toBe(200)
  for (const Origin of ['https://evil.example.org', 'http://localhost', `https://${host}`, 'null', '']) {
    expect(await from({ Origin }), Origin).toBe(403)
  }
  expect(await from({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403)
  expect(await from({ 'Sec-Fetch-Site': 'same-site' })).toBe(403)
  expect(await from({ 'Sec-Fetch-Site': 'same-origin' })).toBe(200)
  expect(await from({ 'Sec-Fetch-Site': 'none' })).toBe(200)
})

test('a stranger is told why, changes nothing and learns nothing', async () => {
  await using opened = await served()
  const { server, service } = opened
  const { json: world } = await opened.control('POST worlds', {})
  const picnic = service.addEvent({ title: 'Picnic' }, { key: server.keys.group })
  for (const url of [server.url, (world as { url: string }).url]) {
    const init = { method: 'POST', headers: { Origin: 'https://evil.example.org' } }
    const answer = await fetch(`${url}/_mock/reset`, init)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toEqual({ error: expect.stringMatching(/^Origin: /), code: 'origin' })
  }
  expect(service.dashboard(server.keys.group).map(({ id }) => id)).toContain(picnic.id)
})
