import type { Context } from '../rules/context.ts'
import { type Bytes, utf8 } from '../text/bytes.ts'
import { encodeSegment } from '../text/strings.ts'
import type { Version } from '../types/index.ts'
import type { Dialect } from './dialect.ts'
import { curies, type Resource } from './hal.ts'
import { type EventWriter, eventWriter, present } from './write.ts'

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

/** What it takes to show the service's records in one version. */
export interface View {
  readonly context: Context
  readonly dialect: Dialect
  readonly addresses: Addresses
  readonly writeEvent: EventWriter
  /** The documentation links of an answer, to stand in its `_links`. */
  readonly curies: readonly Resource[]
  /** The same as JSON. */
  readonly curiesText: string
  /** The same as a member of `_links`, a comma before it. */
  readonly curiesMember: Bytes
}

/** Whether a resource is an answer of its own, with curies, or stands inside a collection, without (v1 §2.4, v2 §2.5). */
export type Standing = 'single' | 'listed'

const views = new WeakMap<Context, Partial<Record<Version, View>>>()

/** The view of a context, which knows one base address, in a version; made once. */
export function viewOf(context: Context, version: Version): View {
  const known = views.get(context) ?? {}
  const view = known[version] ?? newView(context, context.dialects[version])
  if (!known[version]) views.set(context, { ...known, [version]: view })
  return view
}

function newView(context: Context, dialect: Dialect): View {
  const addresses = addressesOf(context.baseUrl, dialect)
  const writeEvent = eventWriter(dialect, context.assumptions.unset)
  const links = curies(addresses.docs, dialect.namespace)
  const curiesText = JSON.stringify(links)
  const curiesMember = utf8(`,"curies":${curiesText}`)
  return { context, dialect, addresses, writeEvent, curies: links, curiesText, curiesMember }
}

/** Fields of other resources than events, under the version's names; those without a value as assumed (`unset`). */
export function named({ dialect, context }: View, fields: Resource): Resource {
  const names: Readonly<Record<string, string>> = { ...dialect.names }
  const renamed = Object.entries(fields).map(([name, value]) => [names[name] ?? name, value])
  return present(Object.fromEntries(renamed), context.assumptions.unset)
}
