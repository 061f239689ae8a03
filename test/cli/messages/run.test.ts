import { writeFileSync } from 'node:fs'
import { PassThrough, Readable } from 'node:stream'
import { actionNetwork, type FaultRule } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { type Around, commandLine, failing, ran } from '../../support/command-line.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { Messages } from '../../support/messages.ts'
import { flyingTime } from '../../support/virtual-time.ts'

/** A `fetch` that fails as Node's does. */
const failingFetch = (code: string) => async (): Promise<Response> => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('of the system'), { code }) })
}

test('messages of src/cli/run', async () => {
  const messages = new Messages('src/cli/run')
  const cli = commandLine({ events: 3 })
  await using folder = await temporaryFolder()
  messages.hide(folder.path, '/FOLDER')

  messages.about('Commands and flags that do not exist')
  await messages.refused(cli, [
    ...['mok', 'version', 'wholly-other', '--verbose', 'list --verbose', 'list --api-key secret', 'list --key secret'],
    ...['list --token secret', 'list --format csv', 'list --csv', 'export --csv', 'attendances e --csv'],
    ...['create --titel Picnic', 'create --stapus x', 'mock --prot 4010', 'mock --no-cors', 'doctor --upcoming'],
  ])
  expect((await ran(['mock', '--\u001b[2J\nport'])).stderr).toMatch(/^[\x20-\x7e\n]+$/)
  await messages.refused(cli, ['mock --\u001b[2J\nport'])

  messages.about('Arguments that are too many, too few, or behind --')
  await messages.refused(cli, [
    ...['get', 'get --', 'get one two', 'get -- -one --two', 'list events', 'list -- --max 3', '-- list --max 3'],
    ...['export events.csv', 'upsert events.csv', 'create event.json', 'update 1 event.json', 'check service.json'],
    ...['export -- --out events', 'check -- --api v1', 'mock npm test', 'mock --port 0 --'],
    ...['create --title Picnic --origin-system x -- --name Fair', 'update 1 --title Fair -- --clear description'],
    ...['upsert --identifier a:1 --title x --origin-system x -- --json', 'attendances 1 -- --max 3'],
    ...['rsvp 1 --email ada@example.org -- --status declined', 'create --origin-system x --title -- --name Fair'],
    ...['mock --port', 'mock --seed --cors', 'mock --seed -- npm test', 'mock --seed=', 'mock --host='],
  ])

  messages.about('Text that is not UTF-8, or no JSON')
  await messages.refused(cli, [
    'create --origin-system Calendar --title F\ufffdte',
    ['create', ''],
    ['create', '[{"title":"Picnic"}]'],
    ['create', '{"titel":"Picnic","origin_system":"Calendar"}'],
  ])
  await messages.ran(cli, 'create', { input: Buffer.from('{\n"title":"F\u00eate"}', 'latin1') })
  for (const typed of ['create', 'update 7', 'upsert', 'upsert --ndjson'])
    for (const input of [Buffer.from('\ufeff{}', 'utf16le'), Buffer.from('\ufeff{}', 'utf16le').swap16()])
      expect((await messages.ran(cli, typed, { input })).code).toBe(2)
  await messages.ran(cli, 'create', { input: Buffer.of(0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0) })
  const cut = Buffer.from('{"title":"Fête').subarray(0, -3)
  for (const typed of ['create', 'upsert --ndjson']) await messages.ran(cli, typed, { input: cut })
  const long = (pieces: number) => Readable.from(Array.from({ length: pieces }, () => Buffer.alloc(1024 * 1024, 'x')))
  await messages.ran(cli, 'create', { stdin: long(17) })
  await messages.ran(cli, 'upsert --ndjson', { stdin: long(17) })
  await messages.ran(cli, 'create', { stdin: Object.assign(new PassThrough(), { isTTY: true }) })

  messages.about('The address, the key and the other flags of the connection')
  await messages.refused(cli, [
    ...['list --api v3', 'list --rate-limit 0', 'list --base-url ftp://events.example.org'],
    ...['list --base-url http://events.example.org', 'list --base-url https://events.example.org/api/v2'],
    ...['list --namespace a:b', 'list --key-file /no/such/file', 'list --key-file .', 'list --preset other'],
    ...['list --preset action-networks', 'list --api-path dc/osdi', 'list --api-path=', 'check --api-path dc/osdi'],
    ...['check --key-header Ü', 'list --key-header Ü'],
  ])
  writeFileSync(folder.file('empty'), '\n')
  await messages.refused(cli, [`list --key-file ${folder.file('empty')}`])
  await messages.ran({ ran }, 'list')
  await messages.ran({ ran }, 'list --base-url https://events.example.org')
  await messages.ran({ ran }, 'list', { env: { EVENTS_API_KEY: 'key', EVENTS_PRESET: 'action-networks' } })

  messages.about('What the service answers')
  const answered = async (typed: string, ...rules: readonly FaultRule[]) => {
    for (const rule of rules) cli.service.faults.add(rule)
    await messages.ran(cli, typed)
    cli.service.faults.clear()
  }
  await messages.ran(cli, 'list', { env: { EVENTS_API_KEY: 'a-wrong-key' } })
  await answered('get nothing')
  await answered('get ffffffff')
  await answered('attendances nothing')
  await answered('rsvp nothing --email ada@example.org')
  await answered('list --campaign nothing')
  await answered('get nothing', { effect: { kind: 'status', status: 401 } })
  await answered('list', { effect: { kind: 'status', status: 501 } })
  await answered('list', { effect: { kind: 'shape' } })
  const page = '<!DOCTYPE HTML> <html lang="en"><head><title>Page not found</title></head><body><h1>Oops</h1>'
  const asHtml = async () => new Response(page, { status: 404, headers: { 'content-type': 'text/html' } })
  await messages.ran(cli, 'get 1', { fetch: asHtml })
  const moved = (location: string) => ({
    fetch: async () => new Response(null, { status: 301, headers: { location } }),
  })
  await messages.ran(cli, 'list', moved('/dc/osdi/events'))
  await messages.ran(cli, 'list', moved('https://crm.example.org/api/v2/events'))
  await messages.ran(commandLine({ ...actionNetwork, events: 1, baseUrl: cli.service.baseUrl }), 'list')
  await messages.ran(commandLine({ events: 1, namespace: 'crm' }), 'list')
  await messages.refused(cli, [
    'get a/b',
    'update a/b --title x',
    'attendances a/b',
    'rsvp a/b --email ada@example.org',
  ])

  messages.about('Connections that fail')
  for (const code of [
    ...['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
    ...['UND_ERR_CONNECT_TIMEOUT', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'],
    ...['SELF_SIGNED_CERT_IN_CHAIN', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_GET_ISSUER_CERT'],
    ...['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERT_HAS_EXPIRED'],
    ...['CERT_NOT_YET_VALID', 'ERR_TLS_CERT_ALTNAME_INVALID', 'EOTHER'],
  ]) {
    using _ = flyingTime()
    await messages.ran(commandLine(), 'get e1', { fetch: failingFetch(code) })
  }
  await messages.ran({ ran }, 'list --base-url http://127.0.0.1:6667', { env: { EVENTS_API_KEY: 'k' } })

  messages.about('Writes whose outcome is open, and output that cannot be written')
  const create = ['create', '--title', 'Picnic', '--origin-system', 'Calendar']
  cli.fault({ method: 'POST', effect: { kind: 'reset' } })
  {
    using _ = flyingTime()
    await messages.ran(cli, create)
  }
  cli.service.faults.clear()
  const waiting = cli.fault({ method: 'POST', effect: { kind: 'no-answer' } })
  await using running = cli.start(create)
  await waiting.applied()
  running.interrupt('SIGINT')
  messages.add(create, await running.ended)
  cli.service.faults.clear()
  const full: Around = { stdout: failing('ENOSPC') }
  await messages.ran(cli, create, full)
  await messages.ran(cli, 'list', full)
  await messages.isIn('run.txt')
})
