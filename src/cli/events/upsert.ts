import type { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import { flagsOf, text } from '../flag.ts'
import type { Choose } from '../io.ts'
import { addServiceFlags, type ClientWork, serviceHelp, withClient } from '../service.ts'
import { addBodyFlags, type BodyFlags, bodyFromFlags, bodyHelp, readFields } from './body.ts'
import { type LinesFlags, upsertLines } from './upsert-lines.ts'
import { type OneFlags, upsertFlagOf, upsertOne } from './upsert-one.ts'

type UpsertFlags = OneFlags & LinesFlags & BodyFlags & { readonly ndjson?: true }

const examples = `
Examples:
  osdi-events upsert --identifier calendar:42 --title Picnic --origin-system Calendar
  osdi-events upsert < event.json
  osdi-events upsert --ndjson < events.ndjson                   one event per line
  osdi-events upsert --ndjson --resume STATE < events.ndjson    continues an interrupted run

Each event needs an identifier of your own system, such as calendar:42. By it, the next upsert finds the event again.

The command prints a result, the id, and the fields that the service did not apply. The result is created, updated, or unchanged if nothing had to
be written. In version 1, it is always written, because the service does not say whether the event is new.

You can send an event again: the command does not create it twice, unless two programs send it at the same time.

With --ndjson, the command reports each line that fails, with its number, and sends the other lines. With --resume, the same command continues an
interrupted run at the first line that it must send again.`

/** Adds `osdi-events upsert`, which updates or creates one event or many. */
export function addUpsert(program: Command, choose: Choose): void {
  const upsert = addServiceFlags(program.command('upsert'))
  addBodyFlags(upsert)
  const add = flagsOf(upsert)
  add('--creator <person>', 'creator of a new event: a person by id or address', text)
  upsert.option('--ndjson', 'many events: each line of standard input is one event as JSON')
  add('--resume <file>', 'saves in this file how many lines are done; needs --ndjson', text)
  upsert
    .option('--json', 'the result of each event as a line of JSON')
    .summary('updates the event with this identifier, or creates it')
    .description(
      'Updates the event that has the same identifier, or creates it: from flags, or from JSON on standard input.',
    )
    .addHelpText('after', `${examples}\n${bodyHelp}\n${serviceHelp}`)
    .action((flags: UpsertFlags) => choose(withClient(flags, upsertFlagOf, workOf(flags))))
}

function workOf(flags: UpsertFlags): ClientWork {
  if (flags.ndjson) {
    if (Object.keys(bodyFromFlags(flags)).length === 0) return upsertLines(flags)
    throw new CliError(2, '--ndjson: takes all fields from standard input; leave out the flags for fields')
  }
  if (flags.resume !== undefined)
    throw new CliError(2, '--resume: needs --ndjson; to send one event again, run the same command without --resume')
  return async (events, io) => {
    await upsertOne(events, await readFields(flags, io), flags, io)
    return 0
  }
}
