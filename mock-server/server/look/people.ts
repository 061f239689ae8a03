import { setImmediate as nextTurn } from 'node:timers/promises'
import { shownPerson } from '../../hand-in/people.ts'
import { type Listing, listing, whole } from '../../memory/listing.ts'
import type { EventRecord, PersonRecord } from '../../model.ts'
import type { World } from '../../service/world.ts'
import type { PeopleRows } from '../../types.ts'
import type { CheckedPeopleQuery } from './check-people.ts'

/** So many people are looked through in one go: some milliseconds, for which requests can wait. */
const slice = 4096

/** A page of the people that a query asks for. */
export async function peoplePage(world: World, query: CheckedPeopleQuery): Promise<PeopleRows> {
  const { words, page, per_page } = query
  const all = listOf(world, query)
  const fitting = words.length === 0 ? all : await searched(all, words)
  const from = (page - 1) * per_page
  const people = fitting.slice(from, from + per_page).map((person) => shownPerson(world, person))
  return { total: fitting.length, page, per_page, people }
}

function listOf(world: World, { event, list }: CheckedPeopleQuery): Listing<PersonRecord> {
  const { store } = world
  if (event) return guestsOf(world, event)
  if (list !== undefined) return store.mailingList(list)
  return listing(store.people.size, (from, to) =>
    store.people.each(Array.from({ length: to - from }, (_, at) => from + at)),
  )
}

/** Those who gave an RSVP, each of them once. */
function guestsOf({ store, assumptions }: World, event: EventRecord): Listing<PersonRecord> {
  const attendances = store.attendancesOf(event)
  const personOf = ({ person }: { readonly person: string }) => store.people.get(person) ?? []
  if (assumptions.onePersonOnce !== 'once') {
    const guests = new Map(whole(attendances).map((attendance) => [attendance.person, attendance]))
    return [...guests.values()].flatMap(personOf)
  }
  return listing(attendances.length, (from, to) => attendances.slice(from, to).flatMap(personOf))
}

async function searched(people: Listing<PersonRecord>, words: readonly string[]): Promise<readonly PersonRecord[]> {
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
