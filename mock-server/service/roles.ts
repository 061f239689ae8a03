import type { Role } from '../model.ts'
import type { World } from './world.ts'

/**
 * What a person is in a group: organizers and administrators are members too unless `creatorRoles` says otherwise, and
 * the original creator is an administrator.
 */
export function rolesOf({ store, assumptions }: World, groupId: string, person: string): readonly Role[] {
  const group = store.groups.get(groupId)
  if (!group) return []
  const roles = new Set<Role>()
  if (group.members.includes(person)) roles.add('member')
  if (group.organizers.includes(person)) roles.add('organizer')
  if (group.administrators.includes(person) || group.creator === person) roles.add('administrator')
  if (roles.size > 0 && assumptions.creatorRoles === 'members too') roles.add('member')
  return [...roles]
}
