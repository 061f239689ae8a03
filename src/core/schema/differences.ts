import { isObjectLike } from '../base/values.ts'
import type { HalLike } from '../hal/hal.ts'
import { lastSegment } from '../hal/ids.ts'
import { isMoment, localTimeOf, localTimeProblem, millisecondsOf } from '../hal/local-time.ts'
import { firstLink } from '../hal/relations.ts'
import { isSamePlace } from './places.ts'

/** Names of the fields of a JSON request body that an event or an RSVP does not have, or has with another value. */
export function differencesFrom(body: string, event: object): string[] {
  const { _links, ...sent }: Readonly<Record<string, unknown>> = JSON.parse(body)
  const creator = creatorOf({ _links: Object(_links) })
  const names = Object.entries(sent).flatMap(([name, value]) => missing(name, value, Reflect.get(event, name)))
  const isTaken = creator === undefined || creator === creatorOf(event)
  return isTaken ? names : [...names, 'creator']
}

/** The id in the link to the creator. Compares only ids, because the service may write the rest of the address differently. */
function creatorOf(resource: HalLike): string | undefined {
  const link = firstLink(resource, 'osdi:creator')
  return link && lastSegment(link.href)
}

/** The parts of a field that the response lacks or shows differently. */
function missing(name: string, sent: unknown, shown: unknown): string[] {
  if (name === 'location') return missingParts(sent, isObjectLike(shown) ? shown : {})
  if (name === 'identifiers' && Array.isArray(sent) && Array.isArray(shown)) {
    return sent.every((identifier) => shown.includes(identifier)) ? [] : [name]
  }
  // Only these fields are moments. In other times, the zone has no meaning.
  const isMomentField = name.startsWith('created_') && isMoment(sent)
  if (isMomentField && millisecondsOf(sent) === millisecondsOf(shown)) return []
  if (!name.endsWith(`:${referrer}`)) return isSame(sent, shown) ? [] : [name]
  // Compares only the members that the caller sent, because the service adds others.
  const isApplied = isObjectLike(sent)
    ? Object.entries(sent).every(([part, value]) => isSame(value, Object(shown)[part]))
    : isSame(sent, shown)
  return isApplied ? [] : [referrer]
}

/** Name of the field without the service's own prefix, as callers write it. */
const referrer = 'referrer_data'

type Place = Readonly<Record<string, unknown>>

/** Parts that a location without an address does not have. It still has a country and coordinates (v1 §2.2, v2 §2.2). */
const partsOfAddress = ['venue', 'address_lines', 'locality', 'region', 'postal_code']

/** Parts that the service always sets itself. */
const partsOfService = new Set(['language', 'location'])

/** The parts of a location that the response lacks or shows differently. */
function missingParts(sent: unknown, shown: Place): string[] {
  if (!isObjectLike(sent)) return partsOfAddress.every((part) => isSamePart(part, null, shown)) ? [] : ['location']
  const wanted = Object.entries(sent).filter(([part]) => !partsOfService.has(part))
  return wanted.flatMap(([part, value]) => (isSamePart(part, value, shown) ? [] : [`location.${part}`]))
}

function isSamePart(part: string, sent: unknown, place: Place): boolean {
  const shown = place[part]
  if (part === 'address_lines') {
    const given = linesOf(sent)
    const kept = linesOf(shown)
    // The service keeps the first line only, so a second one is no reason to write again.
    return Array.from({ length: Math.max(1, kept.length) }).every((_, line) => isSame(given[line], kept[line]))
  }
  if (part !== 'locality' && part !== 'region' && part !== 'country') return isSame(sent, shown)
  const [one, other, country] = [sent, shown, place.country].map((each) => each ?? '')
  if (typeof one !== 'string' || typeof other !== 'string') return one === other
  return isSamePlace(part, one, other, String(country))
}

const linesOf = (value: unknown): readonly unknown[] => [value ?? []].flat()

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

function isSame(sent: unknown, shown: unknown): boolean {
  if (isEmpty(sent)) return isEmpty(shown)
  if (isObjectLike(sent) && isObjectLike(shown)) {
    const names = Object.keys(sent)
    return names.length === Object.keys(shown).length && names.every((name) => isSame(sent[name], shown[name]))
  }
  if (typeof sent !== 'string' || typeof shown !== 'string') return sent === shown
  if (sent.trim().normalize() === shown.trim().normalize()) return true
  // The service may write the same local time in another format, with a zone that has no meaning.
  return localTimeProblem(sent) === undefined && localTimeOf(sent) === localTimeOf(shown)
}
