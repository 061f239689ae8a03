import type { Command } from 'commander'
import { CliError } from '../run/cli-error.ts'
import { flagsOf, several, text } from '../run/flag.ts'
import type { Choose, Io, Task } from '../run/io.ts'
import { addServiceFlags, type ClientWork, withClient } from '../run/service.ts'
import { describe, type HelpText } from '../terminal/help.ts'
import { note } from '../terminal/messages.ts'
import { DryRun, dryRunErrorOf, unknownInVersion1 } from './dry-run.ts'
import {
  addBodyFlags,
  type BodyFlags,
  bodyFlagOf,
  bodyFromFlags,
  bodyNotes,
  missingFlagOf,
  readFields,
} from './event-fields.ts'
import { fetchWithoutWrites } from './fetch-without-writes.ts'
import { type Input, linesOfJson } from './input-row.ts'
import { type RowEvent, RowReader } from './row-event.ts'
import type { SheetFlags } from './sheet-rows.ts'
import { type UpsertCalls, upsertCallsOf } from './upsert-event.ts'
import { type LinesFlags, upsertLines } from './upsert-lines.ts'
import { type OneFlags, upsertFlagOf, upsertOne } from './upsert-one.ts'
import { UpsertTable } from './upsert-table.ts'

type UpsertFlags = OneFlags & LinesFlags & BodyFlags & Partial<SheetFlags> & { readonly ndjson?: true }

const help: HelpText = {
  group: 'Write',
  summary: 'updates the event with this identifier, or creates it',
  description:
    'Updates the event that has the same identifier, or creates it: from flags, from JSON on standard input, or from a spreadsheet.',
  examples: [
    { run: 'osdi-events upsert --identifier calendar:42 --title Picnic --origin-system Calendar' },
    { run: 'osdi-events upsert < event.json' },
    { run: 'osdi-events upsert --ndjson < events.ndjson', does: 'one event per line' },
    { run: 'osdi-events upsert --ndjson --resume STATE < events.ndjson', does: 'continues an interrupted run' },
    {
      run: 'osdi-events upsert --csv events.csv --map title=Name,start_date=When --identifier-from calendar:Nr --origin-system Calendar --dry-run',
      does: 'what a spreadsheet would change; without --dry-run, changes it',
    },
  ],
  notes: [
    'Each event needs an identifier of your own system, such as calendar:42. By it, the next upsert finds the event again. You can send an event again: the command does not create it twice, unless two programs send it at the same time. An event that has the id of the service, as in a file of export, is updated, and never created.',
    'The command prints a result, the id, and the fields that the service did not apply. The result is created, updated, unchanged if nothing had to be written, or resent if the service still shows other values than were sent, such as a town that it does not know. In version 1, it is written for an identifier of your own system, because the service does not say whether the event is new.',
    'With --ndjson and --csv, the command reports each line or row that fails, with its number, and sends the others. With --resume, the same command continues an interrupted run at the first one that it must send again. Fields that the service sets are left out.',
    '--csv takes a table in UTF-8 whose first row names the columns. The command sends the columns that have the name of a field, or, with --map, only those that --map names. Flags for fields set a field in all rows. An empty cell leaves the field as it is. Write dates as 2026-06-20 18:00.',
    'With --dry-run, the command prints what it would do, with titles, starts as it reads them, and what would change, and sends no write. would resend means that only the town, the state or the country differs: the event moves, or the service writes it otherwise and each run sends it again.',
    ...bodyNotes,
  ],
}

/** Adds `osdi-events upsert`, which updates or creates one event or many. */
export function addUpsert(program: Command, choose: Choose): void {
  const upsert = addServiceFlags(program.command('upsert'))
  addBodyFlags(upsert)
  const add = flagsOf(upsert)
  add('--creator <person>', 'creator of a new event: a person by id or address', text)
  upsert.option('--ndjson', 'many events: each line of standard input is one event as JSON')
  add('--csv <file>', 'many events: each row of this spreadsheet is one event; - is standard input', text)
  add('--map <field=column>', 'columns to send, such as title=Name,start_date=Day+Time; may be repeated', several)
  add('--identifier-from <system:column>', 'column whose cells make identifiers, such as calendar:Nr', text)
  add('--date-order <order>', 'dmy or mdy: how to read dates such as 06/07/2026', dateOrder)
  add('--resume <file>', 'saves in this file how many lines are done; needs --ndjson or --csv', text)
  describe(upsert, help)
    .option('--dry-run', 'only prints what would be created, updated or left as it is; sends no write')
    .option('--json', 'the result of each event as a line of JSON')
    .action((flags: UpsertFlags) => choose(taskOf(flags)))
}

const dateOrder = (given: string) => {
  const order = given.toLowerCase()
  if (order === 'dmy' || order === 'mdy') return order
  throw new CliError(2, '--date-order: must be dmy or mdy')
}

function taskOf(flags: UpsertFlags): Task {
  const { csv, ndjson } = flags
  const ofFields = csv !== undefined || ndjson ? bodyFlagOf(flags) : missingFlagOf(flags)
  const task = withClient(flags, { ...ofFields, ...upsertFlagOf }, workOf(flags))
  return flags.dryRun ? (io) => task({ ...io, fetch: fetchWithoutWrites(io.fetch) }) : task
}

function workOf(flags: UpsertFlags): ClientWork {
  const { csv, ndjson, resume, dryRun } = flags
  if (csv === undefined) {
    const needsCsv = { map: '--map', identifierFrom: '--identifier-from', dateOrder: '--date-order' }
    for (const [name, flag] of Object.entries(needsCsv))
      if (Reflect.get(flags, name) !== undefined) throw new CliError(2, `${flag}: needs --csv`)
  } else if (ndjson) throw new CliError(2, '--csv: cannot be combined with --ndjson')
  if (resume !== undefined && dryRun)
    throw new CliError(2, '--resume: cannot be combined with --dry-run', { hint: 'a dry run looks at all lines' })
  if (csv !== undefined) return upsertLines(flags, (io, reader) => rowsOfSheet({ ...flags, csv }, io, reader))
  if (ndjson) {
    if (Object.keys(bodyFromFlags(flags)).length === 0) return upsertLines(flags, jsonLines)
    throw new CliError(2, '--ndjson: takes all fields from standard input', { hint: 'leave out the flags for fields' })
  }
  if (resume !== undefined)
    throw new CliError(2, '--resume: needs --ndjson or --csv', {
      hint: 'to send one event again, run the same command without --resume',
    })
  return async (events, io) => {
    const reader = new RowReader(flags)
    const event = reader.read(await readFields(flags, io))
    reader.sayUnsent(io)
    const calls = upsertCallsOf(events)
    if (dryRun) await planOne(calls, event, flags, io)
    else await upsertOne(calls, event, flags, io)
    return 0
  }
}

async function planOne(events: UpsertCalls, event: RowEvent, flags: UpsertFlags, io: Io): Promise<void> {
  const { isEventsError } = await import('osdi-events')
  try {
    const output = new UpsertTable(io, flags, undefined)
    const result = await new DryRun(output).upsertOne(events, event, flags, io)
    await output.end()
    if (result === 'written') note(io, unknownInVersion1)
  } catch (error) {
    throw isEventsError(error) ? dryRunErrorOf(error, { ...missingFlagOf(flags), ...upsertFlagOf }) : error
  }
}

function jsonLines(io: Io, reader: RowReader): Input {
  if (io.stdin.isTTY) throw new CliError(2, '--ndjson: needs events on standard input, as in upsert --ndjson < FILE')
  return linesOfJson(io, reader)
}

async function rowsOfSheet(flags: SheetFlags, io: Io, reader: RowReader): Promise<Input> {
  // Loaded here, so that other commands do not load the reader of CSV.
  const { sheetRows } = await import('./sheet-rows.ts')
  const rows = await sheetRows(flags, io, reader)
  return { noun: 'rows', total: rows.length, rows }
}
