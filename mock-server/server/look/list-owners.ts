import { whole } from '../../memory/listing.ts'
import type { OwnerId } from '../../model.ts'
import type { World } from '../../service/world.ts'
import type { ListOwner } from '../../types.ts'

/** Whose lists can be looked at: groups, then people with an account, then others with an e-mail list of their own. */
export function listOwners({ store }: World): readonly ListOwner[] {
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

function named(store: World['store'], owner: OwnerId): Pick<ListOwner, 'id' | 'kind' | 'title'> {
  const id = owner.slice(owner.indexOf(':') + 1)
  if (owner.startsWith('group:')) return { id, kind: 'group', title: store.groups.get(id)?.title ?? '' }
  const { given_name = '', family_name = '' } = store.people.get(id) ?? {}
  return { id, kind: 'person', title: `${given_name} ${family_name}` }
}
