import { cachedPage } from '../api/page.ts'
import { ignoreOrRefuse, notValid } from '../api/read.ts'
import { readCampaign } from '../api/read-campaign.ts'
import { campaignPath, type Form, linksText, resourceText, type View } from '../api/view.ts'
import { campaignValues } from '../rules/campaign-values.ts'
import { type CampaignInput, postCampaign, putCampaign } from '../rules/campaigns.ts'
import { HttpError, invalidField } from '../rules/http-error.ts'
import { filtered } from '../rules/odata-filter.ts'
import { campaignFor } from '../rules/scope.ts'
import { toArray } from '../store/lists.ts'
import type { CampaignRecord } from '../store/model.ts'
import { eventPage } from './events.ts'
import { type Handler, list, type Resource } from './resource.ts'

const getCampaign: Handler = ({ view, key, ids }) =>
  campaignText(view, campaignFor(view.context, key, ids.id), 'resource')

const createCampaign: Handler = ({ view, key, body }) => {
  const { context } = view
  const { individualCampaigns, invalidBody, invalidOptional } = context.assumptions
  if (key.group === undefined && individualCampaigns === 403) {
    const reason = {
      field: view.dialect.keyHeader,
      message: 'is a key of an individual account. Send the key of a group',
    }
    throw new HttpError(403, 'Individual accounts have no event campaigns', { reason })
  }
  const { input, identifiers, invalid } = readCampaign(view, body, { isNew: true, nulls: 'invalid' })
  ignoreOrRefuse(context, invalid, ({ kind, field, message }) => {
    if (kind === 'required') return invalidField(invalidBody, field, message)
    return kind === 'optional' && invalidOptional === 400 ? notValid(field, message, {}) : undefined
  })
  return storedText(view, postCampaign(context, key.owner, input as CampaignInput, identifiers))
}

const updateCampaign: Handler = ({ view, key, ids, body }) => {
  const { context } = view
  const campaign = campaignFor(context, key, ids.id)
  const nulls = context.assumptions.nullInPut === 'clears' ? 'clear' : 'invalid'
  const { input, identifiers, invalid } = readCampaign(view, body, { isNew: false, nulls })
  ignoreOrRefuse(context, invalid, () => undefined)
  const before = campaignText(view, campaign, 'resource')
  return storedText(view, putCampaign(context, campaign, input, identifiers), before)
}

function storedText(view: View, campaign: CampaignRecord, before?: string): string {
  const { id, title } = campaign
  view.context.noteStored({ kind: 'campaign', id, title }, before)
  return campaignText(view, campaign, 'resource')
}

const listEvents: Handler = (call) => {
  const campaign = campaignFor(call.view.context, call.key, call.ids.campaign)
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
    filtered: (odata) => filtered(context, dialect.fields.campaigns, campaignValues, odata, () => toArray(all())),
  })
}

/** An event campaign as JSON (assumption `linked`). */
export const campaignText = (view: View, campaign: CampaignRecord, form: Form): string =>
  resourceText(view, campaign, form, {
    fields: view.dialect.fields.campaigns,
    values: campaignValues,
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
      filtered: ['campaigns'],
      linked: true,
      summary: 'Lists event campaigns',
      response: 'Campaigns',
      handle: listCampaigns,
    },
    'campaigns.events': {
      ...list,
      path: 'event_campaigns/:campaign/events',
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
    'campaigns.create': {
      method: 'POST',
      path: 'event_campaigns',
      linked: true,
      summary: 'Creates an event campaign',
      response: 'Campaign',
      request: 'NewCampaign',
      errors: ({ individualCampaigns }) => [individualCampaigns],
      handle: createCampaign,
    },
    'campaigns.update': {
      method: 'PUT',
      path: 'event_campaigns/:id',
      linked: true,
      summary: 'Changes what is sent of an event campaign',
      response: 'Campaign',
      request: 'CampaignChanges',
      handle: updateCampaign,
    },
  },
  sent: {
    NewCampaign: { table: 'campaigns', isNew: true, relations: [] },
    CampaignChanges: { table: 'campaigns', isNew: false, relations: [] },
  },
  shown: {
    Campaign: { table: 'campaigns', links: ({ namespace }) => ['osdi:events', `${namespace}:embed`] },
  },
  lists: { Campaigns: { of: 'Campaign', relation: ({ namespace }) => `${namespace}:event_campaigns` } },
} as const satisfies Resource
