import { linksText, resourceText, type View } from '../api/view.ts'
import { campaignFacts } from '../rules/campaign-facts.ts'
import type { Context } from '../rules/context.ts'
import { type EmbedRecord, embedFacts } from '../rules/embed-facts.ts'
import { eventFacts } from '../rules/event-facts.ts'
import { campaignFor, eventAt } from '../rules/scope.ts'
import type { CampaignRecord, EventRecord } from '../store/model.ts'
import { stringOf } from '../text/json.ts'
import type { Handler, Resource } from './resource.ts'

const getEventEmbed: Handler = ({ view, key, ids }) => {
  const event = eventAt(view.context, key, ids, 'read')
  return embedText(view, `events/${event.id}`, embedOfEvent(view.context, event))
}

const getCampaignEmbed: Handler = ({ view, key, ids }) => {
  const campaign = campaignFor(view.context, key, ids.id)
  return embedText(view, `event_campaigns/${campaign.id}`, embedOfCampaign(view.context, campaign))
}

const embedOfEvent = (context: Context, event: EventRecord): EmbedRecord => ({
  id: event.id,
  title: event.content.title,
  description: event.content.description,
  page: pageFrom(eventFacts.browser_url(event, context)),
})

const embedOfCampaign = (context: Context, campaign: CampaignRecord): EmbedRecord => ({
  id: campaign.id,
  title: campaign.title,
  description: campaign.description,
  page: pageFrom(campaignFacts.browser_url(campaign, context)),
})

/** Returns an http or https address; undefined for any other text, because a caller may have sent a `javascript:` address. */
const pageFrom = (address: unknown): string | undefined => {
  const text = stringOf(address)
  return text !== undefined && /^https?:/.test(URL.parse(text)?.protocol ?? '') ? text : undefined
}

/** The embed codes of an event or an event campaign (assumption `linked`). */
const embedText = (view: View, path: string, embed: EmbedRecord): string =>
  resourceText(view, embed, 'resource', {
    fields: view.dialect.fields.embeds,
    facts: embedFacts,
    links: linksText(view, { self: `${path}/embed` }),
  })

export const embeds = {
  operations: {
    'embed.get': {
      method: 'GET',
      path: ['events/:id/embed', 'event_campaigns/:campaign/events/:id/embed'],
      linked: true,
      summary: 'Shows the embed codes of an event',
      response: 'Embed',
      handle: getEventEmbed,
    },
    'campaigns.embed': {
      method: 'GET',
      path: 'event_campaigns/:id/embed',
      linked: true,
      summary: 'Shows the embed codes of an event campaign',
      response: 'Embed',
      handle: getCampaignEmbed,
    },
  },
  shown: { Embed: { table: 'embeds', links: () => [] } },
} as const satisfies Resource
