import { type Context, nativeIdentifier } from '../rules/context.ts'
import { at, type JsonObject, textOf } from '../text/json.ts'
import { encodeSegment } from '../text/strings.ts'
import type { Version } from '../types/index.ts'
import type { Dialect } from './dialect.ts'

/** What it takes to show the service's records in one version: its names, and the address that the caller knows the service by. */
export interface View {
  readonly context: Context
  readonly dialect: Dialect
  readonly addresses: Addresses
  /** The documentation links of a response, to stand in its `_links` (v1 §2.4, v2 §2.6). */
  readonly curies: readonly JsonObject[]
  /** Embedded people as JSON, by their ids: every event of version 1 shows one twice, and a page few different ones. */
  readonly people: Map<string, string>
}

/** Whether a resource is a response of its own, with curies, or embedded in another, without (v1 §2.4, v2 §2.5). */
export type Form = 'resource' | 'embedded'

export function viewOf(context: Context, version: Version): View {
  const dialect = context.dialects[version]
  const docs = `${context.baseUrl}/docs`
  const curies = ['osdi', dialect.namespace].map((name) => ({ name, href: `${docs}/{rel}`, templated: true }))
  return { context, dialect, addresses: addressesOf(context, dialect), curies, people: new Map() }
}

/** Every address that the responses of one version link to. */
export type Addresses = ReturnType<typeof addressesOf>

function addressesOf(context: Context, { version, attendances: collection }: Dialect) {
  const root = `${context.baseUrl}/api/${version}`
  const events = `${root}/events`
  const event = (id: string) => `${events}/${encodeSegment(id)}`
  const campaign = (id: string) => `${root}/event_campaigns/${encodeSegment(id)}`
  const person = (id: string) => `${root}/people/${encodeSegment(id)}`
  const attendances = (id: string) => `${event(id)}/${collection}`
  const isBare = context.assumptions.campaignLink === 'bare'
  return {
    events,
    event,
    attendances,
    attendance: (id: string, attendance: string) => `${attendances(id)}/${encodeSegment(attendance)}`,
    embed: (id: string) => `${event(id)}/embed`,
    /** The address of a campaign, wherever it is linked to (assumption `campaignLink`). */
    campaign: (id: string) => campaign(isBare ? id : nativeIdentifier(context, id)),
    campaignEvents: (id: string) => `${campaign(id)}/events`,
    person,
    personPart: (id: string, part: string) => `${person(id)}/${part}`,
  }
}

/** A link to one address. */
export const link = (href: string) => ({ href })

/** Where a body's link of a relation leads; HAL lets a single link stand in an array too. */
export function hrefIn(body: unknown, relation: string): string | undefined {
  const given = at(body, '_links', relation)
  return textOf(at(Array.isArray(given) && given.length === 1 ? given[0] : given, 'href'))
}
