import { ManualClock } from './clock.ts'
import { v1 } from './dialects/v1.ts'
import { v2 } from './dialects/v2.ts'
import type { Run } from './dispatch.ts'
import { RateLimit } from './http/rate-limit.ts'
import { idsFrom } from './ids.ts'
import { Journal } from './journal/journal.ts'
import type { Settings } from './options.ts'
import { seed } from './seed.ts'
import type { World } from './service/world.ts'
import { Store } from './store.ts'
import type { Seeded } from './types.ts'

/** A run with what it was seeded with. */
export interface StartedRun extends Run {
  readonly seeded: Seeded
}

/** Starts a service from its settings: always the same from the same settings. */
export function start(settings: Settings): StartedRun {
  const { assumptions, geocode, namespace, baseUrl, perPage } = settings
  const clock = new ManualClock(settings.now)
  const ids = idsFrom(settings.seed, assumptions.ids)
  const dialects = { v1: v1(namespace, assumptions), v2: v2(namespace, assumptions) }
  const world: World = { store: new Store(), clock, ids, assumptions, dialects, geocode, namespace, baseUrl }
  const seeded = seed(world, clock, settings)
  // Not by the service's clock, which a client that waits does not move, and which every write moves.
  const rateLimit = new RateLimit(() => performance.now() + clock.advanced)
  return { world, worldAt: worldsOf(world), perPage, journal: new Journal(world, settings.journal), rateLimit, seeded }
}

// A server's callers know it by a few names; one that makes up names without end must not fill the memory.
const mostBases = 16

/** The same world under other base addresses. */
function worldsOf(world: World): (base: string) => World {
  const others = new Map<string, World>()
  return (base) => {
    if (base === world.baseUrl) return world
    const known = others.get(base)
    if (known) return known
    if (others.size >= mostBases) others.clear()
    const other = { ...world, baseUrl: base }
    others.set(base, other)
    return other
  }
}
