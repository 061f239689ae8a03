import { addressesOf } from '../addresses.ts'
import type { EventRecord } from '../model.ts'
import { eventResource } from '../resources/event.ts'
import { identifiersOf } from '../service/identifiers.ts'
import type { World } from '../service/world.ts'
import type { MockEvent } from '../types.ts'

/** An event as a test sees it: its bare id, and what a version 2 answer shows. */
export function shownEvent(world: World, event: EventRecord): MockEvent {
  const dialect = world.dialects.v2
  const view = { world, dialect, addresses: addressesOf(world.baseUrl, dialect) }
  const { title } = event.content
  return {
    id: event.id,
    // A copy: what a test does to it must not reach the store.
    ...structuredClone(eventResource(view, event, 'single')),
    identifiers: [...identifiersOf(world, event)],
    title,
  }
}
