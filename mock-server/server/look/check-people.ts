import { MockServiceError } from '../../errors.ts'
import { eventOf, listOf } from '../../hand-in/references.ts'
import type { EventRecord, OwnerId } from '../../model.ts'
import type { World } from '../../service/world.ts'
import { pageOf, wordsOf } from './check-query.ts'

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
export function checkPeopleQuery(world: World, query: Readonly<Record<string, string>>): CheckedPeopleQuery {
  const { event, list } = query
  if (event !== undefined && list !== undefined)
    throw new MockServiceError('argument', 'list', 'must not stand beside an event: one of the two is looked at')
  return {
    ...wordsOf(query),
    ...pageOf(query),
    event: event === undefined ? undefined : eventOf(world, event),
    list: list === undefined ? undefined : listOf(world, list, 'list'),
  }
}
