import * as accounts from './add/accounts.ts'
import { addCampaign, shownCampaign, updateCampaign } from './add/campaigns.ts'
import { addEvent, attend, shownEvent, updateEvent } from './add/events.ts'
import * as people from './add/people.ts'
import { eventOf, keyOf, listOwnerOf, ownerOf } from './add/references.ts'
import { addTag, shownTag } from './add/tags.ts'
import { responseTo } from './api/handle.ts'
import { complete, type Delivery, type ServiceRequest } from './api/message.ts'
import { type ReceivedRequest, receive } from './api/router.ts'
import { millisecondsOf } from './clock.ts'
import { applyFaults } from './faults/apply.ts'
import { FaultList } from './faults/faults.ts'
import { fetchOf } from './fetch.ts'
import { checkOptions, type ResolvedOptions } from './options.ts'
import { Log } from './requests/log.ts'
import { dashboard, mailingList, targeting } from './rules/attendances.ts'
import { type Context, contextAt } from './rules/context.ts'
import { removeEvent } from './rules/events.ts'
import { outboxOf, sendDueReminders } from './rules/reminders.ts'
import { resume, type Session, Snapshot, start } from './snapshot.ts'
import { frozen } from './text/json.ts'
import { runToEnd, type Steps } from './time.ts'
import type { MockFaults, MockService, MockServiceOptions, MockSnapshot, MockState } from './types/index.ts'

/**
 * Creates a mock service in memory. Both versions of the API use the same data. The service has a `fetch` function, methods that add and
 * change data, and methods that show what happened. Two services share no data.
 *
 * @throws {@link MockServiceError} for an unknown or wrong option. `field` of the error names the option.
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
  return runToEnd(createInSteps(options)).service
}

/** Creates a service and its core in steps, so that a server can answer other requests between two steps. */
export function* createInSteps(options: MockServiceOptions): Steps<{ service: MockService; core: ServiceCore }> {
  const settings = checkOptions(options)
  const requestLog = new Log(settings.requestLog, () => core.notify(false))
  const core = new ServiceCore(settings, yield* start(settings, requestLog))
  const seeded = core.snapshot()
  const { baseUrl, namespace, assumptions } = settings
  const service = Object.freeze({
    baseUrl,
    namespace,
    assumptions,
    get seeded() {
      return core.session.seeded
    },
    clock: Object.freeze({
      now: () => new Date(core.session.context.clock.now()),
      advance: (duration: string) => core.advance(duration),
    }),
    get requests() {
      return requestLog.entries
    },
    faults: core.faults,
    get outbox() {
      return frozen(outboxOf(core.session.context))
    },
    fetch: fetchOf<Session>(core),
    ...core.methodsAt(baseUrl),
    snapshot: () => core.snapshot(),
    restore: (snapshot: MockSnapshot | MockState) => core.restore(snapshot),
    reset: () => core.restore(seeded),
  } satisfies MockService)
  cores.set(service, core)
  return { service, core }
}

const cores = new WeakMap<MockService, ServiceCore>()

/** The core of a service; undefined for an object that `createMockService` did not create. */
export const coreOf = (service: MockService): ServiceCore | undefined => cores.get(service)

/** The part of a service that the `fetch` function, the HTTP server and the admin API use. */
export class ServiceCore {
  readonly faults: MockFaults
  readonly #settings: ResolvedOptions
  readonly #faultList: FaultList
  readonly #listeners = new Set<(isStored: boolean) => void>()
  #session: Session

  constructor(settings: ResolvedOptions, session: Session) {
    this.#settings = settings
    this.#session = session
    this.#faultList = new FaultList(
      () => this.#session.context,
      settings.seed,
      () => this.notify(false),
    )
    this.faults = this.#faultList.handle
  }

  get session(): Session {
    return this.#session
  }

  /**
   * Responds to a request. If the service was reset after the request arrived, `session` is the earlier session. Returns a promise only if
   * a fault matches. The promise rejects with the signal's reason if the caller disconnects during a wait.
   */
  handle(request: ServiceRequest, signal?: AbortSignal, session = this.session): Delivery | Promise<Delivery> {
    const received = receive(session.context, request)
    // A request of an earlier session gets no faults, because all current faults belong to the new session.
    const matched = session === this.#session ? this.#faultList.match(received) : undefined
    if (!matched) return this.#deliver(session, received)
    return applyFaults({ session, faults: this.#faultList, received, signal, changed: () => this.notify() }, matched)
  }

  /** How many requests wait because of a fault. */
  get waiting(): number {
    return this.#faultList.waiting
  }

  /** Responds to a request synchronously, without faults. */
  handleWithoutFaults(request: ServiceRequest, session: Session): Delivery {
    return this.#deliver(session, receive(session.context, request))
  }

  #deliver(session: Session, received: ReceivedRequest): Delivery {
    const { store } = session.context
    const before = store.revision
    const delivery = complete(responseTo(session, received))
    session.requestLog.add(received, delivery)
    if (store.revision !== before) this.notify()
    return delivery
  }

  advance(duration: string): void {
    const { context } = this.session
    context.clock.advance(millisecondsOf(duration))
    sendDueReminders(context)
    this.notify()
  }

  snapshot(): Snapshot {
    return Snapshot.of(this.session)
  }

  /** Starts a new session with the data of a snapshot. Removes all faults, which ends the waits of all requests. */
  restore(snapshot: MockSnapshot | MockState): void {
    const data = Snapshot.dataOf(snapshot, this.#settings)
    this.#session = resume(this.#settings, data, this.#session.requestLog)
    this.#faultList.restart()
    this.notify()
  }

  /**
   * Calls a listener after every change. To unsubscribe, call the returned function. The listener gets `true` if stored data or the clock
   * changed, and `false` if only faults or the request log changed.
   */
  subscribe(listener: (isStored: boolean) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  notify(isStored = true): void {
    for (const listener of this.#listeners) listener(isStored)
  }

  /**
   * Ends the waits of all requests; with `signals`, only of requests with one of these signals. Requests with a `latency` continue, and
   * stalled responses break off.
   */
  endWaits(signals?: ReadonlySet<AbortSignal | undefined>): void {
    this.#faultList.endWaits(signals)
  }

  /**
   * Makes the methods that add, change and show data. Addresses in results begin with `base`. Events that are added without a key belong to
   * the seeded group.
   */
  methodsAt(base: string) {
    const show = <Result>(read: (context: Context) => Result): Result =>
      frozen(read(contextAt(this.session.context, base)))
    const change = <Result>(write: (context: Context) => Result): Result => {
      const result = show(write)
      this.notify()
      return result
    }
    return {
      addPerson: (person) => change((context) => people.shownPerson(context, people.addPerson(context, person))),
      updatePerson: (person, changes) =>
        change((context) => people.shownPerson(context, people.updatePerson(context, person, changes))),
      addGroup: (group) => change((context) => accounts.shownGroup(context, accounts.addGroup(context, group))),
      addKey: (key) => change((context) => accounts.shownKey(accounts.addKey(context, key))),
      addCampaign: (campaign) => change((context) => shownCampaign(context, addCampaign(context, campaign))),
      updateCampaign: (campaign, changes) =>
        change((context) => shownCampaign(context, updateCampaign(context, campaign, changes))),
      addTag: (tag) => change((context) => shownTag(addTag(context, tag))),
      addEvent: (event, how) =>
        change((context) => shownEvent(context, addEvent(context, event, how, this.#session.seeded.group))),
      updateEvent: (event, changes) => change((context) => shownEvent(context, updateEvent(context, event, changes))),
      cancelEvent: (event) =>
        change((context) => shownEvent(context, updateEvent(context, event, { status: 'cancelled' }))),
      removeEvent: (event) => change((context) => removeEvent(context, eventOf(context, event))),
      attend: (event, who, how) => change((context) => attend(context, event, who, how)),
      targeting: (key) => show((context) => targeting(context, keyOf(context, key, 'key').owner)),
      dashboard: (of) => show((context) => dashboard(context, ownerOf(context, of, 'of'))),
      mailingList: (of) =>
        show((context) =>
          mailingList(context, listOwnerOf(context, of, 'of')).map((person) => people.shownPerson(context, person)),
        ),
    } satisfies Partial<MockService>
  }
}

/** The methods of a service that add, change and show data. */
export type ServiceMethods = ReturnType<ServiceCore['methodsAt']>
