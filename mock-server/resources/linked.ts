import { link, type Resource } from '../hal.ts'
import type { CampaignRecord, EventRecord } from '../model.ts'
import { nativeIdentifier } from '../service/world.ts'
import { curiesOf, named, type View } from './view.ts'

/** An event campaign, as far as it is known (assumption `linked`). */
export function campaignResource(view: View, campaign: CampaignRecord): Resource {
  const { addresses } = view
  return {
    ...named(view, { identifiers: [nativeIdentifier(view.world, campaign.id)], title: campaign.title }),
    _links: {
      self: link(addresses.campaign(campaign.id)),
      'osdi:events': link(addresses.campaignEvents(campaign.id)),
      curies: curiesOf(view),
    },
  }
}

/** The embed code's address of an event: what the code is, the documents do not show (assumption `linked`). */
export function embedResource(view: View, event: EventRecord): Resource {
  const { addresses } = view
  return {
    _links: {
      self: link(addresses.embed(event.id)),
      'osdi:event': link(addresses.event(event.id)),
      curies: curiesOf(view),
    },
  }
}
