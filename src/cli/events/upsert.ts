import type { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import { flagsOf, text } from '../flag.ts'
import type { Choose } from '../io.ts'
import { addServiceFlags, type ClientWork, withClient } from '../service.ts'
import { describe, type HelpText } from '../terminal/help.ts'
import { addBodyFlags, type BodyFlags, bodyFlagOf, bodyFromFlags, bodyNotes, readFields } from './body.ts'
import { type LinesFlags, upsertLines } from './upsert-lines.ts'
import { type OneFlags, upsertFlagOf, upsertOne } from './upsert-one.ts'

type UpsertFlags = OneFlags & LinesFlags & BodyFlags & { readonly ndjson?: true }

const help: HelpText = {
  group: 'Write',
  summary: 'updates the event with this identifier, or creates it',
  description:
    'Updates the event that has the same identifier, or creates it: from flags, or from JSON on standard input.',
  examples: [
    { run: 'osdi-events upsert --identifier calendar:42 --title Picnic --origin-system Calendar' },
    { run: 'osdi-events upsert < event.json' },
    { run: 'osdi-events upsert --ndjson < events.ndjson', does: 'one event per line' },
    { run: 'osdi-events upsert --ndjson --resume STATE < events.ndjson', does: 'continues an interrupted run' },
  ],
  notes: [
    'Each event needs an identifier of your own system, such as calendar:42. By it, the next upsert finds the event again. You can send an event again: the command does not create it twice, unless two programs send it at the same time.',
    'The command prints a result, the id, and the fields that the service did not apply. The result is created, updated, or unchanged if nothing had to be written. In version 1, it is always written, because the service does not say whether the event is new.',
    'With --ndjson, the command reports each line that fails, with its number, and sends the other lines. With --resume, the same command continues an interrupted run at the first line that it must send again.',
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
  add('--resume <file>', 'saves in this file how many lines are done; needs --ndjson', text)
  describe(upsert, help)
    .option('--json', 'the result of each event as a line of JSON')
    .action((flags: UpsertFlags) => choose(withClient(flags, { ...bodyFlagOf(flags), ...upsertFlagOf }, workOf(flags))))
}

function workOf(flags: UpsertFlags): ClientWork {
  if (flags.ndjson) {
    if (Object.keys(bodyFromFlags(flags)).length === 0) return upsertLines(flags)
    throw new CliError(2, '--ndjson: takes all fields from standard input', { hint: 'leave out the flags for fields' })
  }
  if (flags.resume !== undefined)
    throw new CliError(2, '--resume: needs --ndjson', {
      hint: 'to send one event again, run the same command without --resume',
    })
  return async (events, io) => {
    await upsertOne(events, await readFields(flags, io), flags, io)
    return 0
  }
}
