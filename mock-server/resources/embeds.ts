import { linksText, resourceText, type View } from '../api/view.ts'
import { type EmbedRecord, embedValues } from '../rules/embed-values.ts'
import { campaignFor, eventAt } from '../rules/scope.ts'
import type { Handler, Resource } from './resource.ts'

const getEventEmbed: Handler = ({ view, key, ids }) => {
  const { id } = eventAt(view.context, key, ids, 'read')
  return embedText(view, `events/${id}`, { id, kind: 'event' })
}

const getCampaignEmbed: Handler = ({ view, key, ids }) => {
  const { id } = campaignFor(view.context, key, ids.id)
  return embedText(view, `event_campaigns/${id}`, { id, kind: 'event_campaign' })
}

/** The embed codes of an event or an event campaign (assumption `linked`). */
const embedText = (view: View, path: string, embed: EmbedRecord): string =>
  resourceText(view, embed, 'resource', {
    fields: view.dialect.fields.embeds,
    values: embedValues,
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
