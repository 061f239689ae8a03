import type { EventRecord } from '../../model.ts'
import { labelOf } from '../../service/lists.ts'
import { locationFacts } from '../../service/location.ts'
import type { World } from '../../service/world.ts'
import type { EventRow } from '../../types.ts'

/** An event as a row of a list. */
export function rowOf(world: World, event: EventRecord): EventRow {
  const { id, via, accepted, content } = event
  const campaign = event.campaign === undefined ? undefined : world.store.campaigns.get(event.campaign)
  return {
    id,
    title: content.title,
    ...(content.name !== undefined && { name: content.name }),
    origin: content.origin_system,
    via,
    ...(campaign && { campaign: { id: campaign.id, title: campaign.title } }),
    ...(content.start !== undefined && { start: content.start }),
    place: placeOf(world, event),
    rsvps: accepted,
    ...(accepted > 0 && { label: labelOf(world, event) }),
  }
}

function placeOf(world: World, { content }: EventRecord): string {
  const { venue, locality, region } = locationFacts(world, content.location)
  return [venue, [locality, region].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}
