import type { Dialect } from './dialects/dialect.ts'
import { encodeSegment } from './text/uri.ts'

/** Every address that the answers of one version link to. */
export interface Addresses {
  readonly docs: string
  readonly events: string
  event(id: string): string
  attendances(event: string): string
  attendance(event: string, id: string): string
  embed(event: string): string
  campaign(id: string): string
  campaignEvents(id: string): string
  person(id: string): string
  personPart(id: string, part: string): string
}

export function addressesOf(baseUrl: string, dialect: Dialect): Addresses {
  const root = `${baseUrl}/api/${dialect.version}`
  const event = (id: string) => `${root}/events/${encodeSegment(id)}`
  const campaign = (id: string) => `${root}/event_campaigns/${encodeSegment(id)}`
  const person = (id: string) => `${root}/people/${encodeSegment(id)}`
  const attendances = (id: string) => `${event(id)}/${dialect.attendances}`
  return {
    docs: `${baseUrl}/docs`,
    events: `${root}/events`,
    event,
    attendances,
    attendance: (id, attendance) => `${attendances(id)}/${encodeSegment(attendance)}`,
    embed: (id) => `${event(id)}/embed`,
    campaign,
    campaignEvents: (id) => `${campaign(id)}/events`,
    person,
    personPart: (id, part) => `${person(id)}/${part}`,
  }
}
