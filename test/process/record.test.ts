import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { delimiter, dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { actionNetwork, type MockServiceOptions } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { certificate } from '../support/certificate.ts'
import { osdiEvents } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { loopback } from '../support/loopback.ts'
import { names, versions } from '../support/names.ts'
import { needs } from '../support/runtimes.ts'
import { served } from '../support/served.ts'

// `osdi-events record -- COMMAND`: the requests of a program go to the real service, here another mock, and the mock is asked the same.

const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`

/** A service, and runs of commands that use it. */
async function world(options: MockServiceOptions = {}) {
  const at = await served({}, { events: 4, perPage: 3, now: '2026-05-01T12:00:00Z', ...options })
  const start = (flags: readonly string[], command: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    osdiEvents(['record', '--base-url', at.url, ...flags, '--', ...command], {
      PATH,
      URL: at.url,
      KEY: at.server.keys.group,
      ...env,
    })
  return { ...at, start, run: (...of: Parameters<typeof start>) => start(...of).ended }
}

/** A program for Node that lists, reads, creates, updates and records an RSVP. */
const program = (version: 'v1' | 'v2') => {
  const { key, title, origin, attendances } = names[version]
  return `
    const ask = (url, method = 'GET', body) => fetch(url.startsWith('/') ? process.env.URL + '/api/${version}' + url : url,
      { method, headers: { '${key}': process.env.KEY, 'content-type': 'application/json' }, body: body && JSON.stringify(body) })
      .then(async (answer) => (console.log(method, answer.status), answer.json()))
    let next = '/events'
    while (next) next = (await ask(next))._links.next?.href
    const made = await ask('/events', 'POST', { ${title}: 'Secret picnic', ${origin}: 'Calendar', identifiers: ['calendar:1'] })
    if (made._links) {
      await ask(made._links.self.href)
      await ask(made._links.self.href, 'PUT', { description: 'Bring a blanket' })
      await ask(made._links['${attendances}'].href, 'POST', { person: { given_name: 'Zebulon', email_addresses: [{ address: 'zebulon@example.org' }] } })
      await ask(made._links['${attendances}'].href)
    }`
}
const node = (code: string) => ['node', '--input-type=module', '-e', code]

test.for(versions)(
  'a program for Node that lists, reads, creates, updates and records an RSVP: equal mocks do not differ (%s)',
  async (version) => {
    for (const [flags, options] of [
      [[], {}],
      [
        ['--preset', 'action-network'],
        { ...actionNetwork, assumptions: { ...actionNetwork.assumptions, rateLimit: 'off' } },
      ],
    ] as const) {
      await using at = await world(options)
      const { code, stdout, stderr } = await at.run(['--writes', '--json', ...flags], node(program(version)))
      const { differences, requests, compared, notCompared, refused } = JSON.parse(stdout)
      expect(differences).toEqual([])
      expect({ code, requests, refused, notCompared }).toEqual({
        code: 0,
        requests: compared,
        refused: 0,
        notCompared: {},
      })
      expect(stderr).toMatch(/^GET 200\nGET 200\n(GET 200\n)?POST 200\nGET 200\nPUT 200\nPOST 200\nGET 200\n$/)
    }
  },
)

test.for(versions)(
  'what the service does differently from the mock is listed and counted, without people, titles and keys (%s)',
  async (version) => {
    const assumptions = {
      previousLink: 'present',
      timestamps: 'milliseconds',
      attendanceStatus: 'kept',
      unset: 'null',
    } as const
    await using at = await world({ assumptions })
    const { code, stdout, stderr } = await at.run(['--writes'], node(program(version)))
    expect(code).toBe(0)
    const { created } = names[version]
    expect(stderr).toMatch(/^\d+ kinds of differences in 7 answers\n/)
    for (const line of [
      `GET /api/${version}/events  member  _embedded.osdi:events[].${created}: time in UTC, with fraction there, time in UTC in the mock  ×4`,
      `GET /api/${version}/events?page  link  _links.previous: /api/${version}/events?page there, absent in the mock  ×1`,
      `POST /api/${version}/events  member  description: null there, absent in the mock  ×1`,
    ])
      expect(stderr).toContain(`\n${line}\n`)
    expect(stdout).toMatch(/^GET 200\n/)
    for (const secret of [at.server.keys.group, 'Zebulon', 'picnic', 'calendar:1', 'blanket'])
      expect(stderr).not.toContain(secret)
  },
)

test('curl and Python are recorded through the proxy', async (context) => {
  needs('sh', context)
  needs('python3', context)
  await using at = await world({ assumptions: { docsAddress: 'for both versions' } })
  const python = `import os, urllib.request
print(urllib.request.urlopen(urllib.request.Request(os.environ["URL"] + "/api/v2/events", headers={"OSDI-API-Token": os.environ["KEY"]})).status)`
  for (const command of [
    ['sh', '-c', `curl -s -o /dev/null -w '%{http_code}\\n' -H "OSDI-API-Token: $KEY" "$URL/api/v2/events"`],
    ['python3', '-c', python],
  ]) {
    const { code, stdout, stderr } = await at.run([], command)
    expect({ code, stdout }).toEqual({ code: 0, stdout: '200\n' })
    expect(stderr).toContain(
      '\nGET /api/v2/events  link  _links.curies[]: /docs/{rel} there, /docs/v2/{rel} in the mock  ×2\n',
    )
  }
})

test('without --writes, a write does not reach the service, and the exit code says so', async () => {
  await using at = await world()
  const { code, stdout, stderr } = await at.run(['--markdown'], node(program('v2')))
  expect(code).toBe(1)
  expect(stderr).toMatch(/POST 405\n/)
  expect(stderr).toContain(
    'POST /api/v2/events was refused and did not reach the service; --writes lets writes through\n',
  )
  expect(stderr).toMatch(/error: a write was refused\n {2}give --writes to let writes through\n$/)
  expect(stdout).toBe(
    `**no difference in 2 answers**\n\n${at.url}, compared with the mock\n\n- 1 write refused, because --writes is missing\n`,
  )
  expect(at.service.requests.every(({ method }) => method === 'GET')).toBe(true)
})

test('the exit code of the command is that of the run, and the report is printed all the same', async () => {
  await using at = await world()
  const get = `await fetch(process.env.URL + '/api/v2/', { headers: { 'OSDI-API-Token': process.env.KEY } })`
  expect(await at.run([], node(`${get}; process.exit(7)`))).toMatchObject({
    code: 7,
    stderr: `no difference in 1 answer\n${at.url}, compared with the mock\n`,
  })
  expect(await at.run([], node(''))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`error: no request for ${at.url} arrived\n`),
  })
  expect(await at.run([], ['/no/such/program'])).toMatchObject({ code: 127 })
  const running = at.start([], node(`${get}; console.log('ready'); setInterval(() => {}, 1000)`))
  await running.until('stdout', /ready/)
  running.kill('SIGINT')
  expect(await running.ended).toMatchObject({
    code: 130,
    stderr: expect.stringMatching(/^no difference in 1 answer\n/),
  })
})

test('bytes, status and headers of an answer reach the program as the service sent them', async (context) => {
  needs('sh', context)
  const body = gzipSync('{"error":"no"}')
  await using service = await loopback((_, response) => {
    response.writeHead(418, 'A Teapot', {
      'Content-Encoding': 'gzip',
      'X-Odd': ['one', 'two'],
      'content-length': body.length,
      Date: 'Fri, 01 May 2026 12:00:00 GMT',
    })
    response.end(body)
  })
  const curl = ['curl', '-s', '-i', `${service.url}/api/v2/events`]
  const run = async (...flags: string[]) => await osdiEvents([...flags, ...curl], { PATH }).ended
  const { stdout, stderr, code } = await run('record', '--base-url', service.url, '--')
  const head = stdout.slice(0, stdout.indexOf('\r\n\r\n'))
  expect(head.split('\r\n').filter((line) => !/^(Connection|Keep-Alive)/i.test(line))).toEqual([
    'HTTP/1.1 418 A Teapot',
    'Content-Encoding: gzip',
    'X-Odd: one',
    'X-Odd: two',
    'content-length: 34',
    'Date: Fri, 01 May 2026 12:00:00 GMT',
  ])
  expect(code).toBe(0)
  // Not compressed: curl was not asked to read it.
  expect(stderr).toContain('GET /api/v2/events  status: 418 there, 403 in the mock  ×1')
})

test('the key goes only to a server with a valid certificate, whatever the environment says', async (context) => {
  needs('sh', context)
  const keys: unknown[] = []
  await using server = createServer(certificate, ({ headers }, response) => {
    keys.push(headers['osdi-api-token'])
    response.end('{}')
  }).listen(0)
  await once(server, 'listening')
  await using folder = await temporaryFolder()
  const authority = folder.file('authority.pem')
  writeFileSync(authority, certificate.cert)
  const url = `https://localhost:${(server.address() as AddressInfo).port}`
  const command = ['curl', '-s', '-H', 'OSDI-API-Token: the-key', `${url}/api/v2/`]
  const run = (env: Readonly<Record<string, string>>) =>
    osdiEvents(['record', '--base-url', url, '--', ...command], { PATH, ...env }).ended
  const refused = await run({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })
  expect(refused.code).not.toBe(0)
  expect(refused.stderr).toContain('the service did not answer: the certificate is refused: it is signed by itself\n')
  expect(keys).toEqual([])
  expect(await run({ NODE_EXTRA_CA_CERTS: authority })).toMatchObject({ code: 0, stdout: '{}' })
  expect(keys).toEqual(['the-key'])
})
