import type { MockServiceOptions } from 'osdi-events/mock'
import { expect } from 'vitest'
import { type CommandLine, commandLine } from './command-line.ts'
import { temporaryFolder } from './folder.ts'

/** A service with two pages of events, and a file in a separate folder for their export. */
export async function exporting(options: MockServiceOptions = { events: 20, perPage: 10 }, name = 'events') {
  const folder = await temporaryFolder()
  const out = folder.file(name)
  return { cli: commandLine(options), folder, out, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}

/** A running export: the file has two of three pages, and the export waits for the last page. */
export async function underway(cli: CommandLine, out: string) {
  const fault = cli.fault({ nth: 3, effect: { kind: 'no-answer' } })
  // Without prefetch: the request for the third page comes after the second page is written.
  const running = cli.start(['export', '--out', out, '--prefetch', '0'])
  await fault.applied()
  return running
}

/** Makes an unfinished export of the first ten events. */
export async function unfinished(cli: CommandLine, out: string): Promise<void> {
  cli.fault({ nth: 2, times: 3, effect: { kind: 'status', status: 501 } })
  expect((await cli.ran(['export', '--out', out])).code).toBe(1)
  cli.service.faults.clear()
}
