/**
 * Campaign report: events and RSVPs of each event campaign, as a text table, or as Markdown for a chat or a wiki.
 *
 * Try it with the mock service: `npx osdi-events mock -- node campaign-report.ts`
 * As the Action Network: `EVENTS_NAMESPACE=action_network npx osdi-events mock --preset action-network -- node campaign-report.ts`
 * With your service, set EVENTS_BASE_URL, EVENTS_API_KEY and EVENTS_NAMESPACE: `node campaign-report.ts --markdown > report.md`
 * Needs Node 22.18 or newer, which runs TypeScript as it is.
 */
import { parseArgs } from 'node:util'
import { EventsV2, type EventV2, idOf, isEventsError, ownOf, type Pager, wallClockOf } from 'osdi-events'

interface Campaign {
  readonly title: string
  events: number
  rsvps: number
  /** The event with the most RSVPs. */
  fullest?: EventV2
  /** The first and the last day, by the clocks at the events' places. */
  from?: string
  to?: string
}

function count(campaign: Campaign, event: EventV2): void {
  const rsvps = event.total_accepted ?? 0
  campaign.events += 1
  campaign.rsvps += rsvps
  if (rsvps > (campaign.fullest?.total_accepted ?? 0)) campaign.fullest = event
  // Wall clocks sort as text.
  const day = wallClockOf(event).start?.slice(0, 10)
  if (day && day < (campaign.from ?? '~')) campaign.from = day
  if (day && day > (campaign.to ?? '')) campaign.to = day
}

/**
 * One pass over all events, with those that others host in the campaigns. However many there are, only their ids and the sums are kept.
 *
 * @returns undefined if a list ended early: every sum would be too low
 */
async function campaignsOf(events: EventsV2): Promise<Campaign[] | undefined> {
  const campaigns = new Map<string, Campaign>()
  const seen = new Set<string>()
  /** @param into the campaign of all events of the list */
  const read = async (list: Pager<EventV2>, into?: Campaign): Promise<boolean> => {
    for await (const event of list) {
      const id = idOf(event)
      if (seen.has(id)) continue
      seen.add(id)
      // An event of the key can also be in a campaign of others.
      const title = ownOf(event).event_campaign_id ?? 'no campaign'
      const campaign = into ?? campaigns.get(title) ?? { title, events: 0, rsvps: 0 }
      if (!into) campaigns.set(title, campaign)
      count(campaign, event)
    }
    return list.report?.complete === true
  }

  const own = events.campaigns()
  for await (const each of own) {
    const id = idOf(each)
    // The spec does not show what a campaign looks like, so it may have no title.
    const campaign = { title: each.title || id, events: 0, rsvps: 0 }
    if (!(await read(events.list({ campaign: each }), campaign))) return undefined
    if (campaign.events > 0) campaigns.set(id, campaign)
  }
  const isComplete = (await read(events.list())) && own.report?.complete
  return isComplete ? [...campaigns.values()] : undefined
}

const heading = ['CAMPAIGN', 'EVENTS', 'RSVPS', 'FROM', 'TO', 'FULLEST']
const isNumber = (column: number) => column === 1 || column === 2

function rowsOf(found: readonly Campaign[]): string[][] {
  const rows: string[][] = []
  const sum = { events: 0, rsvps: 0 }
  for (const campaign of found.toSorted((one, other) => other.rsvps - one.rsvps)) {
    const { title, events: count, rsvps, from = '', to = '', fullest } = campaign
    const most = fullest ? `${fullest.total_accepted} at ${fullest.title}` : ''
    rows.push([title, String(count), String(rsvps), from, to, most])
    sum.events += count
    sum.rsvps += rsvps
  }
  return [...rows, ['all', String(sum.events), String(sum.rsvps), '', '', '']]
}

/** Titles are written by strangers: nothing in them may break the line, or move the cursor of a terminal. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()

function asText(rows: readonly string[][]): string {
  const lines = [heading, ...rows].map((row) => row.map(oneLine))
  const widths = heading.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const aligned = (text: string, column: number) =>
    isNumber(column) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0)
  return lines.map((line) => line.map(aligned).join('  ').trimEnd()).join('\n')
}

function asMarkdown(rows: readonly string[][]): string {
  const cell = (text: string) => oneLine(text).replace(/[\\`*_{}[\]<>#|~]/g, '\\$&')
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = heading.map((_, column) => (isNumber(column) ? '---:' : '---'))
  return [line(heading), line(rule), ...rows.map((row) => line(row.map(cell)))].join('\n')
}

const { values: flags } = parseArgs({ options: { markdown: { type: 'boolean' } } })
const { EVENTS_BASE_URL: baseUrl, EVENTS_API_KEY: apiKey, EVENTS_NAMESPACE: namespace = 'platform' } = process.env
if (!baseUrl || !apiKey) throw new Error('EVENTS_BASE_URL and EVENTS_API_KEY must be set')

const events = new EventsV2({ baseUrl, apiKey, namespace, rateLimit: { perSecond: 4 } })
try {
  const campaigns = await campaignsOf(events)
  if (campaigns) {
    const rows = rowsOf(campaigns)
    console.log(flags.markdown ? asMarkdown(rows) : asText(rows))
  } else {
    console.error('The list of events ended early. There is no report, because its sums would be too low.')
    process.exitCode = 1
  }
} catch (error) {
  if (!isEventsError(error)) throw error
  console.error(error.message)
  process.exitCode = 1
}
