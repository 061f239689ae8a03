import { MockServiceError } from '../errors.ts'
import type { Context } from '../rules/context.ts'
import { eventByIdentifier } from '../rules/identifiers.ts'
import type {
  CampaignRecord,
  EventRecord,
  GroupRecord,
  KeyRecord,
  OwnerId,
  PersonRecord,
  TagRecord,
} from '../store/model.ts'
import { getIn, type JsonObject } from '../text/json.ts'
import { validateKeys } from '../validate.ts'

const notFound = (field: string, what: string) =>
  new MockServiceError('unknown', field, `is not ${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what} of this service`)

const idIn = (reference: unknown): unknown => getIn(reference, 'id') ?? reference

function find<Item>(records: { get(id: string): Item | undefined }, id: unknown, field: string, what: string): Item {
  const item = typeof id === 'string' ? records.get(id) : undefined
  if (item === undefined) throw notFound(field, what)
  return item
}

/** Finds a person. `reference` is an id, or an object with an id. */
export const personOf = ({ store }: Context, reference: unknown, field: string): PersonRecord =>
  find(store.people, idIn(reference), field, 'person')

export const groupOf = ({ store }: Context, reference: unknown, field: string): GroupRecord =>
  find(store.groups, idIn(reference), field, 'group')

/** Finds an API key. `reference` is a token, or an object with a token. Error messages never repeat a token. */
export const keyOf = ({ store }: Context, reference: unknown, field: string): KeyRecord =>
  find(store.keys, getIn(reference, 'token') ?? reference, field, 'key')

/** Finds a tag. `reference` is an id, or an object with an id. */
export const tagOf = ({ store }: Context, reference: unknown, field: string): TagRecord =>
  find(store.tags, idIn(reference), field, 'tag')

/** Finds a campaign of any owner. `reference` is an id, or an object with an id. */
export const anyCampaignOf = ({ store }: Context, reference: unknown): CampaignRecord =>
  find(store.campaigns, idIn(reference), 'campaign', 'campaign')

/**
 * Finds the campaign of an event. `reference` is an id, or an object with an id. In the user interface, an owner can host an event in a
 * campaign of another owner (assumption `campaignEvents`).
 */
export function campaignOf(
  { store }: Context,
  { owner, via }: Pick<EventRecord, 'owner' | 'via'>,
  reference: unknown,
  field: string,
): CampaignRecord {
  const campaign = find(store.campaigns, idIn(reference), field, 'campaign')
  const isOpen = via === 'ui' && store.campaignEvents === 'of every host'
  if (campaign.owner === owner || isOpen) return campaign
  throw new MockServiceError('unknown', field, "is not a campaign of the key's owner")
}

/** Finds an event. `reference` is an id, an identifier, or an object with an id or identifiers. */
export function eventOf(context: Context, reference: unknown): EventRecord {
  const id = idIn(reference)
  const identifiers = getIn(reference, 'identifiers')
  const names = typeof id === 'string' ? [id] : Array.isArray(identifiers) ? identifiers : []
  for (const name of names) {
    const event =
      typeof name === 'string' ? (context.store.events.get(name) ?? eventByIdentifier(context, name)) : undefined
    if (event) return event
  }
  throw notFound('event', 'event')
}

/** Finds an owner of events. `reference` is a group, a person, or an API key of the owner. */
export function ownerOf(context: Context, reference: unknown, field: string): OwnerId {
  const token = getIn(reference, 'token') ?? reference
  const key = typeof token === 'string' ? context.store.keys.get(token) : undefined
  const owner = key?.owner ?? listOwner(context, reference)
  if (owner === undefined) throw notFound(field, 'key, group or person')
  return owner
}

/** Finds a group or a person, because only these have e-mail lists. */
export function listOwnerOf(context: Context, reference: unknown, field: string): OwnerId {
  const owner = listOwner(context, reference)
  if (owner === undefined) throw notFound(field, 'group or person')
  return owner
}

function listOwner({ store }: Context, reference: unknown): OwnerId | undefined {
  const id = idIn(reference)
  if (typeof id !== 'string') return undefined
  if (store.groups.has(id)) return `group:${id}`
  return store.people.has(id) ? `person:${id}` : undefined
}

/** Checks that an argument is an object without unknown members. */
export const validateArgument = (argument: unknown, name: string, known: readonly string[]): JsonObject =>
  validateKeys(argument, name, known, 'argument')
