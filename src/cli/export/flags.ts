import type { Command } from 'commander'
import { addFieldsFlag } from '../fields/flag.ts'
import { flagsOf, number, text } from '../flag.ts'
import { Problem } from '../problem.ts'
import { addServiceFlags, type ServiceFlags } from '../service/flags.ts'
import type { FormatName } from './formats/format.ts'

/** The flags of `osdi-events export` as they were given. */
export interface GivenFlags extends ServiceFlags {
  readonly format?: FormatName
  readonly out?: string
  readonly campaign?: string
  readonly fields?: readonly string[]
  readonly prefetch?: number
  readonly skipInvalid?: true
  readonly allowIncomplete?: true
  readonly resume?: true
  readonly resumeWithin?: number
  readonly jsonProgress?: true
}

/** The same with the format that they come to; without `out` for standard output, without `resumeWithin` for a new start. */
export interface ExportFlags extends Omit<GivenFlags, 'resume'> {
  readonly format: FormatName
}

/** What the flags come to: a file's name says its format where no flag does, and `-` is standard output as for other programs. */
export function settled({ out, resume, ...flags }: GivenFlags): ExportFlags {
  const format = flags.format ?? formatNamedBy(out)
  const toFile = out !== undefined && out !== '-'
  const resumeWithin = flags.resumeWithin ?? (resume && day)
  if (resumeWithin !== undefined && !toFile) {
    throw new Problem(2, `${resume ? '--resume' : '--resume-within'}: needs --out, the file to go on with`)
  }
  return { ...flags, format, ...(toFile && { out }), ...(resumeWithin !== undefined && { resumeWithin }) }
}

const hour = 3_600_000
const day = 24 * hour
const units: Readonly<Record<string, number>> = { m: hour / 60, h: hour, d: day }

/** A time such as `12h`, in milliseconds. */
const duration = (given: string): number => {
  const { amount, unit = '' } = /^(?<amount>\d+(?:\.\d+)?)(?<unit>[mhd])$/.exec(given)?.groups ?? {}
  const read = Number(amount) * (units[unit] ?? 0)
  if (read > 0) return read
  throw new Problem(2, '--resume-within: must be a time such as 90m, 12h or 2d')
}

const formatNamedBy = (file = ''): FormatName => {
  const ending = /\.(?<name>csv|json)$/i.exec(file)?.groups?.name?.toLowerCase()
  return ending === 'csv' || ending === 'json' ? ending : 'ndjson'
}

/** The flag behind each option of the client, by the field that its errors name. */
export const exportFlagOf: Readonly<Record<string, string>> = {
  campaign: '--campaign',
  prefetch: '--prefetch',
  resume: '--resume',
}

const format = (given: string): FormatName => {
  if (given === 'ndjson' || given === 'json' || given === 'csv') return given
  throw new Problem(2, '--format: must be ndjson, json or csv')
}

/** Adds the flags to the command. */
export function addExportFlags(command: Command): void {
  const add = flagsOf(addServiceFlags(command))
  const formats = 'ndjson (an event a line), json (one array) or csv (a row an event)'
  add('--format <format>', `${formats} (default: what the file is called, else ndjson)`, format)
  add(
    '--out <file>',
    'the file to write, which appears when it is whole (default: standard output, also called -)',
    text,
  )
  add('--campaign <id>', 'only the events of this event campaign', text)
  addFieldsFlag(command, 'the whole event; for csv, the id and all documented fields')
  add('--prefetch <number>', 'pages to fetch ahead of the one being written (default: 4)', number)
  command.option('--resume', 'goes on where an earlier run of the same export was ended; needs --out')
  add(
    '--resume-within <time>',
    '--resume, where that run began no longer ago than this, such as 12h; else it begins anew (default: 24h)',
    duration,
  )
  command
    .option('--skip-invalid', 'leaves out events that are not what the interface describes, and says how many')
    .option('--allow-incomplete', 'takes a list that ends with fewer events than the service counts, and says so')
    .option('--json-progress', 'how far it is, as a JSON object a line on standard error')
}
