import { link, type Resource } from '../hal.ts'
import type { CampaignRecord } from '../model.ts'
import { nativeIdentifier } from '../service/world.ts'
import { named, type View } from './view.ts'

/** The address of an event campaign, wherever it is linked to (assumption `campaignLink`). */
export const campaignHref = ({ world, addresses }: View, id: string): string =>
  addresses.campaign(world.assumptions.campaignLink === 'bare' ? id : nativeIdentifier(world, id))

/** An event campaign, as far as it is known (assumption `linked`). */
export function campaignResource(view: View, campaign: CampaignRecord): Resource {
  return {
    ...named(view, { identifiers: [nativeIdentifier(view.world, campaign.id)], title: campaign.title }),
    _links: {
      self: link(campaignHref(view, campaign.id)),
      'osdi:events': link(view.addresses.campaignEvents(campaign.id)),
      curies: view.curies,
    },
  }
}
