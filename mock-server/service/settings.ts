import type { EventSettings } from '../model.ts'
import type { Creator } from './creators.ts'
import type { World } from './world.ts'

/** What is true of every event made through the interface (v2 §1.5, §4.4; assumptions `capacity`, `hidden`). */
export function apiSettings({ assumptions }: World, creator: Creator, campaign?: string): EventSettings {
  return {
    via: 'api',
    campaign,
    ...creator,
    featured_image_url: undefined,
    capacity: assumptions.capacity === 'absent' ? undefined : assumptions.capacity,
    hidden: assumptions.hidden,
    visibility: 'public',
    status: 'confirmed',
  }
}
