import type { Command } from 'commander'
import { CliError } from '../../run/cli-error.ts'
import type { Choose, Io } from '../../run/io.ts'
import { describe, type HelpText } from '../../terminal/help.ts'
import { exitWithStarter } from './exit-with-starter.ts'
import { addMockFlags, type MockFlags } from './flags.ts'
import { targetOf } from './intercepted.ts'
import { runBeside } from './run-beside.ts'
import { serveUntilSignal } from './serve-until-signal.ts'
import { startMock } from './start.ts'

/** Starts the mock service. Ends it after the command behind `--`; without such a command, after a signal. Resolves with the exit code. */
async function runMock(flags: MockFlags, command: readonly string[] | undefined, io: Io): Promise<number> {
  exitWithStarter(flags.exitWithParent === true, io)
  const [program, ...args] = command ?? []
  const target = await targetOf(flags, program !== undefined)
  const mock = await startMock({ ...flags, port: flags.port ?? (program === undefined ? 4010 : 0) }, io)
  return program === undefined
    ? serveUntilSignal(mock, flags, io)
    : runBeside(mock, { program, args, target }, flags, io)
}

const help: HelpText = {
  group: 'Test',
  summary: 'runs the whole service, in memory, on a port',
  description: 'Runs the whole events service, both versions of its API, in memory, on a port.',
  examples: [
    { run: 'osdi-events mock', does: '60 events on http://127.0.0.1:4010' },
    { run: 'osdi-events mock --port 0 --events 1000', does: 'a free port, a thousand events' },
    { run: 'osdi-events mock --state events.json', does: 'continues from its last state' },
    {
      run: 'osdi-events mock --preset action-network -- python3 sync.py',
      does: 'a program for https://actionnetwork.org, unchanged, in any language',
    },
    { run: 'osdi-events mock --latency 500 --rate-limit 4', does: 'slow, and strict' },
    { run: 'osdi-events mock -- npm test', does: 'for as long as the tests run' },
  ],
  notes: [
    'After --, you can give a command. With --preset or --base-url, its requests for that address go to the mock, with any key, and requests for other hosts are refused. A program that ignores the proxy variables, or has agents or an environment of its own, bypasses this: its requests reach the real service. With certificates of its own, it fails. If no request arrived, the exit code is 1.',
    'The command gets EVENTS_BASE_URL, EVENTS_API_KEY, EVENTS_INDIVIDUAL_KEY, EVENTS_NAMESPACE and, with --preset, EVENTS_PRESET, and osdi-events exits with its exit code.',
    'Without a command, SIGINT or SIGTERM ends the service. If standard output is no terminal, or with --json, its first line is {"url":…,"keys":{"group":…,"individual":…}}. If npx or npm started it, it also ends when they end.',
  ],
}

/** Adds `osdi-events mock`, which runs the mock service on a port. */
export function addMock(program: Command, behind: readonly string[] | undefined, choose: Choose): void {
  describe(addMockFlags(program.command('mock')), help)
    .argument('[command...]')
    .usage('[flags] [-- command [args…]]')
    .action((words: readonly string[], flags: MockFlags) => {
      const [extra] = words.slice(0, words.length - (behind?.length ?? 0))
      if (extra !== undefined)
        throw new CliError(2, `unexpected '${extra}'`, {
          hint: `write the command to run after --, as in: osdi-events mock -- ${extra}`,
        })
      if (behind?.length === 0) throw new CliError(2, 'no command after --')
      choose((io) => runMock(flags, behind, io))
    })
}
