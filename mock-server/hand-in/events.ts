import { v2 } from '../dialects/v2.ts'
import { MockServiceError } from '../errors.ts'
import { isObject } from '../json.ts'
import { localDigits } from '../local-time.ts'
import type { EventRecord, EventSettings, KeyRecord } from '../model.ts'
import { createEvent, type NewEventInput } from '../service/events.ts'
import { holderOf, isIdentifier, isNative } from '../service/identifiers.ts'
import { settle } from '../service/reminders.ts'
import type { World } from '../service/world.ts'
import type { AddEventOptions, NewMockEvent, PlaceQuery } from '../types.ts'
import { checkMembers, checkOptionalText, checkText } from './check.ts'
import { keyOf, personOf } from './references.ts'

const members = [
  ...(['title', 'origin_system', 'name', 'description', 'instructions', 'browser_url', 'featured_image_url'] as const),
  ...([
    'start_date',
    'end_date',
    'identifiers',
    'location',
    'capacity',
    'visibility',
    'hidden',
    'campaign',
    'creator',
  ] as const),
] satisfies readonly (keyof NewMockEvent)[]

/** Where an event is from whose maker does not say. */
const ownSystem = 'Mock Service'

/** Stores an event as the service's user interface makes it, or as a version 2 POST does (v2 §1.5). */
export function addEvent(world: World, event: NewMockEvent, options: AddEventOptions): EventRecord {
  checkMembers(event, 'event', members)
  checkMembers(options, 'options', ['key', 'via'])
  const via = options.via ?? 'ui'
  if (via !== 'ui' && via !== 'api') throw new MockServiceError('argument', 'options.via', "must be 'ui' or 'api'")
  const key = keyOf(world, options.key, 'options.key')
  const input = inputOf(event)
  const foreign = foreignOf(world, event)
  const { policy } = v2(world.namespace, world.assumptions)
  const record = createEvent(world, key, input, foreign, settingsOf(world, key, event, via), policy)
  settle(world)
  return record
}

function inputOf(event: NewMockEvent): NewEventInput {
  const texts = (['name', 'description', 'instructions', 'browser_url'] as const).map(
    (name) => [name, anyText(event[name], `event.${name}`)] as const,
  )
  const times = [
    ['start', localTime(event.start_date, 'event.start_date')],
    ['end', localTime(event.end_date, 'event.end_date')],
  ] as const
  const location = event.location === undefined ? undefined : addressOf(event.location)
  return {
    ...Object.fromEntries([...texts, ...times].filter(([, value]) => value !== undefined)),
    ...(location && { location }),
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
  if (value !== undefined && digits === undefined) {
    throw new MockServiceError('argument', field, 'must be an ISO 8601 date-time such as 2026-05-01T18:00:00')
  }
  return digits
}

function addressOf(location: unknown): PlaceQuery {
  const parts = ['venue', 'address_lines', 'locality', 'region', 'postal_code', 'country'] as const
  const given = checkMembers(location, 'event.location', parts)
  for (const [name, value] of Object.entries(given)) {
    if (name !== 'address_lines') anyText(value, `event.location.${name}`)
    else if (!Array.isArray(value))
      throw new MockServiceError('argument', 'event.location.address_lines', 'must be an array')
  }
  const lines = Array.isArray(given.address_lines) ? { address_lines: given.address_lines.slice(0, 1) } : {}
  return { ...given, ...lines }
}

function foreignOf(world: World, event: NewMockEvent): readonly string[] {
  if (event.identifiers !== undefined && !Array.isArray(event.identifiers)) {
    throw new MockServiceError('argument', 'event.identifiers', 'must be an array')
  }
  for (const [index, identifier] of (event.identifiers ?? []).entries()) {
    const field = `event.identifiers[${index}]`
    if (!isIdentifier(identifier)) throw new MockServiceError('argument', field, 'must read <system>:<id>')
    if (isNative(world, identifier)) throw new MockServiceError('argument', field, 'is for the service to give')
    if (holderOf(world, identifier)) throw new MockServiceError('argument', field, 'belongs to another event already')
  }
  return [...new Set(event.identifiers)]
}

function settingsOf(world: World, key: KeyRecord, event: NewMockEvent, via: 'ui' | 'api'): EventSettings {
  const creator = event.creator === undefined ? undefined : personOf(world, event.creator, 'event.creator')
  const shared = {
    via,
    campaign: campaignOf(world, key, event.campaign),
    creator: creator?.id ?? key.person,
    explicitCreator: creator !== undefined,
  }
  const featured_image_url = checkOptionalText(event.featured_image_url, 'event.featured_image_url')
  const { capacity, hidden = false, visibility = 'public' } = event
  if (capacity !== undefined && !(Number.isSafeInteger(capacity) && capacity >= 0)) {
    throw new MockServiceError('argument', 'event.capacity', 'must be a whole number from 0 up')
  }
  if (typeof hidden !== 'boolean') throw new MockServiceError('argument', 'event.hidden', 'must be true or false')
  if (visibility !== 'public' && visibility !== 'private') {
    throw new MockServiceError('argument', 'event.visibility', "must be 'public' or 'private'")
  }
  if (via === 'ui') return { ...shared, featured_image_url, capacity, hidden, visibility }
  const assumed = world.assumptions.capacity
  return {
    ...shared,
    featured_image_url: undefined,
    capacity: assumed === 'absent' ? undefined : assumed,
    hidden: world.assumptions.hidden,
    visibility: 'public',
  }
}

function campaignOf(world: World, key: KeyRecord, reference: NewMockEvent['campaign']): string | undefined {
  if (reference === undefined) return undefined
  const id = isObject(reference) ? reference.id : reference
  const campaign = typeof id === 'string' ? world.store.campaigns.get(id) : undefined
  if (campaign?.owner === key.owner) return campaign.id
  throw new MockServiceError('unknown', 'event.campaign', 'is no campaign of the owner of this key')
}
