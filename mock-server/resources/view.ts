import { type Addresses, addressesOf } from '../addresses.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { type EventWriter, eventWriter, present } from '../dialects/project.ts'
import { curies, type Resource } from '../hal.ts'
import type { World } from '../service/world.ts'
import { type Bytes, utf8 } from '../text/bytes.ts'
import type { Version } from '../types.ts'

/** What it takes to show the service's records in one version. */
export interface View {
  readonly world: World
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

const views = new WeakMap<World, Partial<Record<Version, View>>>()

/** The view of a world, which knows one base address, in a version; made once. */
export function viewOf(world: World, version: Version): View {
  const known = views.get(world) ?? {}
  const view = known[version] ?? newView(world, world.dialects[version])
  if (!known[version]) views.set(world, { ...known, [version]: view })
  return view
}

function newView(world: World, dialect: Dialect): View {
  const addresses = addressesOf(world.baseUrl, dialect)
  const writeEvent = eventWriter(dialect, world.assumptions.unset)
  const links = curies(addresses.docs, dialect.namespace)
  const curiesText = JSON.stringify(links)
  const curiesMember = utf8(`,"curies":${curiesText}`)
  return { world, dialect, addresses, writeEvent, curies: links, curiesText, curiesMember }
}

/** Fields of other resources than events, under the version's names; those without a value as assumed (`unset`). */
export function named({ dialect, world }: View, fields: Resource): Resource {
  const names: Readonly<Record<string, string>> = { ...dialect.names }
  const renamed = Object.entries(fields).map(([name, value]) => [names[name] ?? name, value])
  return present(Object.fromEntries(renamed), world.assumptions.unset)
}
