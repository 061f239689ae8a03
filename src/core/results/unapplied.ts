import { InputError } from '../errors/error-classes.ts'
import { isObject, linkOf } from './hal.ts'
import { withoutZone } from './local-time.ts'
import { metadataStore } from './metadata.ts'

const bodies = metadataStore<string>()

/** Remembers the JSON that an event was written with. */
export function rememberSent<Event extends object>(event: Event, body: string): Event {
  bodies.set(event, body)
  return event
}

/**
 * Names of the fields that a create, an update or an upsert sent and that the service's response does not show: an identifier that another event has,
 * a field that cannot be changed, a `creator` that is not taken. Of a location only `location.venue`, the first of `location.address_lines` and
 * `location.postal_code` count: the service reckons the rest from the address. None where all was applied.
 *
 * @throws InputError for anything but the result of such a call, copies included
 *
 * @example
 * ```ts
 * import { EventsV2, unappliedOf } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * const made = await events.create({ title: 'Picnic', origin_system: 'Calendar', identifiers: ['calendar:42'] })
 * if (unappliedOf(made).includes('identifiers')) console.warn('another event has calendar:42')
 * ```
 */
export function unappliedOf(event: object): string[] {
  const body = bodies.get(event)
  if (body === undefined) {
    throw InputError.of('event', 'is no result of create, update or upsert; a copy does not remember what was sent')
  }
  const { _links, ...sent }: Readonly<Record<string, unknown>> = JSON.parse(body)
  const names = Object.entries(sent).flatMap(([name, value]) => missing(name, value, Reflect.get(event, name)))
  const creator = lastPart(linkOf({ _links: Object(_links) }, 'osdi:creator')?.href)
  const isTaken = creator === undefined || creator === lastPart(linkOf(event, 'osdi:creator')?.href)
  return isTaken ? names : [...names, 'creator']
}

const lastPart = (href: string | undefined) => href?.split('/').at(-1)

const partsOfLocation = ['venue', 'address_lines', 'postal_code'] as const

/** Which parts of a field a response does not show. */
function missing(name: string, sent: unknown, shown: unknown): string[] {
  if (name === 'location') {
    const place = isObject(shown) ? shown : {}
    if (sent === null) return partsOfLocation.some((part) => !isSame(null, first(place[part]))) ? [name] : []
    return partsOfLocation.flatMap((part) => {
      const wanted = Reflect.get(Object(sent), part)
      return wanted === undefined || isSame(first(wanted), first(place[part])) ? [] : [`location.${part}`]
    })
  }
  if (name === 'identifiers' && Array.isArray(sent) && Array.isArray(shown)) {
    return sent.every((identifier) => shown.includes(identifier)) ? [] : [name]
  }
  return isSame(sent, shown) ? [] : [name]
}

/** The service keeps the first line of an address. */
const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

function isSame(sent: unknown, shown: unknown): boolean {
  if (sent === null || sent === undefined) return shown === null || shown === undefined || shown === ''
  if (typeof sent !== 'string' || typeof shown !== 'string') return JSON.stringify(sent) === JSON.stringify(shown)
  // A local time may come back with its seconds, and with a zone that says nothing.
  return sent.trim() === shown.trim() || withoutZone(sent) === withoutZone(shown)
}
