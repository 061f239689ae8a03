import { exitWithStarter } from './exit-with-starter.ts'
import type { MockFlags } from './flags.ts'
import { runBeside } from './run-beside.ts'
import { serveUntilSignal } from './serve-until-signal.ts'
import { start } from './start.ts'

/** Starts the service and keeps it until a signal comes or, where there is one, the command has ended; gives the exit code. */
export async function runMock(flags: MockFlags, command: readonly string[] | undefined): Promise<number> {
  exitWithStarter(flags.exitWithParent === true)
  const [program, ...args] = command ?? []
  const mock = await start({ ...flags, port: flags.port ?? (program === undefined ? 4010 : 0) })
  return program === undefined ? serveUntilSignal(mock, flags) : runBeside(mock, program, args)
}
