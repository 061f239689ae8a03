import type { Command } from 'commander'
import type { AttendancesOptions } from 'osdi-events'
import { ChosenFields } from '../chosen-fields.ts'
import { CliError } from '../cli-error.ts'
import { type FormatName, formatOf, readFormat } from '../export/formats.ts'
import { addFieldsFlag, columnsOf, documentedOf, readerOf } from '../fields.ts'
import { changedSinceOf, filterFlagOf } from '../filter.ts'
import { amount, flagsOf, text } from '../flag.ts'
import { type Choose, type Io, print } from '../io.ts'
import { InexactNumbers } from '../numbers.ts'
import { type AnyClient, addServiceFlags, type ClientWork, type ServiceFlags, withClient } from '../service.ts'
import { describe, type HelpText } from '../terminal/help.ts'
import { rsvpSummaryOf } from './rsvp-summary.ts'
import { endedEarlyMessage, type ShownFields, sayMore, showAll } from './show.ts'

interface AttendancesFlags extends ServiceFlags, ShownFields {
  readonly max?: number
  readonly changedSince?: string
  readonly format?: FormatName
}

const help: HelpText = {
  group: 'Read',
  summary: 'lists the RSVPs of an event',
  description: 'Lists the first RSVPs of an event, or all of them in a format.',
  examples: [
    { run: 'osdi-events attendances EVENT' },
    { run: 'osdi-events attendances EVENT --changed-since 2026-05-01T00:00:00Z --json' },
    { run: 'osdi-events attendances EVENT --format csv > rsvps.csv', does: 'every RSVP' },
  ],
  notes: [
    'If there are more RSVPs than --max, or if the list ended early, the command says so on standard error. With --format, the command prints every RSVP, and fails if the list ended early.',
  ],
}

/** Adds `osdi-events attendances`, which lists the RSVPs of an event. */
export function addAttendances(program: Command, choose: Choose): void {
  const command = addServiceFlags(program.command('attendances')).argument('<event>', "the event's id")
  const add = flagsOf(command)
  add('--changed-since <date-time>', 'only RSVPs that were recorded or changed since', text)
  add('--max <number>', 'the most RSVPs, or Infinity for all (default: 50; with --format, all)', amount)
  add('--format <format>', 'all RSVPs as ndjson, json or csv, instead of a table', readFormat)
  addFieldsFlag(command, 'id, status, dates and person')
  describe(command, help)
    .option('--json', 'JSON instead of a table')
    .action((event: string, flags: AttendancesFlags) =>
      choose(
        withClient(flags, { ...filterFlagOf, id: '<event>', 'options.max': '--max', max: '--max' }, work(event, flags)),
      ),
    )
}

const work =
  (event: string, flags: AttendancesFlags): ClientWork =>
  async (events, io) => {
    const { format, max } = flags
    const options: AttendancesOptions = { signal: io.signal, ...changedSinceOf(flags) }
    if (format) {
      const most = max === Number.POSITIVE_INFINITY ? undefined : max
      await printAll(io, events.attendances(event, { ...options, max: most }), flags, format)
      return 0
    }
    const most = max ?? 50
    const taken = await events.attendances(event, options).toArray({ max: most })
    const { items, more } = taken
    const of = more || flags.changedSince !== undefined ? 'some' : 'all'
    await showAll(
      io,
      {
        items,
        of,
        tableOf: (rsvps, screen) => rsvpSummaryOf(rsvps, screen, new Date(io.clock.now()).getFullYear()),
        documented: documentedOf(flags, 'attendances'),
        noun: 'RSVP',
      },
      flags,
    )
    sayMore(io, taken, most, 'RSVPs')
    return 0
  }

/** Prints all RSVPs in a format, page by page. */
async function printAll(
  io: Io,
  attendances: ReturnType<AnyClient['attendances']>,
  flags: AttendancesFlags,
  name: FormatName,
): Promise<void> {
  const { embeddedOf, idOf } = await import('osdi-events')
  const read = readerOf(idOf)
  const format = formatOf(name, flags.fields, columnsOf(flags, 'attendances'), read)
  const numbers = new InexactNumbers()
  const choice = new ChosenFields({
    fields: flags.fields,
    documented: documentedOf(flags, 'attendances'),
    read,
    noun: 'RSVP',
  })
  let [count, text] = [0, format.head]
  for await (const page of attendances.pages()) {
    const items = [...embeddedOf(page, 'osdi:attendances'), ...embeddedOf(page, 'osdi:attendance')]
    choice.see(items)
    choice.refuseUnknown('some')
    numbers.seeAll(items, format.fields, read)
    await print(io, text + format.textOf(items, count === 0))
    text = ''
    count += items.length
  }
  await print(io, text + format.tail(count))
  const { max = Infinity } = flags
  if (count < max && !attendances.report?.complete) throw new CliError(1, endedEarlyMessage(count, 'RSVPs'))
  const isPart = flags.changedSince !== undefined || count === max
  choice.refuseUnknown(isPart ? 'some' : 'all')
  choice.sayMissing(io)
  numbers.sayFirst(io)
}
