import type { Command } from 'commander'
import { addFieldsFlag, documentedOf } from '../fields.ts'
import { addFilterFlags, type FilterFlags, filterFlagOf, filterOf } from '../filter.ts'
import { amount, flagsOf, text } from '../flag.ts'
import type { Choose } from '../io.ts'
import { addServiceFlags, type ClientWork, type ServiceFlags, withClient } from '../service.ts'
import { describe, type HelpText } from '../terminal/help.ts'
import { warn } from '../terminal/messages.ts'
import { type ItemList, type ShownFields, sayMore, showAll } from './show.ts'
import { summaryOf } from './summary.ts'

interface ListFlags extends ServiceFlags, FilterFlags, ShownFields {
  readonly campaign?: string
  readonly max: number
}

const help: HelpText = {
  group: 'Read',
  summary: 'lists the first events of the key',
  description: 'Lists the first events of the key, or of one of its campaigns.',
  examples: [
    { run: 'osdi-events list --preset action-network' },
    { run: 'osdi-events list --max 200 --fields title,start_date,location.venue' },
    { run: 'osdi-events list --changed-since 2026-05-01T00:00:00Z' },
    { run: "osdi-events list --json | jq '.[].title'" },
  ],
  notes: [
    'A terminal shows a table that fits it. In a pipe or a file, the table has whole ids and local times, separated by tabs. With --json it is one array of whole events, or of the chosen fields by their dotted names.',
    'If there are more events than --max, or the list ended early, a line on standard error says so. To have all of them: osdi-events export.',
  ],
}

/** Adds `osdi-events list`, which lists the first events. */
export function addList(program: Command, choose: Choose): void {
  const list = addServiceFlags(program.command('list'))
  const add = flagsOf(list)
  add('--campaign <id>', 'only the events of this event campaign', text)
  addFilterFlags(list)
  add('--max <number>', 'the most events, or Infinity for all', amount, 50)
  addFieldsFlag(list, 'what fits a terminal')
  describe(list, help)
    .option('--json', 'JSON instead of a table')
    .action((flags: ListFlags) =>
      choose(
        withClient(
          flags,
          { ...filterFlagOf, 'options.max': '--max', max: '--max', campaign: '--campaign' },
          work(flags),
        ),
      ),
    )
}

const work =
  (flags: ListFlags): ClientWork =>
  async (events, io) => {
    const { campaign, max } = flags
    const list = events.list({ signal: io.signal, campaign, ...filterOf(flags) })
    const taken = await list.toArray({ max })
    const { items, more, complete } = taken
    const isPart =
      more || !complete || [campaign, flags.filter, flags.changedSince].some((given) => given !== undefined)
    const of = isPart ? 'some' : 'all'
    const thisYear = new Date(io.clock.now()).getFullYear()
    const tableOf: ItemList['tableOf'] = (events, screen) => summaryOf(events, screen, thisYear)
    await showAll(io, { items, of, tableOf, documented: documentedOf(flags), noun: 'event' }, flags)
    if (list.report?.filter === 'ignored')
      warn(io, '--changed-since: the service also sent events without a change since then; they are left out')
    sayMore(io, taken, max, 'events')
    return 0
  }
