import {
  type ConstantName,
  type ContentName,
  type FactName,
  factNames,
  isContent,
  isSetting,
  rowOf,
  type SettingName,
} from '../fields/events.ts'
import type { EventRecord, GroupRecord, OwnerId } from '../store/model.ts'
import type { Context } from './context.ts'
import type { Fact, Facts } from './facts.ts'
import { identifiersOf } from './identifiers.ts'
import { locationFacts } from './location.ts'
import { reminderMinutes } from './reminders.ts'

const publicPage = (event: EventRecord, context: Context): string | undefined =>
  event.via === 'ui' ? publicUrl(context, event) : undefined

/** Formats a local time for responses (assumption `localTimes`). */
const formatLocalTime = ({ assumptions }: Context, digits: string | undefined): string | undefined =>
  digits !== undefined && assumptions.localTimes === 'Z' ? `${digits}Z` : digits

/** Facts whose value in responses differs from the stored value, or is computed (v2 §2.1, §4.4). */
const derived = {
  identifiers: (event, context) => identifiersOf(context, event),
  created: ({ created }) => created,
  modified: ({ modified }) => modified,
  browser_url: (event, context) => event.content.browser_url ?? publicPage(event, context),
  public_url: publicPage,
  location: ({ content }, context) => locationFacts(context, content.location),
  total_accepted: (event, { store, assumptions }) =>
    assumptions.totalAccepted === 'accepted' ? event.accepted : store.attendancesOf(event).length,
  campaign: ({ campaign }) => campaign,
  reminders: () => [{ method: 'email', minutes: reminderMinutes }],
  sponsor: ({ owner }, context) => sponsorOf(context, owner),
} satisfies Readonly<Record<Exclude<FactName, ContentName | SettingName | ConstantName>, Fact<EventRecord>>> &
  Readonly<Partial<Record<FactName, Fact<EventRecord>>>>

function factOf(fact: FactName): Fact<EventRecord> {
  if (fact in derived) return derived[fact as keyof typeof derived]
  if (isSetting(fact)) return (event) => event[fact]
  if (!isContent(fact)) return () => rowOf(fact).constant
  return fact === 'start' || fact === 'end'
    ? ({ content }, context) => formatLocalTime(context, content[fact])
    : ({ content }) => content[fact]
}

/** How responses show each field of an event, even a field that the service generates. */
export const eventFacts = Object.fromEntries(factNames.map((fact) => [fact, factOf(fact)])) as Facts<
  'events',
  EventRecord
>

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
