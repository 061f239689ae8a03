import { millisecondsOf } from './clock.ts'
import { engineFor, install } from './engine.ts'
import { fetchOf } from './fetch.ts'
import { membersOf } from './members.ts'
import { checkOptions } from './options.ts'
import { momentOf, resume, start } from './run.ts'
import { outboxOf, settle } from './service/reminders.ts'
import { Snapshot } from './snapshot.ts'
import { finished, type Steps } from './steps.ts'
import { frozen } from './text/json.ts'
import type { MockClock, MockService, MockServiceOptions, MockSnapshot, MockState } from './types.ts'

/**
 * Makes the whole events service in memory, both versions over one store, as one `fetch` function and the means to put
 * things into it and to look at what it did. Nothing is shared between two services.
 *
 * @throws {@link MockServiceError} for an option that is unknown or wrong, naming it.
 *
 * @example
 * ```ts
 * import { createMockService } from 'osdi-events/mock'
 *
 * const service = createMockService({ now: '2026-05-01T12:00:00Z' })
 * const key = service.addKey({ group: service.addGroup({ title: 'Park friends' }) })
 * service.addEvent({ title: 'Picnic' }, { key })
 * const headers = { 'OSDI-API-Token': key.token }
 * const answer = await service.fetch(`${service.baseUrl}/api/v2/events`, { headers })
 * ```
 */
export function createMockService(options: MockServiceOptions = {}): MockService {
  return finished(making(options))
}

/** Makes such a service in steps; nobody has any of it before the last. */
export function* making(options: MockServiceOptions): Steps<MockService> {
  const settings = checkOptions(options)
  let run = yield* start(settings)
  const seeded = new Snapshot(momentOf(run))
  const engine = engineFor(() => run, settings.seed)
  const restore = (snapshot: MockSnapshot | MockState) => {
    const next = resume(settings, Snapshot.momentOf(snapshot, settings))
    next.journal.follow(run.journal)
    run = next
    engine.restarted()
  }
  const clock: MockClock = Object.freeze({
    now: () => new Date(run.world.clock.now()),
    advance: (duration: string) => {
      run.world.clock.advance(millisecondsOf(duration))
      settle(run.world)
      engine.changed()
    },
  })
  const service = Object.freeze({
    baseUrl: settings.baseUrl,
    namespace: settings.namespace,
    assumptions: settings.assumptions,
    clock,
    fetch: fetchOf(engine),
    faults: engine.faults,
    get seeded() {
      return run.seeded
    },
    get requests() {
      return run.journal.entries
    },
    get outbox() {
      return frozen(outboxOf(run.world))
    },
    ...membersOf(
      () => run.world,
      () => run.seeded,
      engine.changed,
    ),
    snapshot: () => new Snapshot(momentOf(run)),
    restore,
    reset: () => restore(seeded),
  } satisfies MockService)
  return install(service, engine)
}
