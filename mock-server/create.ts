import { millisecondsOf } from './clock.ts'
import { engineFor, install } from './engine.ts'
import { fetchOf } from './fetch.ts'
import { membersOf } from './members.ts'
import { checkOptions } from './options.ts'
import { start } from './run.ts'
import { settle } from './service/reminders.ts'
import type { MockClock, MockService, MockServiceOptions } from './types.ts'

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
  const settings = checkOptions(options)
  let run = start(settings)
  const engine = engineFor(() => run)
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
    get seeded() {
      return run.seeded
    },
    get requests() {
      return run.journal.entries
    },
    get outbox() {
      return Object.freeze([...run.world.store.outbox])
    },
    ...membersOf(() => run.world),
    reset: () => {
      run = start(settings)
      engine.changed()
    },
  } satisfies MockService)
  return install(service, engine)
}
