import type { Command } from 'commander'
import { CliError } from '../run/cli-error.ts'
import { addFieldsFlag, documentedOf } from '../run/field-values.ts'
import { amount, flagsOf, text } from '../run/flag.ts'
import type { Choose, Io } from '../run/io.ts'
import { type AnyClient, addServiceFlags, type ClientWork, type ServiceFlags, withClient } from '../run/service.ts'
import { describe, type HelpText } from '../terminal/help.ts'
import { warn } from '../terminal/messages.ts'
import { ProgressLine, progressText, Speedometer } from '../terminal/progress.ts'
import { eventTableOf, titleOf } from './event-table.ts'
import { addFilterFlags, type FilterFlags, filterFlagOf, filterOf } from './filter-flags.ts'
import { publicCopier } from './public-event.ts'
import { addSelectionFlags, checkZone, type SelectionFlags, selectorOf, startReader } from './selection.ts'
import { campaignIdOf } from './short-id.ts'
import { type ItemList, type ShownFields, sayMore, showAll, type Taken } from './show.ts'

interface ListFlags extends ServiceFlags, FilterFlags, SelectionFlags, ShownFields {
  readonly campaign?: string
  readonly sort?: Order
  readonly max: number
}

const help: HelpText = {
  group: 'Read',
  summary: 'lists events',
  description: 'Lists events: the first 50, or as many as --max says.',
  examples: [
    { run: 'osdi-events list --preset action-network' },
    { run: 'osdi-events list --upcoming --public' },
    { run: 'osdi-events list --from 2026-06-01 --to 2026-06-30 --status cancelled' },
    { run: 'osdi-events list --max 200 --fields title,start_date,location.venue' },
    { run: 'osdi-events list --changed-since 2026-05-01T00:00:00Z' },
    { run: "osdi-events list --json | jq '.[].title'" },
  ],
  notes: [
    'A terminal shows a table that fits it. In a pipe or a file, the table has whole ids and local times, separated by tabs. With --json, the command prints one array: whole events or, with --fields, the chosen fields by their dotted names.',
    'If there are more events than --max, or if the list ended early, the command says so on standard error. To get every event, use osdi-events export.',
    'The list of a key does not have the events that others host in its event campaigns: --campaign lists those of one campaign, and osdi-events export --campaigns has all.',
  ],
}

/** Adds `osdi-events list`, which lists the first events. */
export function addList(program: Command, choose: Choose): void {
  const list = addServiceFlags(program.command('list'))
  const add = flagsOf(list)
  add('--campaign <id>', 'only the events of this event campaign', text)
  addSelectionFlags(list)
  addFilterFlags(list)
  add(
    '--sort <order>',
    'start (moments, by zone of the place), title or rsvps; reads all events first (default: start with --upcoming, --from or --to, otherwise as sent)',
    readOrder,
  )
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
  (typed: ListFlags): ClientWork =>
  async (events, io) => {
    const flags = inOrder(typed)
    const { max, sort } = flags
    if (sort !== 'start') checkZone(flags)
    const given = { signal: io.signal, campaign: flags.campaign, ...filterOf(flags) }
    // Checks the options before the first request.
    events.list(given)
    const campaign = await campaignIdOf(flags.campaign, events, io)
    const list = events.list({ ...given, campaign })
    const keep = await selectorOf(flags, io.clock.now())
    using line = new ProgressLine(io, 'reading events')
    const taken: Taken =
      keep || sort
        ? await selected(list, keep, flags, line, io)
        : { ...(await list.toArray({ max })), total: totalOf(list) }
    line.hide()
    const { items, more, complete } = taken
    const isPart =
      more || !complete || !!keep || [campaign, flags.filter, flags.changedSince].some((given) => given !== undefined)
    const of = isPart ? 'some' : 'all'
    const thisYear = new Date(io.clock.now()).getFullYear()
    const startOf = sort === 'start' ? await startReader(flags) : undefined
    const tableOf: ItemList['tableOf'] = (events, screen) => eventTableOf(events, screen, thisYear, startOf)
    const shown = flags.public && flags.json && !flags.fields ? items.map(publicCopier(flags)) : items
    await showAll(
      io,
      { items: shown, of, tableOf, documented: documentedOf(flags), noun: 'event', isSelected: keep !== undefined },
      flags,
    )
    if (list.report?.filter === 'ignored')
      warn(io, '--changed-since: the service also sent events without a change since then; they are left out')
    sayMore(io, taken, max, 'events')
    return 0
  }

/** The number of all events, as the service counts them; undefined if the count may include events that a filter excludes. */
const totalOf = ({ report }: ReturnType<AnyClient['list']>): number | undefined =>
  report?.filter === undefined || report.filter === 'honoured' ? report?.totalAtEnd : undefined

/** Reads the list to its end, or until there are enough events that `keep` selects. To sort them, all must be read. */
async function selected(
  list: ReturnType<AnyClient['list']>,
  keep: ((event: object) => boolean) | undefined,
  flags: ListFlags,
  line: ProgressLine,
  { clock }: Io,
): Promise<Taken> {
  const { max, sort } = flags
  const items: object[] = []
  const speedometer = new Speedometer(clock)
  let read = 0
  for await (const event of list) {
    read += 1
    const count = { done: read, total: totalOf(list) }
    if (read % 25 === 0) line.show(progressText('reading', 'events', count, speedometer))
    if (keep?.(event) === false) continue
    if (!sort && items.length === max) return { items, more: true, complete: false }
    items.push(event)
  }
  const complete = list.report?.complete === true
  if (!sort) return { items, more: false, complete }
  const sorted = (await sorterOf(sort, flags))(items)
  return { items: sorted.slice(0, max), more: items.length > max, complete, total: items.length }
}

/** What `--sort` takes. */
type Order = 'start' | 'title' | 'rsvps'

const readOrder = (given: string): Order => {
  if (given === 'start' || given === 'title' || given === 'rsvps') return given
  throw new CliError(2, '--sort: must be start, title or rsvps')
}

/** Who asks for dates reads them in order. */
const inOrder = (flags: ListFlags): ListFlags =>
  flags.upcoming || flags.from !== undefined || flags.to !== undefined ? { sort: 'start', ...flags } : flags

/** Makes a function that sorts events: by start or title from the first on, by RSVPs from the most on. Events without the value come last. */
async function sorterOf(
  order: Order,
  flags: SelectionFlags,
): Promise<(events: readonly object[]) => readonly object[]> {
  if (order === 'start') {
    const startOf = await startReader(flags)
    return (events) => {
      const starts = new Map(
        events.map((event) => [event, startOf(event)?.start.getTime() ?? Number.POSITIVE_INFINITY]),
      )
      const before = (one: object, other: object) => Number(starts.get(one)) < Number(starts.get(other))
      return events.toSorted((one, other) => Number(before(other, one)) - Number(before(one, other)))
    }
  }
  const byTitle = new Intl.Collator()
  const rsvpsOf = ({ total_accepted: count }: { readonly total_accepted?: unknown }) =>
    typeof count === 'number' ? count : -1
  const compare: Readonly<Record<typeof order, (one: object, other: object) => number>> = {
    title: (one, other) => byTitle.compare(titleOf(one), titleOf(other)),
    rsvps: (one, other) => rsvpsOf(other) - rsvpsOf(one),
  }
  return (events) => events.toSorted(compare[order])
}
