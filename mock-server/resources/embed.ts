import { link, type Resource } from '../hal.ts'
import type { EventRecord } from '../model.ts'
import type { View } from './view.ts'

/** The embed code's address of an event: what the code is, the documents do not show (assumption `linked`). */
export function embedResource(view: View, event: EventRecord): Resource {
  const { addresses } = view
  return {
    _links: {
      self: link(addresses.embed(event.id)),
      'osdi:event': link(addresses.event(event.id)),
      curies: view.curies,
    },
  }
}
