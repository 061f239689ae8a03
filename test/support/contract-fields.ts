import type { NewMockEvent, Version } from 'osdi-events/mock'
import { document, fill, type Json, samples } from './documents.ts'
import { contractWorld } from './world.ts'

/** Fields with their values. */
export type Values = Readonly<Record<string, Json>>

/** The members of a resource that are fields: not links, and not what is embedded. */
export const fieldsOf = (resource: object): Values =>
  Object.fromEntries(Object.entries(resource).filter(([name]) => !name.startsWith('_')))

const fieldsIn = (name: string): Values => fieldsOf(fill(document(name), { ...samples, '{base_url}': '' }) as Values)

/** What the contract's documents say of the fields of a version. */
export const contractOf = (version: Version) => ({
  /** All fields of an event. */
  event: Object.keys({ ...fieldsIn(`${version}/event-user-interface`), ...fieldsIn(`${version}/event-all-fields`) }),
  /** Those that every event has. */
  always: Object.keys(fieldsIn(`${version}/event-least`)),
  /** Those that a request can set, with their values. */
  sent: fieldsIn(`${version}/create-request-all-fields`),
  /** Those that a POST must have, with their values. */
  least: fieldsIn(`${version}/create-request-least`),
  /** All fields of an attendance. */
  attendance: Object.keys(fieldsIn(`${version}/attendance-recorded`)),
})

/** What the service alone sets of an event (v2 §2.1). */
const generated = [
  ...['created_date', 'modified_date', 'total_accepted', 'platform:event_campaign_id', 'transparence'],
  ...['guests_can_invite_others', 'reminders', 'platform:sponsor'],
]

/** All fields that a test can give an event, with values of the contract's documents. */
export function givenFields(): NewMockEvent {
  const { sent, event } = contractOf('v2')
  const values = { ...fieldsIn('v2/event-user-interface'), ...sent }
  const given = event.filter((field) => !generated.includes(field))
  const fields = Object.fromEntries(given.map((field) => [field.replace('platform:', ''), values[field]]))
  const { language: _language, location: _location, ...location } = fields.location as Values
  return { ...(fields as unknown as NewMockEvent), location }
}

/** A service whose filters work, and the calls of a key that has an event with a value in every field of each version. */
export function worldWithAllFields() {
  const { service, anasKey, ...world } = contractWorld({ assumptions: { filter: 'honoured' } })
  const campaign = service.addCampaign({ title: 'Summer of trees', key: anasKey })
  const event = service.addEvent({ ...givenFields(), campaign }, { key: anasKey })
  service.addEvent({ title: 'Another' }, { key: anasKey })
  return { ...world, service, key: anasKey, event }
}
