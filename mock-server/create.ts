import { millisecondsOf } from './clock.ts'
import { fetchOf } from './fetch.ts'
import * as accounts from './hand-in/accounts.ts'
import { attend } from './hand-in/attend.ts'
import { addEvent } from './hand-in/events.ts'
import { addPerson, shownPerson } from './hand-in/people.ts'
import { keyOf, listOf, ownerOf } from './hand-in/references.ts'
import { shownEvent } from './hand-in/shown-event.ts'
import { checkOptions } from './options.ts'
import { start } from './run.ts'
import { dashboard, targeting } from './service/lists.ts'
import { mailingList } from './service/mailing.ts'
import { settle } from './service/reminders.ts'
import { frozen } from './text/json.ts'
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
  const clock: MockClock = Object.freeze({
    now: () => new Date(run.world.clock.now()),
    advance: (duration: string) => {
      run.world.clock.advance(millisecondsOf(duration))
      settle(run.world)
    },
  })
  return Object.freeze({
    baseUrl: settings.baseUrl,
    namespace: settings.namespace,
    assumptions: settings.assumptions,
    clock,
    fetch: fetchOf(() => run),
    get seeded() {
      return run.seeded
    },
    get requests() {
      return run.journal.entries
    },
    get outbox() {
      return Object.freeze([...run.world.store.outbox])
    },
    addPerson: (person) => frozen(shownPerson(run.world, addPerson(run.world, person))),
    addGroup: (group) => frozen(accounts.shownGroup(run.world, accounts.addGroup(run.world, group))),
    addKey: (key) => accounts.shownKey(accounts.addKey(run.world, key)),
    addCampaign: (campaign) => frozen(accounts.shownCampaign(accounts.addCampaign(run.world, campaign))),
    addEvent: (event, how) => frozen(shownEvent(run.world, addEvent(run.world, event, how))),
    attend: (event, who) => frozen(attend(run.world, event, who)),
    targeting: (key) => frozen(targeting(run.world, keyOf(run.world, key, 'key').owner)),
    dashboard: (of) => frozen(dashboard(run.world, ownerOf(run.world, of, 'of'))),
    mailingList: (of) => {
      const people = mailingList(run.world, listOf(run.world, of, 'of'))
      return frozen(people.map((person) => shownPerson(run.world, person)))
    },
    reset: () => {
      run = start(settings)
    },
  } satisfies MockService)
}
