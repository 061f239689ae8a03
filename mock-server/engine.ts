import { type Delivery, whole } from './delivery.ts'
import { dispatch } from './dispatch.ts'
import { FaultBook } from './faults/book.ts'
import { StruckRequest } from './faults/struck.ts'
import type { Incoming } from './http/incoming.ts'
import { receive } from './http/received.ts'
import { type Members, membersOf } from './members.ts'
import type { StartedRun } from './run.ts'
import type { MockFaults, MockService } from './types.ts'

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
  handle(incoming: Incoming, signal?: AbortSignal, run?: StartedRun): Delivery | Promise<Delivery>
  /** Answers a request that no fault may strike any more, by such a run. */
  handleSpared(incoming: Incoming, run: StartedRun): Delivery
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
  const book = new FaultBook(() => run().world, seed)
  const watching = new Set<() => void>()
  const changed = () => {
    for (const tell of watching) tell()
  }
  const watch = (tell: () => void) => {
    watching.add(tell)
    return () => watching.delete(tell)
  }
  const handleSpared = (incoming: Incoming, current: StartedRun) => {
    const { store } = current.world
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
        const received = receive(current.worldAt(incoming.base), incoming)
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
        () => run().worldAt(base),
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
