import type { EventContent, EventInput, Policy } from '../model.ts'
import { locationAfter } from './location.ts'
import type { World } from './world.ts'

/** What an event must have to be stored. */
export type NewEventInput = EventInput & { readonly title: string; readonly origin_system: string }

/** The content of a new event. */
export function newContent(
  world: World,
  input: NewEventInput,
  foreign: readonly string[],
  policy: Policy,
): EventContent {
  // Named one by one, here and below: every content has the same members in the same order, and there may be a million.
  return {
    title: input.title,
    origin_system: input.origin_system,
    name: input.name ?? undefined,
    description: input.description ?? undefined,
    instructions: input.instructions ?? undefined,
    browser_url: input.browser_url ?? undefined,
    start: input.start ?? undefined,
    end: input.end ?? undefined,
    foreign,
    location: locationAfter(world, input.location, undefined, policy),
  }
}

/** The content of an event after a change: what was sent is replaced or, by `null`, cleared; the rest stays. */
export function changedContent(
  world: World,
  content: EventContent,
  input: EventInput,
  foreign: readonly string[],
  policy: Policy,
): EventContent {
  const { location } = input
  return {
    title: input.title ?? content.title,
    origin_system: input.origin_system ?? content.origin_system,
    name: after(input.name, content.name),
    description: after(input.description, content.description),
    instructions: after(input.instructions, content.instructions),
    browser_url: after(input.browser_url, content.browser_url),
    start: after(input.start, content.start),
    end: after(input.end, content.end),
    foreign,
    location: location === undefined ? content.location : locationAfter(world, location, content.location, policy),
  }
}

const after = (sent: string | null | undefined, before: string | undefined): string | undefined =>
  sent === undefined ? before : (sent ?? undefined)
