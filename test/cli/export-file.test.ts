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
      stderr: expect.stringMatching(/^error: --out: another export is writing \S+\n {2}wait for it, [^\n]+\n$/),
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
] as const)('export takes over a lock %s', async ([, mark, touched]) => {
  await using at = await exporting({ events: 3 }, 'events.ndjson')
  const { cli, folder, out } = at
  writeFileSync(`${out}.part.lock`, mark)
  utimesSync(`${out}.part.lock`, touched, touched)
  expect(await cli.ran(['export', '--out', out], { clock: steppingClock() })).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(folder.path)).toEqual(['events.ndjson'])
})

test('export refuses to run while its file has a recent lock of another machine', async () => {
  await using at = await exporting({ events: 3 }, 'events.ndjson')
  const { cli, folder, out } = at
  writeFileSync(`${out}.part.lock`, 'elsewhere - 7 alive')
  expect(await cli.ran(['export', '--out', out])).toMatchObject({ code: 1 })
  expect(readdirSync(folder.path)).toEqual(['events.ndjson.part.lock'])
})

test('an export whose lock another process has taken stops writing, and leaves the new lock in place', async () => {
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

test('at most one of many simultaneous exports takes over the lock of a dead process, and releases the lock at its end', async () => {
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

test.runIf(process.platform !== 'win32')(
  'export refuses to write when its unfinished file is a symbolic link',
  async () => {
    await using at = await exporting()
    const { cli, folder, out } = at
    const refused = { code: 1, stderr: expect.stringContaining(`error: --out: ${out}.part is a symbolic link`) }
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
