import { type Delivery, whole } from './delivery.ts'
import { dispatch } from './dispatch.ts'
import type { Incoming } from './http/incoming.ts'
import { type Members, membersOf } from './members.ts'
import type { StartedRun } from './run.ts'
import type { MockService } from './types.ts'

/** What an adapter needs of a service: all that it knows of it. */
export interface Engine {
  /** From the making or the last reset on. */
  readonly run: StartedRun
  /** Answers a request, by the run of that moment or one from before; at once unless something makes the caller wait. */
  handle(incoming: Incoming, signal?: AbortSignal, run?: StartedRun): Delivery | Promise<Delivery>
  /** The service's members, showing addresses under another base. */
  membersAt(base: string): Members
  /** Calls back after every change of what a snapshot holds, until the function that it returns is called. */
  watch(changed: () => void): () => void
  /** Tells those who watch. */
  changed(): void
}

export function engineFor(run: () => StartedRun): Engine {
  const watching = new Set<() => void>()
  const changed = () => {
    for (const tell of watching) tell()
  }
  return {
    get run() {
      return run()
    },
    handle: (incoming, _signal, current = run()) => {
      const delivery = whole(dispatch(current, incoming))
      if (incoming.method !== 'GET') changed()
      return delivery
    },
    membersAt: (base) => membersOf(() => run().worldAt(base), changed),
    watch: (tell) => {
      watching.add(tell)
      return () => watching.delete(tell)
    },
    changed,
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
