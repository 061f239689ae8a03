import { MockServiceError } from '../../errors.ts'
import { eventOf, ownerOf } from '../../hand-in/references.ts'
import type { EventRecord, KeyRecord, OwnerId } from '../../model.ts'
import type { World } from '../../service/world.ts'
import type { WithToken } from '../../types.ts'

/** An event of an id or identifier, and the key that it belongs to. */
export function keyOfEvent(world: World, id: string): { readonly event: EventRecord; readonly token: string } {
  const event = eventOf(world, id)
  return { event, token: event.key }
}

/** A key that sees what is meant: the one that an event belongs to, or the first of a group or person. */
export function keyFor(world: World, id: string): WithToken {
  const event = world.store.events.get(id)
  const key = event ? world.store.keys.get(event.key) : firstOf(world, ownerOf(world, id, 'of'))
  if (!key) throw new MockServiceError('unknown', 'of', 'has no key')
  return key
}

const firstOf = ({ store }: World, owner: OwnerId): KeyRecord | undefined =>
  store.keys.inOrder.slice(0, store.keys.inOrder.length).find((key) => key.owner === owner)
