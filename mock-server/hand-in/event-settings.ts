import { MockServiceError } from '../errors.ts'
import type { EventSettings, KeyRecord } from '../model.ts'
import type { Creator } from '../service/creators.ts'
import { apiSettings } from '../service/settings.ts'
import type { World } from '../service/world.ts'
import type { NewMockEvent } from '../types.ts'
import { checkOptionalText } from './check.ts'
import { campaignOf, personOf } from './references.ts'

/** What an event has that no request can set. */
type Shown = Pick<EventSettings, 'featured_image_url' | 'capacity' | 'hidden' | 'visibility' | 'status'>

const statuses: readonly unknown[] = ['confirmed', 'tentative', 'cancelled'] satisfies EventSettings['status'][]
const fromInterface = ['featured_image_url', 'capacity', 'hidden', 'visibility'] as const

/** What only the user interface sets; an event made as by a POST has the generated values. */
export function settingsOf(world: World, key: KeyRecord, event: NewMockEvent, via: 'ui' | 'api'): EventSettings {
  const creator = creatorOf(world, key, event)
  const campaign =
    event.campaign === undefined ? undefined : campaignOf(world, key.owner, event.campaign, 'event.campaign').id
  const shown = shownIn(event, via)
  if (via === 'api') return { ...apiSettings(world, creator, campaign), ...shown }
  const usual = { featured_image_url: undefined, capacity: undefined, hidden: false, visibility: 'public' } as const
  return { via, campaign, ...creator, ...usual, status: 'confirmed', ...shown }
}

/** What of that is given, each held to its type. */
export function shownIn(event: Partial<NewMockEvent>, via: 'ui' | 'api'): Partial<Shown> {
  const { capacity, hidden, visibility, status } = event
  if (capacity !== undefined && !(Number.isSafeInteger(capacity) && capacity >= 0)) {
    throw new MockServiceError('argument', 'event.capacity', 'must be a whole number from 0 up')
  }
  if (hidden !== undefined && typeof hidden !== 'boolean') {
    throw new MockServiceError('argument', 'event.hidden', 'must be true or false')
  }
  if (visibility !== undefined && visibility !== 'public' && visibility !== 'private') {
    throw new MockServiceError('argument', 'event.visibility', "must be 'public' or 'private'")
  }
  if (status !== undefined && !statuses.includes(status)) {
    throw new MockServiceError('argument', 'event.status', "must be 'confirmed', 'tentative' or 'cancelled'")
  }
  const featured_image_url = checkOptionalText(event.featured_image_url, 'event.featured_image_url')
  const ignored = via === 'api' && fromInterface.find((name) => event[name] !== undefined)
  if (ignored) throw new MockServiceError('argument', `event.${ignored}`, 'is set in the user interface alone')
  return {
    ...(featured_image_url !== undefined && { featured_image_url }),
    ...(capacity !== undefined && { capacity }),
    ...(hidden !== undefined && { hidden }),
    ...(visibility !== undefined && { visibility }),
    ...(status !== undefined && { status }),
  }
}

/** Whoever is handed in is the explicit creator: a test states that, it does not ask for it as a POST does. */
function creatorOf(world: World, key: KeyRecord, { creator }: NewMockEvent): Creator {
  if (creator === undefined) return { creator: key.person, explicitCreator: false }
  return { creator: personOf(world, creator, 'event.creator').id, explicitCreator: true }
}
