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
import { type Changes, markdownOf, otherPrefixIn, settingText, textOf } from './check-report.ts'

interface CheckFlags extends ServiceFlags {
  readonly save?: string
  readonly against?: string
  readonly json?: true
  readonly markdown?: true
  readonly all?: true
}

const help: HelpText = {
  group: 'Test',
  summary: 'compares a service with the mock service',
  description: 'Compares a real service with the mock service, and says what differs.',
  examples: [
    { run: 'osdi-events check --preset action-network' },
    { run: 'osdi-events check --save service.json && osdi-events mock --assumptions service.json' },
    {
      run: 'osdi-events check --against service.json',
      does: 'in a nightly job: exit code 4 if the service has changed',
    },
  ],
  notes: [
    'The command sends at most 60 requests, four a second unless you set --rate-limit. All of them are GET requests, so it changes nothing. The report contains no titles, people, ids or keys.',
  ],
}

/** Adds `osdi-events check`, which compares a real service with the mock service. */
export function addCheck(program: Command, choose: Choose): void {
  const command = addServiceFlags(program.command('check'))
  const add = flagsOf(command)
  add('--save <file>', 'writes the findings as assumptions for the mock service', text)
  add('--against <file>', 'compares with a file of --save; exit code 4 if an assumption has changed', text)
  describe(command, help)
    .option('--all', 'also prints what is as expected, and how to test by hand what no GET shows')
    .option('--json', 'the report as JSON')
    .option('--markdown', 'the report as Markdown, for an issue')
    .action((flags: CheckFlags) => choose(checkTask(flags)))
}

const checkTask =
  (flags: CheckFlags): Task =>
  async (io) => {
    const { actionNetwork, checkService, MockServiceError } = await import('osdi-events/mock')
    await checkDistinct(flags, io.fs)
    if (flags.save !== undefined) await checkWritable(io.fs, '--save', flags.save)
    const before = flags.against === undefined ? undefined : await readAssumptions(flags.against, io, '--against')
    using line = new ProgressLine(io, 'checking')
    try {
      const report = await checkService({
        baseUrl: addressOf(flags, io, flags.preset && actionNetwork.baseUrl),
        ...routeOf(flags, io),
        apiKey: await readKey(flags.keyFile, io),
        ...{ api: flags.api, namespace: flags.namespace, fetch: io.fetch, signal: io.signal },
        ...(flags.rateLimit !== undefined && { rateLimit: limitOf(flags.rateLimit) }),
        ...(flags.allowInsecureHttp && { allowInsecureHttp: true }),
        ...(flags.preset && { assumptions: actionNetwork.assumptions }),
        onProgress: ({ requests, findings }) =>
          line.show(`checking · ${requests} requests · ${findings.length} assumptions`),
      })
      line.hide()
      const changes = before && { file: flags.against ?? '', lines: changesSince(before, report) }
      await printReport(io, report, changes, flags)
      warnOfPrefix(io, report)
      if (flags.save !== undefined)
        await writeAtomically(io.fs, '--save', flags.save, `${JSON.stringify(report.assumptions, null, 2)}\n`)
      return changes && changes.lines.length > 0 ? 4 : 0
    } catch (error) {
      if (!(error instanceof MockServiceError)) throw error
      const flag = serviceFlagOf[error.field]
      const message = flag ? error.message.replace(error.field, flag) : error.message.replace(/^apiKey/, 'the API key')
      const isKey = error.code === 'service' && error.field === 'apiKey'
      throw new CliError(isKey ? 3 : error.code === 'service' ? 1 : 2, message, { cause: error })
    }
  }

/** Reads a file of assumptions, which `check --save` has written. */
export async function readAssumptions(
  path: string,
  { fs }: Pick<Io, 'fs'>,
  flag: string,
): Promise<Partial<Assumptions>> {
  const text = await readText(fs, path, `${flag}: ${path}`).catch((error) => {
    throw isErrorWithCode(error) ? new CliError(2, `${flag}: ${path} cannot be read`, { cause: error }) : error
  })
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read
  } catch {}
  throw new CliError(2, `${flag}: ${path} is not a file from osdi-events check --save`)
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
  { json, markdown, all, preset }: CheckFlags,
): Promise<void> {
  if (json) return printJson(io, changes ? { ...report, changes: changes.lines } : report)
  const options = { all: all === true, changes, preset }
  if (markdown) return print(io, markdownOf(report, options))
  return print(io, textOf(report, options, screenOf(io.stdout, io.env)))
}
