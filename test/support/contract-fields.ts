import type { NewMockEvent, Version } from 'osdi-events/mock'
import { document, fill, type Json, samples } from './documents.ts'
import { contractWorld } from './world.ts'

/** Fields with their values. */
export type Values = Readonly<Record<string, Json>>

/** The fields of a resource, without links and embedded resources. */
export const fieldsOf = (resource: object): Values =>
  Object.fromEntries(Object.entries(resource).filter(([name]) => !name.startsWith('_')))

const fieldsIn = (name: string): Values => fieldsOf(fill(document(name), { ...samples, '{base_url}': '' }) as Values)

/** The fields of a version in the contract's documents. */
export const contractOf = (version: Version) => ({
  /** All fields of an event. */
  event: Object.keys({ ...fieldsIn(`${version}/event-user-interface`), ...fieldsIn(`${version}/event-all-fields`) }),
  /** Fields that every event has. */
  always: Object.keys(fieldsIn(`${version}/event-least`)),
  /** Fields that a request can set, with values. */
  sent: fieldsIn(`${version}/create-request-all-fields`),
  /** Fields that a POST must have, with values. */
  least: fieldsIn(`${version}/create-request-least`),
  /** All fields of an attendance. */
  attendance: Object.keys(fieldsIn(`${version}/attendance-recorded`)),
})

/** Fields of an event that only the service sets (v2 §2.1). */
const generated = [
  ...['created_date', 'modified_date', 'total_accepted', 'platform:event_campaign_id', 'transparence'],
  ...['guests_can_invite_others', 'reminders', 'platform:sponsor'],
]

/** All fields that a test can set in an event, with values from the contract's documents. */
export function givenFields(): NewMockEvent {
  const { sent, event } = contractOf('v2')
  const values = { ...fieldsIn('v2/event-user-interface'), ...sent }
  const given = event.filter((field) => !generated.includes(field))
  const fields = Object.fromEntries(given.map((field) => [field.replace('platform:', ''), values[field]]))
  const { language: _language, location: _location, ...location } = fields.location as Values
  return { ...(fields as unknown as NewMockEvent), location }
}

/** A service with filters, and the calls of a key whose event has a value in every field of both versions. */
export function worldWithAllFields() {
  const { service, anasKey, ...world } = contractWorld({
    assumptions: { filter: 'honoured', attendancePerson: 'when recorded' },
  })
  const campaign = service.addCampaign({ title: 'Summer of trees', key: anasKey })
  const event = service.addEvent({ ...givenFields(), campaign }, { key: anasKey })
  service.addEvent({ title: 'Another' }, { key: anasKey })
  return { ...world, service, key: anasKey, event }
}
