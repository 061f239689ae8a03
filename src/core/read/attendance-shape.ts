import { firstLink } from '../hal/hal.ts'
import { itemRelationsIn } from '../hal/item-relations.ts'
import { segmentsOf } from '../url/references.ts'
import { isObjectLike } from '../values/arguments.ts'

export const namesOfPeople = [
  ...['given_name', 'family_name', 'email_addresses', 'phone_numbers', 'postal_addresses', 'languages_spoken'],
  'custom_fields',
]

/**
 * Recognises a resource that is certainly not an attendance, and returns what it is. Returns undefined if anything in it looks like an attendance,
 * because services write attendances in different ways.
 */
export function otherThanAttendance(value: unknown): 'a person' | 'an event' | 'a collection' | 'an error' | undefined {
  if (!isObjectLike(value)) return undefined
  const has = (name: string) => value[name] !== undefined && value[name] !== null
  const links = (relation: string) => firstLink(value, relation) !== undefined
  const [parent, last] = segmentsOf(firstLink(value, 'self')?.href ?? '').slice(-2)
  const isOwn = parent === 'attendances' || parent === 'attendance'
  const hasId = Object.keys(value).some((name) => /:(?:person|event)_id$/.test(name))
  if (isOwn || hasId || has('person') || links('osdi:person') || links('osdi:event')) return undefined
  if (has('error') || has('osdi:error')) return 'an error'
  if (has('status')) return undefined
  if (has('total_records') || has('total_pages') || itemRelationsIn(Object(value._embedded)).length > 0)
    return 'a collection'
  if (parent === 'events' && last) return 'an event'
  return (parent === 'people' && last) || namesOfPeople.some(has) ? 'a person' : undefined
}

/** The kind of a resource that is certainly not a person. One sign of a person is enough to return undefined. */
export function otherThanPerson(value: unknown): 'an event' | 'an attendance' | 'a collection' | undefined {
  if (!isObjectLike(value)) return undefined
  const has = (name: string) => value[name] !== undefined && value[name] !== null
  if (namesOfPeople.some(has)) return undefined
  const other = otherThanAttendance(value)
  if (other === 'a collection') return other
  if (other === 'an event' || has('title') || has('summary')) return 'an event'
  return other === undefined && has('status') ? 'an attendance' : undefined
}
