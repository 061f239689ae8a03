import type { Assumptions } from '../assumptions.ts'
import type { Clock } from '../clock.ts'
import { timestamp } from '../clock.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { Store } from '../memory/store.ts'
import type { Instant } from '../model.ts'
import type { Geocode, Version } from '../types.ts'

/** What the rules work on: one service's memory, and where it gets time and places from. */
export interface World {
  readonly store: Store
  readonly clock: Clock
  readonly assumptions: Readonly<Assumptions>
  readonly dialects: Readonly<Record<Version, Dialect>>
  readonly geocode: Geocode
  readonly namespace: string
  /** Begins every link; what the caller knows the service by. */
  readonly baseUrl: string
  /** The service's own address, whatever the caller knows it by. */
  readonly ownUrl: string
}

/** A moment as this service writes it (assumption `timestamps`). */
export const written = (world: World, instant: Instant): string => timestamp(instant, world.assumptions.timestamps)

/** The service's own identifier of a thing with this id (v2 §2.1). */
export const nativeIdentifier = (world: World, id: string): string => `${world.namespace}:${id}`

/** Where an event or a person is from whom the service itself made. */
export const ownSystem = 'Mock Service'
