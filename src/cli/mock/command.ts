import type { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import type { Choose, Io } from '../io.ts'
import { exitWithStarter } from './exit-with-starter.ts'
import { addMockFlags, type MockFlags } from './flags.ts'
import { runBeside } from './run-beside.ts'
import { serveUntilSignal } from './serve-until-signal.ts'
import { startMock } from './start.ts'

/** Starts the mock service. Ends it after the command behind `--`; without such a command, after a signal. Resolves with the exit code. */
async function runMock(flags: MockFlags, command: readonly string[] | undefined, io: Io): Promise<number> {
  exitWithStarter(flags.exitWithParent === true, io)
  const [program, ...args] = command ?? []
  const mock = await startMock({ ...flags, port: flags.port ?? (program === undefined ? 4010 : 0) }, io)
  return program === undefined ? serveUntilSignal(mock, flags, io) : runBeside(mock, program, args, io)
}

const examples = `
Examples:
  osdi-events mock                                 60 events on http://127.0.0.1:4010
  osdi-events mock --port 0 --events 1000          a free port, a thousand events
  osdi-events mock --state events.json             continues from its last state
  osdi-events mock --preset action-network --base-url https://actionnetwork.org
                                                   links of the real address, for a proxy with TLS in front
  osdi-events mock --latency 500 --rate-limit 4    slow, and strict
  osdi-events mock -- npm test                     runs until the tests end

After --, you can give a command. It gets EVENTS_BASE_URL, EVENTS_API_KEY and EVENTS_INDIVIDUAL_KEY,
and osdi-events exits with its exit code. Without a command, the first line on standard output is
{"url":…,"keys":{"group":…,"individual":…}}, and SIGINT or SIGTERM ends the service. If npx or npm started it, it also ends when they end.`

/** Adds `osdi-events mock`, which runs the mock service on a port. */
export function addMock(program: Command, behind: readonly string[] | undefined, choose: Choose): void {
  addMockFlags(program.command('mock'))
    .summary('runs the whole service, in memory, on a port')
    .description('Runs the whole events service, both versions of its API, in memory, on a port.')
    .argument('[command...]')
    .usage('[options] [-- command [args…]]')
    .addHelpText('after', examples)
    .action((words: readonly string[], flags: MockFlags) => {
      const [extra] = words.slice(0, words.length - (behind?.length ?? 0))
      if (extra !== undefined)
        throw new CliError(
          2,
          `unexpected '${extra}': write the command to run after --, as in: osdi-events mock -- ${extra}`,
        )
      if (behind?.length === 0) throw new CliError(2, 'no command after --')
      choose((io) => runMock(flags, behind, io))
    })
}
