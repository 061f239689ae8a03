import type { Policy } from '../dialects/dialect.ts'
import type { Range } from '../store/lists.ts'
import type { AttendanceRecord, CampaignRecord, EventRecord, KeyRecord, PersonRecord, Role } from '../store/model.ts'
import { scopeIn } from '../store/table.ts'
import { decodeSegment } from '../text/strings.ts'
import { type Context, HttpError, nativeIdentifier } from './context.ts'

/** Whether an event is tied to a key (v2 §5.2, assumption `scope`). */
export const inScope = ({ store }: Context, key: KeyRecord, event: EventRecord): boolean =>
  store.scope === 'owner' ? event.owner === key.owner : event.key === key.token

/** What the store lists the events tied to a key under. */
const scopeOf = ({ store }: Context, { owner, token }: KeyRecord): string => scopeIn(store.scope, { owner, key: token })

/** The events tied to a key, or those of one campaign, oldest first. */
export const eventsOf = (context: Context, key: KeyRecord, campaign?: CampaignRecord): Range<EventRecord> =>
  context.store.eventsOf(scopeOf(context, key), campaign?.id)

/** A person's attendances of events tied to a key, oldest first. */
export const attendancesOf = (context: Context, key: KeyRecord, person: PersonRecord): readonly AttendanceRecord[] =>
  context.store
    .attendancesBy(person)
    .flatMap(([attendance, event]) => (inScope(context, key, event) ? [attendance] : []))

// Unknown and another owner's look the same: nobody learns what another tenant has.
const missing = ({ assumptions }: Context, what: string) => new HttpError(assumptions.notFound, what)

/** The event of an address, if the key may see it (assumption `notFound`). */
export function eventFor(context: Context, key: KeyRecord, id: string): EventRecord {
  const event = context.store.events.get(id)
  if (!event || !inScope(context, key, event)) throw missing(context, 'Event not found')
  return event
}

/** The campaign of an address, if it is the key's owner's; its id is prefixed where links prefix it (`campaignLink`). */
export function campaignFor(context: Context, key: KeyRecord, id: string): CampaignRecord {
  const prefix = nativeIdentifier(context, '')
  const isPrefixed = context.assumptions.campaignLink === 'prefixed' && id.startsWith(prefix)
  const campaign = context.store.campaigns.get(isPrefixed ? id.slice(prefix.length) : id)
  if (!campaign || campaign.owner !== key.owner) throw missing(context, 'Event campaign not found')
  return campaign
}

/** The person of an address, if they have to do with the key: by an account, a role, or creating or attending its events. */
export function personFor(context: Context, key: KeyRecord, id: string): PersonRecord {
  const person = context.store.people.get(id)
  if (!person || !isKnownTo(context, key, person)) throw missing(context, 'Person not found')
  return person
}

/** Whether a person has to do with a key's owner. */
export function isKnownTo(context: Context, key: KeyRecord, person: PersonRecord): boolean {
  return (
    key.person === person.id ||
    (key.group !== undefined && rolesOf(context, key.group, person.id).length > 0) ||
    attendancesOf(context, key, person).length > 0 ||
    context.store.isCreator(person, scopeOf(context, key))
  )
}

const text = 'API Key invalid or not present'

/** The key of a request, or its refusal (assumption `invalidKey`; v1 §5.1, v2 §5.1). */
export function keyFor({ store, assumptions }: Context, sent: string | undefined): KeyRecord {
  const key = store.keys.get(sent ?? '')
  if (key) return key
  if (assumptions.invalidKey === '403 repeating the key') throw new HttpError(403, sent ? `${text}: ${sent}` : text)
  throw new HttpError(assumptions.invalidKey, text)
}

/** Who an event is given to at its creation. */
export type Creator = Pick<EventRecord, 'creator' | 'explicitCreator'>

/** The person who is named as an event's creator, by id; where nobody is, the key's own. */
export const creatorOf = (key: KeyRecord, named: string | undefined): Creator =>
  named === undefined ? { creator: key.person, explicitCreator: false } : { creator: named, explicitCreator: true }

/**
 * The creator of a new event: the person of the posted link where they may be named, else the key's account person or the
 * group's original creator, which is no error (v1 §4.5, v2 §4.5, §4.6).
 */
export function creatorFor(context: Context, key: KeyRecord, href: string | undefined, policy: Policy): Creator {
  const person = href === undefined ? undefined : personAt(context, href)
  return creatorOf(key, person !== undefined && mayCreate(context, key, person, policy) ? person : undefined)
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
function rolesOf({ store, assumptions }: Context, groupId: string, person: string): readonly Role[] {
  const group = store.groups.get(groupId)
  if (!group) return []
  const roles = new Set<Role>()
  if (group.members.includes(person)) roles.add('member')
  if (group.organizers.includes(person)) roles.add('organizer')
  if (group.administrators.includes(person) || group.creator === person) roles.add('administrator')
  if (roles.size > 0 && assumptions.creatorRoles === 'members too') roles.add('member')
  return [...roles]
}

/** What is said of a new person. */
export type PersonInput = Omit<PersonRecord, 'id' | 'serial' | 'created'>

/** Stores a new person. */
export function storePerson(
  { store, clock }: Context,
  { given_name, family_name, email_address, postal_code, details }: PersonInput,
): PersonRecord {
  const created = clock.now()
  return store.addPerson((id, serial) => ({
    id,
    serial,
    given_name,
    family_name,
    email_address,
    postal_code,
    created,
    details,
  }))
}
