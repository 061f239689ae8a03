import { writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { test } from 'vitest'
import type { Clock } from '../../../src/cli/run/io.ts'
import { commandLine, type Ended } from '../../support/command-line.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { Messages } from '../../support/messages.ts'

/** A clock that stands still, by default where the mock service begins. */
const clockAt = (moment = '2026-01-01T00:00:00Z'): Clock => ({
  now: () => Date.parse(moment),
  elapsed: () => 0,
  sleep: async () => {},
  every: () => ({ [Symbol.dispose]: () => {} }),
})

const quiet = { NO_COLOR: '1' }
const fast = '--rate-limit 1000000'

test('messages of src/cli/test: check and doctor', async () => {
  const messages = new Messages('src/cli/test: check and doctor')
  const cli = commandLine({ events: 3 })
  await using folder = await temporaryFolder()
  messages.hide(folder.path, '/FOLDER')

  messages.about('check: command lines that are wrong')
  writeFileSync(folder.file('broken.json'), '[')
  await messages.refused(cli, [
    ...['check --yes', 'check --email tester@example.net', 'check --writes --yes --email nobody', 'check --writes'],
    ...[`check --against ${folder.path}/broken.json`, `check --against ${folder.path}/none.json`],
    `mock --port 0 --assumptions ${folder.path}/none.json`,
  ])
  writeFileSync(folder.file('wrong.json'), '{ "notFound": 410 }')
  await messages.refused(cli, [
    `check --against ${folder.path}/wrong.json`,
    `mock --port 0 --assumptions ${folder.path}/wrong.json`,
  ])

  messages.about('check: reports')
  const checked = (said: Ended) => ({
    ...said,
    stdout: said.stdout
      .replace(/\d+ ms/, 'SOME ms')
      // The number of assumptions is no matter of the command line, and their lists are long.
      .replaceAll(/\b\d+(?= (?:as assumed|could not tell|requests))/g, 'N')
      .replaceAll(/^ {2}\d+: /gm, '  N: ')
      .replaceAll(/((?:^(?: {6}|\| [a-z]).*\n){3})(?:^(?: {6}|\| [a-z]).*\n)+/gm, '$1…\n'),
  })
  const check = async (args: string, of = cli, around = {}) => {
    const typed = `check ${fast} ${args}`.trim().split(' ')
    return messages.add(typed, checked(await of.ran(typed, { env: quiet, ...around })))
  }
  await check('')
  const different = commandLine({ events: 30, assumptions: { notFound: 403, order: 'newest first', totals: 'absent' } })
  await check(`--save ${folder.file('saved.json')}`, different)
  await check(`--against ${folder.file('saved.json')}`, different)
  await check(
    `--against ${folder.file('saved.json')} --markdown`,
    commandLine({ events: 30, assumptions: { notFound: 403 } }),
  )
  await check('--markdown')
  await check('--all', different, { columns: 100 })
  await check('', commandLine({ events: 3, namespace: 'action_network' }))
  await check('--namespace action_network', commandLine({ events: 3, namespace: 'action_network' }))
  await check('', commandLine({ events: 0 }))
  const changing =
    (change: (text: string) => string): typeof fetch =>
    async (input, init) => {
      const response = await cli.service.fetch(input, init)
      return new Response(change(await response.text()), response)
    }
  await check('', cli, { fetch: changing((text) => text.replaceAll('"modified_date"', '"changed"')) })
  const refusing: typeof fetch = async (input, init) =>
    new URL(input instanceof Request ? input.url : String(input)).search === '?page=0'
      ? new Response('', { status: 429, headers: { 'Retry-After': '0' } })
      : cli.service.fetch(input, init)
  await check('', cli, { fetch: refusing })
  await check('', cli, { env: { ...quiet, EVENTS_API_KEY: 'wrong' } })
  await check('', cli, { fetch: async () => Promise.reject(new TypeError('fetch failed')) })

  messages.about('check --writes')
  const typing = (answer: string) => ({
    columns: 200,
    env: quiet,
    stdin: Object.assign(Readable.from([Buffer.from(answer)]), { isTTY: true }),
  })
  await check('--writes --email tester@example.net', cli, typing('y\n'))
  await check('--writes', cli, typing('n\n'))
  await check('--writes --yes', commandLine())
  const waiting = cli.fault({ operation: 'events.create', times: 1, effect: { kind: 'no-answer' } })
  const writes = `check ${fast} --writes --yes`.split(' ')
  await using running = cli.start(writes)
  await waiting.applied()
  running.interrupt('SIGINT')
  messages.add(writes, await running.ended)

  messages.about('doctor: what it finds')
  const examined = (what: string, typed = '', around = {}, of = commandLine({ events: 3 })) => {
    messages.about(`doctor: ${what}`)
    return messages.ran(of, `doctor ${typed}`.trim(), { clock: clockAt(), ...around })
  }
  await examined('all is well')
  await examined('version 1', '--api v1')
  await examined('another address', '--base-url https://events.example.org/ --api-path /api/v2/')
  await examined('the preset', '--preset action-network')
  await examined('nothing is set', '', { env: { EVENTS_API_KEY: '', EVENTS_BASE_URL: '' } })
  await examined('a wrong key', '', { env: { EVENTS_API_KEY: 'wrong-key' } })
  for (const wrong of ['--base-url nonsense', '--base-url http://events.example.org', '--key-header Authorization:'])
    await examined('a wrong flag', wrong)
  await examined('another prefix', '--namespace crm', {}, commandLine({ events: 3, namespace: 'action_network' }))
  await examined('no event', '', {}, commandLine({ events: 0 }))
  const own = commandLine({ events: 0 })
  own.service.addEvent({ title: 'Picnic' }, { key: own.service.seeded.individual })
  await examined('the key of an individual', '', { env: { EVENTS_API_KEY: own.service.seeded.individual.token } }, own)
  const odd = commandLine({ events: 3 })
  odd.fault({ effect: { kind: 'shape', set: { modified_date: ['ada@example.org'] } } })
  await examined('an event that cannot be read', '', {}, odd)
  for (const clock of ['2026-01-01T00:02:00Z', '2025-12-31T21:00:00Z', '2025-12-01T00:00:00Z'])
    await examined('another clock', '', { clock: clockAt(clock) })
  for (const answer of [
    () => new Response('<html>ada@example.org', { headers: { 'content-type': 'text/html' } }),
    () => Response.json({ person: 'ada@example.org' }),
    () => Response.json({}, { status: 404 }),
    () => new Response('', { status: 503 }),
    () => new Response('', { status: 429 }),
    () => new Response(null, { status: 301, headers: { location: 'https://new.example.org/?ada@example.org' } }),
    () => new Response(null, { status: 301, headers: { location: '/elsewhere' } }),
  ])
    await examined('another answer', '', { fetch: async () => answer() })
  const filtering =
    (answer: () => Response): typeof fetch =>
    async (input, init) =>
      String(input).includes('filter=') ? answer() : cli.service.fetch(input, init)
  const none = { _embedded: { 'osdi:events': [] } }
  await examined('a filter is honoured', '', { fetch: filtering(() => Response.json(none)) }, cli)
  await examined('a filter is refused', '', { fetch: filtering(() => Response.json({}, { status: 400 })) }, cli)
  const failing = (code: string) => async (): Promise<Response> => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error('ada@example.org'), { code }) })
  }
  for (const code of ['ENOTFOUND', 'CERT_HAS_EXPIRED']) await examined(code, '', { fetch: failing(code) })
  const proxy = { HTTPS_PROXY: 'http://user:password@proxy.example.org:3128' }
  await examined('a proxy that Node does not use', '', { env: proxy, fetch: failing('ETIMEDOUT') })
  await examined('a proxy that is not needed', '', { env: proxy })
  const used = { ...proxy, NODE_USE_ENV_PROXY: '1' }
  await examined('a proxy', '', { env: used })
  await examined('a proxy that fails', '', { env: used, fetch: failing('ECONNREFUSED') })
  await examined('a proxy without an address', '', { env: { HTTPS_PROXY: ':' } })
  await examined('other authorities', '', { env: { NODE_EXTRA_CA_CERTS: '/etc/ssl/our.pem' } })
  await examined('no check of certificates', '', { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } })
  await examined('no TLS', '--base-url http://127.0.0.1:1', { fetch: failing('ECONNREFUSED') })
  await messages.isIn('check.txt')
})
