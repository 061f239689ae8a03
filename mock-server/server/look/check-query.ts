import { MockServiceError } from '../../errors.ts'
import type { EventColumn } from '../../types.ts'

/** An `EventQuery` as it came in an address, checked. */
export interface CheckedQuery {
  /** In lower case. */
  readonly words: readonly string[]
  readonly column: EventColumn
  readonly descending: boolean
  readonly page: number
  readonly per_page: number
}

const columns: Readonly<Record<EventColumn, true>> = {
  created: true,
  title: true,
  campaign: true,
  start: true,
  place: true,
  rsvps: true,
  origin: true,
}

const isColumn = (name: string): name is EventColumn => Object.hasOwn(columns, name)

/** Search parameters that it is made of. */
export const eventQuery: readonly string[] = ['search', 'sort', 'page', 'per_page']

/** Reads the search parameters of a list of events. */
export function checkEventQuery(query: Readonly<Record<string, string>>): CheckedQuery {
  const { sort = '-created' } = query
  const column = sort.replace(/^-/, '')
  if (!isColumn(column)) {
    const names = Object.keys(columns).join(', ')
    throw new MockServiceError('argument', 'sort', `must be one of ${names}, with or without a - in front`)
  }
  return { column, descending: sort.startsWith('-'), ...wordsOf(query), ...pageOf(query) }
}

/** What is searched for. */
export const wordsOf = ({ search = '' }: Readonly<Record<string, string>>) => ({
  words: search.toLowerCase().split(/\s+/).filter(Boolean),
})

/** Which page of how many is asked for. */
export const pageOf = ({ page = '1', per_page = '50' }: Readonly<Record<string, string>>) => ({
  page: numberOf('page', page, 1_000_000_000),
  per_page: numberOf('per_page', per_page, 1000),
})

function numberOf(field: string, text: string, most: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= most) return number
  throw new MockServiceError('argument', field, `must be a whole number from 1 to ${most}`)
}
