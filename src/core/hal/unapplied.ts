import { originOf } from '../base/origin.ts'
import { InputError } from '../errors/error-classes.ts'

/**
 * Names of fields that you sent in a create, an update or an upsert, and that the service did not apply, as its response shows. Examples: an
 * identifier that another event has, a field that cannot be changed, a `creator` that the service did not accept, `location.locality` if the service
 * knows no such town. Empty if the service applied all fields.
 *
 * Absent and empty fields count as the same. The town, the state and the country of a location are compared by meaning: `New York` and `NY`, or
 * `Germany` and `DE`, are the same. The language and the coordinates do not count, because the service always sets them (v1 §2.2, v2 §2.2). Of
 * `address_lines`, lines after the first count only if the service shows such lines.
 *
 * For an RSVP that you recorded or changed, this compares fields such as `status`, which some services set themselves. It does not compare the
 * person, tags and triggers, because responses do not show them. For an event campaign, it compares all fields.
 *
 * @param event the result of a write
 * @throws InputError if the argument is not the result of such a call; a copy of the result is not enough
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
  const sent = originOf(event)?.sent
  if (sent) return sent.unapplied()
  throw InputError.of('event', 'is not a result of create, update or upsert; a copy does not remember what was sent')
}
