import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandLine, linesOf } from '../support/command-line.ts'
import { exporting, underway, unfinished } from '../support/exporting.ts'
import { MemoryFiles, steppingClock } from '../support/memory-files.ts'

test.for(['ndjson', 'json', 'csv'])('export --format %s --resume continues after a failure', async (format) => {
  await using at = await exporting({ events: 60, perPage: 10 })
  const { cli, folder, out } = at
  const whole = (await cli.ran(['export', '--format', format])).stdout
  cli.fault({ nth: 4, times: 100, effect: { kind: 'status', status: 501 } })
  const args = ['export', '--format', format, '--out', out]
  const failed = await cli.ran(args)
  expect(failed).toMatchObject({ code: 1, stdout: '' })
  expect(readdirSync(folder.path).sort()).toEqual(['events.part', 'events.part.json'])
  // Lines after the last saved state do not count, however many.
  writeFileSync(`${out}.part`, readFileSync(`${out}.part`, 'utf8') + 'half a li'.repeat(20_000))

  cli.service.faults.clear()
  cli.service.requests.clear()
  expect(await cli.ran([...args, '--resume'])).toMatchObject({ code: 0, stdout: '', stderr: '' })
  expect(readFileSync(out, 'utf8')).toBe(whole)
  expect(readdirSync(folder.path)).toEqual(['events'])
  expect(cli.service.requests.length).toBeLessThan(6)
})

test('export --resume starts from the beginning when there is no unfinished file', async () => {
  await using at = await exporting({ events: 5 }, 'events.ndjson')
  const { cli, out } = at
  for (const _ of ['the first night', 'the second night']) {
    expect(await cli.ran(['export', '--out', out, '--resume'])).toMatchObject({ code: 0, stderr: '' })
    expect(linesOf(readFileSync(out, 'utf8'))).toHaveLength(5)
  }
})

const hour = 3_600_000

test('export --resume starts again from the first event when the unfinished file is a day old, and warns', async () => {
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
    // In whole seconds: every file system keeps those.
    const then = new Date(Math.floor(Date.now() / 1000) * 1000 - hoursAgo * hour)
    utimesSync(`${out}.part`, then, then)
    cli.service.requests.clear()
    const { code, stderr } = await cli.ran(['export', '--out', out, ...flags])
    const said = expect.stringMatching(new RegExp(`^warning: --resume: [^\\n]*${then.toISOString()}[^\\n]*\\n$`))
    expect({ code, stderr }, `${flags} ${hoursAgo}`).toEqual({ code: 0, stderr: anew ? said : '' })
    expect(linesOf(readFileSync(out, 'utf8'))).toEqual(await cli.events())
  }
})

test('export --resume measures the age of an unfinished file from the first run', async () => {
  const cli = commandLine({ events: 30, perPage: 10 })
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
    // Each run writes a page, and so saves its state.
    cli.fault({ nth: 2, effect: { kind: 'status', status: 501 } })
    const { code, stderr } = await cli.ran(['export', '--out', '/events', '--resume'], { fs: files.view(), clock })
    expect({ code, anew: stderr.includes('warning: --resume: ') }).toEqual({ code: 1, anew })
  }
})

test('export --resume refuses an unfinished file from a run with other flags, names the flag, and keeps the file', async () => {
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
    expect([code, stderr]).toEqual([2, expect.stringMatching(new RegExp(`^error: --resume: [^\\n]* ${flag} `))])
  }
  expect(readFileSync(`${out}.part`, 'utf8')).toBe(before)
})

test('export --resume refuses an unfinished file that became shorter, and an unreadable state', async () => {
  await using at = await exporting()
  const { cli, folder, out } = at
  await unfinished(cli, out)
  writeFileSync(`${out}.part`, 'short')
  const short = await cli.ran(['export', '--out', out, '--resume'])
  expect(short).toMatchObject({ code: 1, stderr: expect.stringContaining(`--resume: ${out}.part `) })
  const ofNothing = '{"format":1,"of":null,"begun":9e15,"bytes":0,"tally":{"events":0}}'
  for (const state of ['{', 'null', '5', '{"format":1}', '{"format":2}', ofNothing]) {
    writeFileSync(`${out}.part.json`, state)
    const unread = await cli.ran(['export', '--out', out, '--resume'])
    expect(unread).toMatchObject({ code: 1, stderr: expect.stringContaining(`--resume: ${out}.part.json `) })
  }
  // Without the flag it starts anew.
  expect((await cli.ran(['export', '--out', out])).code).toBe(0)
  expect(readdirSync(folder.path)).toEqual(['events'])
})

test('export without --resume discards an unfinished file, and counts its events', async () => {
  await using at = await exporting()
  const { cli, out } = at
  await unfinished(cli, out)
  const { code, stderr } = await cli.ran(['export', '--out', out])
  expect(stderr).toMatch(/^warning: --out: 10 events /)
  expect(code).toBe(0)
  expect(linesOf(readFileSync(out, 'utf8'))).toHaveLength(20)
})

test.for([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends export with exit code %s, and leaves an unfinished file for --resume', async ([signal, code]) => {
  await using at = await exporting({ events: 60 }, 'events.ndjson')
  const { cli, out } = at
  await using running = await underway(cli, out)
  running.interrupt(signal)
  const ended = await running.ended
  expect(ended).toMatchObject({ code, stdout: '' })
  expect(ended.stderr).toContain('--resume')
  expect(existsSync(out)).toBe(false)
  expect(linesOf(readFileSync(`${out}.part`, 'utf8'))).toHaveLength(50)
  cli.service.requests.clear()
  expect((await cli.ran(['export', '--out', out, '--resume'])).code).toBe(0)
  expect(linesOf(readFileSync(out, 'utf8'))).toEqual(await cli.events())
})
