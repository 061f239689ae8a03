import { request } from 'node:http'
import { actionNetwork } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { served } from '../support/served.ts'

/** The status of a request with exactly these headers. */
const status = (port: number, headers: Record<string, string>, path = '/_mock/clock') =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, headers, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    sent.on('error', reject)
    sent.end()
  })

test('the admin API answers only for host names of this machine', async () => {
  await using opened = await served()
  const { port } = opened.server
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]', 'LOCALHOST', 'suite.localhost']) {
    expect(await status(port, { Host: `${host}:${port}` }), host).toBe(200)
    expect(await status(port, { Host: host }), host).toBe(200)
  }
  // Host names that an attacker's DNS may resolve to this machine.
  const strangers = ['evil.example.org', 'localhost.example.org', '127.0.0.1.example.org', 'notlocalhost', '10.0.0.1']
  for (const host of [...strangers, '0.0.0.0', '[::2]', '127.0.0.256', '127.0.0.1@evil.example.org']) {
    expect(await status(port, { Host: `${host}:${port}` }), host).toBe(403)
    expect(await status(port, { Host: host }), host).toBe(403)
  }
})

test('the option allowHosts allows further host names for the admin API, with any port', async () => {
  await using opened = await served({ allowHosts: ['mock.test', '10.0.0.1', '[fd00::1]', 'FD00:0::2'] })
  const { port } = opened.server
  for (const host of ['mock.test', 'MOCK.test:4010', '10.0.0.1', '[fd00::1]:80', '[FD00:0:0:0:0:0:0:2]']) {
    expect(await status(port, { Host: host }), host).toBe(200)
  }
  for (const host of ['other.mock.test', 'mock.test.example.org']) {
    expect(await status(port, { Host: host }), host).toBe(403)
  }
})

test('the events API answers for every host name', async () => {
  await using opened = await served()
  const { port, keys } = opened.server
  expect(await status(port, { Host: 'mock.example.org', 'api-key': keys.group }, '/api/v1/events')).toBe(200)
})

test('the admin API refuses requests from pages of other origins', async () => {
  await using opened = await served()
  const { port } = opened.server
  const host = `localhost:${port}`
  const from = (headers: Record<string, string>) => status(port, { Host: host, ...headers })
  expect(await from({ Origin: `http://${host}` })).toBe(200)
  for (const Origin of ['https://evil.example.org', 'http://localhost', `https://${host}`, 'null', '']) {
    expect(await from({ Origin }), Origin).toBe(403)
  }
  expect(await from({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403)
  expect(await status(port, { Host: host, Origin: 'null' }, '/_mock/stream')).toBe(403)
  expect(await from({ 'Sec-Fetch-Site': 'same-site' })).toBe(403)
  expect(await from({ 'Sec-Fetch-Site': 'same-origin' })).toBe(200)
  expect(await from({ 'Sec-Fetch-Site': 'none' })).toBe(200)
})

test('a refusal of the admin API to another origin or host says why, changes nothing and shows no data', async () => {
  await using opened = await served()
  const { server, service } = opened
  const { json: sandbox } = await opened.admin('POST sandboxes', {})
  const picnic = service.addEvent({ title: 'Picnic' }, { key: server.keys.group })
  for (const url of [server.url, (sandbox as { url: string }).url]) {
    const init = { method: 'POST', headers: { Origin: 'https://evil.example.org' } }
    const answer = await fetch(`${url}/_mock/reset`, init)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toEqual({ error: expect.stringMatching(/^Origin: /), code: 'origin' })
  }
  expect(service.dashboard(server.keys.group).map(({ id }) => id)).toContain(picnic.id)
})

const origin = { Origin: 'https://app.example.org' }
const preflight = {
  method: 'OPTIONS',
  headers: {
    ...origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type,osdi-api-token',
  },
}

test('with the option cors the server answers preflights itself, and the request log does not show them', async () => {
  await using opened = await served({ cors: true })
  const answer = await opened.ask('/api/v2/events', preflight)
  expect(answer.status).toBe(204)
  expect(await answer.text()).toBe('')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-allow-methods')).toMatch(/GET.*POST.*PUT.*DELETE/)
  expect(Number(answer.headers.get('access-control-max-age'))).toBeGreaterThan(0)
  expect(opened.service.requests).toEqual([])
})

test('with the option cors a preflight allows custom headers, and never repeats an invalid header name', async () => {
  await using opened = await served({ cors: true })
  const asked = 'X-Request-Id, traceparent, no name, api-key'
  const headers = { ...preflight.headers, 'Access-Control-Request-Headers': asked }
  const answer = await opened.ask('/api/v2/events', { ...preflight, headers })
  expect(answer.headers.get('access-control-allow-headers')).toBe(
    'api-key, osdi-api-token, content-type, x-request-id, traceparent',
  )
})

test('with the option cors a page can read every response of the API, even errors and responses of unknown addresses', async () => {
  await using opened = await served({ cors: true })
  for (const path of ['/api/v2/events', '/api/v2/events/none', '/nowhere', '/_mock/sandboxes/none/api/v2/events']) {
    const { headers } = await opened.ask(path, { headers: origin })
    expect(headers.get('access-control-allow-origin'), path).toBe('*')
    const exposed = headers.get('access-control-expose-headers')?.split(', ')
    // Of a list of changes, the client takes the service's time from the date.
    expect(exposed, path).toEqual(expect.arrayContaining(['Retry-After', 'Allow', 'Location', 'Date']))
  }
})

test('with the preset actionNetwork a form of any page can send an RSVP or a signup without a key, and no page can write to another path', async () => {
  const assumptions = { ...actionNetwork.assumptions, rateLimit: 'off' } as const
  await using opened = await served({}, { ...actionNetwork, assumptions, events: 1, now: '2026-05-01T12:00:00Z' })
  const { service, server, ask } = opened
  const event = service.addEvent({ title: 'Walk' }, { key: server.keys.group })
  const campaign = service.addCampaign({ title: 'Spring', key: server.keys.group })
  const within = service.addEvent({ title: 'March', campaign }, { key: server.keys.group })
  const origin = { Origin: 'https://www.example.org' }
  const allowed = async (path: string, asked = 'content-type') => {
    const headers = {
      ...origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': asked,
    }
    const answer = await fetch(server.url + path, { method: 'OPTIONS', headers })
    return [
      answer.status,
      answer.headers.get('access-control-allow-origin'),
      answer.headers.get('access-control-allow-methods'),
      answer.headers.get('access-control-allow-headers'),
    ]
  }
  const person = { given_name: 'Ada', email_addresses: [{ address: 'ada@example.org' }] }
  const body = JSON.stringify({ person })
  const headers = { ...origin, 'Content-Type': 'application/json' }
  const keyless = (path: string) => fetch(server.url + path, { method: 'POST', headers, body })
  const rsvps = `/api/v2/events/${event.id}/attendances`
  const forms = [rsvps, `/api/v2/event_campaigns/${campaign.id}/events/${within.id}/attendances/`, '/api/v2/people']
  for (const path of forms) {
    expect([path, await allowed(path, 'content-type, x-requested-with, osdi-api-token')]).toEqual([
      path,
      [204, '*', 'POST', 'content-type, x-requested-with'],
    ])
    const answer = await keyless(path)
    expect([path, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([path, 200, '*'])
    expect(await answer.json()).toEqual({})
  }
  const { total_records } = (await (await ask(rsvps)).json()) as { total_records: number }
  expect(total_records).toBe(1)
  const attendance = service.attend(event, 1)[0]
  for (const path of [
    ...['/api/v2/', '/api/v2/events', `/api/v2/events/${event.id}`, `${rsvps}/${attendance?.id}`],
    ...[`/api/v2/people/${attendance?.person}`, '/api/v2/event_campaigns', '/_mock/events', '/_mock/reset'],
  ]) {
    const [status, page] = await allowed(path)
    expect([path, Number(status) >= 400, page]).toEqual([path, true, null])
    const answer = await keyless(path)
    expect([path, answer.status >= 400, answer.headers.get('access-control-allow-origin')]).toEqual([path, true, null])
  }
  // With a key the response shows data, so no page may read it.
  expect((await ask(rsvps, { method: 'POST', headers, body })).headers.get('access-control-allow-origin')).toBeNull()
})

test('without the option cors no page can read a response, and a preflight gets the response of the service', async () => {
  await using opened = await served()
  const answers = [
    await opened.ask('/api/v2/events', preflight),
    await opened.ask('/api/v2/events', { headers: origin }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([405, 200])
  for (const { headers } of answers) expect(headers.get('access-control-allow-origin')).toBeNull()
})

test('the option cors does not let other origins use the admin API', async () => {
  await using opened = await served({ cors: true })
  const { json: sandbox } = await opened.admin('POST sandboxes', {})
  const { url } = sandbox as { url: string }
  for (const address of [`${opened.server.url}/_mock/reset`, `${url}/_mock/reset`]) {
    for (const init of [preflight, { method: 'POST', headers: origin }, { method: 'POST' }]) {
      const { status, headers } = await fetch(address, init)
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(status).toBe('headers' in init ? 403 : 200)
    }
  }
})
