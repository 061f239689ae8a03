import type { EventContent, EventInput, Policy } from '../model.ts'
import { locationAfter } from './location.ts'
import type { World } from './world.ts'

/** What an event must have to be stored. */
export type NewEventInput = EventInput & { readonly title: string; readonly origin_system: string }

const optional = ['name', 'description', 'instructions', 'browser_url', 'start', 'end'] as const

/** The content of a new event. */
export function newContent(
  world: World,
  input: NewEventInput,
  foreign: readonly string[],
  policy: Policy,
): EventContent {
  const { title, origin_system } = input
  const nothing = Object.fromEntries(optional.map((name) => [name, undefined])) as Record<
    (typeof optional)[number],
    undefined
  >
  const location = locationAfter(world, input.location, undefined, policy)
  return withTexts({ title, origin_system, ...nothing, foreign, location }, input)
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
  const moved = location === undefined ? content.location : locationAfter(world, location, content.location, policy)
  return withTexts({ ...content, foreign, location: moved }, input)
}

function withTexts(content: EventContent, input: EventInput): EventContent {
  const given = optional.filter((name) => input[name] !== undefined)
  return {
    ...content,
    title: input.title ?? content.title,
    origin_system: input.origin_system ?? content.origin_system,
    ...Object.fromEntries(given.map((name) => [name, input[name] ?? undefined])),
  }
}
