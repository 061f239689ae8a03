import {
  type ConstantName,
  type ContentName,
  eventField,
  type FieldName,
  fieldNames,
  isContent,
  isSetting,
  type SettingName,
} from '../fields/events.ts'
import type { EventRecord, GroupRecord, OwnerId } from '../store/model.ts'
import type { Context } from './context.ts'
import type { FieldValue, FieldValues } from './field-values.ts'
import { identifiersOf } from './identifiers.ts'
import { locationValues } from './location.ts'
import { reminderMinutes } from './reminders.ts'

const publicPage = (event: EventRecord, context: Context): string | undefined =>
  event.via === 'ui' ? publicUrl(context, event) : undefined

/** Formats a local time for responses (assumption `localTimes`). */
const formatLocalTime = ({ assumptions }: Context, digits: string | undefined): string | undefined =>
  digits !== undefined && assumptions.localTimes === 'Z' ? `${digits}Z` : digits

/** Fields whose value in responses differs from the stored value, or is computed (v2 §2.1, §4.4). */
const derived = {
  identifiers: (event, context) => identifiersOf(context, event),
  created: ({ created }) => created,
  modified: ({ modified }) => modified,
  browser_url: (event, context) => event.content.browser_url ?? publicPage(event, context),
  public_url: publicPage,
  location: ({ content }, context) => locationValues(context, content.location),
  total_accepted: (event, { store, assumptions }) =>
    assumptions.totalAccepted === 'accepted' ? event.accepted : store.attendancesOf(event).length,
  campaign: ({ campaign }) => campaign,
  reminders: () => [{ method: 'email', minutes: reminderMinutes }],
  sponsor: ({ owner }, context) => sponsorOf(context, owner),
} satisfies Readonly<Record<Exclude<FieldName, ContentName | SettingName | ConstantName>, FieldValue<EventRecord>>> &
  Readonly<Partial<Record<FieldName, FieldValue<EventRecord>>>>

function valueReader(fieldName: FieldName): FieldValue<EventRecord> {
  if (fieldName in derived) return derived[fieldName as keyof typeof derived]
  if (isSetting(fieldName)) return (event) => event[fieldName]
  if (!isContent(fieldName)) return () => eventField(fieldName).constant
  return fieldName === 'start' || fieldName === 'end'
    ? ({ content }, context) => formatLocalTime(context, content[fieldName])
    : ({ content }) => content[fieldName]
}

/** How responses show each field of an event, even a field that the service generates. */
export const eventValues = Object.fromEntries(
  fieldNames.map((fieldName) => [fieldName, valueReader(fieldName)]),
) as FieldValues<'events', EventRecord>

/** Address of the page where people sign up to an event of the user interface. */
export const publicUrl = ({ baseUrl }: Context, { id }: EventRecord): string => `${baseUrl}/events/${id}`

/** The sponsor of a resource: the group that owns it. */
export function sponsorOf(context: Context, owner: OwnerId) {
  const group = owner.startsWith('group:') ? context.store.groups.get(owner.slice('group:'.length)) : undefined
  if (!group) return undefined
  const isPublic = context.assumptions.sponsorAddress === 'public page'
  const browser_url = isPublic ? groupUrl(context, group) : `${context.baseUrl}/api/v2/groups/${group.id}`
  return { title: group.title, browser_url }
}

/** Address of the public page of a group. */
export const groupUrl = ({ baseUrl }: Context, { id }: GroupRecord): string => `${baseUrl}/groups/${id}`
