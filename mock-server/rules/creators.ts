import type { KeyRecord, Policy, Role } from '../store/model.ts'
import { decodeSegment } from '../text/strings.ts'
import type { Context } from './context.ts'

/** Who an event is given to at its creation. */
export interface Creator {
  readonly creator: string
  readonly explicitCreator: boolean
}

/**
 * The creator of a new event: the person of the posted link where they may be named, else the key's account person or the
 * group's original creator, which is no error (v1 §4.5, v2 §4.5, §4.6).
 */
export function creatorFor(context: Context, key: KeyRecord, href: string | undefined, policy: Policy): Creator {
  const person = href === undefined ? undefined : personAt(context, href)
  return person !== undefined && mayCreate(context, key, person, policy)
    ? { creator: person, explicitCreator: true }
    : { creator: key.person, explicitCreator: false }
}

function mayCreate(context: Context, key: KeyRecord, person: string, policy: Policy): boolean {
  if (key.group === undefined) return person === key.person
  return rolesOf(context, key.group, person).some((role) => policy.creatorRoles.includes(role))
}

/**
 * Id that an address of a person has, in either version, under the address that the request used or the service's own; whether
 * there is such a person is not asked.
 */
export function personAt({ baseUrl, ownUrl }: Context, href: string): string | undefined {
  const url = URL.parse(href, `${baseUrl}/`)?.href
  for (const base of new Set([baseUrl, ownUrl])) {
    // Spelled as the platform spells addresses, whatever a caller makes of them.
    const root = new URL(`${base}/`).href.slice(0, -1)
    const encoded = url?.startsWith(root) ? personPath.exec(url.slice(root.length))?.[1] : undefined
    if (encoded !== undefined) return decodeSegment(encoded)
  }
  return undefined
}

const personPath = /^\/api\/v[12]\/people\/([^/?#]+)\/?(?:[?#].*)?$/

/**
 * What a person is in a group: organizers and administrators are members too unless `creatorRoles` says otherwise, and
 * the original creator is an administrator.
 */
export function rolesOf({ store, assumptions }: Context, groupId: string, person: string): readonly Role[] {
  const group = store.groups.get(groupId)
  if (!group) return []
  const roles = new Set<Role>()
  if (group.members.includes(person)) roles.add('member')
  if (group.organizers.includes(person)) roles.add('organizer')
  if (group.administrators.includes(person) || group.creator === person) roles.add('administrator')
  if (roles.size > 0 && assumptions.creatorRoles === 'members too') roles.add('member')
  return [...roles]
}
