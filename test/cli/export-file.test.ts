import { linkSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { commandLine, linesOf } from '../support/command-line.ts'
import { exporting, underway, unfinished } from '../support/exporting.ts'
import { temporaryFolder } from '../support/folder.ts'
import { MemoryFiles, steppingClock } from '../support/memory-files.ts'

test('export --out replaces the old file when the new file is complete, and leaves no temporary file', async () => {
  await using at = await exporting({ events: 60 }, 'events.ndjson')
  const { cli, folder, out } = at
  writeFileSync(out, 'of last night')
  await using running = await underway(cli, out)
  expect(readFileSync(out, 'utf8')).toBe('of last night')
  for (const more of [[], ['--resume']]) {
    expect(await cli.ran(['export', '--out', out, ...more])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: --out: /),
    })
  }
  cli.service.faults.clear()
  expect(await running.ended).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(linesOf(readFileSync(out, 'utf8'))).toEqual(await cli.events())
  expect(readdirSync(folder.path)).toEqual(['events.ndjson'])
})

/** Files in memory show no process namespace, so a lock names it `-`. */
const here = hostname()

test.for([
  ['of a process that is gone, at once', `${here} - 8 killed`, 0],
  ['that names the own process, at once', `${here} - 7 killed`, 0],
  ['that was written in part, at once', `${here} - 1`, 0],
  ['of a process that has stood still for a minute', `${here} - 9 suspended`, 61_000],
  ['of another machine after a minute', 'elsewhere - 9 silent', 61_000],
  ['of another process namespace after a minute', `${here} pid:[2] 7 killed`, 61_000],
  ['of another machine whose clock was ahead', 'elsewhere - 9 silent', -3_600_000],
  ['without text, after a minute', '', 61_000],
] as const)('export takes over a lock %s', async ([, mark, ageMs]) => {
  const cli = commandLine({ events: 3 })
  const clock = steppingClock()
  const files = new MemoryFiles(clock, { 'events.part.lock': mark })
  clock.pass(ageMs)
  const around = { fs: files.view(), clock, pid: 7, isAlive: (pid: number) => pid === 9 }
  expect(await cli.ran(['export', '--out', '/events'], around)).toMatchObject({ code: 0, stderr: '' })
  expect(Object.keys(files.files)).toEqual(['events'])
})

test.for([
  ['a process that runs', `${here} - 9 alive`],
  ['another machine, also if the number is that of the own process', 'elsewhere - 7 alive'],
  ['another process namespace', `${here} pid:[2] 7 alive`],
  ['nobody, as before its text is written', ''],
] as const)('export refuses to run while its file has a lock of %s, for less than a minute', async ([, mark]) => {
  const cli = commandLine({ events: 3 })
  const clock = steppingClock()
  const files = new MemoryFiles(clock, { 'events.part.lock': mark })
  clock.pass(59_000)
  const around = { fs: files.view(), clock, pid: 7, isAlive: (pid: number) => pid === 9 }
  const { code, stderr } = await cli.ran(['export', '--out', '/events'], around)
  expect(stderr).toMatch(/^error: --out: /)
  expect({ code, files: files.files }).toEqual({ code: 1, files: { 'events.part.lock': mark } })
})

test('an export whose lock another process has taken stops writing, and leaves the new lock in place', async () => {
  await using at = await exporting({ events: 60 }, 'events.ndjson')
  const { cli, folder, out } = at
  await using running = await underway(cli, out)
  const before = readFileSync(`${out}.part`, 'utf8')
  writeFileSync(`${out}.part.lock`, 'elsewhere - 7 another')
  cli.service.faults.clear()
  expect((await running.ended).code).toBe(1)
  expect(readFileSync(`${out}.part`, 'utf8')).toBe(before)
  expect(readdirSync(folder.path)).toContain('events.ndjson.part.lock')
})

test('at most one of many simultaneous exports takes over the lock of a dead process, and releases the lock at its end', async () => {
  const cli = commandLine({ events: 3 })
  const { stdout: whole } = await cli.ran(['export'])
  const clock = steppingClock()
  const files = new MemoryFiles(clock, { 'events.part.lock': 'elsewhere - 7 dead' })
  clock.pass(600_000)
  const again = () => cli.ran(['export', '--out', '/events'], { fs: files.view(), clock })
  for (const { code, stderr } of await Promise.all(Array.from({ length: 4 }, again)))
    expect({ code, stderr }).toEqual(
      code === 0 ? { code, stderr: '' } : { code: 1, stderr: expect.stringMatching(/^error: --out: /) },
    )
  expect((await again()).code).toBe(0)
  expect(files.files).toEqual({ events: whole })
})

test.runIf(process.platform !== 'win32')(
  'export refuses to write when its unfinished file is a symbolic link',
  async () => {
    await using at = await exporting()
    const { cli, folder, out } = at
    const refused = { code: 1, stderr: expect.stringContaining(`error: --out: ${out}.part `) }
    // Also where the export replaces an unfinished file that --resume could continue.
    await unfinished(cli, out)
    renameSync(`${out}.part`, folder.file('precious'))
    symlinkSync('precious', `${out}.part`)
    const before = readFileSync(folder.file('precious'), 'utf8')
    for (const more of [['--resume'], []])
      expect(await cli.ran(['export', '--out', out, ...more])).toMatchObject(refused)
    expect(readFileSync(folder.file('precious'), 'utf8')).toBe(before)
  },
)

test.runIf(process.platform !== 'win32')(
  'export never writes to the targets of symbolic links in the folder of its file',
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

test('no file that export writes contains the API key', async () => {
  const cli = commandLine({ events: 20, perPage: 10, keys: { group: 'a-very-secret-key' } })
  await using folder = await temporaryFolder()
  await unfinished(cli, folder.file('events'))
  for (const name of readdirSync(folder.path)) {
    expect(readFileSync(folder.file(name), 'utf8')).not.toContain('a-very-secret-key')
  }
})
