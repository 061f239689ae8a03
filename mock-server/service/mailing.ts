import type { EventRecord, OwnerId, PersonRecord } from '../model.ts'
import type { World } from './world.ts'

/**
 * Whoever acts on an event joins its owner's list, and the personal list of a creator who was set explicitly; a creator who
 * was assigned changes no list (v1 §4.5, v2 §4.7).
 */
export function joinLists(world: World, event: EventRecord, person: string): void {
  join(world, event.owner, person)
  if (event.explicitCreator) join(world, `person:${event.creator}`, person)
}

function join({ store }: World, list: OwnerId, person: string): void {
  const people = store.mailing.get(list)
  if (people) people.add(person)
  else store.mailing.set(list, new Set([person]))
}

/** Everyone on a list, in the order of joining. */
export function mailingList({ store }: World, list: OwnerId): readonly PersonRecord[] {
  return [...(store.mailing.get(list) ?? [])].flatMap((id) => store.people.get(id) ?? [])
}
