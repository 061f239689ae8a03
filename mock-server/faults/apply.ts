import { responseTo, type Session } from '../api/handle.ts'
import { complete, type Delivery, errorResponse, type ServiceResponse } from '../api/message.ts'
import type { Received } from '../api/router.ts'
import { Clock } from '../clock.ts'
import { MockServiceError } from '../errors.ts'
import { HttpError } from '../rules/context.ts'
import { maxTimeout, setRepeatingTimer } from '../time.ts'
import { malformed, replacement, reshaped, withNext } from './effects.ts'
import type { ActiveFault, FaultList, MatchedFaults } from './faults.ts'
import { sentKey } from './rule.ts'

/** A request that faults match. */
export interface FaultyRequest {
  readonly session: Session
  readonly faults: FaultList
  readonly received: Received
  readonly signal: AbortSignal | undefined
  /** Told of every change of what a snapshot holds. */
  readonly changed: () => void
}

const noResponse: Delivery = { response: undefined, ending: 'reset' }

/**
 * Answers a request as faults make it, and logs it once. Rejects with the signal's reason where the caller goes away while it
 * waits.
 */
export async function applyFaults(request: FaultyRequest, matched: MatchedFaults): Promise<Delivery> {
  const { session, received, signal } = request
  const faulty = new Application(request, matched)
  let delivery = noResponse
  try {
    delivery = await faulty.deliver()
  } finally {
    faulty.release()
    session.requestLog.add(received, delivery, faulty.applied)
  }
  if (delivery.response || !delivery.wait) return delivery
  // Nothing is answered until the wait is over, and then the connection is reset.
  await keepAlive(delivery.wait.ended)
  signal?.throwIfAborted()
  return noResponse
}

/** Faults on their way to apply to a request. */
class Application {
  /** The faults that applied, in that order. */
  readonly applied: ActiveFault[] = []
  readonly #request: FaultyRequest
  readonly #matched: MatchedFaults
  /** Those that have not applied yet. */
  readonly #reserved: Set<ActiveFault>
  #response: ServiceResponse | undefined
  /** Whether all waits were ended: nothing applies any more. */
  #isOver = false

  constructor(request: FaultyRequest, matched: MatchedFaults) {
    this.#request = request
    this.#matched = matched
    this.#reserved = new Set([...matched.first.map(({ fault }) => fault), ...(matched.last ? [matched.last] : [])])
  }

  async deliver(): Promise<Delivery> {
    const { last } = this.#matched
    const early = await this.#applyFirst('before')
    if (early) return early
    if (last?.when !== 'before' || !this.#canApply(last)) this.#act()
    const late = await this.#applyFirst('after')
    if (late) return late
    const delivery = last && this.#canApply(last) ? this.#effectOf(last) : undefined
    if (last && delivery) this.#apply(last)
    return delivery ?? complete(this.#act())
  }

  /** What did not come to apply is there for the next request. */
  release(): void {
    for (const fault of this.#reserved) fault.release()
  }

  #apply(fault: ActiveFault): void {
    this.applied.push(fault)
    this.#reserved.delete(fault)
    fault.apply()
  }

  #canApply(fault: ActiveFault): boolean {
    return !this.#isOver && this.#request.faults.active.includes(fault)
  }

  /** Does what was asked, once, and gives the response. */
  #act(): ServiceResponse {
    const { session, received, changed } = this.#request
    if (this.#response) return this.#response
    const { store } = received.context
    const before = store.revision
    this.#response = responseTo(session, received)
    if (store.revision !== before) changed()
    return this.#response
  }

  /** The latencies and new events on one side of the act; gives the response where they leave no other. */
  async #applyFirst(when: 'before' | 'after'): Promise<Delivery | undefined> {
    for (const { fault, milliseconds } of this.#matched.first) {
      const { effect } = fault
      if (fault.when !== when || !this.#canApply(fault)) continue
      this.#apply(fault)
      if (effect.kind === 'new-events') {
        const failure = this.#addEvents(effect.count ?? 1)
        if (failure) return failure
      } else await this.#pause(fault, milliseconds)
    }
    return undefined
  }

  /** Adds new events; gives the response where a geocoder of the test's own fails for one of them. */
  #addEvents(count: number): Delivery | undefined {
    const { faults, received, changed } = this.#request
    const { context } = received
    try {
      faults.newEvents.add(context, sentKey(received) ?? '', count)
      return undefined
    } catch (error) {
      if (!(error instanceof MockServiceError)) throw error
      return complete(errorResponse(new HttpError(500, error.message), context.assumptions.errorBody))
    } finally {
      changed()
    }
  }

  async #pause(fault: ActiveFault, milliseconds: number): Promise<void> {
    const { faults, signal } = this.#request
    const why = await faults.waits.begin(fault, signal, milliseconds).ended
    if (why === 'over') this.#isOver = true
    if (why === 'gone') throw signal?.reason
  }

  /** What comes of the fault that decides; undefined where there is nothing for it to change. */
  #effectOf(fault: ActiveFault): Delivery | undefined {
    const { session, faults, received, signal } = this.#request
    const { effect, when } = fault
    const own = () => (when === 'before' ? dryRun(session, received) : this.#act())
    const changed = (response: ServiceResponse | undefined) => response && complete(response)
    switch (effect.kind) {
      case 'malformed-json':
        return complete(malformed(own()))
      case 'truncated':
        return { response: own(), ending: 'truncated' }
      case 'stall':
        return { response: own(), ending: 'stalled', wait: faults.waits.begin(fault, signal) }
      case 'no-answer':
        return { ...noResponse, wait: faults.waits.begin(fault, signal) }
      case 'reset':
        return { response: effect.at === 'after headers' ? own() : undefined, ending: 'reset' }
      case 'next':
        return changed(withNext(effect, own(), received))
      case 'shape':
        return changed(reshaped(effect, own()))
      case 'latency':
      case 'new-events':
        return undefined
      default:
        return complete(replacement(effect, received))
    }
  }
}

/** What the service would answer. It acts on a copy of its state, and remembers nothing but that a request counts for the rate limit. */
function dryRun(session: Session, received: Received): ServiceResponse {
  const { store, clock } = received.context
  const copy = new Clock({ now: clock.now(), advanced: clock.advanced })
  return responseTo(session, { ...received, context: { ...received.context, store: store.clone(), clock: copy } })
}

/** Keeps the process alive, as a connection does on which an answer is awaited, until a promise has settled. */
export async function keepAlive<Value>(promise: Promise<Value>): Promise<Value> {
  const stop = setRepeatingTimer(maxTimeout, () => {})
  try {
    return await promise
  } finally {
    stop()
  }
}
