import { eventOf, listOf, personOf } from '../../add/references.ts'
import { MockServiceError } from '../../errors.ts'
import type { Context } from '../../rules/context.ts'
import type { EventRecord, OwnerId, PersonRecord } from '../../store/model.ts'
import { localDigits } from '../../text/local-time.ts'
import type { EventColumn } from '../../types/index.ts'

/** Which events an `EventQuery` asks for. */
export interface EventFilter {
  /** In lower case. */
  readonly words: readonly string[]
  readonly owner: OwnerId | undefined
  readonly person: PersonRecord | undefined
  readonly via: EventRecord['via'] | undefined
  readonly attended: boolean | undefined
  readonly dated: boolean | undefined
  readonly from: string | undefined
  readonly to: string | undefined
}

/** An `EventQuery` as it came in an address, checked. */
export interface CheckedQuery {
  readonly filter: EventFilter
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
export const eventQuery: readonly string[] = [
  ...['search', 'owner', 'person', 'via', 'attended', 'dated', 'from', 'to'],
  ...['sort', 'page', 'per_page'],
]

/** Reads the search parameters of a list of events. */
export function checkEventQuery(context: Context, query: Readonly<Record<string, string>>): CheckedQuery {
  const { sort = '-created' } = query
  const column = sort.replace(/^-/, '')
  if (!isColumn(column)) {
    const names = Object.keys(columns).join(', ')
    throw new MockServiceError('argument', 'sort', `must be one of ${names}, with or without a - in front`)
  }
  return { filter: filterOf(context, query), column, descending: sort.startsWith('-'), ...pageOf(query) }
}

function filterOf(context: Context, query: Readonly<Record<string, string>>): EventFilter {
  const { owner, person, via } = query
  if (via !== undefined && via !== 'ui' && via !== 'api')
    throw new MockServiceError('argument', 'via', "must be 'ui' or 'api'")
  return {
    ...wordsOf(query),
    owner: owner === undefined ? undefined : listOf(context, owner, 'owner'),
    person: person === undefined ? undefined : personOf(context, person, 'person'),
    via,
    attended: truthOf('attended', query.attended),
    dated: truthOf('dated', query.dated),
    from: dateOf('from', query.from),
    to: dateOf('to', query.to),
  }
}

function truthOf(field: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined
  if (text === 'true' || text === 'false') return text === 'true'
  throw new MockServiceError('argument', field, 'must be true or false')
}

function dateOf(field: string, text: string | undefined): string | undefined {
  if (text === undefined || (text.length === 10 && localDigits(`${text}T00:00`) !== undefined)) return text
  throw new MockServiceError('argument', field, 'must be a date such as 2026-05-01')
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

/** A `PeopleQuery` as it came in an address, checked. */
export interface CheckedPeopleQuery {
  /** In lower case. */
  readonly words: readonly string[]
  readonly event: EventRecord | undefined
  readonly list: OwnerId | undefined
  readonly page: number
  readonly per_page: number
}

/** Search parameters that it is made of. */
export const peopleQuery: readonly string[] = ['search', 'event', 'list', 'page', 'per_page']

/** Reads the search parameters of a list of people. */
export function checkPeopleQuery(context: Context, query: Readonly<Record<string, string>>): CheckedPeopleQuery {
  const { event, list } = query
  if (event !== undefined && list !== undefined)
    throw new MockServiceError('argument', 'list', 'must not stand beside an event: one of the two is looked at')
  return {
    ...wordsOf(query),
    ...pageOf(query),
    event: event === undefined ? undefined : eventOf(context, event),
    list: list === undefined ? undefined : listOf(context, list, 'list'),
  }
}
