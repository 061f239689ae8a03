import * as accounts from './add/accounts.ts'
import { addPerson, shownPerson } from './add/accounts.ts'
import { attend } from './add/attendances.ts'
import { addEvent, shownEvent, updateEvent } from './add/events.ts'
import { eventOf, keyOf, listOf, ownerOf } from './add/references.ts'
import { dispatch, receive } from './api/handle.ts'
import type { ServiceRequest } from './api/request.ts'
import { millisecondsOf } from './clock.ts'
import { StruckRequest } from './faults/apply.ts'
import { FaultBook } from './faults/faults.ts'
import { fetchOf } from './fetch.ts'
import { checkOptions } from './options.ts'
import { type Delivery, whole } from './outcome.ts'
import type { Context } from './rules/context.ts'
import { removeEvent } from './rules/events.ts'
import { dashboard, targeting } from './rules/lists.ts'
import { mailingList } from './rules/mailing.ts'
import { outboxOf, settle } from './rules/reminders.ts'
import { momentOf, resume, Snapshot, type StartedRun, start } from './snapshot.ts'
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
    now: () => new Date(run.context.clock.now()),
    advance: (duration: string) => {
      run.context.clock.advance(millisecondsOf(duration))
      settle(run.context)
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
      return frozen(outboxOf(run.context))
    },
    ...membersOf(
      () => run.context,
      () => run.seeded,
      engine.changed,
    ),
    snapshot: () => new Snapshot(momentOf(run)),
    restore,
    reset: () => restore(seeded),
  } satisfies MockService)
  return install(service, engine)
}

/** What an adapter needs of a service: all that it knows of it. */
export interface Engine {
  /** From the making or the last reset on. */
  readonly run: StartedRun
  /** Failing on purpose. */
  readonly faults: MockFaults
  /**
   * Answers a request, by the run of that moment or one from before: at once unless a fault strikes. Rejects with the signal's
   * reason where the caller goes away while it waits.
   */
  handle(incoming: ServiceRequest, signal?: AbortSignal, run?: StartedRun): Delivery | Promise<Delivery>
  /** Answers a request that no fault may strike any more, by such a run. */
  handleSpared(incoming: ServiceRequest, run: StartedRun): Delivery
  /** The service's members, showing addresses under another base. */
  membersAt(base: string): Members
  /** Calls back after every change of what a snapshot holds, until the function that it returns is called. */
  watch(changed: () => void): () => void
  /** Calls back after everything that happens here, be it only a request or a rule, until the function that it returns is called. */
  watchAll(tell: () => void): () => void
  /** Tells those who watch. */
  changed(): void
  /** Lets nobody wait any longer, or nobody whose request has one of these signals: latencies are over, and what stalls breaks off. Rules stay in force. */
  endWaits(signals?: ReadonlySet<AbortSignal | undefined>): void
  /** A new run has begun: no faults, and nobody waits. */
  restarted(): void
}

export function engineFor(run: () => StartedRun, seed: string): Engine {
  const book = new FaultBook(() => run().context, seed)
  const watching = new Set<() => void>()
  const changed = () => {
    for (const tell of watching) tell()
  }
  const watch = (tell: () => void) => {
    watching.add(tell)
    return () => watching.delete(tell)
  }
  const handleSpared = (incoming: ServiceRequest, current: StartedRun) => {
    const { store } = current.context
    const before = store.revision
    const delivery = whole(dispatch(current, incoming))
    if (store.revision !== before) changed()
    return delivery
  }
  return {
    get run() {
      return run()
    },
    faults: book.handle,
    handle: (incoming, signal, current = run()) => {
      // Rules of a new run are not for requests that came before it.
      if (!book.idle && current === run()) {
        const received = receive(current.contextAt(incoming.base), incoming)
        const plan = book.plan(received)
        if (plan) {
          const run = { ...current, rateLimit: current.rateLimit.once() }
          return new StruckRequest({ run, book, received, signal, changed }, plan).delivery()
        }
      }
      return handleSpared(incoming, current)
    },
    handleSpared,
    membersAt: (base) =>
      membersOf(
        () => run().contextAt(base),
        () => run().seeded,
        changed,
      ),
    watch,
    watchAll: (tell) => {
      // A journal tells of later runs too.
      const ends = [watch(tell), book.watch(tell), run().journal.watch(tell)]
      return () => {
        for (const end of ends) end()
      }
    },
    changed,
    endWaits: (signals) => book.waits.end(signals),
    restarted: () => {
      book.restart()
      changed()
    },
  }
}

const engines = new WeakMap<object, Engine>()

/** Notes which engine a service runs on. */
export function install<Service extends MockService>(service: Service, engine: Engine): Service {
  engines.set(service, engine)
  return service
}

/** The engine of a service; undefined for what `createMockService` did not make. */
export const engineOf = (service: MockService): Engine | undefined => engines.get(service)

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
