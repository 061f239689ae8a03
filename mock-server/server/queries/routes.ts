import { shownCampaign, shownGroup, shownKey, shownPerson } from '../../add/accounts.ts'
import { eventOf, keyOf, ownerOf, personOf } from '../../add/references.ts'
import { MockServiceError } from '../../errors.ts'
import type { World } from '../../rules/context.ts'
import { whole } from '../../store/listing.ts'
import type { EventRecord, KeyRecord, OwnerId } from '../../store/model.ts'
import type { ListedKey, WithToken } from '../../types/index.ts'
import type { Call } from '../admin-call.ts'
import { checkEventQuery, checkPeopleQuery } from './check.ts'
import { messageOf, messagesOf, remindersOf } from './messages.ts'
import { listOwners, peoplePage } from './people.ts'
import { lookAt, versionsOf } from './versions.ts'

export { peopleQuery } from './check.ts'

export const events = ({ site, query }: Call) => site.events.page(checkEventQuery(site.engine.run.world, query))

export const overview = ({ site }: Call) => site.events.overview()

export const lists = ({ site }: Call) => listOwners(site.engine.run.world)

export function event({ site: { engine }, url, id }: Call) {
  const world = engine.run.worldAt(url)
  return versionsOf(engine.run, world, keyOfEvent(world, id))
}

export const messages = ({ site: { engine }, url, query }: Call) => messagesOf(engine.run.worldAt(url), query)

export const message = ({ site: { engine }, url, id }: Call) => messageOf(engine.run.worldAt(url), id)

export const reminders = ({ site: { engine }, url, query }: Call) => remindersOf(engine.run.worldAt(url), query)

export function look({ site: { engine }, url, query: { path, of } }: Call) {
  if (!path?.startsWith('/'))
    throw new MockServiceError('argument', 'path', 'must be a path, which begins with a slash')
  const { run } = engine
  const world = run.worldAt(url)
  const { token } = of === undefined ? run.seeded.group : keyFor(world, of)
  return lookAt(run, world, path, token)
}

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

/** An event of an id or identifier, and the key that it belongs to. */
export function keyOfEvent(world: World, id: string): { readonly event: EventRecord; readonly token: string } {
  const event = eventOf(world, id)
  return { event, token: event.key }
}

/** A key that sees what is meant: the one that an event belongs to, or the first of a group or person. */
export function keyFor(world: World, id: string): WithToken {
  const event = world.store.events.get(id)
  const key = event ? world.store.keys.get(event.key) : firstOf(world, ownerOf(world, id, 'of'))
  if (!key) throw new MockServiceError('unknown', 'of', 'has no key')
  return key
}

const firstOf = ({ store }: World, owner: OwnerId): KeyRecord | undefined =>
  store.keys.inOrder.slice(0, store.keys.inOrder.length).find((key) => key.owner === owner)
