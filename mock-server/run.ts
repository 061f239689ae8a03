import { type Clock, ManualClock, SystemClock } from './clock.ts'
import { v1 } from './dialects/v1.ts'
import { v2 } from './dialects/v2.ts'
import type { Run } from './dispatch.ts'
import { RateLimit } from './http/rate-limit.ts'
import { idsFrom } from './ids/ids.ts'
import { Journal } from './journal/journal.ts'
import { Store } from './memory/store.ts'
import type { Moment } from './moment.ts'
import type { Settings } from './options.ts'
import { seed } from './seed.ts'
import { settle } from './service/reminders.ts'
import type { World } from './service/world.ts'
import { worldsOf } from './service/worlds.ts'
import type { Steps } from './steps.ts'
import { elapsed, wallTime } from './time.ts'
import type { Seeded } from './types.ts'

/** A run with what it was seeded with. */
export interface StartedRun extends Run {
  readonly seeded: Seeded
  readonly rateLimit: RateLimit
}

/** Starts a service from its settings: always the same from the same settings. */
export function* start(settings: Settings): Steps<StartedRun> {
  const now = settings.now === 'system' ? wallTime() : settings.now
  const store = new Store(idsFrom(settings.seed, settings.assumptions.ids), settings.assumptions.scope)
  const clock = new ManualClock({ now, advanced: 0 })
  const seeded = yield* seed(worldOf(settings, store, clock), clock, now, settings)
  return resume(settings, { store, now, advanced: 0, seeded, namespace: settings.namespace })
}

/** Goes on from a moment, which becomes the run's own: with nothing in the journal, and nobody's requests counted. */
export function resume(settings: Settings, { store, seeded, ...at }: Moment): StartedRun {
  const clock = settings.now === 'system' ? new SystemClock(at) : new ManualClock(at)
  const world = worldOf(settings, store, clock)
  // Not by the service's clock, which a client that waits does not move, and which every write moves.
  const rateLimit = new RateLimit(() => elapsed() + clock.advanced)
  const journal = new Journal(world, settings.journal)
  return { world, worldAt: worldsOf(world), perPage: settings.perPage, journal, rateLimit, seeded }
}

/** The moment of a run that is now. The store is the run's own still. */
export function momentOf({ world, seeded }: StartedRun): Moment {
  settle(world)
  const { store, clock } = world
  return { store, now: clock.now(), advanced: clock.advanced, seeded, namespace: world.namespace }
}

function worldOf({ assumptions, geocode, namespace, baseUrl }: Settings, store: Store, clock: Clock): World {
  const dialects = { v1: v1(namespace, assumptions), v2: v2(namespace, assumptions) }
  return { store, clock, assumptions, dialects, geocode, namespace, baseUrl, ownUrl: baseUrl }
}
