import { setImmediate as nextTurn } from 'node:timers/promises'
import { shownPerson } from '../../add/accounts.ts'
import type { Context } from '../../rules/context.ts'
import { type Range, range, whole } from '../../store/lists.ts'
import type { EventRecord, OwnerId, PersonRecord } from '../../store/model.ts'
import type { ListOwner, PeopleRows } from '../../types/index.ts'
import type { CheckedPeopleQuery } from './check.ts'

/** So many people are looked through in one go: some milliseconds, for which requests can wait. */
const slice = 4096

/** A page of the people that a query asks for. */
export async function peoplePage(context: Context, query: CheckedPeopleQuery): Promise<PeopleRows> {
  const { words, page, per_page } = query
  const all = listOf(context, query)
  const fitting = words.length === 0 ? all : await searched(all, words)
  const from = (page - 1) * per_page
  const people = fitting.slice(from, from + per_page).map((person) => shownPerson(context, person))
  return { total: fitting.length, page, per_page, people }
}

function listOf(context: Context, { event, list }: CheckedPeopleQuery): Range<PersonRecord> {
  const { store } = context
  if (event) return guestsOf(context, event)
  if (list !== undefined) return store.mailingList(list)
  return range(store.people.size, (from, to) =>
    store.people.each(Array.from({ length: to - from }, (_, at) => from + at)),
  )
}

/** Those who gave an RSVP, each of them once. */
function guestsOf({ store, assumptions }: Context, event: EventRecord): Range<PersonRecord> {
  const attendances = store.attendancesOf(event)
  const personOf = ({ person }: { readonly person: string }) => store.people.get(person) ?? []
  if (assumptions.onePersonOnce !== 'once') {
    const guests = new Map(whole(attendances).map((attendance) => [attendance.person, attendance]))
    return [...guests.values()].flatMap(personOf)
  }
  return range(attendances.length, (from, to) => attendances.slice(from, to).flatMap(personOf))
}

async function searched(people: Range<PersonRecord>, words: readonly string[]): Promise<readonly PersonRecord[]> {
  const found: PersonRecord[] = []
  for (let from = 0; from < people.length; from += slice) {
    found.push(...people.slice(from, from + slice).filter((person) => has(person, words)))
    await nextTurn()
  }
  return found
}

function has({ id, given_name, family_name, email_address, postal_code = '' }: PersonRecord, words: readonly string[]) {
  const text = [given_name, family_name, email_address, postal_code, id].join('\n').toLowerCase()
  return words.every((word) => text.includes(word))
}

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
