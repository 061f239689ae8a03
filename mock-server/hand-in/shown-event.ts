import type { EventRecord } from '../model.ts'
import { eventJson } from '../resources/event.ts'
import { viewOf } from '../resources/view.ts'
import { identifiersOf } from '../service/identifiers.ts'
import type { World } from '../service/world.ts'
import { textOf } from '../text/bytes.ts'
import type { JsonObject } from '../text/json.ts'
import type { MockEvent } from '../types.ts'

/** An event as a test sees it: its bare id, and what a version 2 answer shows. */
export function shownEvent(world: World, event: EventRecord): MockEvent {
  const { title } = event.content
  return {
    id: event.id,
    ...(JSON.parse(textOf(eventJson(viewOf(world, 'v2'), event, 'single'))) as JsonObject),
    identifiers: [...identifiersOf(world, event)],
    title,
  }
}
