import { campaignPath, type Form, linksText, resourceText, type View } from '../api/view.ts'
import { campaignFacts } from '../rules/campaign-facts.ts'
import { campaignFor } from '../rules/scope.ts'
import type { CampaignRecord } from '../store/model.ts'
import { eventPage } from './events.ts'
import { type Handler, list, type Resource } from './resource.ts'

const getCampaign: Handler = ({ view, key, ids }) =>
  campaignText(view, campaignFor(view.context, key, ids.id), 'resource')

const listEvents: Handler = (call) => {
  const campaign = campaignFor(call.view.context, call.key, call.ids.id)
  return eventPage(call, `event_campaigns/${campaign.id}/events`, campaign)
}

/** An event campaign as JSON: what is known of it (assumption `linked`). */
export const campaignText = (view: View, campaign: CampaignRecord, form: Form): string =>
  resourceText(view, campaign, form, {
    fields: view.dialect.fields.campaigns,
    facts: campaignFacts,
    links: linksText(view, {
      self: campaignPath(view, campaign.id),
      'osdi:events': `event_campaigns/${campaign.id}/events`,
    }),
  })

export const campaigns = {
  operations: {
    'campaigns.events': {
      ...list,
      path: 'event_campaigns/:id/events',
      filtered: ['events'],
      summary: 'Lists the events of an event campaign',
      response: 'Events',
      handle: listEvents,
    },
    'campaigns.get': {
      method: 'GET',
      path: 'event_campaigns/:id',
      linked: true,
      summary: 'Shows an event campaign',
      response: 'Campaign',
      handle: getCampaign,
    },
  },
  shown: { Campaign: { table: 'campaigns', links: () => ['osdi:events'] } },
} as const satisfies Resource
