import type { NewMockEvent } from 'osdi-events/mock'
import { given } from './given.ts'

/** A new event as it is typed: every field a text, under the service's name for it. */
export type Draft = Readonly<Record<DraftField, string>>

export type DraftField = (typeof textFields)[number] | `location.${(typeof placeFields)[number]}` | 'capacity'

const textFields = [
  ...(['title', 'name', 'description', 'instructions', 'browser_url', 'origin_system'] as const),
  ...(['start_date', 'end_date', 'campaign'] as const),
]
const placeFields = ['venue', 'locality', 'region', 'postal_code'] as const

export const emptyDraft = Object.fromEntries(
  [...textFields, ...placeFields.map((name) => `location.${name}`), 'capacity'].map((name) => [name, '']),
) as Draft

/** What the service is sent: fields without a text are not. */
export function eventOf(draft: Draft): NewMockEvent {
  const pick = <Name extends string>(names: readonly Name[], at: (name: Name) => string) =>
    given(Object.fromEntries(names.map((name) => [name, at(name)])))
  const location = pick(placeFields, (name) => draft[`location.${name}`])
  return {
    title: draft.title,
    ...pick(textFields, (name) => draft[name]),
    ...(Object.keys(location).length > 0 && { location }),
    ...(draft.capacity !== '' && { capacity: Number(draft.capacity) }),
  }
}
