import { shownCampaign, shownGroup, shownKey, shownPerson } from '../../add/accounts.ts'
import { eventOf, keyOf, ownerOf, personOf } from '../../add/references.ts'
import { MockServiceError } from '../../errors.ts'
import type { Context } from '../../rules/context.ts'
import { whole } from '../../store/lists.ts'
import type { KeyRecord } from '../../store/model.ts'
import type { ListedKey } from '../../types/index.ts'
import type { AdminCall } from '../admin-call.ts'
import { messageOf, messagesOf, remindersOf } from './messages.ts'
import { listOwners, peoplePage } from './people.ts'
import { preview as previewOf, versionsOf } from './versions.ts'

const contextOf = ({ mount, url }: AdminCall): Context => mount.core.session.contextAt(url)

export const events = ({ mount, query }: AdminCall) => mount.events.page(query)

export const overview = ({ mount }: AdminCall) => mount.events.overview()

export const lists = (call: AdminCall) => listOwners(contextOf(call))

export function event(call: AdminCall) {
  const context = contextOf(call)
  return versionsOf(call.mount.core.session, context, eventOf(context, call.id))
}

export const messages = (call: AdminCall) => messagesOf(contextOf(call), call.query)

export const message = (call: AdminCall) => messageOf(contextOf(call), call.id)

export const reminders = (call: AdminCall) => remindersOf(contextOf(call), call.query)

export const people = (call: AdminCall) => peoplePage(contextOf(call), call.query)

export const person = (call: AdminCall) => shownPerson(contextOf(call), personOf(contextOf(call), call.id, 'person'))

export function groups(call: AdminCall) {
  const context = contextOf(call)
  return [...context.store.groups.values()].map((group) => shownGroup(context, group))
}

export function keys(call: AdminCall): readonly ListedKey[] {
  const context = contextOf(call)
  return whole(context.store.keys.inOrder).map((key) => ({ ...shownKey(key), title: holderOf(context, key) }))
}

function holderOf({ store }: Context, { group, person }: KeyRecord): string {
  if (group !== undefined) return store.groups.get(group)?.title ?? ''
  const { given_name = '', family_name = '' } = store.people.get(person) ?? {}
  return `${given_name} ${family_name}`
}

export function campaigns(call: AdminCall) {
  const context = contextOf(call)
  const { key } = call.query
  const owner = key === undefined ? undefined : keyOf(context, key, 'key').owner
  const all = [...context.store.campaigns.values()]
  return all.filter((campaign) => owner === undefined || campaign.owner === owner).map(shownCampaign)
}

export function preview(call: AdminCall) {
  const { path, of } = call.query
  if (!path?.startsWith('/'))
    throw new MockServiceError('argument', 'path', 'must be a path, which begins with a slash')
  const context = contextOf(call)
  const { session } = call.mount.core
  return previewOf(session, context, path, of === undefined ? session.seeded.group.token : tokenFor(context, of))
}

/** A key that sees what is meant: the one that an event belongs to, or the first of a group or person. */
function tokenFor(context: Context, id: string): string {
  const event = context.store.events.get(id)
  if (event) return event.key
  const owner = ownerOf(context, id, 'of')
  const key = whole(context.store.keys.inOrder).find((each) => each.owner === owner)
  if (!key) throw new MockServiceError('unknown', 'of', 'has no key')
  return key.token
}
