import { type FileHandle, open, readFile } from 'node:fs/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { fileOutput } from '../../src/cli/export/output/file-output.ts'
import { temporaryFolder } from '../support/folder.ts'

afterEach(() => void vi.restoreAllMocks())

const page = (number: number) => `${JSON.stringify({ page: number, filler: 'x'.repeat(300_000) })}\n`
const reached = (pages: number) => ({ tally: { pages, events: pages, rejected: 0 }, checkpoint: `behind ${pages}` })

test('what a failing disk did not take is in no state: whoever resumes writes it once', async () => {
  await using folder = await temporaryFolder()
  const out = folder.file('events.ndjson')
  const output = await fileOutput(out, {}, false)
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

  const resumed = await fileOutput(out, {}, true)
  expect(resumed.reached).toMatchObject({ checkpoint: 'behind 1' })
  await resumed.write(page(2))
  await resumed.finish()
  await resumed.close()
  expect(await readFile(out, 'utf8')).toBe(page(1) + page(2))
})
