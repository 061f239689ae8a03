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
  readonly resume?: true
  readonly jsonProgress?: true
}

/** The same with the format that they come to; without `out` for standard output. */
export interface ExportFlags extends GivenFlags {
  readonly format: FormatName
}

/** What the flags come to: a file's name says its format where no flag does, and `-` is standard output as for other programs. */
export function settled({ out, ...flags }: GivenFlags): ExportFlags {
  const format = flags.format ?? formatNamedBy(out)
  return { ...flags, format, ...(out !== undefined && out !== '-' && { out }) }
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
  command
    .option('--resume', 'goes on where an earlier run of the same export was ended; needs --out')
    .option('--skip-invalid', 'leaves out events that are not what the interface describes, and says how many')
    .option('--json-progress', 'how far it is, as a JSON object a line on standard error')
}
