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
import type { MockServiceOptions } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { type CommandLine, commandLine, linesOf } from '../support/command-line.ts'
import { temporaryFolder } from '../support/folder.ts'
import { MemoryFiles, steppingClock } from '../support/memory-files.ts'

/** A service of two pages, and a file in a folder of its own to export them to. */
async function exporting(options: MockServiceOptions = { events: 20, perPage: 10 }, name = 'events') {
  const folder = await temporaryFolder()
  const out = folder.file(name)
  return { cli: commandLine(options), folder, out, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}

/** An export to a file that has two of three pages by now, and waits for the last one. */
async function underway(cli: CommandLine, out: string) {
  const fault = cli.fault({ nth: 3, effect: { kind: 'no-answer' } })
  // Page by page: the third is asked for when the second is written, and not beside it.
  const running = cli.start(['export', '--out', out, '--prefetch', '0'])
  await fault.struck()
  return running
}

test('the file appears under its name when it is whole, in place of what was there, and nothing else is left', async () => {
  await using at = await exporting({ events: 60 }, 'events.ndjson')
  const { cli, folder, out } = at
  writeFileSync(out, 'of last night')
  await using running = await underway(cli, out)
  expect(readFileSync(out, 'utf8')).toBe('of last night')
  for (const more of [[], ['--resume']]) {
    expect(await cli.ran(['export', '--out', out, ...more])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^osdi-events: --out: another export is writing \S+; wait for it, [^\n]+\n$/),
    })
  }
  cli.service.faults.clear()
  expect(await running.ended).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(linesOf(readFileSync(out, 'utf8'))).toEqual(await cli.events())
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
  await using at = await exporting({ events: 3 }, 'events.ndjson')
  const { cli, folder, out } = at
  writeFileSync(`${out}.part.lock`, mark)
  utimesSync(`${out}.part.lock`, touched, touched)
  expect(await cli.ran(['export', '--out', out], { clock: steppingClock() })).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(folder.path)).toEqual(['events.ndjson'])
})

test('a lock of another machine that was touched lately keeps an export away', async () => {
  await using at = await exporting({ events: 3 }, 'events.ndjson')
  const { cli, folder, out } = at
  writeFileSync(`${out}.part.lock`, 'elsewhere - 7 alive')
  expect(await cli.ran(['export', '--out', out])).toMatchObject({ code: 1 })
  expect(readdirSync(folder.path)).toEqual(['events.ndjson.part.lock'])
})

test('an export whose lock was taken away writes nothing more, and leaves the lock', async () => {
  await using at = await exporting({ events: 60 }, 'events.ndjson')
  const { cli, folder, out } = at
  await using running = await underway(cli, out)
  const before = readFileSync(`${out}.part`, 'utf8')
  writeFileSync(`${out}.part.lock`, 'elsewhere - 7 another')
  cli.service.faults.clear()
  const { code, stderr } = await running.ended
  expect(stderr).toContain('another export is writing')
  expect(code).toBe(1)
  expect(readFileSync(`${out}.part`, 'utf8')).toBe(before)
  expect(readdirSync(folder.path)).toContain('events.ndjson.part.lock')
})

test('of many that find the lock of a dead export at once, one at the most takes it, and it is free again afterwards', async () => {
  const cli = commandLine({ events: 3 })
  const { stdout: whole } = await cli.ran(['export'])
  const clock = steppingClock()
  const files = new MemoryFiles(clock, { 'events.part.lock': 'elsewhere - 7 dead' })
  clock.pass(600_000)
  const again = () => cli.ran(['export', '--out', '/events'], { fs: files.view(), clock })
  for (const { code, stderr } of await Promise.all(Array.from({ length: 4 }, again)))
    expect({ code, stderr }).toEqual(
      code === 0 ? { code, stderr: '' } : { code: 1, stderr: expect.stringContaining('another export is writing') },
    )
  expect((await again()).code).toBe(0)
  expect(files.files).toEqual({ events: whole })
})

test.for(['ndjson', 'json', 'csv'])('what a failure cut short is gone on with by --resume, as %s', async (format) => {
  await using at = await exporting({ events: 60, perPage: 10 })
  const { cli, folder, out } = at
  const whole = (await cli.ran(['export', '--format', format])).stdout
  cli.fault({ nth: 4, times: 100, effect: { kind: 'status', status: 501 } })
  const args = ['export', '--format', format, '--out', out]
  const failed = await cli.ran(args)
  expect(failed).toMatchObject({ code: 1, stdout: '' })
  expect(failed.stderr).toMatch(/^osdi-events: \S+events is not whole yet; the same command with --resume goes on/)
  expect(failed.stderr).toMatch(/\nosdi-events: GET \S+ answered 501: /)
  expect(readdirSync(folder.path).sort()).toEqual(['events.part', 'events.part.json'])
  // What was written after the last state does not count.
  writeFileSync(`${out}.part`, `${readFileSync(`${out}.part`, 'utf8')}half a li`)

  cli.service.faults.clear()
  cli.service.requests.clear()
  expect(await cli.ran([...args, '--resume'])).toMatchObject({ code: 0, stdout: '', stderr: '' })
  expect(readFileSync(out, 'utf8')).toBe(whole)
  expect(readdirSync(folder.path)).toEqual(['events'])
  expect(cli.service.requests.length).toBeLessThan(6)
})

test('--resume begins at the beginning where there is nothing to go on with', async () => {
  await using at = await exporting({ events: 5 }, 'events.ndjson')
  const { cli, out } = at
  for (const _ of ['the first night', 'the second night']) {
    expect(await cli.ran(['export', '--out', out, '--resume'])).toMatchObject({ code: 0, stderr: '' })
    expect(linesOf(readFileSync(out, 'utf8'))).toHaveLength(5)
  }
})

/** Leaves an unfinished export of the first ten events behind. */
async function unfinished(cli: CommandLine, out: string): Promise<void> {
  cli.fault({ nth: 2, times: 3, effect: { kind: 'status', status: 501 } })
  expect((await cli.ran(['export', '--out', out])).code).toBe(1)
  cli.service.faults.clear()
}

const hour = 3_600_000

test('--resume begins anew where the unfinished file is of the day before, and says so', async () => {
  await using at = await exporting()
  const { cli, out } = at
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
    cli.service.requests.clear()
    const { code, stderr } = await cli.ran(['export', '--out', out, ...flags])
    const said = `osdi-events: --resume: ${out}.part was begun at ${then.toISOString()}, longer ago than --resume-within allows; the export begins anew\n`
    expect({ code, stderr }, `${flags} ${hoursAgo}`).toEqual({ code: 0, stderr: anew ? said : '' })
    expect(linesOf(readFileSync(out, 'utf8'))).toEqual(await cli.events())
  }
})

test('a file that was gone on with is as old as its beginning', async () => {
  const cli = commandLine({ events: 20, perPage: 10 })
  const clock = steppingClock()
  const files = new MemoryFiles(clock)
  for (const [hours, anew] of [
    [0, false],
    [20, false],
    [10, true],
    [20, false],
  ] as const) {
    clock.pass(hours * hour)
    cli.service.faults.clear()
    cli.fault({ nth: anew || hours === 0 ? 2 : 1, effect: { kind: 'status', status: 501 } })
    const { code, stderr } = await cli.ran(['export', '--out', '/events', '--resume'], { fs: files.view(), clock })
    expect({ code, anew: stderr.includes('begins anew') }).toEqual({ code: 1, anew })
  }
})

test('--resume refuses a file that was begun with other flags, names the flag, and leaves the file as it is', async () => {
  await using at = await exporting()
  const { cli, out } = at
  await unfinished(cli, out)
  const before = readFileSync(`${out}.part`, 'utf8')
  for (const [flag, value] of [
    ['--api', 'v1'],
    ['--format', 'csv'],
    ['--fields', 'title'],
    ['--namespace', 'action_network'],
    ['--campaign', '1'],
    ['--base-url', `${cli.service.baseUrl}/elsewhere`],
  ] as const) {
    const { code, stderr } = await cli.ran(['export', '--out', out, '--resume', flag, value])
    expect(stderr).toMatch(new RegExp(`^osdi-events: --resume: the unfinished file was begun with ${flag} `))
    expect(code).toBe(2)
  }
  expect(readFileSync(`${out}.part`, 'utf8')).toBe(before)
})

test('--resume refuses a file that is shorter than it was, and a state that it cannot read', async () => {
  await using at = await exporting()
  const { cli, folder, out } = at
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
  await using at = await exporting()
  const { cli, out } = at
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
  await using at = await exporting({ events: 60 }, 'events.ndjson')
  const { cli, out } = at
  await using running = await underway(cli, out)
  running.interrupt(signal)
  const ended = await running.ended
  expect(ended).toMatchObject({ code, stdout: '' })
  expect(ended.stderr).toMatch(/^osdi-events: \S+ is not whole yet; the same command with --resume goes on [^\n]+\n$/)
  expect(existsSync(out)).toBe(false)
  expect(linesOf(readFileSync(`${out}.part`, 'utf8'))).toHaveLength(50)
  cli.service.requests.clear()
  expect((await cli.ran(['export', '--out', out, '--resume'])).code).toBe(0)
  expect(linesOf(readFileSync(out, 'utf8'))).toEqual(await cli.events())
})

test.runIf(process.platform !== 'win32')('a symbolic link in the place of the unfinished file is refused', async () => {
  await using at = await exporting()
  const { cli, folder, out } = at
  const refused = { code: 1, stderr: expect.stringContaining(`osdi-events: --out: ${out}.part is a symbolic link`) }
  // Also where it takes the place of a file that could be gone on with.
  await unfinished(cli, out)
  renameSync(`${out}.part`, folder.file('precious'))
  symlinkSync('precious', `${out}.part`)
  const before = readFileSync(folder.file('precious'), 'utf8')
  for (const more of [['--resume'], []]) expect(await cli.ran(['export', '--out', out, ...more])).toMatchObject(refused)
  expect(readFileSync(folder.file('precious'), 'utf8')).toBe(before)
})

test.runIf(process.platform !== 'win32')(
  'nothing is written through links beside the file that it writes',
  async () => {
    const cli = commandLine({ events: 20, perPage: 10 })
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
  const cli = commandLine({ events: 20, perPage: 10, keys: { group: 'a-very-secret-key' } })
  await using folder = await temporaryFolder()
  await unfinished(cli, folder.file('events'))
  for (const name of readdirSync(folder.path)) {
    expect(readFileSync(folder.file(name), 'utf8')).not.toContain('a-very-secret-key')
  }
})
