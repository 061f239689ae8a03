import type { Dialect } from './dialects/dialect.ts'
import { encodeSegment } from './text/uri.ts'

/** Every address that the answers of one version link to. */
export interface Addresses {
  readonly docs: string
  readonly events: string
  event(id: string): string
  /** What is added to an event's address for the addresses below it. */
  readonly below: { readonly attendances: string; readonly embed: string }
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
  const below = { attendances: `/${dialect.attendances}`, embed: '/embed' }
  const attendances = (id: string) => event(id) + below.attendances
  return {
    docs: `${baseUrl}/docs`,
    events: `${root}/events`,
    event,
    below,
    attendances,
    attendance: (id, attendance) => `${attendances(id)}/${encodeSegment(attendance)}`,
    embed: (id) => event(id) + below.embed,
    campaign,
    campaignEvents: (id) => `${campaign(id)}/events`,
    person,
    personPart: (id, part) => `${person(id)}/${part}`,
  }
}
