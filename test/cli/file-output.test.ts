import { type FileHandle, open, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { fileOutput } from '../../src/cli/export/output/file-output.ts'
import { lock } from '../../src/cli/export/output/lock.ts'
import { temporaryFolder } from '../support/folder.ts'

afterEach(() => void vi.restoreAllMocks())

const page = (number: number) => `${JSON.stringify({ page: number, filler: 'x'.repeat(300_000) })}\n`
const hour = 3_600_000
const reached = (pages: number) => ({ tally: { pages, events: pages, rejected: 0 }, checkpoint: `behind ${pages}` })

test('what a failing disk did not take is in no state: whoever resumes writes it once', async () => {
  await using folder = await temporaryFolder()
  const out = folder.file('events.ndjson')
  const output = await fileOutput(out, {}, undefined)
  await output.write(page(1))
  await output.save(reached(1), 'now')
  const probe = await open(out, 'w')
  const handles: FileHandle = Object.getPrototypeOf(probe)
  await probe.close()
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  vi.spyOn(handles, 'write').mockRejectedValueOnce(full)
  await expect(output.write(page(2))).rejects.toBe(full)
  // The disk has room again by the time that the end is saved.
  await output.save(reached(1), 'now')
  await output.close()

  const resumed = await fileOutput(out, {}, 24 * hour)
  expect(resumed.reached).toMatchObject({ checkpoint: 'behind 1' })
  await resumed.write(page(2))
  await resumed.finish()
  await resumed.close()
  expect(await readFile(out, 'utf8')).toBe(page(1) + page(2))
})

test('a file that was gone on with is as old as its beginning', async () => {
  await using folder = await temporaryFolder()
  const out = folder.file('events.ndjson')
  // All of it before now, by which the file itself is dated.
  const start = Date.now() - 50 * hour
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  for (const [hours, goesOn] of [
    [0, false],
    [20, true],
    [30, false],
    [50, true],
  ] as const) {
    const output = await fileOutput(out, {}, 24 * hour, () => start + hours * hour)
    expect(output.reached !== undefined, `${hours} hours later`).toBe(goesOn)
    await output.write('an event\n')
    await output.save(reached(1), 'now')
    await output.close()
  }
  expect(said).toHaveBeenCalledOnce()
  expect(await readFile(`${out}.part`, 'utf8')).toBe('an event\n'.repeat(2))
})

test('an export whose lock was taken away writes nothing more', async () => {
  await using folder = await temporaryFolder()
  const out = folder.file('events.ndjson')
  const halted = await fileOutput(out, {}, undefined)
  await halted.write('of the first\n')
  await halted.save(reached(1), 'now')
  await writeFile(`${out}.part.lock`, 'elsewhere - 7 another')
  await halted.write('too late\n')
  await expect(halted.save(reached(2), 'now')).rejects.toThrow('another export is writing')
  await expect(halted.finish()).rejects.toThrow('another export is writing')
  expect(await readFile(`${out}.part`, 'utf8')).toBe('of the first\n')
  await halted.close()
  expect((await readdir(folder.path)).sort()).toEqual([
    'events.ndjson.part',
    'events.ndjson.part.json',
    'events.ndjson.part.lock',
  ])
})

test('of many that find the lock of a dead export at once, one takes it, and it is free again afterwards', async () => {
  await using folder = await temporaryFolder()
  const out = folder.file('events.ndjson')
  for (let round = 0; round < 20; round += 1) {
    await writeFile(`${out}.part.lock`, 'elsewhere - 7 dead')
    const longAgo = new Date(Date.now() - 600_000)
    await utimes(`${out}.part.lock`, longAgo, longAgo)
    const taken = await Promise.allSettled(Array.from({ length: 4 }, () => lock(out)))
    const held = taken.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const still = await Promise.allSettled(held.map((each) => each.check()))
    expect(still.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
    for (const each of held) await each[Symbol.asyncDispose]()
    expect((await readdir(folder.path)).filter((name) => name.endsWith('.lock'))).toEqual([])
  }
})
