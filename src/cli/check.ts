import type { Command } from 'commander'
import type { Assumptions, CheckReport } from 'osdi-events/mock'
import { CliError, isErrorWithCode } from './cli-error.ts'
import { tableOf } from './events/show.ts'
import { writeAtomically } from './files/atomic-file.ts'
import { readText } from './files/text.ts'
import { checkWritable } from './files/writable.ts'
import { flagsOf, text } from './flag.ts'
import { type Choose, type Io, print, printJson, say, type Task } from './io.ts'
import { addressOf, addServiceFlags, limitOf, readKey, type ServiceFlags, serviceHelp } from './service.ts'

interface CheckFlags extends ServiceFlags {
  readonly save?: string
  readonly against?: string
  readonly json?: true
  readonly markdown?: true
}

const examples = `
Examples:
  osdi-events check
  osdi-events check --save service.json && osdi-events mock --assumptions service.json
  osdi-events check --against service.json      in a nightly job: exit code 3 if the service has changed

The command sends at most 60 requests, four a second unless you set --rate-limit. All of them are GET requests, so it changes nothing. The report
contains no titles, people, ids or keys.`

/** Adds `osdi-events check`, which compares a real service with the mock service. */
export function addCheck(program: Command, choose: Choose): void {
  const command = addServiceFlags(program.command('check'))
  const add = flagsOf(command)
  add('--save <file>', 'writes the findings as assumptions for the mock service', text)
  add('--against <file>', 'compares with a file of --save; exit code 3 if an assumption has changed', text)
  command
    .option('--json', 'the report as JSON')
    .option('--markdown', 'the report as Markdown, for an issue')
    .summary('compares a service with the mock service')
    .description('Compares a real service with the mock service, and says what differs.')
    .addHelpText('after', `${examples}\n${serviceHelp}`)
    .action((flags: CheckFlags) => choose(checkTask(flags)))
}

const checkTask =
  (flags: CheckFlags): Task =>
  async (io) => {
    const { actionNetwork, checkService, MockServiceError } = await import('osdi-events/mock')
    let atLineEnd = true
    if (flags.save !== undefined) await checkWritable(io.fs, '--save', flags.save)
    const before = flags.against === undefined ? undefined : await readAssumptions(flags.against, io, '--against')
    try {
      const report = await checkService({
        baseUrl: addressOf(flags, io, flags.preset && actionNetwork.baseUrl),
        apiKey: await readKey(flags.keyFile, io),
        ...{ api: flags.api, namespace: flags.namespace, fetch: io.fetch, signal: io.signal },
        ...(flags.rateLimit !== undefined && { rateLimit: limitOf(flags.rateLimit) }),
        ...(flags.allowInsecureHttp && { allowInsecureHttp: true }),
        ...(flags.preset && { assumptions: actionNetwork.assumptions }),
        onProgress: ({ requests, findings }) => {
          if (!io.stderr.isTTY) return
          io.stderr.write(`\r${findings.length} assumptions, ${requests} requests`)
          atLineEnd = false
        },
      }).finally(() => {
        if (!atLineEnd) io.stderr.write('\n')
      })
      await printReport(io, report, flags)
      if (flags.save !== undefined)
        await writeAtomically(io.fs, '--save', flags.save, `${JSON.stringify(report.assumptions, null, 2)}\n`)
      return before && printChanges(io, before, report.assumptions) ? 3 : 0
    } catch (error) {
      if (!(error instanceof MockServiceError)) throw error
      const flag = ({ baseUrl: '--base-url', namespace: '--namespace' } as Record<string, string>)[error.field]
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

/**
 * Prints each assumption that has changed.
 *
 * @returns whether at least one has changed
 */
function printChanges(io: Io, before: Partial<Assumptions>, now: Partial<Assumptions>): boolean {
  const changed = Object.entries(before).filter(([name, value]) => {
    const found: unknown = Reflect.get(now, name)
    return found !== undefined && JSON.stringify(found) !== JSON.stringify(value)
  })
  for (const [name, value] of changed) say(io, `${name} was ${String(value)}, and is ${String(Reflect.get(now, name))}`)
  return changed.length > 0
}

/** Table rows of a report: assumptions (different ones first), then fields, then other results. */
function rowsOf({ findings, fields, others }: CheckReport): string[][] {
  const order = ['different', 'same', 'cannot tell', 'by hand']
  const sorted = findings.toSorted((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome))
  return [
    ['', 'what', 'mock', 'service'],
    ...sorted.map(({ assumption, outcome, mock, service, note }) => {
      const shown = service === undefined ? (note ?? '') : JSON.stringify(service)
      return [outcome, assumption, typeof mock === 'function' ? 'a function' : JSON.stringify(mock), shown]
    }),
    ...[...fields, ...others].map(({ what, expected, seen }) => [
      expected === seen ? 'same' : 'different',
      what,
      expected,
      seen,
    ]),
  ]
}

async function printReport(io: Io, report: CheckReport, { json, markdown }: CheckFlags): Promise<void> {
  if (json) return printJson(io, report)
  const rows = rowsOf(report)
  const { baseUrl, api, requests, pageTime, complete } = report
  const summary = `${baseUrl}, ${api}: ${requests} requests, ${pageTime} ms for the first page${complete ? '' : ', not complete'}`
  if (!markdown) return print(io, `${summary}\n\n${tableOf(rows, 100)}`)
  const cell = (value: string) => value.replaceAll('|', '\\|')
  const [head = [], ...body] = rows.map((row) => `| ${row.map(cell).join(' | ')} |\n`)
  await print(io, `${summary}\n\n${String(head)}|---|---|---|---|\n${body.join('')}`)
}
