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

/** What a service works with from its start, or the last reset or restore, to the next. */
export interface Session extends ApiSession {
  readonly seeded: Seeded
}

/** Starts a service from its options: the same from the same options. */
export function* start(settings: ResolvedOptions, requestLog: Log): Steps<Session> {
  const now = settings.now === 'system' ? wallTime() : settings.now
  const store = new Store(idsFrom(settings.seed, settings.assumptions.ids), settings.assumptions.scope)
  const clock = new Clock({ now, advanced: 0 })
  const seeded = yield* seed(contextOf(settings, store, clock), settings)
  return resume(settings, { store, now, advanced: 0, seeded, namespace: settings.namespace }, requestLog)
}

/** Goes on from a snapshot's data, which the session then owns. The request log is emptied, and the rate limit starts anew. */
export function resume(settings: ResolvedOptions, { store, seeded, ...at }: SnapshotData, requestLog: Log): Session {
  const clock = new Clock(at, settings.now === 'system')
  const context = contextOf(settings, store, clock)
  // The service's clock would not do: it stands still while a client waits, and every write moves it.
  const rateLimit = new RateLimit(() => elapsed() + clock.advanced)
  requestLog.restart(store)
  return { context, perPage: settings.perPage, requestLog, rateLimit, seeded }
}

function contextOf({ assumptions, geocode, namespace, baseUrl }: ResolvedOptions, store: Store, clock: Clock): Context {
  const dialects = { v1: v1(namespace, assumptions), v2: v2(namespace, assumptions) }
  // Only a request has what can be ignored.
  return { store, clock, assumptions, dialects, geocode, ignore: () => {}, namespace, baseUrl, ownUrl: baseUrl }
}

/** What a service holds at a moment. To take one and to restore it takes no longer the more it holds. */
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

  /** A copy of a snapshot's data, or what a document says. */
  static dataOf(value: unknown, reader: Reader): SnapshotData {
    // With another namespace or scope, or of another copy of this module, a snapshot is read as a document.
    if (isObject(value) && #data in value && fits(value.#data, reader)) return copyOf(value.#data)
    return runToEnd(readState(isSnapshot(value) ? value.toJSON() : value, reader))
  }

  toJSON(): MockState {
    return stateOf(this.#data)
  }

  /** The document as JSON text, in chunks. */
  chunks(): Generator<string> {
    return stateChunks(this.#data)
  }
}

const fits = ({ namespace, store }: SnapshotData, reader: Reader): boolean =>
  namespace === reader.namespace && store.scope === reader.assumptions.scope

const isSnapshot = (value: unknown): value is MockSnapshot => isObject(value) && typeof value.toJSON === 'function'

const copyOf = (data: SnapshotData): SnapshotData => ({ ...data, store: data.store.clone() })
