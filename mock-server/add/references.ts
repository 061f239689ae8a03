import { MockServiceError } from '../errors.ts'
import type { Context } from '../rules/context.ts'
import { holderOf } from '../rules/identifiers.ts'
import type { CampaignRecord, EventRecord, GroupRecord, KeyRecord, OwnerId, PersonRecord } from '../store/model.ts'
import { at, isPlain, type JsonObject } from '../text/json.ts'

const idIn = (reference: unknown): unknown => at(reference, 'id') ?? reference

/** What records can be looked up in. */
interface Known<Found> {
  get(id: string): Found | undefined
}

function find<Found>(records: Known<Found>, reference: unknown, field: string, what: string): Found {
  const found = typeof reference === 'string' ? records.get(reference) : undefined
  if (found === undefined) throw new MockServiceError('unknown', field, `is no ${what} that this service knows`)
  return found
}

/** The person of an id or of an object with one. */
export const personOf = ({ store }: Context, reference: unknown, field: string): PersonRecord =>
  find(store.people, idIn(reference), field, 'person')

export const groupOf = ({ store }: Context, reference: unknown, field: string): GroupRecord =>
  find(store.groups, idIn(reference), field, 'group')

/** The key of a token or of an object with one. Messages never repeat a token. */
export const keyOf = ({ store }: Context, reference: unknown, field: string): KeyRecord =>
  find(store.keys, at(reference, 'token') ?? reference, field, 'key')

/** The event of an id, an identifier, or an answer that carries either. */
export function eventOf(context: Context, reference: unknown): EventRecord {
  const id = idIn(reference)
  const identifiers = at(reference, 'identifiers')
  const names = typeof id === 'string' ? [id] : Array.isArray(identifiers) ? identifiers : []
  for (const name of names) {
    const event = typeof name === 'string' ? (context.store.events.get(name) ?? holderOf(context, name)) : undefined
    if (event) return event
  }
  throw new MockServiceError('unknown', 'event', 'is no event that this service knows')
}

/** The owner whom a key, a group or a person stands for. */
export function ownerOf(context: Context, reference: unknown, field: string): OwnerId {
  const token = at(reference, 'token') ?? reference
  const key = typeof token === 'string' ? context.store.keys.get(token) : undefined
  const owner = key?.owner ?? listOwner(context, reference)
  if (owner !== undefined) return owner
  throw new MockServiceError('unknown', field, 'is no key, group or person that this service knows')
}

/** The group or person whose e-mail list is meant; keys have none of their own. */
export function listOf(context: Context, reference: unknown, field: string): OwnerId {
  const owner = listOwner(context, reference)
  if (owner !== undefined) return owner
  throw new MockServiceError('unknown', field, 'is no group or person that this service knows')
}

function listOwner({ store }: Context, reference: unknown): OwnerId | undefined {
  const id = idIn(reference)
  if (typeof id !== 'string') return undefined
  if (store.groups.has(id)) return `group:${id}`
  return store.people.has(id) ? `person:${id}` : undefined
}

/** The campaign of an id or of an object with one, if it is of this owner. */
export function campaignOf({ store }: Context, owner: OwnerId, reference: unknown, field: string): CampaignRecord {
  const id = idIn(reference)
  const campaign = typeof id === 'string' ? store.campaigns.get(id) : undefined
  if (campaign?.owner === owner) return campaign
  throw new MockServiceError('unknown', field, 'is no campaign of the owner of this key')
}

/** Holds an argument to an object with no other members than these: a misspelt one must not pass in silence. */
export function checkMembers(argument: unknown, name: string, known: readonly string[]): JsonObject {
  const all = known.join(', ')
  if (!isPlain(argument)) throw new MockServiceError('argument', name, `must be an object, of ${all}`)
  for (const member of Object.keys(argument)) {
    if (known.includes(member)) continue
    throw new MockServiceError('argument', `${name}.${member}`, `is not known; there are ${all}`)
  }
  return argument
}

/** A text that says something. */
export function checkText(value: unknown, field: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value
  throw new MockServiceError('argument', field, 'must be a text that is not empty')
}

/** A text that says something, or nothing at all. */
export const checkOptionalText = (value: unknown, field: string): string | undefined =>
  value === undefined ? undefined : checkText(value, field)

const words = (text: string): readonly string[] => text.split(' ')

const givenNames = words(
  'Ada Amir Beatriz Chidi Clara Dana Eli Fatima Grace Hana Ines Jamal Kai Leila Mateo Nadia Omar Zoe',
)
const familyNames = words('Abebe Bauer Castillo Delgado Fischer Garcia Haddad Ito Johnson Kowalski Lopez Nguyen Patel')

const pick = (names: readonly string[], at: number): string => names[at % names.length] ?? ''

/** A name for the person of a number whom nobody named: whole rounds of given names, each round with other family names. */
export const nameOf = (number: number) => ({
  given_name: pick(givenNames, number),
  family_name: pick(familyNames, number * 7 + Math.floor(number / givenNames.length)),
})
