import { addEvent } from '../hand-in/events.ts'
import { type Draft, drafts } from '../seed/draft.ts'
import type { World } from '../service/world.ts'
import type { KeyReference, NewMockEvent } from '../types.ts'

/** Makes up the events that appear while somebody looks, one after the other: the same from the same seed. */
export class NewEvents {
  readonly #seed: string
  #drafts: Iterator<Draft> | undefined

  constructor(seed: string) {
    this.#seed = seed
  }

  appear(world: World, key: KeyReference, count: number): void {
    this.#drafts ??= drafts(this.#seed, world.clock.now(), Number.MAX_SAFE_INTEGER)
    for (let made = 0; made < count; made += 1) {
      const { done, value: draft } = this.#drafts.next()
      if (!done) addEvent(world, eventOf(draft), { key, via: draft.via })
    }
  }
}

/** What of a draft any key's owner can have: no campaign, no host, and no identifier that a seeded event has already. */
function eventOf(draft: Draft): NewMockEvent {
  const { via, title, origin_system, name, description, instructions, browser_url, start_date, end_date } = draft
  const { featured_image_url, capacity, hidden, visibility } = draft
  const location = draft.location?.query
  const fields: NewMockEvent & { readonly [field: string]: unknown } = {
    title,
    ...withValue({ origin_system, name, description, instructions, browser_url, start_date, end_date, location }),
    ...(via === 'ui' && withValue({ featured_image_url, capacity, hidden, visibility })),
  }
  return fields
}

const withValue = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
