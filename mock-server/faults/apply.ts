import { answerTo, type Received, type Session } from '../api/handle.ts'
import { errorResponse, type ServiceResponse } from '../api/response.ts'
import { ManualClock } from '../clock.ts'
import { MockServiceError } from '../errors.ts'
import { type Delivery, whole } from '../outcome.ts'
import { HttpError } from '../rules/context.ts'
import { malformed, replacement, reshaped, withNext } from './effects.ts'
import type { FaultBook, Plan, StandingRule } from './faults.ts'
import { sentKey } from './match.ts'
import { awake } from './waits.ts'

/** What a struck request has to do with. */
interface Struck {
  readonly session: Session
  readonly book: FaultBook
  readonly received: Received
  readonly signal: AbortSignal | undefined
  /** Told of every change of what a snapshot holds. */
  readonly changed: () => void
}

/** A request that meets faults, until it is delivered. It is logged once. */
export class StruckRequest {
  readonly #of: Struck
  readonly #plan: Plan
  #answer: ServiceResponse | undefined
  /** The rules that struck, in that order. */
  readonly #struck: StandingRule[] = []
  /** Rules of the plan that have not struck yet. */
  readonly #due: Set<StandingRule>
  /** Whether nothing may strike any more, for all waits were ended. */
  #isOver = false

  constructor(of: Struck, plan: Plan) {
    this.#of = of
    this.#plan = plan
    this.#due = new Set([...plan.first.map(({ rule }) => rule), ...(plan.last ? [plan.last] : [])])
  }

  /** Rejects with the signal's reason where the caller goes away while it waits. */
  async delivery(): Promise<Delivery> {
    try {
      return await this.#delivered()
    } finally {
      this.#giveBack()
    }
  }

  async #delivered(): Promise<Delivery> {
    const { last } = this.#plan
    const early = await this.#meetFirst('before')
    if (early) return early
    if (last?.when !== 'before' || !this.#stands(last)) this.#act()
    const late = await this.#meetFirst('after')
    if (late) return late
    const delivery = last && this.#stands(last) ? this.#strike(last) : undefined
    if (last && delivery) {
      this.#strikes(last)
    }
    const { answer, ...how } = delivery ?? whole(this.#act())
    this.#log({ answer, ending: how.ending })
    this.#giveBack()
    if (last && how.ending === 'stalled' && !answer) return this.#keepWaiting(last)
    return { answer, ...how }
  }

  /** What did not come to strike is there for the next request. */
  #giveBack(): void {
    for (const rule of this.#due) rule.miss()
    this.#due.clear()
  }

  #strikes(rule: StandingRule): void {
    this.#struck.push(rule)
    this.#due.delete(rule)
    rule.struck()
  }

  #stands(rule: StandingRule): boolean {
    return !this.#isOver && this.#of.book.stands(rule)
  }

  /** Does what was asked, once, and gives the answer. */
  #act(): ServiceResponse {
    const { session, received, changed } = this.#of
    if (this.#answer) return this.#answer
    const { store } = received.context
    const before = store.revision
    this.#answer = answerTo(session, received)
    if (store.revision !== before) changed()
    return this.#answer
  }

  /** The latencies and new events on one side of the act; gives what is answered where they leave nothing else to answer. */
  async #meetFirst(when: 'before' | 'after'): Promise<Delivery | undefined> {
    for (const { rule, milliseconds } of this.#plan.first) {
      const { effect } = rule
      if (rule.when !== when || !this.#stands(rule)) continue
      this.#strikes(rule)
      if (effect.kind !== 'new-events') await this.#pause(rule, milliseconds)
      else {
        const failure = this.#appear(effect.count ?? 1)
        if (failure) return failure
      }
    }
    return undefined
  }

  /** New events; a geocoder of the test's own that fails for one of them is answered as it is where a request asks for it. */
  #appear(count: number): Delivery | undefined {
    const { book, received, changed } = this.#of
    try {
      book.newEvents.appear(received.context, sentKey(received) ?? '', count)
      return undefined
    } catch (error) {
      if (!(error instanceof MockServiceError)) throw error
      const answer = errorResponse(new HttpError(500, error.message), received.context.assumptions.errorBody)
      this.#log(whole(answer))
      return whole(answer)
    } finally {
      changed()
    }
  }

  async #pause(rule: StandingRule, milliseconds: number): Promise<void> {
    const { book, signal } = this.#of
    const why = await book.waits.begin(rule, signal, milliseconds).ended
    if (why === 'over') this.#isOver = true
    if (why !== 'gone') return
    this.#log({ answer: undefined, ending: 'reset' })
    throw signal?.reason
  }

  /** What comes of the rule that decides; undefined where there is nothing for it to spoil. */
  #strike(rule: StandingRule): Delivery | undefined {
    const { session, book, received, signal } = this.#of
    const { effect, when } = rule
    const own = () => (when === 'before' ? rehearse(session, received) : this.#act())
    const spoilt = (answer: ServiceResponse | undefined) => answer && whole(answer)
    switch (effect.kind) {
      case 'malformed-json':
        return whole(malformed(own()))
      case 'truncated':
        return { answer: own(), ending: 'truncated' }
      case 'stall':
        return { answer: own(), ending: 'stalled', wait: book.waits.begin(rule, signal) }
      case 'no-answer':
        return { answer: undefined, ending: 'stalled' }
      case 'reset':
        return { answer: effect.at === 'after headers' ? own() : undefined, ending: 'reset' }
      case 'next':
        return spoilt(withNext(effect, own(), received))
      case 'shape':
        return spoilt(reshaped(effect, own()))
      case 'latency':
      case 'new-events':
        return undefined
      default:
        return whole(replacement(effect, received))
    }
  }

  /** Nothing is answered until the wait is ended, and then the connection is reset. */
  async #keepWaiting(rule: StandingRule): Promise<Delivery> {
    const { book, signal } = this.#of
    const why = await awake(book.waits.begin(rule, signal).ended)
    if (why === 'gone') throw signal?.reason
    return { answer: undefined, ending: 'reset' }
  }

  #log(delivery: Pick<Delivery, 'answer' | 'ending'>): void {
    const { session, received } = this.#of
    session.requestLog.add(
      received,
      delivery,
      this.#struck.map(({ fault }) => fault),
    )
  }
}

/** What the service would answer. It does what is asked on a copy of its state, and remembers nothing but that a request counts for the rate limit. */
export function rehearse(session: Session, received: Received): ServiceResponse {
  const { store, clock } = received.context
  const copy = new ManualClock({ now: clock.now(), advanced: clock.advanced })
  const context = { ...received.context, store: store.clone(), clock: copy }
  return answerTo(session, { ...received, context })
}
