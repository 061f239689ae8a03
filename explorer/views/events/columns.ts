import type { EventColumn, EventQuery } from 'osdi-events/mock'

/** How the list is sorted. */
export type Sort = NonNullable<EventQuery['sort']>

interface Shown {
  readonly name: EventColumn
  readonly title: string
  readonly numeric?: true
  /** Whether a first click shows the last first. */
  readonly lastFirst?: true
}

/** The columns of the list. */
export const columns: readonly Shown[] = [
  { name: 'title', title: 'Title' },
  { name: 'campaign', title: 'Campaign' },
  { name: 'start', title: 'Start' },
  { name: 'place', title: 'Place' },
  { name: 'rsvps', title: 'RSVPs', numeric: true, lastFirst: true },
  { name: 'origin', title: 'Origin' },
]

/** What a click on a column sorts by: the other way round where it is sorted by already. */
export function turned(sort: Sort, name: EventColumn): Sort {
  const isLastFirst = columns.find((column) => column.name === name)?.lastFirst === true
  if (sort === name) return `-${name}`
  if (sort === `-${name}`) return name
  return isLastFirst ? `-${name}` : name
}

/** Choices for screens that have no room for headings. */
export const sortChoices: readonly (readonly [Sort, string])[] = [
  ['-created', 'Newest first'],
  ['created', 'Oldest first'],
  ['title', 'By title'],
  ['campaign', 'By campaign'],
  ['start', 'By start'],
  ['-start', 'By start, latest first'],
  ['place', 'By place'],
  ['-rsvps', 'Most RSVPs first'],
  ['origin', 'By origin'],
]

const names: readonly string[] = ['created', ...columns.map(({ name }) => name)]

export const isSort = (text: string): text is Sort => names.includes(text.replace(/^-/, ''))
