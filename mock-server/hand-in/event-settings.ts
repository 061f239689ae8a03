import { MockServiceError } from '../errors.ts'
import type { EventSettings, KeyRecord } from '../model.ts'
import type { Creator } from '../service/creators.ts'
import { apiSettings } from '../service/settings.ts'
import type { World } from '../service/world.ts'
import { at } from '../text/json.ts'
import type { NewMockEvent } from '../types.ts'
import { checkOptionalText } from './check.ts'
import { personOf } from './references.ts'

/** What only the user interface sets; of an event made as by a POST the generated values hold, whatever was handed in. */
export function settingsOf(world: World, key: KeyRecord, event: NewMockEvent, via: 'ui' | 'api'): EventSettings {
  const creator = creatorOf(world, key, event)
  const campaign = campaignOf(world, key, event.campaign)
  const { capacity, hidden = false, visibility = 'public' } = event
  if (capacity !== undefined && !(Number.isSafeInteger(capacity) && capacity >= 0)) {
    throw new MockServiceError('argument', 'event.capacity', 'must be a whole number from 0 up')
  }
  if (typeof hidden !== 'boolean') throw new MockServiceError('argument', 'event.hidden', 'must be true or false')
  if (visibility !== 'public' && visibility !== 'private') {
    throw new MockServiceError('argument', 'event.visibility', "must be 'public' or 'private'")
  }
  const featured_image_url = checkOptionalText(event.featured_image_url, 'event.featured_image_url')
  if (via === 'api') return apiSettings(world, creator, campaign)
  return { via, campaign, ...creator, featured_image_url, capacity, hidden, visibility }
}

/** Whoever is handed in is the explicit creator: a test states that, it does not ask for it as a POST does. */
function creatorOf(world: World, key: KeyRecord, { creator }: NewMockEvent): Creator {
  if (creator === undefined) return { creator: key.person, explicitCreator: false }
  return { creator: personOf(world, creator, 'event.creator').id, explicitCreator: true }
}

function campaignOf(world: World, key: KeyRecord, reference: unknown): string | undefined {
  if (reference === undefined) return undefined
  const campaign = world.store.campaigns.get(String(at(reference, 'id') ?? reference))
  if (campaign?.owner === key.owner) return campaign.id
  throw new MockServiceError('unknown', 'event.campaign', 'is no campaign of the owner of this key')
}
