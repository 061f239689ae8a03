import { shownPerson } from '../../add/accounts.ts'
import { eventOf, listOf } from '../../add/references.ts'
import { MockServiceError } from '../../errors.ts'
import type { Context } from '../../rules/context.ts'
import { type Range, range, whole } from '../../store/lists.ts'
import type { OwnerId, PersonRecord } from '../../store/model.ts'
import type { ListOwner, PeopleRows } from '../../types/index.ts'
import { fitting, pageIn, type Query, searchIn } from './query.ts'

/** Search parameters of a list of people. */
export const peopleQuery: readonly string[] = ['search', 'event', 'list', 'page', 'per_page']

/** A page of the people that a query asks for. */
export async function peoplePage(context: Context, query: Query): Promise<PeopleRows> {
  const { page, per_page, from, to } = pageIn(query)
  const has = searchIn(query)
  const all = peopleOf(context, query)
  const found = has ? await fitting(whole(all), (person) => has(textOf(person))) : all
  const people = found.slice(from, to).map((person) => shownPerson(context, person))
  return { total: found.length, page, per_page, people }
}

/** All people, those who gave an RSVP to an event, or those on an e-mail list. */
function peopleOf(context: Context, { event, list }: Query): Range<PersonRecord> {
  const { store } = context
  if (event !== undefined && list !== undefined)
    throw new MockServiceError('argument', 'list', 'must not stand beside an event: one of the two is looked at')
  if (list !== undefined) return store.mailingList(listOf(context, list, 'list'))
  if (event === undefined)
    return range(store.people.size, (from, to) =>
      store.people.each(Array.from({ length: to - from }, (_, at) => from + at)),
    )
  const guests = whole(store.attendancesOf(eventOf(context, event))).map(({ person }) => person)
  return [...new Set(guests)].flatMap((id) => store.people.get(id) ?? [])
}

const textOf = ({ id, given_name, family_name, email_address, postal_code = '' }: PersonRecord) =>
  [given_name, family_name, email_address, postal_code, id].join('\n')

/** Whose lists can be looked at: groups, then people with an account, then others with an e-mail list of their own. */
export function listOwners({ store }: Context): readonly ListOwner[] {
  const keys = new Map<OwnerId, number>()
  for (const { owner } of whole(store.keys.inOrder)) keys.set(owner, (keys.get(owner) ?? 0) + 1)
  const groups = [...store.groups.values()].map(({ id }): OwnerId => `group:${id}`)
  const owners = new Set([...groups, ...keys.keys(), ...store.mailingLists()])
  return [...owners].map((owner) => ({
    ...named(store, owner),
    keys: keys.get(owner) ?? 0,
    events: store.eventsOf(owner).length,
    people: store.mailingList(owner).length,
  }))
}

function named(store: Context['store'], owner: OwnerId): Pick<ListOwner, 'id' | 'kind' | 'title'> {
  const id = owner.slice(owner.indexOf(':') + 1)
  if (owner.startsWith('group:')) return { id, kind: 'group', title: store.groups.get(id)?.title ?? '' }
  const { given_name = '', family_name = '' } = store.people.get(id) ?? {}
  return { id, kind: 'person', title: `${given_name} ${family_name}` }
}
