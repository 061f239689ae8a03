import type { Command } from 'commander'
import type { Assumptions, CheckReport } from 'osdi-events/mock'
import { writeAtomically } from '../files/atomic-file.ts'
import { checkDistinct } from '../files/distinct.ts'
import { readText } from '../files/text.ts'
import { checkWritable } from '../files/writable.ts'
import { CliError, isErrorWithCode } from '../run/cli-error.ts'
import { namespaceAdvice, serviceFlagOf } from '../run/client-error.ts'
import { flagsOf, text } from '../run/flag.ts'
import { type Choose, type Io, print, printJson, type Task } from '../run/io.ts'
import { addressOf, addServiceFlags, limitOf, readKey, routeOf, type ServiceFlags } from '../run/service.ts'
import { describe, type HelpText } from '../terminal/help.ts'
import { warn } from '../terminal/messages.ts'
import { ProgressLine } from '../terminal/progress.ts'
import { screenOf } from '../terminal/screen.ts'
import { counted } from '../terminal/text.ts'
import { type Changes, markdownOf, otherPrefixIn, settingText, textOf } from './check-report.ts'
import { checkWriteFlags, confirmWrites, MadeThings } from './check-writes.ts'

interface CheckFlags extends ServiceFlags {
  readonly save?: string
  readonly against?: string
  readonly json?: true
  readonly markdown?: true
  readonly all?: true
  readonly writes?: true
  readonly yes?: true
  readonly email?: string
}

const help: HelpText = {
  group: 'Test',
  summary: 'compares a service with the mock service',
  description: 'Compares a real service with the mock service, and says what differs.',
  examples: [
    { run: 'osdi-events check --preset action-network' },
    { run: 'osdi-events check --save report.json && osdi-events mock --assumptions report.json' },
    {
      run: 'osdi-events check --writes --email you@example.org',
      does: 'also tries writes, with the key of a group for tests',
    },
    {
      run: 'osdi-events check --against report.json',
      does: 'in a nightly job: exit code 4 if the service has changed',
    },
  ],
  notes: [
    'The command sends at most 60 requests, four a second unless you set --rate-limit. All of them are GET requests, so it changes nothing. The report contains no titles, people, ids or keys.',
    'With --writes, it asks first. Then it makes one event that says that it is a test, and tries with at most 40 requests what no GET shows. With --email, it also sends RSVPs of your own address. It asks for no mail. It prints what it makes before it sends it, and at the end what remains.',
  ],
}

/** Adds `osdi-events check`, which compares a real service with the mock service. */
export function addCheck(program: Command, choose: Choose): void {
  const command = addServiceFlags(program.command('check'))
  const add = flagsOf(command)
  add('--save <file>', 'the report as a file, for mock --assumptions', text)
  add('--against <file>', 'compares with that file; exit code 4 after a change', text)
  add('--email <address>', 'with --writes: also sends RSVPs of your own address', text)
  describe(command, help)
    .option('--writes', 'also tries writes on one event, which remains; asks first')
    .option('--yes', 'does not ask')
    .option('--all', 'also what is as assumed, and each reason')
    .option('--json', 'the report as JSON')
    .option('--markdown', 'the report as Markdown, for an issue')
    .action((flags: CheckFlags) => choose(checkTask(flags)))
}

const checkTask =
  (flags: CheckFlags): Task =>
  async (io) => {
    const { actionNetwork, checkService, MockServiceError } = await import('osdi-events/mock')
    await checkDistinct(flags, io.fs)
    checkWriteFlags(flags, io)
    if (flags.save !== undefined) await checkWritable(io.fs, '--save', flags.save)
    const before = flags.against === undefined ? undefined : await readFound(flags.against, io)
    const baseUrl = addressOf(flags, io, flags.preset && actionNetwork.baseUrl)
    let line: ProgressLine | undefined
    const begin = () => {
      line = new ProgressLine(io, 'checking')
    }
    const made = new MadeThings(io, () => line?.hide())
    // A progress line would overwrite the question.
    if (!flags.writes) begin()
    try {
      const report = await checkService({
        baseUrl,
        ...routeOf(flags, io),
        apiKey: await readKey(flags.keyFile, io),
        ...{ api: flags.api, namespace: flags.namespace, fetch: io.fetch, signal: io.signal },
        ...(flags.rateLimit !== undefined && { rateLimit: limitOf(flags.rateLimit) }),
        ...(flags.allowInsecureHttp && { allowInsecureHttp: true }),
        ...(flags.preset && { assumptions: actionNetwork.assumptions }),
        ...(flags.writes && {
          writes: {
            ...(flags.email !== undefined && { email: flags.email }),
            confirm: (group) => confirmWrites({ group, baseUrl }, flags, io).then(begin),
            onMade: (thing) => made.add(thing),
          },
        }),
        onProgress: ({ requests, findings }) =>
          line?.show(`checking · ${counted(requests, 'request')} · ${counted(findings.length, 'assumption')}`),
      })
      line?.hide()
      const changes = before && { file: flags.against ?? '', lines: changesSince(before, report) }
      await printReport(io, report, changes, flags)
      warnOfPrefix(io, report)
      if (flags.save !== undefined)
        await writeAtomically(io.fs, '--save', flags.save, `${JSON.stringify(report, null, 2)}\n`)
      return changes && changes.lines.length > 0 ? 4 : 0
    } catch (error) {
      if (!(error instanceof MockServiceError)) throw error
      const flag = error.field === 'writes.email' ? '--email' : serviceFlagOf[error.field]
      const message = flag ? error.message.replace(error.field, flag) : error.message.replace(/^apiKey/, 'the API key')
      const isKey = error.code === 'service' && error.field === 'apiKey'
      throw new CliError(isKey ? 3 : error.code === 'service' ? 1 : 2, message, { cause: error })
    } finally {
      line?.[Symbol.dispose]()
      made.sayWhatRemains()
    }
  }

/** Reads the report of `check --save`, or settings by the names of assumptions. The mock service checks what is in it. */
export async function readFindings(
  path: string,
  { fs }: Pick<Io, 'fs'>,
  flag: string,
): Promise<CheckReport | Partial<Assumptions>> {
  const text = await readText(fs, path, `${flag}: ${path}`).catch((error) => {
    throw isErrorWithCode(error) ? new CliError(2, `${flag}: ${path} cannot be read`, { cause: error }) : error
  })
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read
  } catch {}
  throw new CliError(2, `${flag}: ${path} is not a file from osdi-events check --save`)
}

/** The settings that an earlier check found, from the file of `--against`. */
async function readFound(path: string, io: Io): Promise<Partial<Assumptions>> {
  const { createMockService, MockServiceError } = await import('osdi-events/mock')
  const file = await readFindings(path, io, '--against')
  try {
    createMockService({ assumptions: file })
  } catch (error) {
    if (error instanceof MockServiceError) throw new CliError(2, `--against: ${error.message}`, { cause: error })
    throw error
  }
  if (!('findings' in file)) return file
  return Object.fromEntries(file.findings.map(({ assumption, service }) => [assumption, service]))
}

/** The assumptions that have changed, with both settings. */
const changesSince = (before: Partial<Assumptions>, { findings }: CheckReport): readonly string[] =>
  findings.flatMap(({ assumption, title, service }) => {
    const old = before[assumption]
    const isSame = old === undefined || service === undefined || JSON.stringify(old) === JSON.stringify(service)
    return isSame ? [] : [`${title}: was ${settingText(old)}, and is ${settingText(service)}`]
  })

/** Warns if the service has another prefix: then most differences come from it. */
function warnOfPrefix(io: Io, { others, namespace }: CheckReport): void {
  const other = otherPrefixIn(others, namespace)
  if (other !== undefined) warn(io, `this service uses the prefix ${other}, not ${namespace}`, namespaceAdvice([other]))
}

async function printReport(
  io: Io,
  report: CheckReport,
  changes: Changes | undefined,
  { json, markdown, all, preset, save }: CheckFlags,
): Promise<void> {
  if (json) return printJson(io, changes ? { ...report, changes: changes.lines } : report)
  const options = { all: all === true, changes, preset, save }
  if (markdown) return print(io, markdownOf(report, options))
  return print(io, textOf(report, options, screenOf(io.stdout, io.env)))
}
