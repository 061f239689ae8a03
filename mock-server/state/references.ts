import type { Store } from '../memory/store.ts'
import type { EventRecord, GroupRecord, PersonRecord } from '../model.ts'
import type { Fields } from './fields.ts'

/** The person whom a member names by id. */
export function personIn({ people }: Store, fields: Fields, name: string): PersonRecord {
  const person = people.get(fields.text(name))
  if (person) return person
  throw fields.wrong(name, 'is the id of none of the people')
}

/** The event that a member names by id; it may be removed. */
export function eventIn(store: Store, fields: Fields, name: string): EventRecord {
  const event = store.eventEvenRemoved(fields.text(name))
  if (event) return event
  throw fields.wrong(name, 'is the id of none of the events')
}

/** The group that a member names by id. */
export function groupIn({ groups }: Store, fields: Fields, name: string): GroupRecord {
  const group = groups.get(fields.text(name))
  if (group) return group
  throw fields.wrong(name, 'is the id of none of the groups')
}
