import { type Session as ApiSession, RateLimit } from './api/handle.ts'
import { Clock, type ClockState } from './clock.ts'
import { v1 } from './dialects/v1.ts'
import { v2 } from './dialects/v2.ts'
import type { ResolvedOptions } from './options.ts'
import type { Log } from './requests/log.ts'
import type { Context } from './rules/context.ts'
import { sendDueReminders } from './rules/reminders.ts'
import { seed } from './seed/seed.ts'
import { type Reader, readState } from './state/read.ts'
import { stateChunks, stateOf } from './state/write.ts'
import { idsFrom } from './store/ids.ts'
import { Store } from './store/store.ts'
import { isObject } from './text/json.ts'
import { elapsed, runToEnd, type Steps, wallTime } from './time.ts'
import type { MockSnapshot, MockState, Seeded } from './types/index.ts'

/** All that a snapshot holds of a service. */
export interface SnapshotData extends ClockState {
  readonly store: Store
  readonly seeded: Seeded
  /** The service's own prefix at that moment: no foreign identifier in the store has it. */
  readonly namespace: string
}

/** A service from its making, or from the last reset or restore on. */
export interface Session extends ApiSession {
  readonly seeded: Seeded
}

/** Starts a service from its settings: always the same from the same settings. */
export function* start(settings: ResolvedOptions, requestLog: Log): Steps<Session> {
  const now = settings.now === 'system' ? wallTime() : settings.now
  const store = new Store(idsFrom(settings.seed, settings.assumptions.ids), settings.assumptions.scope)
  const clock = new Clock({ now, advanced: 0 })
  const seeded = yield* seed(contextOf(settings, store, clock), settings)
  return resume(settings, { store, now, advanced: 0, seeded, namespace: settings.namespace }, requestLog)
}

/** Goes on from a snapshot's data, which becomes the session's own: with an empty request log, and nobody's requests counted. */
export function resume(settings: ResolvedOptions, { store, seeded, ...at }: SnapshotData, requestLog: Log): Session {
  const clock = new Clock(at, settings.now === 'system')
  const context = contextOf(settings, store, clock)
  // Not by the service's clock, which a client that waits does not move, and which every write moves.
  const rateLimit = new RateLimit(() => elapsed() + clock.advanced)
  requestLog.restart(store)
  return { context, perPage: settings.perPage, requestLog, rateLimit, seeded }
}

function contextOf({ assumptions, geocode, namespace, baseUrl }: ResolvedOptions, store: Store, clock: Clock): Context {
  const dialects = { v1: v1(namespace, assumptions), v2: v2(namespace, assumptions) }
  return { store, clock, assumptions, dialects, geocode, namespace, baseUrl, ownUrl: baseUrl }
}

/** What a service held at a moment; nothing changes it any more. Taking one, and going back to it, takes no longer the more it holds. */
export class Snapshot implements MockSnapshot {
  readonly #data: SnapshotData

  constructor(data: SnapshotData) {
    this.#data = copied(data)
  }

  static of({ context, seeded }: Session): Snapshot {
    sendDueReminders(context)
    const { store, clock, namespace } = context
    return new Snapshot({ store, now: clock.now(), advanced: clock.advanced, seeded, namespace })
  }

  /** What a snapshot holds, or a document, for a service to go on from. */
  static dataOf(value: unknown, reader: Reader): SnapshotData {
    // In another namespace every foreign identifier has to be looked at, as in a document.
    if (isObject(value) && #data in value && isSame(value.#data, reader)) return copied(value.#data)
    // So is one where events are tied to keys by something else, or of another copy of this module.
    return runToEnd(readState(isSnapshot(value) ? value.toJSON() : value, reader))
  }

  toJSON(): MockState {
    return stateOf(this.#data)
  }

  /** The document as JSON text, in pieces. */
  chunks(): Generator<string> {
    return stateChunks(this.#data)
  }
}

const isSame = ({ namespace, store }: SnapshotData, reader: Reader): boolean =>
  namespace === reader.namespace && store.scope === reader.assumptions.scope

const isSnapshot = (value: unknown): value is MockSnapshot => isObject(value) && typeof value.toJSON === 'function'

const copied = (data: SnapshotData): SnapshotData => ({ ...data, store: data.store.clone() })
