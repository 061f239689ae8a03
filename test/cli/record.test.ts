import { once } from 'node:events'
import { type RequestListener, request } from 'node:http'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import * as mock from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { Recorder } from '../../src/cli/test/record/recorder.ts'
import { Recording } from '../../src/cli/test/record/recording.ts'
import { markdownOf, textOf } from '../../src/cli/test/record/report.ts'
import { loopback } from '../support/loopback.ts'
import { versions } from '../support/names.ts'
import { now, read, recording, write } from '../support/recorded.ts'

const { actionNetwork } = mock

const presets = [
  ['the default assumptions', {}],
  ['the preset', actionNetwork.assumptions],
] as const

const both = versions.flatMap((version) => presets.map(([name, base]) => [version, name, base] as const))

test.for(both)('between two mocks that are equal, nothing differs: %s, %s', async ([version, , base]) => {
  const at = recording({ version, real: base, mock: base })
  await read(at, version)
  await write(at, version)
  expect(at.lines()).toEqual([])
  expect(at.report().notCompared).toEqual({ 'no answer shows all tags of a person': 1 })
  expect(at.report().compared).toBeGreaterThan(55)
})

test.for(versions)('a service as in the preset differs from the default mock, in each kind: %s', async (version) => {
  const at = recording({ version, real: actionNetwork.assumptions, mock: {} })
  await read(at, version)
  await write(at, version)
  const lines = at.lines().join('\n')
  for (const line of presetLines[version]) expect(lines).toMatch(line)
})

const shared = [
  /^GET \S+\/events {2}member {2}error: text with the key there, text in the mock {2}×1$/m,
  /^GET \S+\/events\?filter {2}status {2}400 there, 200 in the mock/m,
  /^GET \S+\/events\?page {2}items {2}_embedded.osdi:events\[\]: others there, its own in the mock/m,
  /^GET \S+\/events\?page {2}link {2}_links.previous: \/api\/v\d\/events\?page there, absent in the mock/m,
  /^GET \S+\/events {2}member {2}_embedded.osdi:events\[\].location.language: absent there, text in the mock {2}×\d\d$/m,
  /^GET \S+\/forms {2}status {2}200 there, 404 in the mock {2}×1$/m,
  /^POST \S+\/attendances? {2}status {2}200 there, 403 in the mock/m,
]
const presetLines = {
  v1: shared,
  v2: [
    ...shared,
    /^GET \S+ {2}link {2}_embedded.osdi:events\[\]._links.record_attendance_helper: \/api\/v2\/events\/\{id\}\/attendances there, absent in the mock/m,
    /^GET \S+\/people\/\{id\} {2}member {2}phone_numbers: list there, absent in the mock/m,
    /^PUT \S+\/events\/\{id\} {2}items {2}identifiers\[\]: more there, fewer in the mock {2}×1$/m,
    /^POST \S+\/events {2}member {2}tag_list: list there, absent in the mock {2}×1$/m,
  ],
}

/** A service that repeats the key, and what it knows of people, wherever it can: in values, names, links and headers. */
const hostile = (secrets: readonly string[]) => {
  const each = <Value>(make: (secret: string) => Value) => secrets.map(make)
  const named = Object.fromEntries(each((secret) => [secret, { [secret]: secret }]))
  const resource = (id: string) => ({
    identifiers: [`platform:${id}`, ...secrets],
    title: secrets.join(' '),
    description: `https://${secrets[0]}.example.org/${secrets[1]}`,
    start_date: secrets[0],
    status: secrets[1],
    location: { venue: secrets, location: { accuracy: secrets[2] }, ...named },
    'platform:sponsor': { title: secrets, url: secrets[0] },
    custom_fields: Object.fromEntries(each((secret) => [secret, 1])),
    [`platform:${secrets[0]}`]: secrets,
    ...named,
    _links: {
      self: { href: `https://events.example.org/api/v2/events/${id}`, [secrets[0] ?? '']: secrets, title: secrets[1] },
      next: each((secret) => ({
        href: `https://events.example.org/${secret}/events?${secret}=${secret}&page=2#${secret}`,
      })),
      'osdi:creator': { href: `https://events.example.org/api/v2/people/${encodeURIComponent(secrets[1] ?? '')}` },
      curies: each((secret) => ({ name: secret, href: `https://${secret}/{rel}` })),
      ...Object.fromEntries(each((secret) => [`osdi:${secret}`, { href: secret }])),
    },
  })
  return {
    ...resource('one'),
    error: secrets.join(),
    _embedded: { 'osdi:events': each(resource), 'osdi:creator': resource('two'), ...named },
  }
}

test('no key, and nothing of people, is in a report, as text, as Markdown or as JSON', async () => {
  // The last key is repeated in other letters.
  const keys = [['d943f5bd9f0b2f1c'], ['abcdefghijkl'], ['abcdefghijkl', 'ABCDEFGHIJKL']] as const
  const people = ['zebulon.pike@example.org', '+1 202 555 0123', 'Zebulon Pike', '12 Elm Street', 'Zebulon']
  for (const [key, sent = key] of keys) {
    const secrets = [key, ...people]
    const words = { baseUrl: 'https://events.example.org', namespace: 'platform', assumptions: {} }
    const recorded = new Recording(mock, words, () => Date.parse(now))
    for (const status of [200, 403, 500])
      for (const method of ['GET', 'POST', 'PUT', key])
        for (const path of [
          'events',
          'events/one',
          `events/${secrets[4]}/attendances`,
          `${key}/${secrets[2]}?${key}=${secrets[3]}`,
        ]) {
          const headers = { 'content-type': `text/${key}`, allow: key, date: key }
          const body = JSON.stringify(hostile(secrets))
          await recorded.add({
            ...{ method, target: `/api/v2/${path}`, body },
            headers: { 'osdi-api-token': sent, 'content-type': 'application/json' },
            answer: { status, headers, body },
          })
        }
    recorded.refuse(key, `/api/v2/events/${secrets[2]}?${key}`)
    const report = recorded.report()
    expect(report.differences.length).toBeGreaterThan(10)
    expect(Object.keys(report.notCompared)).toEqual(['the service failed (5xx)'])
    const screen = { width: undefined, paint: (_: unknown, text: string) => text }
    for (const text of [textOf(report, screen), markdownOf(report), JSON.stringify(report)])
      for (const secret of [...secrets, 'Pike', 'Elm']) expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
  }
})

/** A recorder in front of a service, without a proxy. */
async function recorder(answer: RequestListener, allowsWrites = false) {
  const service = await loopback(answer)
  const { host, port } = { host: '127.0.0.1', port: Number(new URL(service.url).port) }
  const target = { origin: service.url, host, port, isSecure: false }
  const recorded = new Recording(mock, { baseUrl: service.url, namespace: 'platform', assumptions: {} }, () =>
    Date.parse(now),
  )
  const printed = { stderr: '' }
  const stderr = new Writable({
    write: (chunk, _, done) => {
      printed.stderr += chunk
      done()
    },
  })
  const made = new Recorder(target, recorded, allowsWrites, { stderr, env: {} })
  const front = await loopback(made.answer)
  const send = async (path: string, method = 'GET') => {
    const sent = request({ host, port: Number(new URL(front.url).port), path, method, agent: false }).end()
    const [response] = await once(sent, 'response')
    return { status: response.statusCode, headers: response.headers, body: await text(response) }
  }
  return {
    ...{ send, printed, url: service.url },
    end: async () => {
      await made.end()
      return recorded.report()
    },
    [Symbol.asyncDispose]: async () => {
      await front[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
    },
  }
}

test('an RSVP by a second address of a known person is one of this person in the mock too', async () => {
  const assumptions = { attendancePerson: 'absent' } as const
  const { ask, lines } = recording({ version: 'v2', real: assumptions, mock: assumptions })
  const [first, second] = ['ada@example.org', 'ada@example.net'].map((address) => ({ address }))
  const { body: person } = await ask('POST', '/people', { person: { email_addresses: [first, second] } })
  await ask('GET', person._links.self.href)
  const { body: event } = await ask('POST', '/events', { title: 'Picnic', origin_system: 'Calendar' })
  for (const address of [second, first])
    await ask('POST', event._links['osdi:attendances'].href, { person: { email_addresses: [address] } })
  expect(lines()).toEqual([])
})

test('ids of another form are one kind of difference on all pages of a list', async () => {
  const { recorded, lines, baseUrl, root, key } = recording({ version: 'v2' })
  for (const [index, query] of ['', '?page=2'].entries()) {
    const event = {
      ...{ identifiers: [`platform:${index}`], title: 'Picnic', created_date: now, modified_date: now },
      _links: { self: { href: `${baseUrl}${root}/events/${index}` } },
    }
    const page = {
      page: index + 1,
      per_page: 1,
      total_pages: 2,
      total_records: 2,
      _embedded: { 'osdi:events': [event] },
    }
    await recorded.add({
      ...{ method: 'GET', target: `${root}/events${query}`, headers: { 'osdi-api-token': key }, body: '' },
      answer: { status: 200, headers: { 'content-type': 'application/hal+json' }, body: JSON.stringify(page) },
    })
  }
  expect(lines().filter((line) => line.includes('  id  '))).toEqual([
    'GET /api/v2/events  id  _embedded.osdi:events[]: number there, UUID in the mock  ×2',
  ])
})

test('a request that names another origin reaches neither it nor the service', async () => {
  const seen: unknown[] = []
  await using at = await recorder(({ url }, response) => response.end(String(seen.push(url))))
  for (const address of ['http://example.org/api/v2/', `${at.url}1/api/v2/`, '*'])
    expect(await at.send(address), address).toMatchObject({ status: 421 })
  expect(await at.send(`${at.url}/api/v2/?page=1`)).toMatchObject({ status: 200 })
  expect(seen).toEqual(['/api/v2/?page=1'])
})

test('only GET and HEAD reach the service without --writes', async () => {
  const seen: unknown[] = []
  await using at = await recorder(({ url }, response) => response.end(String(seen.push(url))))
  const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']
  for (const method of methods) {
    const { status, headers, body } = await at.send('/api/v2/events', method)
    expect({ method, status, allow: headers.allow }).toEqual({ method, status: 405, allow: 'GET, HEAD' })
    expect(JSON.parse(body)).toEqual({ error: expect.any(String) })
  }
  expect(seen).toEqual([])
  expect(await at.end()).toMatchObject({ requests: 0, refused: methods.length })
})

test('what cannot be compared reaches the program all the same, and the report counts it by its reason', async () => {
  const long = 'x'.repeat(16 * 1024 * 1024 + 1)
  await using at = await recorder(({ url = '' }, response) => {
    if (url.includes('long')) response.end(long)
    else if (url.includes('cut'))
      response.writeHead(200, { 'content-length': 9 }).write('cut', () => response.destroy())
    else if (url.includes('reset')) response.socket?.resetAndDestroy()
    else if (url.includes('packed')) response.writeHead(200, { 'content-encoding': 'unknown' }).end('packed')
    else response.writeHead(Number(url.slice(-3))).end('{}')
  })
  expect((await at.send('/api/v2/long')).body).toHaveLength(long.length)
  expect(await at.send('/api/v2/packed')).toMatchObject({ body: 'packed' })
  await expect(at.send('/api/v2/cut')).rejects.toThrow()
  await expect(at.send('/api/v2/reset')).rejects.toThrow()
  for (const status of [301, 304, 429, 503]) expect(await at.send(`/api/v2/events/${status}`)).toMatchObject({ status })
  expect(await at.send('/page/200')).toMatchObject({ status: 200 })
  const { requests, compared, notCompared, differences } = await at.end()
  expect({ requests, compared, differences }).toEqual({ requests: 9, compared: 0, differences: [] })
  expect(notCompared).toEqual({
    'a body was too long': 1,
    'the body has a compression that is not read': 1,
    'the answer was cut short': 1,
    'no answer': 1,
    'the service redirects': 1,
    'the program has the answer already (304)': 1,
    'the service was asked too fast (429)': 1,
    'the service failed (5xx)': 1,
    'not an address of the API': 1,
  })
  expect(at.printed.stderr).toMatch(/^[^\n]+\n$/)
})
