import type { Command } from 'commander'
import type { CollectionOptions } from 'osdi-events'
import { addFieldsFlag, columnsOf, documentedOf, readerOf } from '../run/field-values.ts'
import { amount, flagsOf, text } from '../run/flag.ts'
import type { Choose } from '../run/io.ts'
import { type AnyClient, addServiceFlags, type ClientWork, withClient } from '../run/service.ts'
import { describe, type HelpText } from '../terminal/help.ts'
import { tip } from '../terminal/messages.ts'
import { changedSinceOf, filterFlagOf } from './filter-flags.ts'
import { formatOf, readFormat } from './formats.ts'
import { printAll } from './print-all.ts'
import { type RosterFlags, rosterWork } from './roster.ts'
import { rsvpTableOf } from './rsvp-table.ts'
import { eventIdOf } from './short-id.ts'
import { sayMore, showAll } from './show.ts'

interface AttendancesFlags extends RosterFlags {
  readonly people?: true
}

const help: HelpText = {
  group: 'Read',
  summary: 'lists the RSVPs of an event',
  description: 'Lists the first RSVPs of an event, or all of them in a format.',
  examples: [
    { run: 'osdi-events attendances EVENT' },
    { run: 'osdi-events attendances EVENT --changed-since 2026-05-01T00:00:00Z --json' },
    { run: 'osdi-events attendances EVENT --format csv > rsvps.csv', does: 'every RSVP' },
    { run: 'osdi-events attendances EVENT --people --format csv > check-in.csv', does: 'a check-in list' },
    { run: 'osdi-events attendances EVENT --people --fields person.given_name,rsvp.status' },
  ],
  notes: [
    'If there are more RSVPs than --max, or if the list ended early, the command says so on standard error. With --format, the command prints every RSVP, and fails if the list ended early.',
    'With --people, the command reads the person of each RSVP too, and prints name, e-mail, phone, status and tags; JSON has { rsvp, person }. This is personal data, and goes to standard output only. If a person cannot be read, the RSVP is printed without the person, a warning names the RSVP, and the exit code is 1.',
  ],
}

/** Adds `osdi-events attendances`, which lists the RSVPs of an event. */
export function addAttendances(program: Command, choose: Choose): void {
  const command = addServiceFlags(program.command('attendances')).argument(
    '<event>',
    "the event's id, also as short as in a table",
  )
  const add = flagsOf(command)
  add('--changed-since <date-time>', 'only RSVPs that were recorded or changed since', text)
  add('--max <number>', 'the most RSVPs, or Infinity for all (default: 50; with --format, all)', amount)
  add('--format <format>', 'all RSVPs as ndjson, json or csv, instead of a table', readFormat)
  command.option('--people', 'also the people who come, as a roster: personal data')
  addFieldsFlag(command, 'id, status, dates and person; with --people, name, contacts, status, tags and id')
  describe(command, help)
    .option('--json', 'JSON instead of a table')
    .action((event: string, flags: AttendancesFlags) =>
      choose(
        withClient(
          flags,
          { ...filterFlagOf, id: '<event>', 'options.max': '--max', max: '--max' },
          flags.people ? rosterWork(event, flags) : work(event, flags),
        ),
      ),
    )
}

const work =
  (event: string, flags: AttendancesFlags): ClientWork =>
  async (events, io) => {
    const { format, max } = flags
    const options: CollectionOptions = { signal: io.signal, ...changedSinceOf(flags) }
    // Checks the options before the first request.
    events.attendances(event, options)
    const id = await eventIdOf(event, events, io, 'read')
    if (format) {
      const most = max === Number.POSITIVE_INFINITY ? undefined : max
      const { idOf } = await import('osdi-events')
      const rsvps = events.attendances(id, { ...options, max: most })
      const read = readerOf(idOf)
      const list = {
        batches: pagesOf(rsvps),
        format: formatOf(format, flags.fields, columnsOf(flags, 'attendances'), read),
        documented: documentedOf(flags, 'attendances'),
        read,
        isComplete: () => rsvps.report?.complete === true,
      }
      await printAll(io, list, flags)
      return 0
    }
    const most = max ?? 50
    const taken = await events.attendances(id, options).toArray({ max: most })
    const { items, more } = taken
    const of = more || flags.changedSince !== undefined ? 'some' : 'all'
    await showAll(
      io,
      {
        items,
        of,
        tableOf: (rsvps, screen) => rsvpTableOf(rsvps, screen, new Date(io.clock.now()).getFullYear()),
        documented: documentedOf(flags, 'attendances'),
        noun: 'RSVP',
      },
      flags,
    )
    sayMore(io, taken, most, 'RSVPs')
    if (io.stdout.isTTY && items.length > 0 && !flags.json && !flags.fields) tip(io, 'names: --people (personal data)')
    return 0
  }

/** The RSVPs of each page. */
async function* pagesOf(rsvps: ReturnType<AnyClient['attendances']>) {
  const { embeddedOf } = await import('osdi-events')
  for await (const page of rsvps.pages()) yield embeddedOf(page, 'osdi:attendances')
}
