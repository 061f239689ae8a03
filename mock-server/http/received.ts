import type { Instant } from '../model.ts'
import type { World } from '../service/world.ts'
import { type Incoming, type Target, targetOf } from './incoming.ts'
import { type Located, locate } from './locate.ts'

/** A request that has come in: when, and where it goes. Nothing is done about it yet. */
export interface Received {
  /** The service's world, under the base address that the caller knows it by. */
  readonly world: World
  readonly incoming: Incoming
  readonly target: Target
  readonly located: Located
  readonly at: Instant
}

export function receive(world: World, incoming: Incoming): Received {
  const target = targetOf(incoming.target)
  return { world, incoming, target, located: locate(world, incoming.method, target.path), at: world.clock.now() }
}
