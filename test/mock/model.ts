import type { Version } from 'osdi-events/mock'

/** The expected event after its changes. */
export interface ModelEvent {
  readonly id: string
  readonly owner: string
  readonly title: string
  readonly start: string | undefined
  readonly foreign: readonly string[]
  /** The status of each person's RSVP, by the id of the person, in the order of the RSVPs. */
  readonly people: Readonly<Record<string, string>>
}

/** The result of a request. */
export interface Outcome {
  readonly status: 200 | 404 | 409
  readonly events: readonly ModelEvent[]
  /** Index of the event in the response. A new event has an empty id, because only the response has the real one. */
  readonly at?: number
}

/** The body of a write. */
export interface Sent {
  readonly title: string
  readonly start: string | undefined
  readonly identifiers: readonly string[] | undefined
}

const holds =
  (identifiers: readonly string[]) =>
  ({ foreign }: ModelEvent): boolean =>
    identifiers.some((identifier) => foreign.includes(identifier))

/** A POST, by the defaults of the assumptions. */
export function posted(events: readonly ModelEvent[], version: Version, owner: string, sent: Sent): Outcome {
  const { title, start, identifiers = [] } = sent
  const holders = events.filter(holds(identifiers))
  const [match, ...others] = holders
  if (holders.some((event) => event.owner !== owner)) return { status: 409, events }
  if (match === undefined) {
    const event = { id: '', owner, title, start, foreign: [...new Set(identifiers)], people: {} }
    return { status: 200, events: [...events, event], at: events.length }
  }
  const at = events.indexOf(match)
  if (version === 'v2') return { status: 200, events, at }
  if (others.length > 0) return { status: 409, events }
  const foreign = [...new Set([...match.foreign, ...identifiers])]
  return { status: 200, events: events.with(at, { ...match, title, start: start ?? match.start, foreign }), at }
}

/** A PUT, by the defaults of the assumptions. */
export function changed(
  events: readonly ModelEvent[],
  version: Version,
  owner: string,
  at: number,
  { title, start, identifiers }: Sent,
): Outcome {
  const event = events[at]
  if (event?.owner !== owner) return { status: 404, events }
  const others = events.filter((other) => other !== event)
  const free = [...new Set(identifiers)].filter((identifier) => !others.some(holds([identifier])))
  const counts = identifiers !== undefined && (free.length > 0 || identifiers.length === 0)
  const foreign = counts ? [...new Set([...(version === 'v1' ? event.foreign : []), ...free])] : event.foreign
  return { status: 200, events: events.with(at, { ...event, title, start: start ?? event.start, foreign }), at }
}

/** An RSVP. */
export function attended(
  events: readonly ModelEvent[],
  owner: string,
  at: number,
  person: string,
  answer: string,
): Outcome {
  const event = events[at]
  if (event?.owner !== owner) return { status: 404, events }
  const people = { ...event.people, [person]: answer }
  return { status: 200, events: events.with(at, { ...event, people }), at }
}
