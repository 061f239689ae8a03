import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandLine } from '../support/command-line.ts'
import { temporaryFolder } from '../support/folder.ts'
import { MemoryFiles, powerCut, steppingClock } from '../support/memory-files.ts'

type Options = Parameters<typeof commandLine>[0]

/** A service whose events can be changed by their number. Each change comes one hour after the last operation. */
async function changing(options: Options = {}) {
  const cli = commandLine({ events: 5, perPage: 2, ...options })
  const ids = (await cli.events()).map((event) => String(Reflect.get(event, 'identifiers')[0]).replace('platform:', ''))
  const change = (number: number, title: string) => {
    cli.service.clock.advance('PT1H')
    cli.service.updateEvent(ids[number] ?? '', { title })
  }
  return { cli, change }
}

/** The titles in a file of one event a line. */
const titlesIn = (text = '') => text.match(/(?<="(?:title|summary)":")(?!Park friends)[^"]*(?=")/g) ?? []
const newIn = (text = '') => titlesIn(text).filter((title) => title.startsWith('New'))

const args = ['export', '--cursor', '/cursor', '--out', '/events', '--fields', 'title']

for (const filter of ['honoured', 'ignored', 'by day', 'dropped from next'] as const)
  test(`the first export --cursor prints all events, and the second prints only changed events, with the assumption filter "${filter}"`, async () => {
    const { cli, change } = await changing({ assumptions: { filter } })
    const clock = steppingClock()
    const files = new MemoryFiles(clock)
    const run = () => cli.ran(args, { fs: files.view(), clock })
    expect(await run()).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(titlesIn(files.files.events)).toHaveLength(5)
    change(4, 'New 4')
    change(1, 'New 1')
    expect(await run()).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(titlesIn(files.files.events)).toEqual(['New 1', 'New 4'])
    change(2, 'New 2')
    await run()
    // The last change of the run before may come again.
    expect(titlesIn(files.files.events)).toEqual(['New 1', 'New 2'])
    const { cursor = '' } = files.files
    expect(Object.keys(files.files).sort()).toEqual(['cursor', 'events'])
    expect(cursor).toMatch(/^\{"osdi":1,[^\n]+\}\n$/)
    expect(cursor).not.toContain(cli.key)
  })

// In four parts each, for a busy machine.
for (const left of ['all', 'synced'])
  for (const first of [0, 1, 2, 3])
    test(`export --cursor misses no change after a crash at any file system call, with ${left} of the last write on disk, from call ${first}`, async () => {
      // One page: the number of pages changes no call of the file system.
      const { cli, change } = await changing({ assumptions: { filter: 'honoured' }, perPage: 10 })
      const clock = steppingClock()
      const start = new MemoryFiles(clock)
      const run = (files: MemoryFiles, watch?: Parameters<MemoryFiles['view']>[0]) =>
        cli.ran(args, { fs: files.view(watch), clock })
      await run(start)
      change(3, 'New 3')
      change(1, 'New 1')
      const before = start.files
      const { service } = cli
      const changed = service.snapshot()
      const whole = start.left('all')
      await run(whole)
      let points: number = first
      for (; ; points += 4) {
        service.restore(changed)
        const files = start.left('all')
        const { state, watch } = powerCut(points)
        await run(files, watch)
        if (!state.isCut) break
        const remains = files.left(left)
        const where = `${points}, ${state.where}`
        // The cursor is complete, and never newer than the file.
        const seen = newIn(remains.files.events)
        expect(remains.files.cursor, where).toMatch(/^\{[^\n]+\}\n$/)
        expect([before.events, whole.files.events], where).toContain(remains.files.events)
        if (remains.files.cursor !== before.cursor) expect(seen, where).toEqual(['New 1', 'New 3'])
        change(4, 'New 4')
        // A lock without text is free after a minute.
        if (left === 'synced') clock.pass(61_000)
        expect(await run(remains), where).toEqual({ code: 0, stdout: '', stderr: '' })
        expect(new Set([...seen, ...newIn(remains.files.events)]), where).toEqual(new Set(['New 1', 'New 3', 'New 4']))
        expect(Object.keys(remains.files).sort(), where).toEqual(['cursor', 'events'])
      }
      expect(points).toBeGreaterThan(30)
    })

test('export --cursor writes an empty file or only the CSV header when no event has changed, and does not move the cursor', async () => {
  const { cli } = await changing({ events: 0 })
  await using folder = await temporaryFolder()
  const [out, cursor] = [folder.file('events.csv'), folder.file('cursor')]
  const run = (...more: readonly string[]) => cli.ran(['export', '--cursor', cursor, '--out', out, ...more])
  expect(await run('--fields', 'title')).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(readFileSync(out, 'utf8')).toBe('\ufeff"title"\r\n')
  expect(existsSync(cursor)).toBe(false)
  // The first run accepts a date-time as cursor.
  writeFileSync(cursor, '2026-05-01T00:00:00Z\n')
  expect(await run('--format', 'ndjson')).toMatchObject({ code: 0, stderr: '' })
  expect([readFileSync(out, 'utf8'), readFileSync(cursor, 'utf8')]).toEqual(['', '2026-05-01T00:00:00Z\n'])
})

test('a failed export --cursor leaves the file and the cursor unchanged, and a second run starts from the old cursor', async () => {
  const { cli, change } = await changing({ assumptions: { filter: 'ignored' } })
  await using folder = await temporaryFolder()
  const [out, cursor] = [folder.file('events'), folder.file('cursor')]
  const run = () => cli.ran(['export', '--cursor', cursor, '--out', out, '--fields', 'title'])
  await run()
  const before = [readFileSync(out, 'utf8'), readFileSync(cursor, 'utf8')]
  change(0, 'New 0')
  cli.fault({ nth: 3, effect: { kind: 'status', status: 501 } })
  expect(await run()).toMatchObject({ code: 1, stdout: '' })
  expect([readFileSync(out, 'utf8'), readFileSync(cursor, 'utf8')]).toEqual(before)
  expect(readdirSync(folder.path).sort()).toEqual(['cursor', 'events'])
  cli.service.faults.clear()
  expect(await run()).toMatchObject({ code: 0, stderr: '' })
  expect(titlesIn(readFileSync(out, 'utf8'))).toContain('New 0')
})

test('export --cursor --skip-invalid does not move the cursor when it skips an event, nor --allow-incomplete when events are missing', async () => {
  const { cli } = await changing()
  await using folder = await temporaryFolder()
  const [out, cursor] = [folder.file('events'), folder.file('cursor')]
  const flags = ['export', '--cursor', cursor, '--out', out, '--skip-invalid']
  cli.fault({ nth: 2, effect: { kind: 'shape' } })
  const { code } = await cli.ran(flags)
  expect([code, existsSync(cursor)]).toEqual([0, false])
  cli.service.faults.clear()
  await cli.ran(flags)
  const before = readFileSync(cursor, 'utf8')
  const short: typeof fetch = async (input, init) => {
    const page = (await (await cli.service.fetch(input, init)).json()) as object
    return Response.json({ ...page, total_records: 99 }, { headers: { 'Content-Type': 'application/hal+json' } })
  }
  cli.service.clock.advance('PT1H')
  cli.service.addEvent({ title: 'New' }, { key: cli.service.seeded.group })
  expect((await cli.ran([...flags, '--allow-incomplete'], { fetch: short })).code).toBe(0)
  expect(readFileSync(cursor, 'utf8')).toBe(before)
})

test('export refuses a damaged cursor, or a cursor of another list, with exit code 2, and names the file', async () => {
  const { cli } = await changing()
  await using folder = await temporaryFolder()
  const [out, cursor] = [folder.file('events'), folder.file('cursor$&')]
  const flags = ['export', '--cursor', cursor, '--out', out]
  const refused = async (...more: readonly string[]) => {
    const { code, stdout, stderr } = await cli.ran([...flags, ...more])
    expect(stderr.startsWith(`error: --cursor: ${cursor}: `)).toBe(true)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  }
  await cli.ran(flags)
  const whole = readFileSync(cursor, 'utf8')
  cli.service.requests.clear()
  await refused('--api', 'v1')
  await refused('--campaign', '7')
  await refused('--base-url', `${cli.service.baseUrl}/elsewhere`)
  for (const damaged of ['', whole.slice(0, 40), '{}', '2026-05-01', 'null']) {
    writeFileSync(cursor, damaged)
    await refused()
  }
  expect(cli.service.requests).toEqual([])
})
