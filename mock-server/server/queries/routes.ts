import { shownCampaign, shownGroup, shownKey, shownPerson } from '../../add/accounts.ts'
import { eventOf, keyOf, ownerOf, personOf } from '../../add/references.ts'
import { MockServiceError } from '../../errors.ts'
import type { Context } from '../../rules/context.ts'
import { whole } from '../../store/lists.ts'
import type { EventRecord, KeyRecord, OwnerId } from '../../store/model.ts'
import type { KeyReference, ListedKey } from '../../types/index.ts'
import type { AdminCall } from '../admin-call.ts'
import { checkEventQuery, checkPeopleQuery } from './check.ts'
import { messageOf, messagesOf, remindersOf } from './messages.ts'
import { listOwners, peoplePage } from './people.ts'
import { lookAt, versionsOf } from './versions.ts'

export { peopleQuery } from './check.ts'

export const events = ({ mount, query }: AdminCall) =>
  mount.events.page(checkEventQuery(mount.core.session.context, query))

export const overview = ({ mount }: AdminCall) => mount.events.overview()

export const lists = ({ mount }: AdminCall) => listOwners(mount.core.session.context)

export function event({ mount: { core }, url, id }: AdminCall) {
  const context = core.session.contextAt(url)
  return versionsOf(core.session, context, keyOfEvent(context, id))
}

export const messages = ({ mount: { core }, url, query }: AdminCall) => messagesOf(core.session.contextAt(url), query)

export const message = ({ mount: { core }, url, id }: AdminCall) => messageOf(core.session.contextAt(url), id)

export const reminders = ({ mount: { core }, url, query }: AdminCall) => remindersOf(core.session.contextAt(url), query)

export function look({ mount: { core }, url, query: { path, of } }: AdminCall) {
  if (!path?.startsWith('/'))
    throw new MockServiceError('argument', 'path', 'must be a path, which begins with a slash')
  const { session } = core
  const context = session.contextAt(url)
  const { token } = of === undefined ? session.seeded.group : keyFor(context, of)
  return lookAt(session, context, path, token)
}

const contextOf = ({ mount, url }: AdminCall): Context => mount.core.session.contextAt(url)

export const people = (call: AdminCall) => peoplePage(contextOf(call), checkPeopleQuery(contextOf(call), call.query))

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

/** An event of an id or identifier, and the key that it belongs to. */
export function keyOfEvent(context: Context, id: string): { readonly event: EventRecord; readonly token: string } {
  const event = eventOf(context, id)
  return { event, token: event.key }
}

/** A key that sees what is meant: the one that an event belongs to, or the first of a group or person. */
export function keyFor(context: Context, id: string): Exclude<KeyReference, string> {
  const event = context.store.events.get(id)
  const key = event ? context.store.keys.get(event.key) : firstOf(context, ownerOf(context, id, 'of'))
  if (!key) throw new MockServiceError('unknown', 'of', 'has no key')
  return key
}

const firstOf = ({ store }: Context, owner: OwnerId): KeyRecord | undefined =>
  store.keys.inOrder.slice(0, store.keys.inOrder.length).find((key) => key.owner === owner)
