import { cachedPage } from '../api/page.ts'
import { campaignPath, type Form, linksText, resourceText, type View } from '../api/view.ts'
import { campaignFacts } from '../rules/campaign-facts.ts'
import { filtered } from '../rules/filter.ts'
import { campaignFor } from '../rules/scope.ts'
import { toArray } from '../store/lists.ts'
import type { CampaignRecord } from '../store/model.ts'
import { eventPage } from './events.ts'
import { type Handler, list, type Resource } from './resource.ts'

const getCampaign: Handler = ({ view, key, ids }) =>
  campaignText(view, campaignFor(view.context, key, ids.id), 'resource')

const listEvents: Handler = (call) => {
  const campaign = campaignFor(call.view.context, call.key, call.ids.id)
  return eventPage(call, `event_campaigns/${campaign.id}/events`, campaign)
}

const listCampaigns: Handler = (call) => {
  const { view, key } = call
  const { context, dialect } = view
  const all = () => context.store.campaignsOf(key.owner)
  return cachedPage(call, {
    path: 'event_campaigns',
    relation: `${dialect.namespace}:event_campaigns`,
    pathOf: ({ id }: CampaignRecord) => campaignPath(view, id),
    text: (campaign) => campaignText(view, campaign, 'embedded'),
    all,
    filtered: (odata) => filtered(context, dialect.fields.campaigns, campaignFacts, odata, () => toArray(all())),
  })
}

/** An event campaign as JSON (assumption `linked`). */
export const campaignText = (view: View, campaign: CampaignRecord, form: Form): string =>
  resourceText(view, campaign, form, {
    fields: view.dialect.fields.campaigns,
    facts: campaignFacts,
    links: linksText(view, {
      self: campaignPath(view, campaign.id),
      'osdi:events': `event_campaigns/${campaign.id}/events`,
      [`${view.dialect.namespace}:embed`]: `event_campaigns/${campaign.id}/embed`,
    }),
  })

export const campaigns = {
  operations: {
    'campaigns.list': {
      ...list,
      path: 'event_campaigns',
      filtered: 'campaigns',
      linked: true,
      summary: 'Lists event campaigns',
      response: 'Campaigns',
      handle: listCampaigns,
    },
    'campaigns.events': {
      ...list,
      path: 'event_campaigns/:id/events',
      filtered: 'events',
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
  shown: {
    Campaign: { table: 'campaigns', links: ({ namespace }) => ['osdi:events', `${namespace}:embed`] },
  },
  lists: { Campaigns: { of: 'Campaign', relation: ({ namespace }) => `${namespace}:event_campaigns` } },
} as const satisfies Resource
