import { MockServiceError } from '../errors.ts'
import type { CampaignRecord, GroupRecord, KeyRecord } from '../model.ts'
import { groupUrl } from '../service/pages.ts'
import type { World } from '../service/world.ts'
import { isToken, tokenProblem } from '../text/token.ts'
import type { MockCampaign, MockGroup, MockKey, NewCampaign, NewGroup, NewKey } from '../types.ts'
import { checkMembers, checkText } from './check.ts'
import { addPerson } from './people.ts'
import { groupOf, keyOf, personOf } from './references.ts'

export function addGroup(world: World, group: NewGroup): GroupRecord {
  checkMembers(group, 'group', ['title', 'creator', 'members', 'organizers', 'administrators'])
  const title = checkText(group.title, 'group.title')
  const people = (list: 'members' | 'organizers' | 'administrators'): readonly string[] => {
    const given = group[list] === undefined ? [] : group[list]
    if (!Array.isArray(given)) throw new MockServiceError('argument', `group.${list}`, 'must be an array of people')
    return Object.freeze(given.map((person, index) => personOf(world, person, `group.${list}[${index}]`).id))
  }
  const roles = {
    members: people('members'),
    organizers: people('organizers'),
    administrators: people('administrators'),
  }
  const creator = group.creator === undefined ? addPerson(world) : personOf(world, group.creator, 'group.creator')
  return world.store.addGroup((id) => ({ id, title, creator: creator.id, ...roles }))
}

export const shownGroup = (world: World, group: GroupRecord): MockGroup => ({
  ...group,
  browser_url: groupUrl(world, group),
})

export function addKey(world: World, key: NewKey = {}): KeyRecord {
  checkMembers(key, 'key', ['group', 'person', 'token'])
  if (key.group !== undefined && key.person !== undefined) {
    throw new MockServiceError(
      'argument',
      'key.person',
      'must not stand beside a group: a key belongs to one of the two',
    )
  }
  if (key.token !== undefined && !isToken(key.token)) throw new MockServiceError('argument', 'key.token', tokenProblem)
  if (key.token !== undefined && world.store.keys.has(key.token)) {
    throw new MockServiceError('argument', 'key.token', 'belongs to another key already')
  }
  // The holder first: a call that fails must not use up a token.
  const account = accountOf(world, key)
  const record = { token: key.token ?? world.store.keys.freeToken(), ...account }
  world.store.addKey(record)
  return record
}

/** Whose key it is. */
function accountOf(world: World, key: NewKey): Omit<KeyRecord, 'token'> {
  if (key.group !== undefined) {
    const { id, creator } = groupOf(world, key.group, 'key.group')
    return { owner: `group:${id}`, group: id, person: creator }
  }
  const person = key.person === undefined ? addPerson(world) : personOf(world, key.person, 'key.person')
  return { owner: `person:${person.id}`, group: undefined, person: person.id }
}

export const shownKey = ({ token, group, person }: KeyRecord): MockKey =>
  Object.freeze(group === undefined ? { token, kind: 'individual', person } : { token, kind: 'group', group, person })

export function addCampaign(world: World, campaign: NewCampaign): CampaignRecord {
  checkMembers(campaign, 'campaign', ['title', 'key'])
  const title = checkText(campaign.title, 'campaign.title')
  const { owner } = keyOf(world, campaign.key, 'campaign.key')
  return world.store.addCampaign((id) => ({ id, title, owner }))
}

export const shownCampaign = ({ id, title }: CampaignRecord): MockCampaign => ({ id, title })
