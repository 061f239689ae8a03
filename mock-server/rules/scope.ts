import type { Dialect } from '../dialects/dialect.ts'
import type { Range } from '../store/lists.ts'
import type {
  AttendanceRecord,
  CampaignRecord,
  EventRecord,
  KeyRecord,
  OwnerId,
  PersonRecord,
  TagRecord,
} from '../store/model.ts'
import { scopeIn } from '../store/tables.ts'
import { type Context, nativeIdentifier } from './context.ts'
import { HttpError } from './http-error.ts'
import type { PersonChanges } from './people.ts'

const invalidKeyText = 'API Key invalid or not present'

/** The part of a request that has the API key. */
interface Keyed {
  /** The value of a header. `name` is in lower case. */
  header(name: string): string | undefined
}

/** The id of an owner, without `group:` or `person:`. */
export const ownerRecordId = (owner: OwnerId): string => owner.slice(owner.indexOf(':') + 1)

/** The title of a group, or the name of a person. */
export function titleOf({ groups, people }: Context['store'], owner: OwnerId): string {
  if (owner.startsWith('group:')) return groups.get(ownerRecordId(owner))?.title ?? ''
  return nameOf(people.get(ownerRecordId(owner)))
}

/** Given name and family name of a person. Empty without both. */
export const nameOf = ({ given_name = '', family_name = '' }: Partial<PersonRecord> = {}): string =>
  `${given_name} ${family_name}`.trim()

/** The origin system of a create that names none (assumption `originOnCreate`). */
export const filledOrigin = ({ store, assumptions }: Context, owner: OwnerId): string =>
  titleOf(store, owner) || assumptions.originSystem

/** Finds the API key of a request; undefined for a missing or unknown key. */
export const findKey = ({ store }: Context, { keyHeader }: Dialect, { header }: Keyed): KeyRecord | undefined =>
  store.keys.get(header(keyHeader.toLowerCase()) ?? '')

/** Finds the API key of a request. Throws for a missing or unknown key (assumption `invalidKey`; v1 §5.1, v2 §5.1). */
export function keyFor(context: Context, { keyHeader }: Dialect, { header }: Keyed): KeyRecord {
  const { store, assumptions } = context
  const sent = header(keyHeader.toLowerCase())
  const key = store.keys.get(sent ?? '')
  if (key) return key
  const repeats = assumptions.invalidKey === '403 repeating the key'
  const message = repeats && sent ? `${invalidKeyText} ${sent}` : invalidKeyText
  const problem = sent
    ? 'is not a key of this service. Send the token of one of its keys'
    : missingKey(context, keyHeader, header)
  throw new HttpError(repeats ? 403 : assumptions.invalidKey, message, {
    reason: { field: keyHeader, message: problem, clauses: { v1: '§5.1', v2: '§5.1' } },
  })
}

/** The error text for a request without the key header of its version. Says so if the request has the key header of the other version. */
function missingKey({ dialects }: Context, keyHeader: string, header: Keyed['header']): string {
  const other = Object.values(dialects).find(({ keyHeader }) => header(keyHeader.toLowerCase()))
  const known = other && `${other.keyHeader} is the header of version ${other.version.slice(1)}. `
  return `is missing. ${known ?? ''}Send the key in ${keyHeader}`
}

/** The key for requests of no owner: the first key of a group. Every service has one. */
export function firstGroupKey({ store }: Context): KeyRecord {
  const key = [...store.keys.values()].find(({ group }) => group !== undefined)
  if (!key) throw new TypeError('a service has a key of a group')
  return key
}

/** Whether a key can see an event (v2 §5.2, assumption `scope`). */
export const inScope = ({ store }: Context, key: KeyRecord, event: EventRecord): boolean =>
  store.scope === 'owner' ? event.owner === key.owner : event.key === key.token

/** Whether a key can read an event, its attendances and their people: the event is in the key's scope, or in a campaign of the key's owner. */
export function canRead(context: Context, key: KeyRecord, event: EventRecord): boolean {
  if (inScope(context, key, event)) return true
  const { store } = context
  const campaign = event.campaign === undefined ? undefined : store.campaigns.get(event.campaign)
  return store.campaignEvents === 'of every host' && campaign?.owner === key.owner
}

/** The name of a key's scope: the store lists the events that the key can see by this name. */
const scopeOf = ({ store }: Context, { owner, token }: KeyRecord): string => scopeIn(store.scope, { owner, key: token })

/** The events that a key can see, oldest first; with `campaign`, only the events of this campaign. */
export const eventsOf = (context: Context, key: KeyRecord, campaign?: CampaignRecord): Range<EventRecord> =>
  context.store.eventsOf(scopeOf(context, key), campaign?.id)

/** A person's attendances of events that a key can read, oldest first. */
export const attendancesOf = (context: Context, key: KeyRecord, person: PersonRecord): readonly AttendanceRecord[] =>
  context.store
    .attendancesBy(person)
    .flatMap(([attendance, event]) => (canRead(context, key, event) ? [attendance] : []))

/**
 * The error for an unknown id, or for an id of another owner. The response is the same in both cases, so that it does not reveal what other
 * owners have. The reason in the request log tells the author of a test which case it is.
 */
export function notFound(context: Context, what: string, id: string, isThere: boolean): HttpError {
  const isPrefixed = id.startsWith(nativeIdentifier(context, ''))
  const message = isThere
    ? `this ${what} belongs to another owner or key. Send the key that can see it`
    : `there is no ${what} with this id${isPrefixed ? `: the address takes it without the prefix ${context.namespace}:` : '. Take the address from a link of a response'}`
  const text = `${what.charAt(0).toUpperCase()}${what.slice(1)} not found`
  const short = context.assumptions.errorTexts === 'short'
  const clauses = isThere ? { v1: '§5.2', v2: '§5.2' } : { v1: '§4.1', v2: '§4.1' }
  return new HttpError(context.assumptions.notFound, short ? 'Not found' : text, { reason: { message, clauses } })
}

/** Whether a request reads or writes the event that its path names. */
type Access = 'read' | 'write'

/**
 * The event with an id. Throws if the key cannot see the event (assumption `notFound`), or can only read it (assumption `campaignEvents`).
 */
function eventFor(context: Context, key: KeyRecord, id: string, access: Access): EventRecord {
  const event = context.store.events.get(id)
  const isAllowed = access === 'read' ? canRead : inScope
  if (!event || !isAllowed(context, key, event)) throw notFound(context, 'event', id, event !== undefined)
  return event
}

/** The event that a path names. If the path also names a campaign, the event must belong to the campaign. */
export function eventAt(
  context: Context,
  key: KeyRecord,
  ids: { readonly id: string; readonly campaign: string },
  access: Access,
): EventRecord {
  const campaign = ids.campaign === '' ? undefined : campaignFor(context, key, ids.campaign)
  const event = eventFor(context, key, ids.id, access)
  if (campaign && event.campaign !== campaign.id) throw notFound(context, 'event', ids.id, false)
  return event
}

/**
 * The campaign with an id. Throws if the key's owner does not have this campaign. With the assumption `campaignLink: 'prefixed'`, the id
 * may have the service's prefix.
 */
export function campaignFor(context: Context, key: KeyRecord, id: string): CampaignRecord {
  const prefix = nativeIdentifier(context, '')
  const isPrefixed = context.assumptions.campaignLink === 'prefixed' && id.startsWith(prefix)
  const campaign = context.store.campaigns.get(isPrefixed ? id.slice(prefix.length) : id)
  if (!campaign || campaign.owner !== key.owner) throw notFound(context, 'event campaign', id, campaign !== undefined)
  return campaign
}

/** The tag with an id. Throws if the key's owner does not have this tag. */
export function tagFor(context: Context, key: KeyRecord, id: string): TagRecord {
  const tag = context.store.tags.get(id)
  if (!tag || tag.owner !== key.owner) throw notFound(context, 'tag', id, tag !== undefined)
  return tag
}

/** The person with an id. Throws if the key cannot see the person. */
export function personFor(context: Context, key: KeyRecord, id: string): PersonRecord {
  const person = context.store.people.get(id)
  if (!person || !canSeePerson(context, key, person)) throw notFound(context, 'person', id, person !== undefined)
  return person
}

/** Whether the sent fields have a contact by which the service can find the person (assumption `personMatch`). */
export const hasContact = (context: Context, described: PersonChanges): boolean =>
  contactsIn(context, described).length > 0

/** The first person whom the key can see and who has one of the sent contacts. Looks for e-mail addresses before phone numbers. */
export function personLike(context: Context, key: KeyRecord, described: PersonChanges): PersonRecord | undefined {
  for (const [kind, contact] of contactsIn(context, described)) {
    const found = context.store.peopleBy(kind, contact).find((person) => canSeePerson(context, key, person))
    if (found) return found
  }
  return undefined
}

/**
 * Removes the sent contacts that another person has, because an RSVP could not find the right person by such a contact. Only checks people
 * whom the key can see. `path` is the path of the person in the body, with a dot at its end.
 */
export function withoutTaken(
  context: Context,
  key: KeyRecord,
  { id }: PersonRecord,
  changes: PersonChanges,
  path: string,
): PersonChanges {
  const isFree = (field: string, contact: PersonChanges) => {
    const holder = personLike(context, key, contact)
    const isTaken = holder !== undefined && holder.id !== id
    if (isTaken) context.ignore(path + field, 'another person has it')
    return !isTaken
  }
  const { email_addresses, phone_numbers } = changes
  return {
    ...changes,
    ...(email_addresses && {
      email_addresses: email_addresses.filter((entry, at) =>
        isFree(`email_addresses[${at}]`, { email_addresses: [entry] }),
      ),
    }),
    ...(phone_numbers && {
      phone_numbers: phone_numbers.filter((entry, at) => isFree(`phone_numbers[${at}]`, { phone_numbers: [entry] })),
    }),
  }
}

const contactsIn = ({ assumptions }: Context, { email_addresses, phone_numbers }: PersonChanges) => {
  const emails = (email_addresses ?? []).map(({ address }) => ['email', address] as const)
  const phones = (phone_numbers ?? []).map(({ number }) => ['phone', number] as const)
  return assumptions.personMatch === 'e-mail' ? emails : [...emails, ...phones]
}

/** The people whom a key can see, oldest first. */
export const peopleOf = (context: Context, key: KeyRecord): Range<PersonRecord> =>
  context.store.knownPeople(scopesOf(context, key))

/**
 * Whether a key can see a person. It can see its own person, people with a role in its group, people whom it added, and creators and
 * attendees of the events that it can read.
 */
export const canSeePerson = (context: Context, key: KeyRecord, person: PersonRecord): boolean =>
  context.store.isKnown(person, scopesOf(context, key))

const scopesOf = (context: Context, key: KeyRecord): readonly string[] => [scopeOf(context, key), key.owner]
