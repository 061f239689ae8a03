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

/** A request that at least one fault matches. */
export interface FaultyRequest {
  readonly session: ApiSession
  readonly faults: FaultList
  readonly received: ReceivedRequest
  readonly signal: AbortSignal | undefined
  /** `applyFaults` calls this function after every change of stored data. */
  readonly changed: () => void
}

const noResponse: Delivery = { response: undefined, ending: 'reset' }

/**
 * Applies the matched faults to a request, logs the request, and returns the response. Rejects with the signal's reason if the caller
 * disconnects during a wait.
 */
export async function applyFaults(request: FaultyRequest, matched: MatchedFaults): Promise<Delivery> {
  const { session, received, signal } = request
  const run = new FaultRun(request, matched)
  let delivery = noResponse
  try {
    delivery = await run.deliver()
  } catch (error) {
    // A `new-events` fault added an event, and the test's own geocoder threw an error.
    if (!(error instanceof MockServiceError)) throw error
    delivery = complete(dated(httpErrorResponse(error, received), received))
  } finally {
    run.releaseUnapplied()
    session.requestLog.add(received, { ...delivery, remarks: run.response?.remarks }, run.applied)
  }
  if (delivery.response || !delivery.wait) return delivery
  // Sends nothing until the wait ends. Then the connection is reset.
  await keepAlive(delivery.wait.ended)
  signal?.throwIfAborted()
  return noResponse
}

/** Applies the matched faults to one request. */
class FaultRun {
  /** The faults that have applied, in the order in which they applied. */
  readonly applied: ActiveFault[] = []
  readonly #request: FaultyRequest
  readonly #matched: MatchedFaults
  /** The service's own response, after the service has performed the request. A fault may replace this response. */
  response: ServiceResponse | undefined
  /** Whether the server is closing. Then no further fault applies. */
  #isClosing = false

  constructor(request: FaultyRequest, matched: MatchedFaults) {
    this.#request = request
    this.#matched = matched
  }

  async deliver(): Promise<Delivery> {
    const { last } = this.#matched
    await this.#applyFirst('before')
    // If a fault with `when: 'before'` decides the response, the service does not perform the request.
    if (last?.when !== 'before' || !this.#canApply(last)) this.#act()
    await this.#applyFirst('after')
    const delivery = last && this.#canApply(last) ? this.#deliveryBy(last) : undefined
    if (last && delivery) this.#apply(last)
    return delivery ?? complete(this.#act())
  }

  /** Frees the reserved hits of faults that did not apply, so that these faults can apply to later requests. */
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

  /** Performs the request, if not done yet, and returns the service's own response. */
  #act(): ServiceResponse {
    const { session, received, changed } = this.#request
    if (this.response) return this.response
    const { store } = received.context
    const { revision } = store
    this.response = responseTo(session, received)
    if (store.revision !== revision) changed()
    return this.response
  }

  /** Applies the `latency` and `new-events` faults with this `when`. */
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

  /** The delivery that a fault makes. Undefined if the fault can change nothing in the response. */
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

/** Performs the request on a copy of the data, and returns the response. Of the service's own state, only the rate limit changes. */
function dryRun(session: ApiSession, received: ReceivedRequest): ServiceResponse {
  const { store, clock } = received.context
  const copy = new Clock({ now: clock.now(), advanced: clock.advanced })
  const context = { ...received.context, store: store.clone(), clock: copy }
  const response = responseTo(session, { ...received, context })
  const { stored: _stored, before: _before, ...remarks } = response.remarks ?? { ignored: [] }
  return { ...response, remarks }
}
