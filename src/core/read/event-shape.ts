import { firstLink } from '../hal/hal.ts'
import { itemRelationsIn } from '../hal/item-relations.ts'
import { kindBySelf } from '../url/references.ts'
import { isErrorObject, namesOfPeople } from './attendance-shape.ts'

/** How errors name the other kinds. */
const others = { person: 'a person', RSVP: 'an attendance', campaign: 'an event campaign' } as const

const signsOfEvents = ['title', 'summary', 'start_date', 'start']
const signsOfAttendances = ['status', 'person']
const signsOfCollections = ['total_records', 'total_pages', 'per_page']

/** Whether a resource shows itself as an event: by a field that only an event must have, by its identifiers or by its self link. */
export const showsEvent = (value: object): boolean =>
  firstLink(value, 'self') !== undefined ||
  ['identifiers', 'origin_system', 'location', ...signsOfEvents].some((name) => Reflect.get(value, name) != null)

/** What an object is that is certainly not an event; undefined if it may be an event. The rest of the object can have any form. */
function otherThanEvent(value: object): string | undefined {
  const members: Readonly<Record<string, unknown>> = { ...value }
  const has = (name: string) => members[name] !== undefined && members[name] !== null
  const links = (relation: string) => firstLink(members, relation) !== undefined
  const kind = kindBySelf(value)
  if (kind) return kind === 'event' ? undefined : others[kind]
  if (isErrorObject(value)) return 'an error'
  if (signsOfEvents.some(has)) return undefined
  if (Object.keys(members).length === 0) return 'an empty object'
  if (signsOfCollections.some(has) || itemRelationsIn(Object(members._embedded)).length > 0) return 'a collection'
  if (namesOfPeople.some(has)) return 'a person'
  const isAttendance = signsOfAttendances.some(has) || links('osdi:person') || links('osdi:event')
  return isAttendance ? 'an attendance' : undefined
}

/** What is wrong with an invalid event that is no event at all. */
export function notAnEvent(value: object): string | undefined {
  const other = otherThanEvent(value)
  return other && `is ${other}, not an event`
}
