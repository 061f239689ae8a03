import type { EventQuery } from 'osdi-events/mock'

const names = ['owner', 'person', 'via', 'attended', 'dated', 'from', 'to'] as const

/** By what a list of events is narrowed down, as its address has it. */
export type Filters = { readonly [Name in (typeof names)[number]]?: string }

/** Choices of which events are shown; the others come from links of other views. */
export const startChoices: readonly (readonly [NonNullable<Filters['dated']>, string])[] = [
  ['', 'All events'],
  ['true', 'With a start'],
  ['false', 'Without a start'],
]

/** The filters in an address. */
export const filtersIn = (query: URLSearchParams): Filters =>
  Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : [])))

/** The same as the service is asked for it; what it does not know, it says. */
export const asked = ({ via, attended, dated, ...others }: Filters): EventQuery => ({
  ...others,
  ...(via !== undefined && { via: via as 'ui' | 'api' }),
  ...(attended !== undefined && { attended: attended === 'true' }),
  ...(dated !== undefined && { dated: dated === 'true' }),
})
