import type { MockServiceOptions } from 'osdi-events/mock'
import { expect } from 'vitest'
import { type CommandLine, commandLine } from './command-line.ts'
import { temporaryFolder } from './folder.ts'

/** A service of two pages, and a file in a folder of its own to export them to. */
export async function exporting(options: MockServiceOptions = { events: 20, perPage: 10 }, name = 'events') {
  const folder = await temporaryFolder()
  const out = folder.file(name)
  return { cli: commandLine(options), folder, out, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}

/** An export to a file that has two of three pages by now, and waits for the last one. */
export async function underway(cli: CommandLine, out: string) {
  const fault = cli.fault({ nth: 3, effect: { kind: 'no-answer' } })
  // Page by page: the third is asked for when the second is written, and not beside it.
  const running = cli.start(['export', '--out', out, '--prefetch', '0'])
  await fault.struck()
  return running
}

/** Leaves an unfinished export of the first ten events behind. */
export async function unfinished(cli: CommandLine, out: string): Promise<void> {
  cli.fault({ nth: 2, times: 3, effect: { kind: 'status', status: 501 } })
  expect((await cli.ran(['export', '--out', out])).code).toBe(1)
  cli.service.faults.clear()
}
