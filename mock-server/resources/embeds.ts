import { linksText, resourceText, type View } from '../api/view.ts'
import { eventFor } from '../rules/scope.ts'
import type { EventRecord } from '../store/model.ts'
import type { Handler, Resource } from './resource.ts'

const getEmbed: Handler = ({ view, key, ids }) => embedText(view, eventFor(view.context, key, ids.id))

/** The embed resource of an event. The documents do not show the code itself (assumption `linked`). */
function embedText(view: View, { id }: EventRecord): string {
  const links = linksText(view, { self: `events/${id}/embed`, 'osdi:event': `events/${id}` })
  return resourceText(view, id, 'resource', { fields: [], facts: {}, links })
}

export const embeds = {
  operations: {
    'embed.get': {
      method: 'GET',
      path: 'events/:id/embed',
      linked: true,
      summary: "Shows the address of an event's embed code",
      response: 'Embed',
      handle: getEmbed,
    },
  },
  shown: { Embed: { links: () => ['osdi:event'] } },
} as const satisfies Resource
