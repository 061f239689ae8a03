import { DeferredWrites } from './api/deferred.ts'
import { type Session as ApiSession, RateLimit } from './api/handle.ts'
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

/** One session of a service: it begins with the start, a reset or a restore, and ends with the next reset or restore. */
export interface Session extends ApiSession {
  readonly seeded: Seeded
}

/** Starts the first session of a service. The same options give the same data, unless the clock is the system's. */
export function* start(settings: ResolvedOptions, requestLog: Log): Steps<Session> {
  const now = settings.now === 'system' ? wallTime() : settings.now
  const store = new Store(idsFrom(settings.seed, settings.assumptions.ids), settings.assumptions)
  const clock = new Clock({ now, advanced: 0 })
  const seeded = yield* seed(contextOf(settings, store, clock), settings)
  return resume(settings, { store, now, advanced: 0, seeded, namespace: settings.namespace }, requestLog)
}

/** Starts a session with a snapshot's data, which the session then owns. Empties the request log, and resets the rate limit. */
export function resume(settings: ResolvedOptions, { store, seeded, ...at }: SnapshotData, requestLog: Log): Session {
  const clock = new Clock(at, settings.now === 'system')
  const context = contextOf(settings, store, clock)
  // Not the service's clock: it stands still while a client waits, and moves with every write.
  const rateLimit = new RateLimit(() => elapsed() + clock.advanced)
  requestLog.restart(store)
  return { context, perPage: settings.perPage, requestLog, rateLimit, deferred: new DeferredWrites(), seeded }
}

function contextOf({ assumptions, geocode, namespace, baseUrl }: ResolvedOptions, store: Store, clock: Clock): Context {
  const dialects = { v1: v1(namespace, assumptions), v2: v2(namespace, assumptions) }
  // Only requests have parts to ignore: `handle.ts` sets `ignore` for each request.
  return {
    store,
    clock,
    assumptions,
    dialects,
    geocode,
    ignore: () => {},
    namespace,
    baseUrl,
    addresses: () => [baseUrl],
  }
}

/** The data of a service at one moment. The time to take or to restore a snapshot does not grow with the data. */
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

  /** A copy of a snapshot's data, or the data of a state document. */
  static dataOf(value: unknown, reader: Reader): SnapshotData {
    // A snapshot with another namespace or scope, or from another copy of this module, is read as a document.
    if (isObject(value) && #data in value && fits(value.#data, reader)) return copyOf(value.#data)
    return runToEnd(readState(isSnapshot(value) ? value.toJSON() : value, reader))
  }

  toJSON(): MockState {
    return stateOf(this.#data)
  }

  /** The state document as JSON text, in chunks. */
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
