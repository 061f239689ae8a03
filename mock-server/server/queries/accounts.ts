import { shownGroup, shownKey } from '../../add/accounts.ts'
import { shownAttendance } from '../../add/events.ts'
import { shownPerson } from '../../add/people.ts'
import { eventOf, keyOf, listOwnerOf, personOf, tagOf } from '../../add/references.ts'
import { shownTag } from '../../add/tags.ts'
import { MockServiceError } from '../../errors.ts'
import type { Context } from '../../rules/context.ts'
import { postalCode } from '../../rules/person-values.ts'
import { ownerRecordId, titleOf } from '../../rules/scope.ts'
import { type Range, range, toArray } from '../../store/lists.ts'
import type { OwnerId, PersonRecord, TagRecord } from '../../store/model.ts'
import type { ListedKey, ListOwner, PeopleRows } from '../../types/index.ts'
import { type AdminCall, pageIn, type Query, searchIn } from '../admin-call.ts'
import { filterInSlices } from '../time-slices.ts'

/** Query parameters of the list of people. */
export const peopleQuery: readonly string[] = ['search', 'email_address', 'event', 'list', 'tag', 'page', 'per_page']

/** Returns a page of the people that match a query. */
export async function people({ context, query, disconnected }: AdminCall): Promise<PeopleRows> {
  const { page, per_page, from, to } = pageIn(query)
  const matches = searchIn(query)
  const address = query.email_address
  const all = peopleOf(context, query)
  const holders = address === undefined ? undefined : context.store.peopleBy('email', address)
  const isMatch = (person: PersonRecord) =>
    (holders === undefined || holders.includes(person)) && (!matches || matches(textOf(person), person.id))
  const matching = matches || holders ? await filterInSlices(toArray(all), isMatch, disconnected) : all
  const event = query.event === undefined ? undefined : eventOf(context, query.event)
  const rows = matching.slice(from, to).map((person) => {
    const attendance = event && context.store.firstAttendance(event, person)
    return { ...shownPerson(context, person), ...(attendance && { attendance: shownAttendance(context, attendance) }) }
  })
  return { total: matching.length, page, per_page, people: rows }
}

/** All people, people with an RSVP to an event, people on an e-mail list, or people with a tag. */
function peopleOf(context: Context, { event, list, tag }: Query): Range<PersonRecord> {
  const { store } = context
  if (event !== undefined && list !== undefined)
    throw new MockServiceError('argument', 'list', 'must not be used together with an event')
  if (tag !== undefined && (event ?? list) !== undefined)
    throw new MockServiceError('argument', 'tag', 'must not be used together with an event or a list')
  if (tag !== undefined) return peopleWith(context, tagOf(context, tag, 'tag'))
  if (list !== undefined) return store.mailingList(listOwnerOf(context, list, 'list'))
  if (event === undefined) return allPeople(context)
  const guests = toArray(store.attendancesOf(eventOf(context, event))).map(({ person }) => person)
  return [...new Set(guests)].flatMap((id) => store.people.get(id) ?? [])
}

/** The people with a tag. A page reads only its own people. */
function peopleWith({ store }: Context, tag: TagRecord): Range<PersonRecord> {
  const taggings = store.tags.taggingsOf(tag)
  return range(taggings.length, (from, to) =>
    taggings.slice(from, to).flatMap(({ person }) => store.people.get(person) ?? []),
  )
}

const allPeople = ({ store: { people } }: Context): Range<PersonRecord> =>
  range(people.size, (from, to) => people.each(Array.from({ length: to - from }, (_, index) => from + index)))

const textOf = (person: PersonRecord) => {
  const { given_name, family_name, email_addresses, phone_numbers = [] } = person
  const contacts = [...email_addresses.map(({ address }) => address), ...phone_numbers.map(({ number }) => number)]
  return [given_name, family_name, ...contacts, postalCode(person) ?? ''].join('\n')
}

export const person = ({ context, id }: AdminCall) => shownPerson(context, personOf(context, id, 'person'))

export const groups = ({ context }: AdminCall) =>
  [...context.store.groups.values()].map((group) => shownGroup(context, group))

/** All API keys, each with the name of its group or person. */
export const keys = ({ context: { store } }: AdminCall): readonly ListedKey[] =>
  [...store.keys.values()].map((key) => ({
    ...shownKey(key),
    title: titleOf(store, key.group === undefined ? `person:${key.person}` : `group:${key.group}`),
  }))

/** All tags, or those of a key's owner. */
export function tags({ context, query: { key } }: AdminCall) {
  const owner = key === undefined ? undefined : keyOf(context, key, 'key').owner
  return [...context.store.tags.values()].filter((tag) => owner === undefined || tag.owner === owner).map(shownTag)
}

/** The owners of a dashboard or an e-mail list: groups, then people with an individual account, then other people with an e-mail list. */
export function lists({ context: { store } }: AdminCall): readonly ListOwner[] {
  const keyCounts = new Map<OwnerId, number>()
  for (const { owner } of store.keys.values()) keyCounts.set(owner, (keyCounts.get(owner) ?? 0) + 1)
  const ofGroups = [...store.groups.values()].map(({ id }): OwnerId => `group:${id}`)
  const owners = new Set([...ofGroups, ...keyCounts.keys(), ...store.mailingLists()])
  return [...owners].map((owner) => ({
    id: ownerRecordId(owner),
    kind: owner.startsWith('group:') ? 'group' : 'person',
    title: titleOf(store, owner),
    keys: keyCounts.get(owner) ?? 0,
    events: store.eventsOf(owner).length,
    people: store.mailingList(owner).length,
  }))
}
