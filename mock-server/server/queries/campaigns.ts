import { shownCampaign } from '../../add/campaigns.ts'
import { anyCampaignOf, keyOf } from '../../add/references.ts'
import type { Context } from '../../rules/context.ts'
import { ownerRecordId, titleOf } from '../../rules/scope.ts'
import type { CampaignRecord } from '../../store/model.ts'
import type { CampaignRow, CampaignRows } from '../../types/index.ts'
import { type AdminCall, pageIn, searchIn } from '../admin-call.ts'
import { filterInSlices } from '../time-slices.ts'

/** Query parameters of the list of campaigns in pages. */
export const rowQuery: readonly string[] = ['search', 'page', 'per_page']

/** Returns all event campaigns, or the campaigns of a key's owner. */
export function campaigns({ context, query: { key } }: AdminCall) {
  const owner = key === undefined ? undefined : keyOf(context, key, 'key').owner
  const all = [...context.store.campaigns.values()]
  return all
    .filter((campaign) => owner === undefined || campaign.owner === owner)
    .map((campaign) => shownCampaign(context, campaign))
}

/** Returns a page of the event campaigns that match a query, the newest campaign first. */
export async function campaignRows({ context, query, disconnected }: AdminCall): Promise<CampaignRows> {
  const { page, per_page, from, to } = pageIn(query)
  const matches = searchIn(query)
  const { campaigns } = context.store
  // Serials count up in the order of adding. Without a search, only the campaigns of the page are read.
  const newestFirst = (first: number, end: number) =>
    campaigns.each(Array.from({ length: Math.max(0, end - first) }, (_, index) => campaigns.size - 1 - first - index))
  const isMatch = ({ id, title, name = '', origin_system }: CampaignRecord) =>
    !matches || matches([title, name, origin_system].join('\n'), id)
  const matching = matches && (await filterInSlices(newestFirst(0, campaigns.size), isMatch, disconnected))
  const records = matching ? matching.slice(from, to) : newestFirst(from, Math.min(to, campaigns.size))
  const total = matching ? matching.length : campaigns.size
  return { total, page, per_page, campaigns: records.map((record) => campaignRow(context, record)) }
}

/** Makes the row of a campaign. */
function campaignRow({ store }: Context, campaign: CampaignRecord): CampaignRow {
  const { id, title, owner, via, hidden, origin_system: origin } = campaign
  return {
    ...{ id, title, origin, via, hidden },
    owner: { id: ownerRecordId(owner), title: titleOf(store, owner) },
    events: store.eventsOf(owner, id).length,
    rsvps: store.rsvpsOf(campaign),
  }
}

export const campaign = ({ context, id }: AdminCall) => shownCampaign(context, anyCampaignOf(context, id))
