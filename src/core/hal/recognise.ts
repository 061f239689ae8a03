import { isObjectLike } from '../base/values.ts'
import { kindBySelf } from './ids.ts'
import { firstLink, itemRelationsIn } from './relations.ts'

// Recognises resources by their members and links. Some services answer a failure, or another resource, with the status of a success.

const namesOfPeople =
  'given_name family_name email_addresses phone_numbers postal_addresses languages_spoken custom_fields'.split(' ')
const namesOfEvents = ['title', 'summary', 'start_date']
const namesOfErrors = ['error', 'errors', 'osdi:error']

type Resource = Readonly<Record<string, unknown>>

const has = (value: Resource, name: string) => value[name] !== undefined && value[name] !== null
const hasOne = (value: Resource, names: readonly string[]) => names.some((name) => has(value, name))

const isFilled = (value: unknown): boolean =>
  isObjectLike(value)
    ? Object.keys(value).length > 0
    : value !== undefined && value !== null && value !== false && value !== ''

/** Whether a body is an error: it says so, and a service sends it with the status of a success. */
export const isErrorObject = (value: unknown): boolean =>
  isObjectLike(value) && (value.success === false || namesOfErrors.some((name) => isFilled(value[name])))

/** How errors name the other kinds. */
const others = { person: 'a person', attendance: 'an attendance', campaign: 'an event campaign' } as const

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

/** Whether a resource shows itself as an attendance: by the id of an event or a person, by a link to one of them, or by its self link. */
export function showsAttendance(value: object): boolean {
  const resource = value as Resource
  if (hasOne(resource, namesOfEvents)) return false
  if (kindBySelf(resource) === 'attendance') return true
  if (['osdi:event', 'osdi:person'].some((relation) => firstLink(value, relation))) return true
  return Object.keys(resource).some((name) => /:(?:person|event)_id$/.test(name) && isFilled(resource[name]))
}

/** Whether a resource shows itself as a person: by a field of people, by its identifiers or by its self link. */
export const showsPerson = (value: object): boolean =>
  hasOne(value as Resource, [...namesOfPeople, 'identifiers']) || kindBySelf(value) === 'person'

/** The kind of a resource that is certainly not an attendance. An item of a list may show nothing of itself: the list says what it is. */
function otherThanAttendance(value: unknown): 'a person' | 'an event' | 'a collection' | 'an error' | undefined {
  if (!isObjectLike(value)) return undefined
  if (isErrorObject(value)) return 'an error'
  if (showsAttendance(value)) return undefined
  if (isCollectionLike(value)) return 'a collection'
  if (kindBySelf(value) === 'event' || (hasOne(value, namesOfEvents) && hasOne(value, ['identifiers', '_links'])))
    return 'an event'
  if (has(value, 'status') || has(value, 'person')) return undefined
  return kindBySelf(value) === 'person' || hasOne(value, namesOfPeople) ? 'a person' : undefined
}

/** The kind of a resource that is certainly not a person. */
function otherThanPerson(value: unknown): 'an event' | 'an attendance' | 'a collection' | 'an error' | undefined {
  if (!isObjectLike(value)) return undefined
  if (isErrorObject(value)) return 'an error'
  if (hasOne(value, namesOfEvents) || kindBySelf(value) === 'event') return 'an event'
  if (hasOne(value, namesOfPeople)) return undefined
  if (isCollectionLike(value)) return 'a collection'
  return has(value, 'status') || showsAttendance(value) ? 'an attendance' : undefined
}

/** What is wrong with an object that is not an attendance. */
export function notAnAttendance(value: object): string | undefined {
  const other = otherThanAttendance(value)
  return other && `is ${other}, not an attendance`
}

/** What is wrong with an object that is not a person. */
export function notAPerson(value: object): string | undefined {
  const other = otherThanPerson(value)
  return other && `is ${other}, not a person`
}

const isCollectionLike = (value: Resource) =>
  hasOne(value, ['total_records', 'total_pages']) || itemRelationsIn(Object(value._embedded)).length > 0

const namesOfEntryPoints = 'motd vendor_name product_name osdi_version namespace max_page_size max_pagesize'.split(' ')

/** What a body is that is not the entry point of a service. */
export function otherThanEntryPoint(value: object): string | undefined {
  const resource = value as Resource
  if (isCollectionLike(resource)) return 'is a collection'
  if (hasOne(resource, ['identifiers', 'given_name', 'email_addresses', 'status'])) return 'is another resource'
  const leads = Object.keys(Object(resource._links)).some((relation) =>
    /:(?:events|people|event_campaigns)$/.test(relation),
  )
  return leads || hasOne(resource, namesOfEntryPoints)
    ? undefined
    : 'shows no name of a service and no link to a collection'
}

/** What a body is that is not the HTML for an event. */
export function otherThanEmbed(value: object): string | undefined {
  const isHtml = Object.entries(value).some(([name, html]) => name.startsWith('embed_') && typeof html === 'string')
  return isHtml ? undefined : 'has no field embed_…'
}
