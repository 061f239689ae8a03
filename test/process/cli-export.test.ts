import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { idOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { struck } from '../support/cli.ts'
import { type CliService, cliService } from '../support/cli-service.ts'
import { temporaryFolder } from '../support/folder.ts'

// Each test starts programs of its own.

/** All events of the service, by its own pages. */
async function eventsOf({ service }: CliService, api: 'v1' | 'v2' = 'v2'): Promise<object[]> {
  const events: object[] = []
  for (let url: string | undefined = `${service.url}/api/${api}/events`; url; ) {
    const key = { v1: 'api-key', v2: 'OSDI-API-Token' }[api]
    const answer: Response = await fetch(url, { headers: { [key]: service.keys.group } })
    const page = (await answer.json()) as {
      _links: { next?: { href: string } }
      _embedded: { 'osdi:events': object[] }
    }
    events.push(...page._embedded['osdi:events'])
    url = page._links.next?.href
  }
  return events
}

const linesOf = (text: string): unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

test.for(['v1', 'v2'] as const)(
  'standard output gets every event, one a line and as the service wrote it: %s',
  async (api) => {
    await using cli = await cliService('--events', '60')
    const { code, stdout, stderr } = await cli.ran(['export', '--api', api])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(linesOf(stdout)).toEqual(await eventsOf(cli, api))
  },
)

test.for([0, 1, 60])('as json it is one array, also of %s events', async (count) => {
  await using cli = await cliService('--events', String(count))
  const { code, stdout } = await cli.ran(['export', '--format', 'json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual(await eventsOf(cli))
  expect(stdout.endsWith(']\n')).toBe(true)
})

test('as csv it is a row of names and a row for each event, of the chosen fields or of all documented ones', async () => {
  await using cli = await cliService('--events', '30')
  const chosen = await cli.ran(['export', '--format', 'csv', '--fields', 'location.region,total_accepted'])
  const rows = (await eventsOf(cli)).map((event) => {
    const { location, total_accepted } = event as { location?: { region: string | null }; total_accepted: number }
    return `${location?.region ? `"${location.region}"` : ''},${total_accepted}\r\n`
  })
  expect(chosen.stdout).toBe(`\ufeff"location.region","total_accepted"\r\n${rows.join('')}`)
  const all = await cli.ran(['export', '--format', 'csv'])
  expect(all.stdout).toMatch(
    /^\ufeff"id","identifiers","title",.*"platform:sponsor\.title",.*"description","instructions"\r\n/,
  )
  const first = await cli.ran(['export', '--format', 'csv', '--api', 'v1'])
  expect(first.stdout).toMatch(/^\ufeff"id","identifiers","summary",.*"platform:event_instructions"\r\n/)
})

test('id is what get takes, though no event has such a field', async () => {
  await using cli = await cliService('--events', '3')
  const ids = (await eventsOf(cli)).map((event) => idOf(event))
  const csv = await cli.ran(['export', '--format', 'csv', '--fields', 'id'])
  expect(csv).toMatchObject({ stdout: `\ufeff"id"\r\n${ids.map((id) => `"${id}"\r\n`).join('')}`, stderr: '' })
  const lines = await cli.ran(['export', '--fields', 'id'])
  expect(linesOf(lines.stdout)).toEqual(ids.map((id) => ({ id })))
})

test.for([
  ['events.csv', '\ufeff"id",'],
  ['EVENTS.CSV', '\ufeff"id",'],
  ['events.json', '[\n{'],
  ['events.ndjson', '{"'],
  ['events.txt', '{"'],
] as const)('a file called %s gets the format of its name', async ([name, beginning]) => {
  await using cli = await cliService('--events', '2')
  await using folder = await temporaryFolder()
  expect(await cli.ran(['export', '--out', folder.file(name)])).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(folder.file(name), 'utf8').slice(0, beginning.length)).toBe(beginning)
})

test('--format wins over the name of the file, and - is standard output', async () => {
  await using cli = await cliService('--events', '2')
  await using folder = await temporaryFolder()
  await cli.ran(['export', '--out', folder.file('events.csv'), '--format', 'ndjson'])
  expect(linesOf(readFileSync(folder.file('events.csv'), 'utf8'))).toHaveLength(2)
  expect(linesOf((await cli.ran(['export', '--out', '-'])).stdout)).toHaveLength(2)
  expect(await cli.ran(['export', '--out', '-', '--resume'])).toMatchObject({ code: 2, stdout: '' })
})

test('a field that no event has is named on standard error', async () => {
  await using cli = await cliService('--events', '3')
  const { code, stdout, stderr } = await cli.ran(['export', '--fields', 'titel,title'])
  expect(linesOf(stdout)).toHaveLength(3)
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'osdi-events: --fields: no event has titel\n' })
})

test('the file appears under its name when it is whole, in place of what was there, and nothing else is left', async () => {
  await using cli = await cliService('--events', '60')
  await using folder = await temporaryFolder()
  const out = folder.file('events.ndjson')
  writeFileSync(out, 'of last night')
  await cli.fault({ nth: 2, effect: { kind: 'no-answer' } })
  await using running = cli.start(['export', '--out', out])
  await expect.poll(() => existsSync(`${out}.part.json`)).toBe(true)
  expect(readFileSync(out, 'utf8')).toBe('of last night')
  await fetch(`${cli.service.url}/_mock/faults`, { method: 'DELETE' })
  expect(await running.ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
  expect(linesOf(readFileSync(out, 'utf8'))).toEqual(await eventsOf(cli))
  expect(readdirSync(folder.path)).toEqual(['events.ndjson'])
})

test('a second export to the same file is refused while the first one runs, and takes nothing from it', async () => {
  await using cli = await cliService('--events', '60')
  await using folder = await temporaryFolder()
  const out = folder.file('events.ndjson')
  await cli.fault({ nth: 2, effect: { kind: 'no-answer' } })
  await using first = cli.start(['export', '--out', out])
  await expect.poll(() => existsSync(`${out}.part.json`)).toBe(true)
  for (const more of [[], ['--resume']]) {
    expect(await cli.ran(['export', '--out', out, ...more])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^osdi-events: --out: another export is writing \S+; wait for it, [^\n]+\n$/),
    })
  }
  await fetch(`${cli.service.url}/_mock/faults`, { method: 'DELETE' })
  expect(await first.ended).toMatchObject({ code: 0, stderr: '' })
  expect(linesOf(readFileSync(out, 'utf8'))).toEqual(await eventsOf(cli))
  expect(readdirSync(folder.path)).toEqual(['events.ndjson'])
})

/** This machine, as a lock names it. */
const here = `${hostname()} ${existsSync('/proc/self/ns/pid') ? readlinkSync('/proc/self/ns/pid') : '-'}`

test.for([
  ['of a process that is gone', `${here} 4194999 of-a-killed-one`, new Date()],
  ['of another machine, silent for minutes', 'elsewhere - 7 silent', new Date(Date.now() - 120_000)],
  ['that was not written to its end, minutes ago', '', new Date(Date.now() - 120_000)],
  ['that was not written to its end, just now', '', new Date()],
] as const)('a lock %s keeps no export away', async ([, mark, touched]) => {
  await using cli = await cliService('--events', '3')
  await using folder = await temporaryFolder()
  const out = folder.file('events.ndjson')
  writeFileSync(`${out}.part.lock`, mark)
  utimesSync(`${out}.part.lock`, touched, touched)
  expect(await cli.ran(['export', '--out', out])).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(folder.path)).toEqual(['events.ndjson'])
})

test('a lock of another machine that was touched lately keeps an export away', async () => {
  await using cli = await cliService('--events', '3')
  await using folder = await temporaryFolder()
  const out = folder.file('events.ndjson')
  writeFileSync(`${out}.part.lock`, 'elsewhere - 7 alive')
  expect(await cli.ran(['export', '--out', out])).toMatchObject({ code: 1 })
  expect(readdirSync(folder.path)).toEqual(['events.ndjson.part.lock'])
})

test.for(['ndjson', 'json', 'csv'])('what a failure cut short is gone on with by --resume, as %s', async (format) => {
  await using cli = await cliService('--events', '60', '--per-page', '10')
  await using folder = await temporaryFolder()
  const out = folder.file('events')
  const whole = (await cli.ran(['export', '--format', format])).stdout
  await cli.fault({ nth: 4, times: 100, effect: { kind: 'status', status: 500 } })
  const args = ['export', '--format', format, '--out', out]
  const failed = await cli.ran(args)
  expect(failed).toMatchObject({ code: 1, stdout: '' })
  expect(failed.stderr).toMatch(/^osdi-events: \S+events is not whole yet; the same command with --resume goes on/)
  expect(failed.stderr).toMatch(/\nosdi-events: GET \S+ answered 500: /)
  expect(readdirSync(folder.path).sort()).toEqual(['events.part', 'events.part.json'])
  // What was written after the last state does not count.
  writeFileSync(`${out}.part`, `${readFileSync(`${out}.part`, 'utf8')}half a li`)

  for (const record of ['faults', 'requests']) {
    await fetch(`${cli.service.url}/_mock/${record}`, { method: 'DELETE' })
  }
  expect(await cli.ran([...args, '--resume'])).toMatchObject({ code: 0, stdout: '', stderr: '' })
  expect(readFileSync(out, 'utf8')).toBe(whole)
  expect(readdirSync(folder.path)).toEqual(['events'])
  const requests = (await (await fetch(`${cli.service.url}/_mock/requests`)).json()) as unknown[]
  expect(requests.length).toBeLessThan(6)
})

test('--resume begins at the beginning where there is nothing to go on with', async () => {
  await using cli = await cliService('--events', '5')
  await using folder = await temporaryFolder()
  const out = folder.file('events.ndjson')
  for (const _ of ['the first night', 'the second night']) {
    expect(await cli.ran(['export', '--out', out, '--resume'])).toMatchObject({ code: 0, stderr: '' })
    expect(linesOf(readFileSync(out, 'utf8'))).toHaveLength(5)
  }
})

/** Leaves an unfinished export of the first ten events behind. */
async function unfinished(cli: CliService, out: string): Promise<void> {
  await cli.fault({ nth: 2, times: 3, effect: { kind: 'status', status: 500 } })
  expect((await cli.ran(['export', '--out', out])).code).toBe(1)
  await fetch(`${cli.service.url}/_mock/faults`, { method: 'DELETE' })
}

const hour = 3_600_000

test('--resume begins anew where the unfinished file is of the day before, and says so', async () => {
  await using cli = await cliService('--events', '20', '--per-page', '10')
  await using folder = await temporaryFolder()
  const out = folder.file('events')
  for (const [flags, hoursAgo, anew] of [
    [['--resume'], 23, false],
    [['--resume'], 25, true],
    [['--resume-within', '12h'], 11, false],
    [['--resume-within', '12h'], 13, true],
    [['--resume', '--resume-within', '2d'], 47, false],
    [['--resume', '--resume-within', '90m'], 2, true],
  ] as const) {
    await unfinished(cli, out)
    // In whole seconds, as any file system keeps them.
    const then = new Date(Math.floor(Date.now() / 1000) * 1000 - hoursAgo * hour)
    utimesSync(`${out}.part`, then, then)
    await fetch(`${cli.service.url}/_mock/requests`, { method: 'DELETE' })
    const { code, stderr } = await cli.ran(['export', '--out', out, ...flags])
    const said = `osdi-events: --resume: ${out}.part was begun at ${then.toISOString()}, longer ago than --resume-within allows; the export begins anew\n`
    expect({ code, stderr }, `${flags} ${hoursAgo}`).toEqual({ code: 0, stderr: anew ? said : '' })
    expect(linesOf(readFileSync(out, 'utf8'))).toEqual(await eventsOf(cli))
  }
})

test('--resume refuses a file that was begun with other flags, names the flag, and leaves the file as it is', async () => {
  await using cli = await cliService('--events', '20', '--per-page', '10')
  await using folder = await temporaryFolder()
  const out = folder.file('events')
  await unfinished(cli, out)
  const before = readFileSync(`${out}.part`, 'utf8')
  for (const [flag, value] of [
    ['--api', 'v1'],
    ['--format', 'csv'],
    ['--fields', 'title'],
    ['--namespace', 'action_network'],
    ['--campaign', '1'],
    ['--base-url', `${cli.service.url}/elsewhere`],
  ] as const) {
    const { code, stderr } = await cli.ran(['export', '--out', out, '--resume', flag, value])
    expect(stderr).toMatch(new RegExp(`^osdi-events: --resume: the unfinished file was begun with ${flag} `))
    expect(code).toBe(2)
  }
  expect(readFileSync(`${out}.part`, 'utf8')).toBe(before)
})

test('--resume refuses a file that is shorter than it was, and a state that it cannot read', async () => {
  await using cli = await cliService('--events', '20', '--per-page', '10')
  await using folder = await temporaryFolder()
  const out = folder.file('events')
  await unfinished(cli, out)
  writeFileSync(`${out}.part`, 'short')
  const short = await cli.ran(['export', '--out', out, '--resume'])
  expect(short).toMatchObject({ code: 1, stderr: expect.stringContaining('--resume: ') })
  expect(short.stderr).toContain('is shorter than it was')
  for (const state of ['{', 'null', '5', '{"format":1}', '{"format":2}']) {
    writeFileSync(`${out}.part.json`, state)
    const unread = await cli.ran(['export', '--out', out, '--resume'])
    expect(unread.stderr).toContain('is not what this version writes')
    expect(unread.code).toBe(1)
  }
  // Without the flag it starts anew.
  expect((await cli.ran(['export', '--out', out])).code).toBe(0)
  expect(readdirSync(folder.path)).toEqual(['events'])
})

test('without --resume the export starts anew, and says what it gives up', async () => {
  await using cli = await cliService('--events', '20', '--per-page', '10')
  await using folder = await temporaryFolder()
  const out = folder.file('events')
  await unfinished(cli, out)
  const { code, stderr } = await cli.ran(['export', '--out', out])
  expect(stderr).toMatch(
    /^osdi-events: --out: 10 events in \S+ are given up for a new start; --resume would have kept them\n$/,
  )
  expect(code).toBe(0)
  expect(linesOf(readFileSync(out, 'utf8'))).toHaveLength(20)
})

test.for([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s leaves a file that --resume goes on with, and exit code %s', async ([signal, code]) => {
  await using cli = await cliService('--events', '60')
  await using folder = await temporaryFolder()
  const out = folder.file('events.ndjson')
  await cli.fault({ nth: 3, effect: { kind: 'no-answer' } })
  // Page by page: the third is asked for when the second is written, and not beside it.
  await using running = cli.start(['export', '--out', out, '--prefetch', '0'])
  await struck(cli.service)
  running.kill(signal)
  const ended = await running.ended
  expect(ended).toMatchObject({ code, signal: null, stdout: '' })
  expect(ended.stderr).toMatch(/^osdi-events: \S+ is not whole yet; the same command with --resume goes on [^\n]+\n$/)
  expect(existsSync(out)).toBe(false)
  expect(linesOf(readFileSync(`${out}.part`, 'utf8'))).toHaveLength(50)
  await fetch(`${cli.service.url}/_mock/requests`, { method: 'DELETE' })
  expect((await cli.ran(['export', '--out', out, '--resume'])).code).toBe(0)
  expect(linesOf(readFileSync(out, 'utf8'))).toEqual(await eventsOf(cli))
})

test.runIf(process.platform !== 'win32')('a symbolic link in the place of the unfinished file is refused', async () => {
  await using cli = await cliService('--events', '20', '--per-page', '10')
  await using folder = await temporaryFolder()
  const out = folder.file('events')
  const refused = {
    code: 1,
    stdout: '',
    stderr: `osdi-events: --out: ${out}.part is a symbolic link; remove it\n`,
  }
  writeFileSync(folder.file('precious'), 'kept')
  symlinkSync('precious', `${out}.part`)
  expect(await cli.ran(['export', '--out', out])).toEqual({ ...refused, signal: null })

  // The same where it takes the place of a file that could be gone on with.
  await using other = await temporaryFolder()
  const begun = other.file('events')
  await unfinished(cli, begun)
  renameSync(`${begun}.part`, other.file('precious'))
  symlinkSync('precious', `${begun}.part`)
  const before = readFileSync(other.file('precious'), 'utf8')
  const resumed = await cli.ran(['export', '--out', begun, '--resume'])
  expect(resumed).toMatchObject({ code: 1, stderr: expect.stringContaining(`${begun}.part is a symbolic link`) })
  expect(readFileSync(other.file('precious'), 'utf8')).toBe(before)
  expect(readFileSync(folder.file('precious'), 'utf8')).toBe('kept')
})

test.runIf(process.platform !== 'win32')(
  'nothing is written through links beside the file that it writes',
  async () => {
    await using cli = await cliService('--events', '20', '--per-page', '10')
    await using folder = await temporaryFolder()
    const out = folder.file('events')
    writeFileSync(folder.file('precious'), 'kept')
    await unfinished(cli, out)
    symlinkSync('precious', `${out}.part.json.new`)
    expect(await cli.ran(['export', '--out', out, '--resume'])).toMatchObject({ code: 0, stderr: '' })
    linkSync(folder.file('precious'), `${out}.part`)
    expect(await cli.ran(['export', '--out', out])).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(folder.file('precious'), 'utf8')).toBe('kept')
    expect(readdirSync(folder.path).sort()).toEqual(['events', 'precious'])
  },
)

test('no file of an export holds the key', async () => {
  await using cli = await cliService('--events', '20', '--per-page', '10', '--group-key', 'a-very-secret-key')
  await using folder = await temporaryFolder()
  await unfinished(cli, folder.file('events'))
  for (const name of readdirSync(folder.path)) {
    expect(readFileSync(folder.file(name), 'utf8')).not.toContain('a-very-secret-key')
  }
})

test('a reader who has enough ends it quietly', async () => {
  await using cli = await cliService('--events', '3000')
  await using running = cli.start(['export'])
  await running.until('stdout', /\n/)
  running.process.stdout?.destroy()
  expect(await running.ended).toMatchObject({ code: 0, signal: null, stderr: '' })
})

test('--json-progress says how far it is, one JSON object a line on standard error', async () => {
  await using cli = await cliService('--events', '60')
  const { code, stdout, stderr } = await cli.ran(['export', '--json-progress'])
  expect(code).toBe(0)
  expect(linesOf(stdout)).toHaveLength(60)
  const said = linesOf(stderr)
  expect(said.length).toBeGreaterThan(1)
  expect(said[0]).toMatchObject({ state: 'running', pages: 1, totalPages: 3, events: 25, totalEvents: 60, rejected: 0 })
  expect(said.at(-1)).toEqual({
    ...{ state: 'done', pages: 3, totalPages: 3, events: 60, totalEvents: 60, rejected: 0 },
    ...{ eventsPerSecond: expect.any(Number), secondsLeft: 0 },
  })
  await cli.fault({ nth: 2, times: 100, effect: { kind: 'status', status: 500 } })
  const failed = await cli.ran(['export', '--json-progress'])
  expect(failed.stderr).toMatch(/^\{"state":"failed","pages":1,/m)
})

test('--skip-invalid leaves out what is not what the interface describes, and says how many', async () => {
  await using cli = await cliService('--events', '30')
  await cli.fault({ nth: 2, effect: { kind: 'shape' } })
  const refused = await cli.ran(['export'])
  expect(refused.code).toBe(1)
  await fetch(`${cli.service.url}/_mock/faults`, { method: 'DELETE' })
  await cli.fault({ nth: 2, effect: { kind: 'shape' } })
  const { code, stdout, stderr } = await cli.ran(['export', '--skip-invalid'])
  expect(linesOf(stdout)).toHaveLength(25)
  expect(stderr).toContain('osdi-events: 5 events left out: not what the interface describes\n')
  expect(code).toBe(0)
})

test.for([
  [['--format', 'xml'], /--format: must be ndjson, json or csv/],
  [['--resume'], /--resume: needs --out/],
  [['--resume-within', '12h'], /--resume-within: needs --out/],
  [['--resume-within', '12', '--out', 'events'], /--resume-within: must be a time such as 90m, 12h or 2d\n/],
  [['--resume-within', '0h', '--out', 'events'], /--resume-within: must be a time such as/],
  [['--prefetch', '-1'], /--prefetch: must be/],
  [['--prefetch', 'all', '--out', 'events'], /--prefetch: must be/],
  [['--out', '.'], /--out: \. is there and no file/],
  [['--out', 'nowhere/events.ndjson'], /--out: there is no folder nowhere\n/],
  [['--campaign', '../x', '--out', 'events'], /--campaign: /],
] as const)('%s is one clear line and exit code 2', async ([flags, says]) => {
  await using cli = await cliService('--events', '0')
  const { code, stdout, stderr } = await cli.ran(['export', ...flags])
  expect(stderr).toMatch(/^osdi-events: [^\n]+\n$/)
  expect(stderr).toMatch(says)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})

test.for(['0', '1', '8'])('pages that are fetched ahead come out in their order: --prefetch %s', async (prefetch) => {
  await using cli = await cliService('--events', '200', '--per-page', '7')
  const { code, stdout, stderr } = await cli.ran(['export', '--prefetch', prefetch])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(linesOf(stdout)).toEqual(await eventsOf(cli))
})

test('a wrong key is exit code 3, and no file is left', async () => {
  await using cli = await cliService('--events', '0')
  await using folder = await temporaryFolder()
  const { code } = await cli.ran(['export', '--out', folder.file('events')], { env: { EVENTS_API_KEY: 'wrong' } })
  expect(code).toBe(3)
  expect(readdirSync(folder.path)).toEqual([])
})
