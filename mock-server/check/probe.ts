import type { Assumptions } from '../assumptions.ts'
import type { JsonObject } from '../text/json.ts'
import { type CheckResponse, Inconclusive } from './requester.ts'
import type { Service } from './service.ts'

/** What the service does: as a setting of the mock service does, or other, in words. */
export type ProbeResult<Value = unknown> = { readonly value: Value } | { readonly other: string }

/** Reads one assumption off responses. Throws {@link Inconclusive} with the reason where they do not tell. */
export type Probe<Value = unknown> = (service: Service) => Promise<ProbeResult<Value>>

/** Probes by the names of their assumptions. */
export type Probes = { readonly [Name in keyof Assumptions]?: Probe<Assumptions[Name]> }

export const value = <const Value>(value: Value): ProbeResult<Value> => ({ value })
export const other = (text: string): ProbeResult<never> => ({ other: text })

/** The setting that stands for a status; any other status is what no setting does. */
export function byStatus<const Value>(
  { status }: CheckResponse,
  settings: Readonly<Record<number, Value>>,
): ProbeResult<Value> {
  const setting = settings[status]
  return setting === undefined ? other(`status ${status}`) : value(setting)
}

/** What all events agree on of which something can be read. Throws {@link Inconclusive} where that is none. */
export function agreed<Value>(
  events: readonly JsonObject[],
  read: (event: JsonObject) => ProbeResult<Value> | undefined,
  without: string,
): ProbeResult<Value> {
  const readings = new Map(
    events.flatMap((event) => {
      const reading = read(event)
      return reading ? [[JSON.stringify(Object.values(reading)), reading]] : []
    }),
  )
  const [first, ...others] = readings.values()
  if (!first) throw new Inconclusive(without)
  if (others.length === 0) return first
  return other([first, ...others].map((one) => ('other' in one ? one.other : String(one.value))).join(', '))
}

/** How to try what no GET shows: the write that it needs, and what to look at. Use a key of a test group. */
export const byHand = {
  methodNotAllowed: 'DELETE an event of your own; look at the status and Allow',
  invalidBody: 'POST an event without a title; look at the status',
  contentType: 'POST an event with Content-Type: text/plain; look at the status',
  scope: 'GET the list with a second key of the same group; compare the events',
  v2KnownIdentifier: 'POST an event twice with one identifier and another title; look at status and title',
  v2PutIdentifiers: 'PUT one new identifier; look whether the old ones stay',
  foreignOwner: 'POST an event with an identifier of an event of another group; look at the status',
  twoMatches: 'POST to version 1 with the identifiers of two events; look at the status',
  ownTwin: 'PUT the identifier of another event of yours; look at status and identifiers',
  malformedIdentifier: 'POST an event with the identifier "x"; look at the status',
  invalidOptional: 'POST an event with description: 5; look at the status',
  nullInPut: 'PUT description: null; look whether it is gone',
  v1PostalCode: 'POST to version 1 with location: {"venue":"Hall"}; look at the status',
  geocodeMiss: 'POST a location in a town that does not exist; look at locality and region',
  partialLocation: 'PUT location: {"venue":"Hall"}; look whether the address stays',
  modified: 'PUT the title that an event has; look at the time of change',
  totalAccepted: 'POST a declined RSVP; look at total_accepted',
  onePersonOnce: 'POST two RSVPs of one person; look at total_accepted',
  creatorRoles: 'POST to version 1 with a link to an organizer as osdi:creator; look who the creator is',
  rateLimit: 'raise the requests per second until 429 comes; look at Retry-After',
  recordAttendance: "POST a person to an event's attendances; look at the status",
  labelNumber: 'POST an event and an RSVP; look at its label on the targeting page',
} satisfies { readonly [Name in keyof Assumptions]?: string }
