import type { Range } from '../store/lists.ts'
import type { AttendanceRecord, CampaignRecord, EventRecord, KeyRecord, PersonRecord } from '../store/model.ts'
import { scopeIn } from '../store/table.ts'
import { type Context, HttpError, nativeIdentifier } from './context.ts'
import { rolesIn } from './people.ts'

const invalidKeyText = 'API Key invalid or not present'

/** The key of a request, or its refusal (assumption `invalidKey`; v1 §5.1, v2 §5.1). */
export function keyFor({ store, assumptions }: Context, sent: string | undefined): KeyRecord {
  const key = store.keys.get(sent ?? '')
  if (key) return key
  if (assumptions.invalidKey === '403 repeating the key')
    throw new HttpError(403, sent ? `${invalidKeyText}: ${sent}` : invalidKeyText)
  throw new HttpError(assumptions.invalidKey, invalidKeyText)
}

/** Whether an event is tied to a key (v2 §5.2, assumption `scope`). */
export const inScope = ({ store }: Context, key: KeyRecord, event: EventRecord): boolean =>
  store.scope === 'owner' ? event.owner === key.owner : event.key === key.token

/** The name of a key's events in the store. */
const scopeOf = ({ store }: Context, { owner, token }: KeyRecord): string => scopeIn(store.scope, { owner, key: token })

/** The events tied to a key, or those of one campaign, oldest first. */
export const eventsOf = (context: Context, key: KeyRecord, campaign?: CampaignRecord): Range<EventRecord> =>
  context.store.eventsOf(scopeOf(context, key), campaign?.id)

/** A person's attendances of events tied to a key, oldest first. */
export const attendancesOf = (context: Context, key: KeyRecord, person: PersonRecord): readonly AttendanceRecord[] =>
  context.store
    .attendancesBy(person)
    .flatMap(([attendance, event]) => (inScope(context, key, event) ? [attendance] : []))

// The same for what is unknown and for what is another owner's: nobody learns what another tenant has.
const notFound = ({ assumptions }: Context, what: string) => new HttpError(assumptions.notFound, what)

/** The event with an id, if the key may see it (assumption `notFound`). */
export function eventFor(context: Context, key: KeyRecord, id: string): EventRecord {
  const event = context.store.events.get(id)
  if (!event || !inScope(context, key, event)) throw notFound(context, 'Event not found')
  return event
}

/** The campaign with an id, if the key's owner has it. The id has the prefix where links have it (assumption `campaignLink`). */
export function campaignFor(context: Context, key: KeyRecord, id: string): CampaignRecord {
  const prefix = nativeIdentifier(context, '')
  const isPrefixed = context.assumptions.campaignLink === 'prefixed' && id.startsWith(prefix)
  const campaign = context.store.campaigns.get(isPrefixed ? id.slice(prefix.length) : id)
  if (!campaign || campaign.owner !== key.owner) throw notFound(context, 'Event campaign not found')
  return campaign
}

/** The person with an id, if the key may see them. */
export function personFor(context: Context, key: KeyRecord, id: string): PersonRecord {
  const person = context.store.people.get(id)
  if (!person || !isKnownTo(context, key, person)) throw notFound(context, 'Person not found')
  return person
}

/** Whether a key may see a person: its own one, one with a role in its group, and who created or attends one of its events. */
export function isKnownTo(context: Context, key: KeyRecord, person: PersonRecord): boolean {
  return (
    key.person === person.id ||
    (key.group !== undefined && rolesIn(context, key.group, person.id).length > 0) ||
    attendancesOf(context, key, person).length > 0 ||
    context.store.isCreator(person, scopeOf(context, key))
  )
}
