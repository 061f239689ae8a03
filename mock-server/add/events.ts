import { viewOf } from '../api/view.ts'
import { eventText } from '../api/write.ts'
import { MockServiceError } from '../errors.ts'
import { type Context, ownSystem } from '../rules/context.ts'
import type { Creator } from '../rules/creators.ts'
import {
  apiSettings,
  changedContent,
  changeEvent,
  createEvent,
  type NewEventInput,
  newContent,
} from '../rules/events.ts'
import { holderOf, identifiersOf, isIdentifier, isNative } from '../rules/identifiers.ts'
import type { EventRecord, EventSettings, KeyRecord } from '../store/model.ts'
import type { JsonObject } from '../text/json.ts'
import { localDigits } from '../text/local-time.ts'
import type {
  AddEventOptions,
  EventReference,
  KeyReference,
  MockEvent,
  MockEventChanges,
  NewMockEvent,
  PlaceQuery,
} from '../types/index.ts'
import { campaignOf, checkMembers, checkOptionalText, checkText, eventOf, keyOf, personOf } from './references.ts'

const changeable = [
  ...(['title', 'origin_system', 'name', 'description', 'instructions', 'browser_url'] as const),
  ...(['featured_image_url', 'start_date', 'end_date', 'identifiers', 'location'] as const),
  ...(['capacity', 'visibility', 'hidden', 'status'] as const),
] satisfies readonly (keyof MockEventChanges)[]
const members = [...changeable, 'campaign', 'creator'] as const satisfies readonly (keyof NewMockEvent)[]

/** Stores an event as the service's user interface makes it, or as a version 2 POST does (v2 §1.5). Where no key is given, it is the usual one's. */
export function addEvent(
  context: Context,
  event: NewMockEvent,
  options: AddEventOptions = {},
  usual?: KeyReference,
): EventRecord {
  checkMembers(event, 'event', members)
  checkMembers(options, 'options', ['key', 'via'])
  const via = options.via ?? 'ui'
  if (via !== 'ui' && via !== 'api') throw new MockServiceError('argument', 'options.via', "must be 'ui' or 'api'")
  const key = keyOf(context, options.key === undefined ? usual : options.key, 'options.key')
  const settings = settingsOf(context, key, event, via)
  const { policy } = context.dialects.v2
  return createEvent(
    context,
    key,
    settings,
    newContent(context, inputOf(event), foreignOf(context, event.identifiers ?? []), policy),
  )
}

/** What `null` clears, by what it is called in what is stored. */
const clearable = {
  name: 'name',
  description: 'description',
  instructions: 'instructions',
  browser_url: 'browser_url',
  start_date: 'start',
  end_date: 'end',
  location: 'location',
  featured_image_url: 'featured_image_url',
  capacity: 'capacity',
} as const satisfies { readonly [Name in keyof MockEventChanges]: string }

/** Changes an event as its page in the user interface would: what is given, and nothing else; `null` clears. */
export function updateEvent(context: Context, reference: EventReference, changes: MockEventChanges): EventRecord {
  const event = eventOf(context, reference)
  const sent = Object.entries(checkMembers(changes, 'event', changeable)).filter(([, value]) => value !== undefined)
  const isCleared = ([name, value]: readonly [string, unknown]) => value === null && Object.hasOwn(clearable, name)
  const cleared = sent.filter(isCleared).map(([name]) => name as keyof typeof clearable)
  const given: Partial<NewMockEvent> = Object.fromEntries(sent.filter((one) => !isCleared(one)))
  const { content } = event
  const input = {
    ...inputOf({ title: content.title, origin_system: content.origin_system, ...given }),
    ...Object.fromEntries(cleared.map((name) => [clearable[name], null])),
  }
  const foreign = given.identifiers === undefined ? content.foreign : foreignOf(context, given.identifiers, event)
  const shown = {
    ...shownIn(given, event.via),
    ...(cleared.includes('featured_image_url') && { featured_image_url: undefined }),
    ...(cleared.includes('capacity') && { capacity: undefined }),
  }
  const { policy } = context.dialects.v2
  return changeEvent(context, event, { ...shown, content: changedContent(context, content, input, foreign, policy) })
}

/** An event as a test sees it: its bare id, and what a version 2 answer shows. */
export function shownEvent(context: Context, event: EventRecord): MockEvent {
  const { title } = event.content
  return {
    id: event.id,
    ...(JSON.parse(eventText(viewOf(context, 'v2'), event, 'resource')) as JsonObject),
    identifiers: [...identifiersOf(context, event)],
    title,
  }
}

/** What an event as handed in says, held to its type: a test is told of what a request would be forgiven. */
export function inputOf(event: NewMockEvent): NewEventInput {
  const optional = {
    name: anyText(event.name, 'event.name'),
    description: anyText(event.description, 'event.description'),
    instructions: anyText(event.instructions, 'event.instructions'),
    browser_url: anyText(event.browser_url, 'event.browser_url'),
    start: localTime(event.start_date, 'event.start_date'),
    end: localTime(event.end_date, 'event.end_date'),
    location: event.location === undefined ? undefined : addressOf(event.location),
  }
  return {
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
    title: checkText(event.title, 'event.title'),
    origin_system: checkOptionalText(event.origin_system, 'event.origin_system') ?? ownSystem,
  }
}

function anyText(value: unknown, field: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  throw new MockServiceError('argument', field, 'must be a text')
}

function localTime(value: unknown, field: string): string | undefined {
  const digits = typeof value === 'string' ? localDigits(value) : undefined
  if (value === undefined || digits !== undefined) return digits
  throw new MockServiceError('argument', field, 'must be an ISO 8601 date-time such as 2026-05-01T18:00:00')
}

const addressParts = ['venue', 'address_lines', 'locality', 'region', 'postal_code', 'country'] as const

function addressOf(location: unknown): PlaceQuery {
  const { address_lines, country, ...rest } = checkMembers(location, 'event.location', addressParts)
  for (const [name, value] of Object.entries(rest)) anyText(value, `event.location.${name}`)
  const texts = { ...rest, ...(country !== undefined && { country: countryOf(country) }) }
  if (address_lines === undefined) return texts
  if (!Array.isArray(address_lines) || !address_lines.every((line) => typeof line === 'string')) {
    throw new MockServiceError('argument', 'event.location.address_lines', 'must be an array of texts')
  }
  // Only the first line is used (v2 §2.2).
  return { ...texts, address_lines: address_lines.slice(0, 1) }
}

function countryOf(country: unknown): string {
  if (typeof country === 'string' && /^[a-z]{2}$/i.test(country)) return country.toUpperCase()
  throw new MockServiceError('argument', 'event.location.country', 'must be two letters (ISO 3166-1 alpha-2)')
}

/** The identifiers of an event as handed in; each must be free to take, or be its own already. */
export function foreignOf(context: Context, identifiers: unknown, event?: EventRecord): readonly string[] {
  if (!Array.isArray(identifiers)) throw new MockServiceError('argument', 'event.identifiers', 'must be an array')
  for (const [index, identifier] of identifiers.entries()) {
    const wrong = (problem: string) => new MockServiceError('argument', `event.identifiers[${index}]`, problem)
    if (!isIdentifier(identifier)) throw wrong('must read <system>:<id>')
    const holder = holderOf(context, identifier)
    if (event && holder?.id === event.id) continue
    if (isNative(context, identifier)) throw wrong('is for the service to give')
    if (holder) throw wrong('belongs to another event already')
  }
  return [...new Set(identifiers)].filter((identifier) => !isNative(context, identifier))
}

/** What an event has that no request can set. */
type Shown = Pick<EventSettings, 'featured_image_url' | 'capacity' | 'hidden' | 'visibility' | 'status'>

const statuses: readonly unknown[] = ['confirmed', 'tentative', 'cancelled'] satisfies EventSettings['status'][]
const fromInterface = ['featured_image_url', 'capacity', 'hidden', 'visibility'] as const

/** What only the user interface sets; an event made as by a POST has the generated values. */
export function settingsOf(context: Context, key: KeyRecord, event: NewMockEvent, via: 'ui' | 'api'): EventSettings {
  const creator = creatorOf(context, key, event)
  const campaign =
    event.campaign === undefined ? undefined : campaignOf(context, key.owner, event.campaign, 'event.campaign').id
  const shown = shownIn(event, via)
  if (via === 'api') return { ...apiSettings(context, creator, campaign), ...shown }
  const usual = { featured_image_url: undefined, capacity: undefined, hidden: false, visibility: 'public' } as const
  return { via, campaign, ...creator, ...usual, status: 'confirmed', ...shown }
}

/** What of that is given, each held to its type. */
export function shownIn(event: Partial<NewMockEvent>, via: 'ui' | 'api'): Partial<Shown> {
  const { capacity, hidden, visibility, status } = event
  if (capacity !== undefined && !(Number.isSafeInteger(capacity) && capacity >= 0)) {
    throw new MockServiceError('argument', 'event.capacity', 'must be a whole number from 0 up')
  }
  if (hidden !== undefined && typeof hidden !== 'boolean') {
    throw new MockServiceError('argument', 'event.hidden', 'must be true or false')
  }
  if (visibility !== undefined && visibility !== 'public' && visibility !== 'private') {
    throw new MockServiceError('argument', 'event.visibility', "must be 'public' or 'private'")
  }
  if (status !== undefined && !statuses.includes(status)) {
    throw new MockServiceError('argument', 'event.status', "must be 'confirmed', 'tentative' or 'cancelled'")
  }
  const featured_image_url = checkOptionalText(event.featured_image_url, 'event.featured_image_url')
  const ignored = via === 'api' && fromInterface.find((name) => event[name] !== undefined)
  if (ignored) throw new MockServiceError('argument', `event.${ignored}`, 'is set in the user interface alone')
  return {
    ...(featured_image_url !== undefined && { featured_image_url }),
    ...(capacity !== undefined && { capacity }),
    ...(hidden !== undefined && { hidden }),
    ...(visibility !== undefined && { visibility }),
    ...(status !== undefined && { status }),
  }
}

/** Whoever is handed in is the explicit creator: a test states that, it does not ask for it as a POST does. */
function creatorOf(context: Context, key: KeyRecord, { creator }: NewMockEvent): Creator {
  if (creator === undefined) return { creator: key.person, explicitCreator: false }
  return { creator: personOf(context, creator, 'event.creator').id, explicitCreator: true }
}
