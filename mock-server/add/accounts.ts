import { MockServiceError } from '../errors.ts'
import { type Context, written } from '../rules/context.ts'
import { places } from '../rules/geocode.ts'
import { groupUrl, storePerson } from '../rules/scope.ts'
import type { CampaignRecord, GroupRecord, KeyRecord, PersonRecord } from '../store/model.ts'
import { isEmail, isToken, tokenProblem } from '../text/strings.ts'
import type {
  MockCampaign,
  MockGroup,
  MockKey,
  MockPerson,
  NewCampaign,
  NewGroup,
  NewKey,
  NewPerson,
} from '../types/index.ts'
import { checkMembers, checkOptionalText, checkText, groupOf, keyOf, nameOf, personOf } from './references.ts'

export function addGroup(context: Context, group: NewGroup): GroupRecord {
  checkMembers(group, 'group', ['title', 'creator', 'members', 'organizers', 'administrators'])
  const title = checkText(group.title, 'group.title')
  const people = (list: 'members' | 'organizers' | 'administrators'): readonly string[] => {
    const given = group[list] === undefined ? [] : group[list]
    if (!Array.isArray(given)) throw new MockServiceError('argument', `group.${list}`, 'must be an array of people')
    return Object.freeze(given.map((person, index) => personOf(context, person, `group.${list}[${index}]`).id))
  }
  const roles = {
    members: people('members'),
    organizers: people('organizers'),
    administrators: people('administrators'),
  }
  const creator = group.creator === undefined ? addPerson(context) : personOf(context, group.creator, 'group.creator')
  return context.store.addGroup((id) => ({ id, title, creator: creator.id, ...roles }))
}

export const shownGroup = (context: Context, group: GroupRecord): MockGroup => ({
  ...group,
  browser_url: groupUrl(context, group),
})

export function addKey(context: Context, key: NewKey = {}): KeyRecord {
  checkMembers(key, 'key', ['group', 'person', 'token'])
  if (key.group !== undefined && key.person !== undefined) {
    throw new MockServiceError(
      'argument',
      'key.person',
      'must not stand beside a group: a key belongs to one of the two',
    )
  }
  if (key.token !== undefined && !isToken(key.token)) throw new MockServiceError('argument', 'key.token', tokenProblem)
  if (key.token !== undefined && context.store.keys.has(key.token)) {
    throw new MockServiceError('argument', 'key.token', 'belongs to another key already')
  }
  // The holder first: a call that fails must not use up a token.
  const account = accountOf(context, key)
  const record = { token: key.token ?? context.store.freeToken(), ...account }
  context.store.addKey(record)
  return record
}

/** Whose key it is. */
function accountOf(context: Context, key: NewKey): Omit<KeyRecord, 'token'> {
  if (key.group !== undefined) {
    const { id, creator } = groupOf(context, key.group, 'key.group')
    return { owner: `group:${id}`, group: id, person: creator }
  }
  const person = key.person === undefined ? addPerson(context) : personOf(context, key.person, 'key.person')
  return { owner: `person:${person.id}`, group: undefined, person: person.id }
}

export const shownKey = ({ token, group, person }: KeyRecord): MockKey =>
  Object.freeze(group === undefined ? { token, kind: 'individual', person } : { token, kind: 'group', group, person })

export function addCampaign(context: Context, campaign: NewCampaign): CampaignRecord {
  checkMembers(campaign, 'campaign', ['title', 'key'])
  const title = checkText(campaign.title, 'campaign.title')
  const { owner } = keyOf(context, campaign.key, 'campaign.key')
  return context.store.addCampaign((id) => ({ id, title, owner }))
}

export const shownCampaign = ({ id, title }: CampaignRecord): MockCampaign => ({ id, title })

const members = [
  'given_name',
  'family_name',
  'email_address',
  'postal_code',
] as const satisfies readonly (keyof NewPerson)[]
// A postal code alone is taken for one of the United States.
const homes = places.filter(([, , country]) => country === 'US')

/** Stores a person; what was not given is made up from how many people there are. */
export function addPerson(context: Context, person: NewPerson = {}): PersonRecord {
  const given = checkMembers(person, 'person', members)
  const text = (name: (typeof members)[number]) => checkOptionalText(given[name], `person.${name}`)
  const email = text('email_address')
  if (email !== undefined && !isEmail(email)) {
    throw new MockServiceError('argument', 'person.email_address', 'must be an e-mail address')
  }
  if (email !== undefined && context.store.personByEmail(email)) {
    throw new MockServiceError('argument', 'person.email_address', 'belongs to another person already')
  }
  const count = context.store.people.size
  const made = nameOf(count)
  const given_name = text('given_name') ?? made.given_name
  const family_name = text('family_name') ?? made.family_name
  return storePerson(context, {
    given_name,
    family_name,
    email_address: email ?? freeAddress(context, `${given_name}.${family_name}`),
    postal_code: text('postal_code') ?? homes[count % homes.length]?.[6],
  })
}

function freeAddress({ store }: Context, name: string): string {
  const local = name.toLowerCase().replace(/[^a-z0-9.]+/g, '-')
  for (let number = store.people.size + 1; ; number += 1) {
    const candidate = `${local}.${number}@example.org`
    if (!store.personByEmail(candidate)) return candidate
  }
}

/** A person as a test sees them. */
export const shownPerson = (context: Context, person: PersonRecord): MockPerson => ({
  id: person.id,
  given_name: person.given_name,
  family_name: person.family_name,
  email_address: person.email_address,
  ...(person.postal_code !== undefined && { postal_code: person.postal_code }),
  created_date: written(context, person.created),
})
