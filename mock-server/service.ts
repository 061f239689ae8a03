import * as accounts from './add/accounts.ts'
import { addPerson, shownPerson } from './add/accounts.ts'
import { addEvent, attend, shownEvent, updateEvent } from './add/events.ts'
import { eventOf, keyOf, listOf, ownerOf } from './add/references.ts'
import { dispatch, receive } from './api/handle.ts'
import type { ServiceRequest } from './api/request.ts'
import { type Delivery, whole } from './api/response.ts'
import { millisecondsOf } from './clock.ts'
import { applyFaults } from './faults/apply.ts'
import { FaultList } from './faults/faults.ts'
import { fetchOf } from './fetch.ts'
import { checkOptions } from './options.ts'
import { Log } from './requests/log.ts'
import type { Context } from './rules/context.ts'
import { removeEvent } from './rules/events.ts'
import { dashboard, mailingList, targeting } from './rules/mailing.ts'
import { outboxOf, sendDueReminders } from './rules/reminders.ts'
import { resume, Snapshot, type StartedSession, snapshotDataOf, start } from './snapshot.ts'
import { finished, type Steps } from './steps.ts'
import { frozen } from './text/json.ts'
import type {
  MockClock,
  MockFaults,
  MockService,
  MockServiceOptions,
  MockSnapshot,
  MockState,
  Seeded,
} from './types/index.ts'

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
  const requestLog = new Log(settings.requestLog)
  let session = yield* start(settings, requestLog)
  const seeded = new Snapshot(snapshotDataOf(session))
  const core = coreFor(() => session, settings.seed)
  const restore = (snapshot: MockSnapshot | MockState) => {
    session = resume(settings, Snapshot.dataOf(snapshot, settings), requestLog)
    core.restarted()
  }
  const clock: MockClock = Object.freeze({
    now: () => new Date(session.context.clock.now()),
    advance: (duration: string) => {
      session.context.clock.advance(millisecondsOf(duration))
      sendDueReminders(session.context)
      core.changed()
    },
  })
  const service = Object.freeze({
    baseUrl: settings.baseUrl,
    namespace: settings.namespace,
    assumptions: settings.assumptions,
    clock,
    fetch: fetchOf(core),
    faults: core.faults,
    get seeded() {
      return session.seeded
    },
    get requests() {
      return requestLog.entries
    },
    get outbox() {
      return frozen(outboxOf(session.context))
    },
    ...membersOf(
      () => session.context,
      () => session.seeded,
      core.changed,
    ),
    snapshot: () => new Snapshot(snapshotDataOf(session)),
    restore,
    reset: () => restore(seeded),
  } satisfies MockService)
  return install(service, core)
}

/** What an adapter needs of a service: all that it knows of it. */
export interface ServiceCore {
  /** From the making or the last reset on. */
  readonly session: StartedSession
  /** Failing on purpose. */
  readonly faults: MockFaults
  /**
   * Answers a request, by the session of that moment or one from before: at once unless a fault applies. Rejects with the signal's
   * reason where the caller goes away while it waits.
   */
  handle(request: ServiceRequest, signal?: AbortSignal, session?: StartedSession): Delivery | Promise<Delivery>
  /** Answers a request that no fault may apply to any more, by such a session. */
  handleSpared(request: ServiceRequest, session: StartedSession): Delivery
  /** The service's members, showing addresses under another base. */
  membersAt(base: string): Members
  /** Calls back after every change of what a snapshot holds, until the function that it returns is called. */
  watch(changed: () => void): () => void
  /** Calls back after everything that happens here, be it only a request or a rule, until the function that it returns is called. */
  watchAll(tell: () => void): () => void
  /** Tells those who watch. */
  changed(): void
  /** Lets nobody wait any longer, or nobody whose request has one of these signals: latencies are over, and what stalls breaks off. Faults stay active. */
  endWaits(signals?: ReadonlySet<AbortSignal | undefined>): void
  /** A new session has begun: no faults, and nobody waits. */
  restarted(): void
}

export function coreFor(session: () => StartedSession, seed: string): ServiceCore {
  const list = new FaultList(() => session().context, seed)
  const watching = new Set<() => void>()
  const changed = () => {
    for (const tell of watching) tell()
  }
  const watch = (tell: () => void) => {
    watching.add(tell)
    return () => watching.delete(tell)
  }
  const handleSpared = (request: ServiceRequest, current: StartedSession) => {
    const { store } = current.context
    const before = store.revision
    const delivery = whole(dispatch(current, request))
    if (store.revision !== before) changed()
    return delivery
  }
  return {
    get session() {
      return session()
    },
    faults: list.handle,
    handle: (request, signal, current = session()) => {
      // Faults of a new session are not for requests that came before it.
      if (!list.isEmpty && current === session()) {
        const received = receive(current.contextAt(request.base), request)
        const matched = list.match(received)
        if (matched) {
          const session = { ...current, rateLimit: current.rateLimit.once() }
          return applyFaults({ session, faults: list, received, signal, changed }, matched)
        }
      }
      return handleSpared(request, current)
    },
    handleSpared,
    membersAt: (base) =>
      membersOf(
        () => session().contextAt(base),
        () => session().seeded,
        changed,
      ),
    watch,
    watchAll: (tell) => {
      const ends = [watch(tell), list.watch(tell), session().requestLog.watch(tell)]
      return () => {
        for (const end of ends) end()
      }
    },
    changed,
    endWaits: (signals) => list.waits.end(signals),
    restarted: () => {
      list.restart()
      changed()
    },
  }
}

const cores = new WeakMap<object, ServiceCore>()

/** Notes which core a service runs on. */
export function install<Service extends MockService>(service: Service, core: ServiceCore): Service {
  cores.set(service, core)
  return service
}

/** The core of a service; undefined for what `createMockService` did not make. */
export const coreOf = (service: MockService): ServiceCore | undefined => cores.get(service)

/** The members of a service that put things in, and those that show what its user interface would. */
export type Members = Pick<MockService, Adding | Showing>

type Adding = 'addPerson' | 'addGroup' | 'addKey' | 'addCampaign' | 'attend' | Events
type Events = 'addEvent' | 'updateEvent' | 'cancelEvent' | 'removeEvent'
type Showing = 'targeting' | 'dashboard' | 'mailingList'

/**
 * Members that work on the context of the moment they are called; addresses that they show are under its base. Events are of the
 * seeded group where no key is named.
 */
export const membersOf = (context: () => Context, seeded: () => Seeded, changed: () => void): Members => ({
  ...addingTo(context, seeded, changed),
  targeting: (key) => frozen(targeting(context(), keyOf(context(), key, 'key').owner)),
  dashboard: (of) => frozen(dashboard(context(), ownerOf(context(), of, 'of'))),
  mailingList: (of) => {
    const people = mailingList(context(), listOf(context(), of, 'of'))
    return frozen(people.map((person) => shownPerson(context(), person)))
  },
})

/** Members that put things in, change them or take them out, and say so afterwards. */
function addingTo(context: () => Context, seeded: () => Seeded, changed: () => void): Pick<MockService, Adding> {
  const done = <Made>(made: Made): Made => {
    changed()
    return frozen(made)
  }
  return {
    addPerson: (person) => done(shownPerson(context(), addPerson(context(), person))),
    addGroup: (group) => done(accounts.shownGroup(context(), accounts.addGroup(context(), group))),
    addKey: (key) => done(accounts.shownKey(accounts.addKey(context(), key))),
    addCampaign: (campaign) => done(accounts.shownCampaign(accounts.addCampaign(context(), campaign))),
    addEvent: (event, how) => done(shownEvent(context(), addEvent(context(), event, how, seeded().group))),
    updateEvent: (event, changes) => done(shownEvent(context(), updateEvent(context(), event, changes))),
    cancelEvent: (event) => done(shownEvent(context(), updateEvent(context(), event, { status: 'cancelled' }))),
    removeEvent: (event) => done(removeEvent(context(), eventOf(context(), event))),
    attend: (event, who) => done(attend(context(), event, who)),
  }
}
