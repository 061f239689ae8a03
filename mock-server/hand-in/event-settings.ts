import { MockServiceError } from '../errors.ts'
import type { EventSettings, KeyRecord } from '../model.ts'
import type { Creator } from '../service/creators.ts'
import { apiSettings } from '../service/settings.ts'
import type { World } from '../service/world.ts'
import type { NewMockEvent } from '../types.ts'
import { checkOptionalText } from './check.ts'
import { campaignOf, personOf } from './references.ts'

const fromInterface = ['featured_image_url', 'capacity', 'hidden', 'visibility'] as const

/** What only the user interface sets; an event made as by a POST has the generated values. */
export function settingsOf(world: World, key: KeyRecord, event: NewMockEvent, via: 'ui' | 'api'): EventSettings {
  const creator = creatorOf(world, key, event)
  const campaign =
    event.campaign === undefined ? undefined : campaignOf(world, key.owner, event.campaign, 'event.campaign').id
  const { capacity, hidden = false, visibility = 'public' } = event
  if (capacity !== undefined && !(Number.isSafeInteger(capacity) && capacity >= 0)) {
    throw new MockServiceError('argument', 'event.capacity', 'must be a whole number from 0 up')
  }
  if (typeof hidden !== 'boolean') throw new MockServiceError('argument', 'event.hidden', 'must be true or false')
  if (visibility !== 'public' && visibility !== 'private') {
    throw new MockServiceError('argument', 'event.visibility', "must be 'public' or 'private'")
  }
  const featured_image_url = checkOptionalText(event.featured_image_url, 'event.featured_image_url')
  const ignored = via === 'api' && fromInterface.find((name) => event[name] !== undefined)
  if (ignored) throw new MockServiceError('argument', `event.${ignored}`, 'is set in the user interface alone')
  if (via === 'api') return apiSettings(world, creator, campaign)
  return { via, campaign, ...creator, featured_image_url, capacity, hidden, visibility }
}

/** Whoever is handed in is the explicit creator: a test states that, it does not ask for it as a POST does. */
function creatorOf(world: World, key: KeyRecord, { creator }: NewMockEvent): Creator {
  if (creator === undefined) return { creator: key.person, explicitCreator: false }
  return { creator: personOf(world, creator, 'event.creator').id, explicitCreator: true }
}
