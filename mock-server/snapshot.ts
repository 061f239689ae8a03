import { type ApiSession, RateLimit } from './api/handle.ts'
import { Clock } from './clock.ts'
import { v1 } from './dialects/v1.ts'
import { v2 } from './dialects/v2.ts'
import type { ResolvedOptions } from './options.ts'
import type { Log } from './requests/log.ts'
import type { Context } from './rules/context.ts'
import { sendDueReminders } from './rules/reminders.ts'
import { seed } from './seed/seed.ts'
import type { SnapshotData } from './state/document.ts'
import { type Reader, readState } from './state/read.ts'
import { stateChunks, stateOf } from './state/write.ts'
import { idsFrom } from './store/ids.ts'
import { Store } from './store/store.ts'
import { isObject } from './text/json.ts'
import { elapsed, runToEnd, type Steps, wallTime } from './time.ts'
import type { MockSnapshot, MockState, Seeded } from './types/index.ts'

/** The state of a service from its creation, or from a reset or restore, until the next reset or restore. */
export interface Session extends ApiSession {
  readonly seeded: Seeded
}

/** Starts the first session of a service. The same options make the same data, unless the clock follows the system's time. */
export function* start(settings: ResolvedOptions, requestLog: Log): Steps<Session> {
  const now = settings.now === 'system' ? wallTime() : settings.now
  const store = new Store(idsFrom(settings.seed, settings.assumptions.ids), settings.assumptions)
  const clock = new Clock({ now, advanced: 0 })
  const seeded = yield* seed(contextOf(settings, store, clock), settings)
  return resume(settings, { store, now, advanced: 0, seeded, namespace: settings.namespace }, requestLog)
}

/** Starts a session with the data of a snapshot, and later changes these data. Empties the request log, and resets the rate limit. */
export function resume(settings: ResolvedOptions, { store, seeded, ...at }: SnapshotData, requestLog: Log): Session {
  const clock = new Clock(at, settings.now === 'system')
  const context = contextOf(settings, store, clock)
  // The rate limit cannot use the service's clock, which stands still while a client waits, and moves with every write.
  const rateLimit = new RateLimit(() => elapsed() + clock.advanced)
  requestLog.restart(store)
  return { context, perPage: settings.perPage, requestLog, rateLimit, seeded }
}

function contextOf({ assumptions, geocode, namespace, baseUrl }: ResolvedOptions, store: Store, clock: Clock): Context {
  const dialects = { v1: v1(namespace, assumptions), v2: v2(namespace, assumptions) }
  // `ignore` and `noteStored` do nothing here. `handle.ts` replaces them for each request.
  return {
    store,
    clock,
    assumptions,
    dialects,
    geocode,
    ignore: () => {},
    noteStored: () => {},
    namespace,
    baseUrl,
    addresses: () => [baseUrl],
  }
}

/** A copy of the data of a service. The time to make or to restore a snapshot does not depend on the amount of data. */
export class Snapshot implements MockSnapshot {
  readonly #data: SnapshotData

  constructor(data: SnapshotData) {
    this.#data = copyOf(data)
  }

  static of({ context, seeded }: Session): Snapshot {
    sendDueReminders(context)
    const { store, clock, namespace } = context
    return new Snapshot({ store, now: clock.now(), advanced: clock.advanced, seeded, namespace })
  }

  /** Copies the data of a snapshot, or reads a state document. */
  static dataOf(value: unknown, reader: Reader): SnapshotData {
    // A snapshot with another namespace or scope, or from another copy of this module, must go through its state document.
    if (isObject(value) && #data in value && fits(value.#data, reader)) return copyOf(value.#data)
    return runToEnd(readState(isSnapshot(value) ? value.toJSON() : value, reader))
  }

  toJSON(): MockState {
    return stateOf(this.#data)
  }

  /** Makes the JSON text of the state document, in chunks. */
  chunks(): Generator<string> {
    return stateChunks(this.#data)
  }
}

const fits = ({ namespace, store }: SnapshotData, reader: Reader): boolean =>
  namespace === reader.namespace &&
  store.scope === reader.assumptions.scope &&
  store.campaignEvents === reader.assumptions.campaignEvents

const isSnapshot = (value: unknown): value is MockSnapshot => isObject(value) && typeof value.toJSON === 'function'

const copyOf = (data: SnapshotData): SnapshotData => ({ ...data, store: data.store.clone() })
