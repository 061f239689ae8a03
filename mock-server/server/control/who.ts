import { shownCampaign, shownGroup, shownKey } from '../../hand-in/accounts.ts'
import { shownPerson } from '../../hand-in/people.ts'
import { keyOf, personOf } from '../../hand-in/references.ts'
import { whole } from '../../memory/listing.ts'
import type { KeyRecord } from '../../model.ts'
import type { World } from '../../service/world.ts'
import type { ListedKey } from '../../types.ts'
import { checkPeopleQuery } from '../look/check-people.ts'
import { peoplePage } from '../look/people.ts'
import type { Call } from './call.ts'

export { peopleQuery } from '../look/check-people.ts'

const worldOf = ({ site, url }: Call): World => site.engine.run.worldAt(url)

export const people = (call: Call) => peoplePage(worldOf(call), checkPeopleQuery(worldOf(call), call.query))

export const person = (call: Call) => shownPerson(worldOf(call), personOf(worldOf(call), call.id, 'person'))

export function groups(call: Call) {
  const world = worldOf(call)
  return [...world.store.groups.values()].map((group) => shownGroup(world, group))
}

export function keys(call: Call): readonly ListedKey[] {
  const world = worldOf(call)
  return whole(world.store.keys.inOrder).map((key) => ({ ...shownKey(key), title: holderOf(world, key) }))
}

function holderOf({ store }: World, { group, person }: KeyRecord): string {
  if (group !== undefined) return store.groups.get(group)?.title ?? ''
  const { given_name = '', family_name = '' } = store.people.get(person) ?? {}
  return `${given_name} ${family_name}`
}

export function campaigns(call: Call) {
  const world = worldOf(call)
  const { key } = call.query
  const owner = key === undefined ? undefined : keyOf(world, key, 'key').owner
  const all = [...world.store.campaigns.values()]
  return all.filter((campaign) => owner === undefined || campaign.owner === owner).map(shownCampaign)
}
