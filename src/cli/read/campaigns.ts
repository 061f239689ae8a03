import type { Command } from 'commander'
import { addFieldsFlag, cellText, documentedOf, idOrUndefined } from '../run/field-values.ts'
import { amount, flagsOf } from '../run/flag.ts'
import type { Choose } from '../run/io.ts'
import { addServiceFlags, type ClientWork, type ServiceFlags, withClient } from '../run/service.ts'
import { describe, type HelpText } from '../terminal/help.ts'
import type { Screen } from '../terminal/screen.ts'
import { type Column, tableOf } from '../terminal/table.ts'
import { titleOf } from './event-table.ts'
import { shortIdOf } from './short-id.ts'
import { type ShownFields, sayMore, showAll } from './show.ts'

interface CampaignsFlags extends ServiceFlags, ShownFields {
  readonly max: number
}

const help: HelpText = {
  group: 'Read',
  summary: 'lists the event campaigns of the key',
  description: 'Lists the event campaigns of the key, for --campaign of list and export.',
  examples: [
    { run: 'osdi-events campaigns --max Infinity' },
    { run: "osdi-events campaigns | grep 'Spring clean-up' | cut -f3", does: 'the id for --campaign' },
    { run: 'osdi-events list --campaign ID' },
  ],
  notes: [
    'A terminal shows the first characters of the ids. A pipe, a file and --json have whole ids. --campaign takes both.',
    'If there are more campaigns than --max, or if the list ended early, the command says so on standard error.',
  ],
}

/** Adds `osdi-events campaigns`, which lists the event campaigns of the key. */
export function addCampaigns(program: Command, choose: Choose): void {
  const command = addServiceFlags(program.command('campaigns'))
  flagsOf(command)('--max <number>', 'the most campaigns, or Infinity for all', amount, 50)
  addFieldsFlag(command, 'title, number of events and id')
  describe(command, help)
    .option('--json', 'JSON instead of a table')
    .action((flags: CampaignsFlags) => choose(withClient(flags, { max: '--max' }, work(flags))))
}

const work =
  (flags: CampaignsFlags): ClientWork =>
  async (events, io) => {
    const { max } = flags
    const taken = await events.campaigns({ signal: io.signal }).toArray({ max })
    const { items, complete } = taken
    const of = complete ? 'all' : 'some'
    const documented = documentedOf(flags, 'campaigns')
    await showAll(io, { items, of, tableOf: campaignTableOf, documented, noun: 'campaign' }, flags)
    sayMore(io, taken, max, 'campaigns')
    return 0
  }

const columns: readonly Column[] = [
  { name: 'TITLE', least: 16 },
  { name: 'EVENTS', side: 'right', isOptional: true, importance: 1 },
  { name: 'ID', styleOf: () => 'dim' },
]

/** Formats event campaigns as a short table. A terminal shows short ids; files and pipes get whole ids. */
async function campaignTableOf(campaigns: readonly object[], screen: Screen): Promise<string> {
  const { idOf } = await import('osdi-events')
  const rows = campaigns.map((campaign: CampaignFields) => {
    const id = idOrUndefined(campaign, idOf) ?? ''
    return [titleOf(campaign), cellText(campaign.total_events), screen.width === undefined ? id : shortIdOf(id)]
  })
  return tableOf(columns, rows, screen)
}

/** The fields of the table, of both versions. */
interface CampaignFields {
  readonly title?: string
  readonly summary?: string
  readonly name?: string
  readonly total_events?: number
}
