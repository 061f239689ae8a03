import { extname } from 'node:path'
import type { Command } from 'commander'
import { addFilterFlags, type FilterFlags, filterFlagOf } from '../read/filter-flags.ts'
import type { FormatName } from '../read/formats.ts'
import { addSelectionFlags, checkZone, type SelectionFlags, selectionOf } from '../read/selection.ts'
import { CliError } from '../run/cli-error.ts'
import { addFieldsFlag } from '../run/field-values.ts'
import { flagsOf, number, text } from '../run/flag.ts'
import { addServiceFlags, type ServiceFlags } from '../run/service.ts'

/** What an export can write: events, or a calendar of them. */
export type ExportFormat = FormatName | 'ics'

const isFormat = (given: string): given is ExportFormat => ['ndjson', 'json', 'csv', 'ics'].includes(given)

const readFormat = (given: string): ExportFormat => {
  if (isFormat(given)) return given
  throw new CliError(2, '--format: must be ndjson, json, csv or ics')
}

/** The flags of `osdi-events export`, as the user gives them. */
export interface GivenFlags extends ServiceFlags, FilterFlags, SelectionFlags {
  readonly format?: ExportFormat
  readonly out?: string
  readonly campaign?: string
  readonly campaigns?: true
  readonly cursor?: string
  readonly fields?: readonly string[]
  readonly prefetch?: number
  readonly skipInvalid?: true
  readonly includePrivate?: true
  readonly allowIncomplete?: true
  readonly resume?: true
  readonly resumeWithin?: number
  readonly jsonProgress?: true
}

/**
 * The flags of `osdi-events export`, checked and with defaults. `out` is undefined for standard output. `resumeWithin` is undefined if the export
 * starts from the beginning.
 */
export interface ExportFlags extends Omit<GivenFlags, 'resume'> {
  readonly format: ExportFormat
}

/**
 * Checks the flags and adds defaults. Without `--format`, the extension of the file decides. `--out -` means standard output, as in other programs.
 *
 * @throws CliError if flags contradict each other
 */
export function resolveFlags({ out, resume, ...flags }: GivenFlags): ExportFlags {
  const format = flags.format ?? formatOfFile(out)
  const toFile = out !== undefined && out !== '-'
  const resumeWithin = flags.resumeWithin ?? (resume && day)
  if (resumeWithin !== undefined && !toFile) {
    throw new CliError(2, `${resume ? '--resume' : '--resume-within'}: needs --out, the file to continue`)
  }
  if (format !== 'ics' && flags.includePrivate)
    throw new CliError(2, '--include-private: is for calendars', {
      hint: 'leave it out: other formats have all events',
    })
  if (format !== 'ics') checkZone(flags)
  if (format === 'ics') checkCalendar(flags.fields, resume ? '--resume' : resumeWithin && '--resume-within')
  if (flags.campaigns) checkCampaigns(flags, resume ? '--resume' : resumeWithin && '--resume-within')
  if (flags.cursor !== undefined) checkCursor(flags, resumeWithin, toFile ? out : undefined)
  return { ...flags, format, ...(toFile && { out }), ...(resumeWithin !== undefined && { resumeWithin }) }
}

/**
 * Checks the flags of an export to a calendar.
 *
 * @param resuming the flag that asks to continue an unfinished file
 * @throws CliError if flags do not go together with `--format ics`
 */
function checkCalendar(fields: GivenFlags['fields'], resuming: string | number | undefined): void {
  if (fields !== undefined) throw new CliError(2, '--fields: a calendar has its own fields', { hint: 'leave it out' })
  if (resuming === undefined) return
  throw new CliError(2, `${resuming}: a calendar is written at the end, so there is nothing to continue`, {
    hint: `leave out ${resuming}`,
  })
}

/**
 * Checks the flags of an export with `--campaigns`.
 *
 * @throws CliError if a flag is about one list
 */
function checkCampaigns(flags: FilterFlags & GivenFlags, resuming: string | number | undefined): void {
  const { campaign, cursor, changedSince } = flags
  const ofOneList = { '--campaign': campaign, '--cursor': cursor, '--changed-since': changedSince }
  const [flag = resuming] = Object.entries(ofOneList).find(([, value]) => value !== undefined) ?? []
  if (flag === undefined) return
  throw new CliError(2, `--campaigns: cannot be combined with ${flag}`, {
    hint: 'it reads several lists from the beginning; export each with --campaign instead',
  })
}

/**
 * Checks the flags of an export with `--cursor`. Such an export always starts from the beginning, because the cursor changes only when the file is
 * complete.
 *
 * @throws CliError if a flag cannot be combined with `--cursor`
 */
function checkCursor(flags: FilterFlags & GivenFlags, resumeWithin?: number, out?: string): void {
  if (out === undefined) throw new CliError(2, '--cursor: needs --out, the file for the changed events')
  if (resumeWithin !== undefined) {
    throw new CliError(2, '--cursor: an interrupted export runs again from the same cursor', {
      hint: 'leave out --resume',
    })
  }
  const selection = { '--filter': flags.filter, '--changed-since': flags.changedSince, ...selectionOf(flags) }
  const [chooser] = Object.entries(selection).find(([, value]) => value) ?? []
  if (chooser) throw new CliError(2, '--cursor: already selects the events', { hint: `leave out ${chooser}` })
}

const hour = 3_600_000
const day = 24 * hour
const units: Readonly<Record<string, number>> = { m: hour / 60, h: hour, d: day }

/** Milliseconds of a time such as `12h`. */
const readDuration = (given: string): number => {
  const { amount, unit = '' } = /^(?<amount>\d+(?:\.\d+)?)(?<unit>[mhd])$/.exec(given)?.groups ?? {}
  const read = Number(amount) * (units[unit] ?? 0)
  if (read > 0) return read
  throw new CliError(2, '--resume-within: must be a time such as 90m, 12h or 2d')
}

function formatOfFile(file = ''): ExportFormat {
  const ending = extname(file).slice(1).toLowerCase()
  if (isFormat(ending)) return ending
  // A file without an ending, or with a number, has no name of a format.
  if (ending === 'jsonl' || !/^[a-z]/.test(ending)) return 'ndjson'
  throw new CliError(2, `--out: the ending .${ending} names no format`, {
    hint: 'use .csv for a spreadsheet, .ndjson, .json or .ics, or give --format',
  })
}

/** Maps the field of an InputError to the flag that sets it. */
export const exportFlagOf = ({ cursor }: GivenFlags): Readonly<Record<string, string>> => ({
  ...filterFlagOf,
  ...(cursor !== undefined && { since: `--cursor: ${cursor}` }),
  campaign: '--campaign',
  prefetch: '--prefetch',
  resume: '--resume',
})

export function addExportFlags(command: Command): void {
  const add = flagsOf(addServiceFlags(command))
  const formats = 'ndjson (one event per line), json (one array), csv (one row per event) or ics (a calendar)'
  add('--format <format>', `${formats} (default: by the name of the file, otherwise ndjson)`, readFormat)
  add('--out <file>', 'the file to write; it appears when it is complete (default: standard output, or -)', text)
  add('--campaign <id>', 'only the events of this event campaign', text)
  command.option('--campaigns', 'also the events that others host in the event campaigns of the key; each event once')
  addSelectionFlags(command)
  addFilterFlags(command)
  add(
    '--cursor <file>',
    'only events that changed since the export that wrote this file; every event if the file does not exist yet',
    text,
  )
  addFieldsFlag(command, 'the whole event; for csv, the id and all documented fields')
  add('--prefetch <number>', 'pages to fetch ahead of the one being written (default: 4)', number)
  command.option('--resume', 'continues an interrupted run of the same export; needs --out')
  add(
    '--resume-within <time>',
    'like --resume, if that run started within this time, such as 12h; otherwise starts from the beginning (default: 24h)',
    readDuration,
  )
  command
    .option('--include-private', 'for a calendar: also events that are hidden, private or not approved yet')
    .option('--skip-invalid', 'leaves out events that do not match the interface, and says how many')
    .option('--allow-incomplete', 'accepts a list with fewer events than the service counts, and prints a message')
    .option('--json-progress', 'progress as JSON on standard error, one object per line')
}
