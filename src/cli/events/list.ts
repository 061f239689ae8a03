import type { Command } from 'commander'
import { addFieldsFlag, documentedOf, shortColumnsOf } from '../fields.ts'
import { addFilterFlags, type FilterFlags, filterFlagOf, filterOf } from '../filter.ts'
import { amount, flagsOf, text } from '../flag.ts'
import { type Choose, say } from '../io.ts'
import { addServiceFlags, type ClientWork, type ServiceFlags, serviceHelp, withClient } from '../service.ts'
import { type ShownFields, sayMore, showAll } from './show.ts'

interface ListFlags extends ServiceFlags, FilterFlags, ShownFields {
  readonly campaign?: string
  readonly max: number
}

const examples = `
Examples:
  osdi-events list --base-url https://events.example.org
  osdi-events list --campaign ID --max 200 --fields title,start_date,location.venue
  osdi-events list --changed-since 2026-05-01T00:00:00Z
  osdi-events list --json | jq '.[].title'

With --json, the command prints one array: whole events or, with --fields, the chosen fields by their dotted names.

If there are more events than --max, or if the list ended early, the command says so on standard error. To get every event, use osdi-events export.`

/** Adds `osdi-events list`, which lists the first events. */
export function addList(program: Command, choose: Choose): void {
  const list = addServiceFlags(program.command('list'))
  const add = flagsOf(list)
  add('--campaign <id>', 'only the events of this event campaign', text)
  addFilterFlags(list)
  add('--max <number>', 'the most events, or Infinity for all', amount, 50)
  addFieldsFlag(list, 'what fits a terminal')
  list
    .option('--json', 'JSON instead of a table')
    .summary('lists the first events of the key')
    .description('Lists the first events of the key, or of one of its campaigns.')
    .addHelpText('after', `${examples}\n${serviceHelp}`)
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
    const [columns, documented] = [shortColumnsOf(flags), documentedOf(flags)]
    await showAll(io, { items, of, columns, documented, noun: 'event' }, flags)
    if (list.report?.filter === 'ignored')
      say(io, '--changed-since: the service also sent events without a change since then; they are left out')
    sayMore(io, taken, max, 'events')
    return 0
  }
