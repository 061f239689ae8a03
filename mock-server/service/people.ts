import type { PersonRecord } from '../model.ts'
import type { World } from './world.ts'

/** Stores a new person. */
export function storePerson(
  { store, clock }: World,
  { given_name, family_name, email_address, postal_code }: Omit<PersonRecord, 'id' | 'serial' | 'created'>,
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
  }))
}
