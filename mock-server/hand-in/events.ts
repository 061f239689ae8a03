import { MockServiceError } from '../errors.ts'
import type { EventRecord } from '../model.ts'
import { newContent } from '../service/content.ts'
import { createEvent } from '../service/events.ts'
import type { World } from '../service/world.ts'
import type { AddEventOptions, NewMockEvent } from '../types.ts'
import { checkMembers } from './check.ts'
import { foreignOf, inputOf } from './event-input.ts'
import { settingsOf } from './event-settings.ts'
import { keyOf } from './references.ts'

const members = [
  ...(['title', 'origin_system', 'name', 'description', 'instructions', 'browser_url'] as const),
  ...(['featured_image_url', 'start_date', 'end_date', 'identifiers', 'location'] as const),
  ...(['capacity', 'visibility', 'hidden', 'campaign', 'creator'] as const),
] satisfies readonly (keyof NewMockEvent)[]

/** Stores an event as the service's user interface makes it, or as a version 2 POST does (v2 §1.5). */
export function addEvent(world: World, event: NewMockEvent, options: AddEventOptions): EventRecord {
  checkMembers(event, 'event', members)
  checkMembers(options, 'options', ['key', 'via'])
  const via = options.via ?? 'ui'
  if (via !== 'ui' && via !== 'api') throw new MockServiceError('argument', 'options.via', "must be 'ui' or 'api'")
  const key = keyOf(world, options.key, 'options.key')
  const settings = settingsOf(world, key, event, via)
  const { policy } = world.dialects.v2
  return createEvent(world, key, settings, newContent(world, inputOf(event), foreignOf(world, event), policy))
}
