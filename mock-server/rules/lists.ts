import { whole } from '../store/listing.ts'
import type { EventRecord, OwnerId } from '../store/model.ts'
import type { DashboardEntry, TargetingEntry } from '../types/index.ts'
import type { World } from './context.ts'
import { manageUrl, publicUrl } from './scope.ts'

/** The events that an owner can target: those that somebody acted on (v1 §1.5, v2 §1.6). */
export function targeting(world: World, owner: OwnerId): readonly TargetingEntry[] {
  return eventsOwnedBy(world, owner).flatMap((event) => {
    const people = whole(world.store.attendancesOf(event)).map(({ person }) => person)
    return people.length > 0 ? [{ id: event.id, label: labelOf(world, event), people: [...new Set(people)] }] : []
  })
}

/** What the targeting interface calls an event. */
export function labelOf({ assumptions }: World, { via, content }: EventRecord): string {
  return via === 'ui' ? content.title : `[${assumptions.labelNumber}, ${content.origin_system} Event], ${content.title}`
}

/** The list of all actions of an owner: the events of the user interface alone (v1 §1.4, v2 §1.5). */
export function dashboard(world: World, owner: OwnerId): readonly DashboardEntry[] {
  return eventsOwnedBy(world, owner)
    .filter(({ via }) => via === 'ui')
    .map((event) => ({
      id: event.id,
      title: event.content.title,
      publicUrl: publicUrl(world, event),
      manageUrl: manageUrl(world, event),
    }))
}

const eventsOwnedBy = ({ store }: World, owner: OwnerId): readonly EventRecord[] => whole(store.eventsOf(owner))
