import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { cli, faultApplied, mock, osdiEvents, output, ran, type Served, started } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { adminRequest } from '../support/served.ts'

/** The command line, where a test calls its service `cli`. */
const program = cli

type Variables = Readonly<Record<string, string>>

/** Starts `osdi-events mock` with these flags, and tells commands by their environment where it is. */
async function cliService(...flags: string[]) {
  const service = await mock(...flags)
  const environment = { EVENTS_BASE_URL: service.url, EVENTS_API_KEY: service.keys.group }
  /** Starts a command; `env` comes on top. */
  const start = (args: readonly string[], env?: Variables) => osdiEvents(args, { ...environment, ...env })
  return {
    service,
    start,
    /** Runs a command to its end, with nothing or this text on standard input. */
    ran: async (
      args: readonly string[],
      { input = '', env }: { readonly input?: string; readonly env?: Variables } = {},
    ) => {
      await using running = start(args, env)
      running.process.stdin?.on('error', () => {}).end(input)
      return await running.ended
    },
    /** Adds a fault rule to the service. */
    fault: async (rule: object) => {
      const { status, json } = await adminRequest(service.url, 'POST faults', rule)
      if (status >= 400) throw new Error(JSON.stringify(json))
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

test('every command of the built command line works, with standard streams and environment', async () => {
  await using cli = await cliService('--events', '2')
  const made = await cli.ran(['create', '--json'], { input: '{"title":"Picnic","origin_system":"Calendar"}' })
  const [id = ''] = /(?<=platform:)[\da-f-]{36}/.exec(made.stdout) ?? []
  for (const [args, printed] of [
    [['update', id, '--title', 'Moved'], /^title\tMoved$/m],
    [['get', id], /^title\tMoved$/m],
    [['upsert', '--identifier', 'calendar:7', '--title', 'Fair', '--origin-system', 'Calendar'], /^created \S+\n$/],
    [['list'], /Moved/],
    [['export'], /"title":"Moved"/],
  ] as const) {
    const { code, stdout, stderr } = await cli.ran(args)
    expect(stdout).toMatch(printed)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  }
})

test('the built command line has an exit code for wrong usage and one for a refused key', async () => {
  await using cli = await cliService('--events', '2')
  expect(await cli.ran(['list', '--max', '0'])).toMatchObject({ code: 2, stdout: '' })
  expect(await cli.ran(['list'], { env: { EVENTS_API_KEY: 'a-wrong-key' } })).toMatchObject({ code: 3, stdout: '' })
})

test('osdi-events --help loads no zod and no ky', () => {
  const resolve = `resolve: (name, context, next) => (/^(?:zod|ky)/.test(name) ? process.exit(9) : next(name, context))`
  const hook = `data:text/javascript,import { registerHooks } from 'node:module'; registerHooks({ ${resolve} })`
  for (const args of [['--help'], ['upsert', '--help'], ['--version']]) {
    const { status, stdout } = spawnSync(process.execPath, ['--import', hook, program, ...args], { encoding: 'utf8' })
    expect({ status, stdout }, args.join(' ')).toEqual({ status: 0, stdout: expect.stringMatching(/\S/) })
  }
  const { status } = spawnSync(process.execPath, ['--import', hook, program, 'list'], { encoding: 'utf8', env: {} })
  expect(status).toBe(9)
})

test('export --resume continues after SIGTERM and after SIGKILL', async () => {
  await using cli = await cliService('--events', '60')
  await using folder = await temporaryFolder()
  const args = ['export', '--out', folder.file('events.ndjson'), '--resume', '--prefetch', '0']
  await cli.fault({ nth: 3, effect: { kind: 'no-answer' } })
  await using running = cli.start(args)
  await faultApplied(cli.service)
  running.kill('SIGTERM')
  expect(await running.ended).toMatchObject({
    code: 143,
    stdout: '',
    stderr: expect.stringContaining('to continue, run the same command with --resume'),
  })
  await fetch(`${cli.service.url}/_mock/faults`, { method: 'DELETE' })
  await cli.fault({ effect: { kind: 'no-answer' } })
  // `sleep` does not ask how its child ended, so the killed export keeps its process number.
  const { url, keys } = cli.service
  const env = { EVENTS_BASE_URL: url, EVENTS_API_KEY: keys.group }
  const command = '"$0" "$@" & echo $!; exec sleep 60'
  await using parent = started('sh', ['-c', command, process.execPath, program, ...args], { env })
  await faultApplied(cli.service)
  process.kill(Number((await parent.until('stdout', /\d+\n/))[0]), 'SIGKILL')
  await fetch(`${cli.service.url}/_mock/faults`, { method: 'DELETE' })
  expect(await cli.ran(args)).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(folder.file('events.ndjson'), 'utf8').split('\n')).toHaveLength(61)
  expect(readdirSync(folder.path)).toEqual(['events.ndjson'])
})

test('export ends without an error when the reader of its output closes the pipe', async () => {
  await using cli = await cliService('--events', '3000')
  await using running = cli.start(['export'])
  await running.until('stdout', /\n/)
  running.process.stdout?.destroy()
  expect(await running.ended).toMatchObject({ code: 0, signal: null, stderr: '' })
})

test('mock prints one JSON line with the address and both keys on standard output, and nothing on standard error', async () => {
  await using service = await mock()
  expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  for (const key of [service.keys.group, service.keys.individual]) {
    const answer = await fetch(`${service.url}/api/v2/events`, { headers: { 'OSDI-API-Token': key } })
    expect(answer.status).toBe(200)
  }
  expect(service.printed.stderr).toBe('')
  service.kill('SIGTERM')
  const { stdout } = await service.ended
  expect(stdout).toBe(`${JSON.stringify({ url: service.url, keys: service.keys, namespace: 'platform' })}\n`)
})

/** A device that is always full. */
const full = '/dev/full'

/** Runs a command beside a service of three events, with its standard output on the full device. */
const ranInto = (...args: readonly string[]) =>
  ran('mock', '--events', '3', '--', 'sh', '-c', `exec "$0" "$@" > ${full}`, process.execPath, cli, ...args)

test.runIf(existsSync(full)).for(['export', 'mock --port 0', '--help'])(
  'a command whose standard output fails exits with code 1 and prints one line on standard error: %s',
  async (typed) => {
    expect(await ranInto(...typed.split(' '))).toEqual({
      code: 1,
      signal: null,
      stdout: '',
      stderr: expect.stringMatching(/^error: standard output cannot be written: ENOSPC[^\n]+\n$/),
    })
  },
)

// `script` runs a program in a new terminal.
const { error, stdout } = spawnSync('script', ['--version'], { encoding: 'utf8' })
const canHaveTerminal = !error && stdout.includes('util-linux')

test.runIf(canHaveTerminal)('export at a terminal prints the result at the end', async () => {
  await using cli = await cliService('--events', '60')
  await using folder = await temporaryFolder()
  const { url, keys } = cli.service
  const command = `cd ${folder.path} && EVENTS_BASE_URL=${url} EVENTS_API_KEY=${keys.group} ${process.execPath} ${program} export --out events.ndjson`
  const seen = await output('script', ['-qec', command, '/dev/null'])
  expect(stripVTControlCharacters(seen)).toContain('60 events in events.ndjson\r\n')
  expect(seen).not.toContain(keys.group)
})

// Windows has only the signal that kills.
const onPosix = test.runIf(process.platform !== 'win32')
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const
const signals = ['SIGINT', 'SIGTERM'] as const

/** A request whose body never arrives, so the server keeps waiting. */
async function unfinished({ url, keys }: Served): Promise<Disposable> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.once('error', () => {})
  const asked = new Promise((resolve) => socket.once('data', resolve))
  socket.write(
    `POST /api/v2/events HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOSDI-API-Token: ${keys.group}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n',
  )
  // The server has read the head and waits for the rest.
  expect(String(await asked)).toContain('100 Continue')
  return { [Symbol.dispose]: () => socket.destroy() }
}

onPosix.for(signals)(
  '%s closes the service with exit code 0, and ends a request that a fault keeps waiting',
  async (signal) => {
    await using cli = await cliService()
    const { service } = cli
    await cli.fault({ effect: { kind: 'no-answer' } })
    const waiting = fetch(`${service.url}/api/v2/events`, { headers: { 'OSDI-API-Token': service.keys.group } })
    const refused = expect(waiting).rejects.toThrow('fetch failed')
    await faultApplied(service)
    service.kill(signal)
    await refused
    expect(await service.ended).toMatchObject({ code: 0, signal: null })
    await expect(fetch(service.url)).rejects.toThrow('fetch failed')
  },
)

onPosix.for(signals)('a second %s ends it at once, with the exit code of the signal', async (signal) => {
  await using service = await mock()
  using _ = await unfinished(service)
  service.kill(signal)
  await service.until('stderr', /a second signal ends the service at once/)
  service.kill(signal)
  expect(await service.ended).toMatchObject({ code: exitCodes[signal], signal: null })
})
