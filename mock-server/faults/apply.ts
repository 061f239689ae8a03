import { type ApiSession, dated, httpErrorResponse, responseTo } from '../api/handle.ts'
import { complete, type Delivery, type ServiceResponse } from '../api/message.ts'
import type { ReceivedRequest } from '../api/router.ts'
import { Clock } from '../clock.ts'
import { MockServiceError } from '../errors.ts'
import type { ActiveFault } from './active-fault.ts'
import { faultyResponse, malformed } from './effects.ts'
import type { FaultList, MatchedFaults } from './faults.ts'
import { sentKey } from './match.ts'
import { keepAlive } from './waits.ts'

/** A request that faults match. */
export interface FaultyRequest {
  readonly session: ApiSession
  readonly faults: FaultList
  readonly received: ReceivedRequest
  readonly signal: AbortSignal | undefined
  /** Called after every change of stored data. */
  readonly changed: () => void
}

const noResponse: Delivery = { response: undefined, ending: 'reset' }

/** Responds to a request with its faults applied, and logs it once. Rejects with the signal's reason if the caller disconnects in a wait. */
export async function applyFaults(request: FaultyRequest, matched: MatchedFaults): Promise<Delivery> {
  const { session, received, signal } = request
  const run = new FaultRun(request, matched)
  let delivery = noResponse
  try {
    delivery = await run.deliver()
  } catch (error) {
    // The test's own geocoder failed on an event that a fault added.
    if (!(error instanceof MockServiceError)) throw error
    delivery = complete(dated(httpErrorResponse(error, received), received))
  } finally {
    run.releaseUnapplied()
    session.requestLog.add(received, { ...delivery, remarks: run.response?.remarks }, run.applied)
  }
  if (delivery.response || !delivery.wait) return delivery
  // Nothing is sent until the wait ends, and then the connection is reset.
  await keepAlive(delivery.wait.ended)
  signal?.throwIfAborted()
  return noResponse
}

/** Applies the matched faults to one request. */
class FaultRun {
  /** The faults that applied, in that order. */
  readonly applied: ActiveFault[] = []
  readonly #request: FaultyRequest
  readonly #matched: MatchedFaults
  /** The service's own response, once the service has performed the request. A fault may replace this response. */
  response: ServiceResponse | undefined
  /** Whether the server is closing: then no further fault applies. */
  #isClosing = false

  constructor(request: FaultyRequest, matched: MatchedFaults) {
    this.#request = request
    this.#matched = matched
  }

  async deliver(): Promise<Delivery> {
    const { last } = this.#matched
    await this.#applyFirst('before')
    // A fault with `when: 'before'` keeps the service from performing the request.
    if (last?.when !== 'before' || !this.#canApply(last)) this.#act()
    await this.#applyFirst('after')
    const delivery = last && this.#canApply(last) ? this.#deliveryBy(last) : undefined
    if (last && delivery) this.#apply(last)
    return delivery ?? complete(this.#act())
  }

  /** Frees the reserved hits of faults that did not apply, so that they can apply to later requests. */
  releaseUnapplied(): void {
    const { first, last } = this.#matched
    for (const fault of [...first, last]) if (fault && !this.applied.includes(fault)) fault.release()
  }

  #canApply(fault: ActiveFault): boolean {
    return fault.isActive && !this.#isClosing
  }

  #apply(fault: ActiveFault): void {
    this.applied.push(fault)
    fault.apply()
  }

  /** Makes the service perform the request, at most once, and returns the response. */
  #act(): ServiceResponse {
    const { session, received, changed } = this.#request
    if (this.response) return this.response
    const { store } = received.context
    const { revision } = store
    this.response = responseTo(session, received)
    if (store.revision !== revision) changed()
    return this.response
  }

  /** Applies the latencies and new events whose rule has this `when`. */
  async #applyFirst(when: 'before' | 'after'): Promise<void> {
    const { signal } = this.#request
    for (const fault of this.#matched.first) {
      if (fault.when !== when || !this.#canApply(fault)) continue
      this.#apply(fault)
      if (fault.effect.kind === 'new-events') this.#addEvents(fault.effect.count)
      else {
        this.#isClosing = (await fault.waits.start(signal, fault.milliseconds).ended) === 'closing'
        signal?.throwIfAborted()
      }
    }
  }

  #addEvents(count = 1): void {
    const { faults, received, changed } = this.#request
    try {
      faults.newEvents.add(received.context, sentKey(received) ?? '', count)
    } finally {
      changed()
    }
  }

  /** The delivery that a fault makes. Undefined if the response has nothing that the fault can change. */
  #deliveryBy({ effect, when, waits }: ActiveFault): Delivery | undefined {
    const { session, received, signal } = this.#request
    const ownResponse = () => (when === 'before' ? dryRun(session, received) : this.#act())
    switch (effect.kind) {
      case 'latency':
      case 'new-events':
        return undefined
      case 'malformed-json':
        return complete(malformed(ownResponse()))
      case 'truncated':
        return { response: ownResponse(), ending: 'truncated' }
      case 'stall':
        return { response: ownResponse(), ending: 'stalled', wait: waits.start(signal) }
      case 'no-answer':
        return { ...noResponse, wait: waits.start(signal) }
      case 'reset':
        return { response: effect.at === 'after headers' ? ownResponse() : undefined, ending: 'reset' }
      default: {
        const response = faultyResponse(effect, ownResponse, received)
        return response && complete(dated(response, received))
      }
    }
  }
}

/** The response that the service would give, computed on a copy of its state. Only the rate limit counts the request. */
function dryRun(session: ApiSession, received: ReceivedRequest): ServiceResponse {
  const { store, clock } = received.context
  const copy = new Clock({ now: clock.now(), advanced: clock.advanced })
  return responseTo(session, { ...received, context: { ...received.context, store: store.clone(), clock: copy } })
}
