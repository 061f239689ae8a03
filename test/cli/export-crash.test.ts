import { expect, test } from 'vitest'
import { commandLine } from '../support/command-line.ts'
import { MemoryFiles, powerCut, steppingClock, type Watch } from '../support/memory-files.ts'

const out = '/events'
const before = { events: 'of last night' }

/** An export of two pages in memory. */
async function exporting(format: string) {
  const cli = commandLine({ events: 3, perPage: 2 })
  const clock = steppingClock()
  const args = ['export', '--format', format]
  const { stdout: whole } = await cli.ran(args)
  const run = (files: MemoryFiles, watch?: Watch) =>
    cli.ran([...args, '--out', out, '--resume'], { fs: files.view(watch), clock })
  return { whole, clock, run, cli }
}

const exports = [
  ['new', 'json', 'all'],
  ['new', 'csv', 'synced'],
  ['resumed', 'json', 'synced'],
  ['resumed', 'csv', 'all'],
] as const

// In four parts each, for a busy machine.
for (const [kind, format, left] of exports)
  for (const first of [0, 1, 2, 3])
    test(`export --resume after a crash at any file system call writes every event once: a ${kind} export, as ${format}, with ${left} of the last write on disk, from call ${first}`, async () => {
      const { whole, clock, run, cli } = await exporting(format)
      const start = new MemoryFiles(clock, before)
      if (kind === 'resumed') {
        cli.fault({ nth: 2, effect: { kind: 'status', status: 501 } })
        expect((await run(start)).code).toBe(1)
        expect(Object.keys(start.files)).toContain('events.part.json')
        cli.service.faults.clear()
      }
      let points: number = first
      for (; ; points += 4) {
        const files = start.left('all')
        const { state, watch } = powerCut(points)
        await run(files, watch)
        if (!state.isCut) break
        const remains = files.left(left)
        // A lock without text is free after a minute.
        if (left === 'synced') clock.pass(61_000)
        const where = `${points}, ${state.where}`
        // The file has the complete new or the old content.
        expect([before.events, whole], where).toContain(remains.files.events)
        expect(await run(remains), where).toEqual({ code: 0, stdout: '', stderr: '' })
        expect(remains.files, where).toEqual({ events: whole })
      }
      expect(points).toBeGreaterThan(40)
    })

test('export --resume after a failure of any file system call writes every event once', async () => {
  const { whole, clock, run } = await exporting('ndjson')
  for (let at = 0, failed = ''; at === 0 || failed !== ''; at += 1) {
    const files = new MemoryFiles(clock, before)
    let calls = 0
    failed = ''
    await run(files, (call, when) => {
      if (when === 'after' || calls++ !== at) return
      failed = `${at}, ${call}`
      throw Object.assign(new Error(`ENOSPC: ${call}`), { code: 'ENOSPC' })
    })
    expect([before.events, whole], failed).toContain(files.files.events)
    expect(await run(files), failed).toMatchObject({ code: 0, stdout: '' })
    expect(files.files, failed).toEqual({ events: whole })
  }
})
