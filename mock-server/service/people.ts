import type { PersonRecord } from '../model.ts'
import type { World } from './world.ts'

/** Stores a new person. */
export function storePerson(world: World, person: Omit<PersonRecord, 'id' | 'created'>): PersonRecord {
  const record = { id: world.ids.next(), ...person, created: world.clock.now() }
  world.store.putPerson(record)
  return record
}
