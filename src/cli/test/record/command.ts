import type { Command } from 'commander'
import { CliError } from '../../run/cli-error.ts'
import { addPreset, flagsOf, several, text } from '../../run/flag.ts'
import { type Choose, type Io, print, printJson } from '../../run/io.ts'
import { addressOf } from '../../run/service.ts'
import { describe, groupAsConnection, type HelpText } from '../../terminal/help.ts'
import { sayError } from '../../terminal/messages.ts'
import { screenOf } from '../../terminal/screen.ts'
import { readFindings } from '../check.ts'
import { exitOf, reasonOf } from '../intercept/command.ts'
import { checkPassHosts, isLoopback, type Target, targetAt } from '../intercept/target.ts'
import type { RecordReport } from './recording.ts'

interface RecordFlags {
  readonly preset?: 'action-network'
  readonly baseUrl?: string
  readonly namespace: string
  readonly allowInsecureHttp?: true
  readonly assumptions?: string
  readonly writes?: true
  readonly passHost?: readonly string[]
  readonly json?: true
  readonly markdown?: true
}

const help: HelpText = {
  group: 'Test',
  summary: 'runs a command, and compares the service with the mock for its requests',
  description:
    'Runs a command whose requests go to the real service, asks the mock the same, and says what differs in statuses, members, types and links.',
  examples: [
    {
      run: 'osdi-events record --preset action-network -- python3 sync.py',
      does: 'a program for https://actionnetwork.org, unchanged, in any language',
    },
    { run: 'osdi-events record --preset action-network --markdown -- npm run sync > report.md', does: 'for an issue' },
    { run: 'osdi-events record --base-url https://events.example.org --writes -- ./publish', does: 'with its writes' },
  ],
  notes: [
    'Only GET and HEAD go to the service, unless you give --writes. Other requests get status 405, and the exit code is then 1 at least. The key goes only to the address of the service, over TLS with a valid certificate. Requests for other hosts are refused; --pass-host lets one through.',
    'The report contains no titles, people, ids or keys, and nothing is written to a file. It goes to standard error. With --json or --markdown, it goes to standard output, and the output of the command to standard error.',
    'The mock is asked in the state that the answers show: with the events, people, RSVPs and campaigns that were seen. It cannot show what only their values differ in. Not compared are tags, redirects, answers with status 429 or 5xx, bodies above 16 MB, pages behind 2000 items, and all after 2000 requests.',
    'The exit code is that of the command. It is 1 if the command succeeds, but no request arrived, or a write was refused. SIGINT ends the command, and the report is still printed. Programs that bypass the proxy are those of osdi-events mock.',
  ],
}

/** Adds `osdi-events record`, which compares the service with the mock for the requests of a command. */
export function addRecord(program: Command, behind: readonly string[] | undefined, choose: Choose): void {
  const command = program.command('record')
  const add = flagsOf(command)
  addPreset(command, 'a known service (or EVENTS_PRESET)')
  add('--base-url <address>', 'address of the service (or EVENTS_BASE_URL)', text)
  add('--namespace <prefix>', "the service's own prefix (or EVENTS_NAMESPACE)", text)
  command.option('--allow-insecure-http', 'lets the key go to another machine unencrypted')
  groupAsConnection(command)
  add('--assumptions <file>', 'conventions of a service, from osdi-events check --save', text)
  add('--pass-host <name>', 'another host that the command may reach; may be repeated', several)
  describe(command, help)
    .option('--writes', 'lets writes reach the service, and compares them too')
    .option('--json', 'the report as JSON')
    .option('--markdown', 'the report as Markdown, for an issue')
    .argument('[command...]')
    .usage('[flags] -- command [args…]')
    .action((words: readonly string[], flags: RecordFlags) => {
      const hint = 'write the command after --, as in: osdi-events record --preset action-network -- python3 sync.py'
      const [name, ...args] = behind ?? []
      if (name === undefined || words.length > (behind?.length ?? 0))
        throw new CliError(2, 'no command after --', { hint })
      choose((io) => record(flags, { program: name, args }, io))
    })
}

/** The comparison ends so long after the command, whatever is left. */
const maxWaitMs = 30_000

async function record(
  flags: RecordFlags,
  command: { readonly program: string; readonly args: readonly string[] },
  io: Io,
): Promise<number> {
  const [mock, { intercept }, { Recording }, { Recorder }] = await Promise.all([
    import('osdi-events/mock'),
    import('../intercept/interception.ts'),
    import('./recording.ts'),
    import('./recorder.ts'),
  ])
  const { preset, namespace, passHost = [], json, markdown } = flags
  const baseUrl = addressOf({ ...flags, api: 'v2' }, io, preset && mock.actionNetwork.baseUrl).replace(/\/+$/, '')
  const target = checkedTarget(baseUrl, flags)
  checkPassHosts(passHost, target.host, 'the service')
  const file = flags.assumptions === undefined ? {} : await readFindings(flags.assumptions, io, '--assumptions')
  const recording = namingFlags(() => {
    // A report stands for all assumptions, as in osdi-events mock.
    const found = 'findings' in file ? mock.createMockService({ assumptions: file }).assumptions : file
    const assumptions = { ...(preset && mock.actionNetwork.assumptions), ...found }
    return new Recording(mock, { baseUrl, namespace, assumptions }, () => io.clock.now())
  }, mock.MockServiceError)
  const recorder = new Recorder(target, recording, flags.writes === true, io)
  const refusal = `osdi-events record leads only to ${target.origin} and refuses HOST; --pass-host lets another host through`
  await using interception = await intercept({ target, answer: recorder.answer, passHosts: passHost, refusal }, io)
  const stdout = json || markdown ? 2 : ('inherit' as const)
  const { code, isInterrupted } = await exitOf(io, { ...command, env: { ...io.env, ...interception.env }, stdout })
  using _ = io.clock.every(maxWaitMs, () => recorder.stop())
  io.signal.addEventListener('abort', () => recorder.stop(), { once: true })
  await recorder.end()
  const report = recording.report()
  await printReport(report, flags, io)
  return code || (isInterrupted ? 0 : failureIn(report, target, interception.proxy.connected, io))
}

/** The address of the service as an origin to intercept. */
function checkedTarget(baseUrl: string, { allowInsecureHttp }: RecordFlags): Target {
  const target = targetAt(baseUrl)
  if (!target) throw new CliError(2, '--base-url: must be an http or https address')
  if (!target.isSecure && !isLoopback(target.host) && !allowInsecureHttp)
    throw new CliError(2, '--base-url: the key would go to another machine unencrypted', {
      hint: 'give an https address, or --allow-insecure-http',
    })
  return target
}

/** Runs `make`, which makes mock services. Their errors name options; those of this command name flags. */
function namingFlags<Made>(
  make: () => Made,
  MockServiceError: typeof import('osdi-events/mock').MockServiceError,
): Made {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof MockServiceError)) throw error
    const [field = ''] = error.field.split('.')
    const flag = { baseUrl: '--base-url', namespace: '--namespace', assumptions: '--assumptions' }[field] ?? field
    throw new CliError(2, error.message.replace(error.field, flag), { cause: error })
  }
}

/** The exit code for a command that has succeeded. */
function failureIn({ requests, refused }: RecordReport, target: Target, connected: number, io: Io): number {
  if (requests === 0 && refused === 0) sayError(io, `no request for ${target.origin} arrived`, reasonOf(connected))
  else if (refused === 0) return 0
  else
    sayError(
      io,
      `${refused === 1 ? 'a write was' : `${refused} writes were`} refused`,
      'give --writes to let writes through',
    )
  return 1
}

async function printReport(report: RecordReport, { json, markdown }: RecordFlags, io: Io): Promise<void> {
  const { markdownOf, textOf } = await import('./report.ts')
  if (json) await printJson(io, report)
  else if (markdown) await print(io, markdownOf(report))
  else io.stderr.write(textOf(report, screenOf(io.stderr, io.env)))
}
