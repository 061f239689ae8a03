import type { Command } from 'commander'
import type { AttendancesOptions } from 'osdi-events'
import { CliError } from '../cli-error.ts'
import { type FormatName, formatNamed, formatOf } from '../export/formats.ts'
import { addFieldsFlag, withId } from '../fields.ts'
import { changedSinceOf, filterFlagOf } from '../filter.ts'
import { flagsOf, number, text } from '../flag.ts'
import { type Choose, print } from '../io.ts'
import { addServiceFlags, type ServiceFlags, serviceHelp, talking, type Work } from '../service.ts'
import { endedEarly, type ShownFields, sayMore, showAll } from './show.ts'

interface AttendancesFlags extends ServiceFlags, ShownFields {
  readonly max?: number
  readonly changedSince?: string
  readonly format?: FormatName
}

const examples = `
Examples:
  osdi-events attendances EVENT
  osdi-events attendances EVENT --changed-since 2026-05-01T00:00:00Z --json
  osdi-events attendances EVENT --format csv > rsvps.csv       every one of them

Where there are more than --max, or the list ended early, a line on standard error says so. With --format all of them are printed; a list that ended
early is a failure.`

/** Adds `osdi-events attendances`: who comes to an event. */
export function addAttendances(program: Command, choose: Choose): void {
  const command = addServiceFlags(program.command('attendances')).argument('<event>', "the event's id")
  const add = flagsOf(command)
  add('--changed-since <date-time>', 'only RSVPs that were recorded or changed since', text)
  add('--max <number>', 'the most RSVPs (default: 50; with --format, all)', number)
  add('--format <format>', 'all of them as ndjson, json or csv, in place of a table', formatNamed)
  addFieldsFlag(command, 'id, status, dates and person')
  command
    .option('--json', 'JSON instead of a table')
    .summary('lists the RSVPs of an event')
    .description('Lists the first RSVPs of an event, or all of them in a format.')
    .addHelpText('after', `${examples}\n${serviceHelp}`)
    .action((event: string, flags: AttendancesFlags) =>
      choose(
        talking(flags, { ...filterFlagOf, id: '<event>', 'options.max': '--max', max: '--max' }, work(event, flags)),
      ),
    )
}

const columnsOf = ({ api, namespace }: ServiceFlags): readonly string[] =>
  api === 'v1'
    ? ['status', 'created_at', 'modified_at', `${namespace}:person_id`]
    : ['status', 'created_date', 'modified_date', `${namespace}:person_id`]

const work =
  (event: string, flags: AttendancesFlags): Work =>
  async (events, io) => {
    const { fields, format, max } = flags
    const options: AttendancesOptions = { signal: io.signal, ...changedSinceOf(flags) }
    if (format) {
      const { idOf } = await import('osdi-events')
      const written = formatOf(format, fields, columnsOf(flags))
      let count = 0
      await print(io, written.head)
      const list = events.attendances(event, { ...options, max })
      for await (const rsvp of list) {
        await print(io, written.some(withId([rsvp], written.fields, idOf), count === 0))
        count += 1
      }
      await print(io, written.tail(count))
      if (count < (max ?? Infinity) && !list.report?.complete) throw new CliError(1, endedEarly(count, 'RSVPs'))
      return 0
    }
    const most = max ?? 50
    const taken = await events.attendances(event, options).toArray({ max: most })
    await showAll(io, taken.items, flags, columnsOf(flags))
    sayMore(io, taken, most, 'RSVPs')
    return 0
  }
