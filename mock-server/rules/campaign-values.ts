import type { CampaignRecord } from '../store/model.ts'
import { type Context, nativeIdentifier } from './context.ts'
import { sponsorOf } from './event-values.ts'
import type { FieldValues } from './field-values.ts'

/** How responses show each field of an event campaign. */
export const campaignValues: FieldValues<'campaigns', CampaignRecord> = {
  identifiers: ({ id, identifiers = [] }, context) => [nativeIdentifier(context, id), ...identifiers],
  origin_system: ({ origin_system }) => origin_system,
  created: ({ created }) => created,
  modified: ({ modified }) => modified,
  name: ({ name }) => name,
  title: ({ title }) => title,
  description: ({ description }) => description,
  browser_url: (campaign, context) => campaign.browser_url ?? pageOf(campaign, context),
  host_pitch: ({ host_pitch }) => host_pitch,
  host_instructions: ({ host_instructions }) => host_instructions,
  host_url: (campaign, context) => {
    const page = pageOf(campaign, context)
    return campaign.host_url ?? (page && `${page}/host`)
  },
  featured_image_url: ({ featured_image_url }) => featured_image_url,
  total_events: ({ owner, id }, { store }) => store.eventsOf(owner, id).length,
  total_rsvps: (campaign, { store }) => store.rsvpsOf(campaign),
  tag_list: ({ tag_list }) => tag_list,
  hidden: ({ hidden }) => hidden,
  vetting: ({ vetting }) => vetting,
  sponsor: ({ owner }, context) => {
    const group = sponsorOf(context, owner)
    return group && { title: group.title, url: group.browser_url }
  },
}

/** The address of a campaign's page; undefined for a campaign that was created through the API. */
const pageOf = ({ id, via }: CampaignRecord, { baseUrl }: Context): string | undefined =>
  via === 'ui' ? `${baseUrl}/event_campaigns/${id}` : undefined
