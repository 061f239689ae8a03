import { MockServiceError } from '../errors.ts'
import type { EventRecord } from '../model.ts'
import type { NewEventInput } from '../service/content.ts'
import { holderOf, isIdentifier, isNative } from '../service/identifiers.ts'
import { ownSystem, type World } from '../service/world.ts'
import { localDigits } from '../text/local-time.ts'
import type { NewMockEvent, PlaceQuery } from '../types.ts'
import { checkMembers, checkOptionalText, checkText } from './check.ts'

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
export function foreignOf(world: World, identifiers: unknown, event?: EventRecord): readonly string[] {
  if (!Array.isArray(identifiers)) throw new MockServiceError('argument', 'event.identifiers', 'must be an array')
  for (const [index, identifier] of identifiers.entries()) {
    const wrong = (problem: string) => new MockServiceError('argument', `event.identifiers[${index}]`, problem)
    if (!isIdentifier(identifier)) throw wrong('must read <system>:<id>')
    const holder = holderOf(world, identifier)
    if (event && holder?.id === event.id) continue
    if (isNative(world, identifier)) throw wrong('is for the service to give')
    if (holder) throw wrong('belongs to another event already')
  }
  return [...new Set(identifiers)].filter((identifier) => !isNative(world, identifier))
}
