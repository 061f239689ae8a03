import type { Addresses } from '../addresses.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { present } from '../dialects/project.ts'
import { curies, type Resource } from '../hal.ts'
import type { World } from '../service/world.ts'

/** What it takes to show the service's records in one version. */
export interface View {
  readonly world: World
  readonly dialect: Dialect
  readonly addresses: Addresses
}

/** Whether a resource is an answer of its own, with curies, or stands inside a collection, without (v1 §2.4, v2 §2.5). */
export type Standing = 'single' | 'listed'

/** The documentation links of an answer, to stand in its `_links`. */
export const curiesOf = ({ addresses, dialect }: View) => curies(addresses.docs, dialect.namespace)

/** Fields of other resources than events, under the version's names; those without a value as assumed (`unset`). */
export function named({ dialect, world }: View, fields: Resource): Resource {
  const names: Readonly<Record<string, string>> = { ...dialect.names }
  const renamed = Object.entries(fields).map(([name, value]) => [names[name] ?? name, value])
  return present(Object.fromEntries(renamed), world.assumptions.unset)
}
