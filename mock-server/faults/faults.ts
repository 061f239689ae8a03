import type { Wait } from '../api/message.ts'
import type { Received } from '../api/router.ts'
import { MockServiceError } from '../errors.ts'
import type { Context } from '../rules/context.ts'
import { type Random, randomFrom } from '../store/ids.ts'
import { getIn } from '../text/json.ts'
import { setTimer } from '../time.ts'
import type { AddedFault, Fault, FaultEffect, FaultRule, MockFaults } from '../types/index.ts'
import { validate, wholeNumber } from '../validate.ts'
import { NewEvents } from './effects.ts'
import { type CheckedRule, checkRule, matcherOf } from './rule.ts'

/** The faults that match a request. */
export interface MatchedFaults {
  /** Latencies, with how long each takes, and new events, in order. */
  readonly first: readonly { readonly fault: ActiveFault; readonly milliseconds: number }[]
  /** The one that decides on the response. */
  readonly last: ActiveFault | undefined
}

/** The active faults of a service, and who waits because of them. */
export class FaultList {
  readonly waits = new Waits()
  readonly #context: () => Context
  readonly #seed: string
  readonly #notify: () => void
  #random: Random
  #added = 0
  /** In the order in which they were added. */
  active: readonly ActiveFault[] = []
  newEvents: NewEvents

  /** Tells of every change of the list. */
  constructor(context: () => Context, seed: string, tell: () => void) {
    this.#context = context
    this.#seed = `${seed} faults`
    this.#notify = tell
    this.#random = randomFrom(this.#seed)
    this.newEvents = new NewEvents(this.#seed)
  }

  /** What a test has of it. */
  get handle(): MockFaults {
    const rules = () => Object.freeze(this.active.map(({ fault }) => Object.freeze({ ...fault })))
    return Object.freeze({
      get rules() {
        return rules()
      },
      add: (rule: FaultRule) => this.#add(rule),
      remove: (fault: Fault | string) => this.#remove(fault),
      clear: () => this.#clear(),
    })
  }

  /** Counts a request, and reserves the faults that match it; undefined where none does. */
  match(received: Received): MatchedFaults | undefined {
    const matching = this.active.filter((fault) => fault.matches(received))
    const isFirst = ({ effect: { kind } }: ActiveFault) => kind === 'latency' || kind === 'new-events'
    const last = matching.find((fault) => !isFirst(fault))
    last?.reserve()
    // Drawn now: requests that wait must not take numbers from each other.
    const first = matching.filter(isFirst).map((fault) => ({ fault, milliseconds: this.#millisecondsOf(fault.effect) }))
    for (const { fault } of first) fault.reserve()
    return matching.length > 0 ? { first, last } : undefined
  }

  /** Begins anew, as the service does. */
  restart(): void {
    this.#clear()
    this.#random = randomFrom(this.#seed)
    this.newEvents = new NewEvents(this.#seed)
  }

  #clear(): void {
    this.#set([])
    this.waits.end()
  }

  #set(active: readonly ActiveFault[]): void {
    const removed = this.active.filter((fault) => !active.includes(fault))
    this.active = active
    for (const fault of removed) fault.end()
    this.#notify()
  }

  #millisecondsOf(effect: FaultEffect): number {
    if (effect.kind !== 'latency') return 0
    if (typeof effect.ms === 'number') return effect.ms
    const { min, max } = effect.ms
    return Math.round(min + (this.#random() / 2 ** 32) * (max - min))
  }

  #add(rule: FaultRule): AddedFault {
    const checked = checkRule(this.#context(), rule)
    this.#added += 1
    const active = new ActiveFault(`fault-${this.#added}`, checked)
    this.#set([...this.active, active])
    return active.fault
  }

  #remove(reference: Fault | string): boolean {
    const id = getIn(reference, 'id') ?? reference
    if (typeof id !== 'string') throw new MockServiceError('argument', 'fault', 'must be a fault or its id')
    const removed = this.active.find((fault) => fault.id === id)
    if (!removed) return false
    this.#set(this.active.filter((fault) => fault !== removed))
    this.waits.remove(removed)
    return true
  }
}

/** A rule that was added, and how often it has applied. */
export class ActiveFault {
  readonly id: string
  readonly effect: FaultEffect
  readonly when: 'before' | 'after'
  /** What the test has of it. */
  readonly fault: AddedFault
  readonly #fits: (received: Received) => boolean
  readonly #firstMatch: number
  readonly #maxHits: number
  #matches = 0
  /** How many requests it may still apply to that are on their way. */
  #reserved = 0
  #hits = 0
  #hasEnded = false
  /** Who waits until it has applied so often. */
  #waiting: readonly { readonly count: number; resolve(): void; reject(error: MockServiceError): void }[] = []

  constructor(id: string, rule: CheckedRule) {
    const { nth, times = nth === undefined ? Number.POSITIVE_INFINITY : 1 } = rule
    this.id = id
    this.effect = rule.effect
    this.when = rule.when ?? 'before'
    this.#fits = matcherOf(rule)
    this.#firstMatch = nth ?? 1
    this.#maxHits = times
    // A method is no data: copies and texts of a fault do without it.
    const hit = { value: (count: number = 1) => this.#hit(count) }
    const hits = { get: () => this.#hits, enumerable: true }
    this.fault = Object.freeze(Object.defineProperties({ id, ...rule }, { hits, hit }) as AddedFault)
  }

  /** Counts a request, and says whether the fault is to apply to it. */
  matches(received: Received): boolean {
    if (!this.#fits(received)) return false
    this.#matches += 1
    return this.#matches >= this.#firstMatch && this.#hits + this.#reserved < this.#maxHits
  }

  /** No other request gets what is left of it meanwhile. */
  reserve(): void {
    this.#reserved += 1
  }

  /** It did not come to apply, or there was nothing for it to change. */
  release(): void {
    this.#reserved -= 1
  }

  /** It applies to a request that it was reserved for. */
  apply(): void {
    this.#reserved -= 1
    this.#hits += 1
    for (const { count, resolve } of this.#waiting) if (count <= this.#hits) resolve()
    this.#waiting = this.#waiting.filter(({ count }) => count > this.#hits)
  }

  /** It is active no more: nobody needs to wait for it. */
  end(): void {
    this.#hasEnded = true
    for (const { count, reject } of this.#waiting) reject(this.#endedBefore(count))
    this.#waiting = []
  }

  #hit(count: number): Promise<void> {
    const hit = new Promise<void>((resolve, reject) => {
      validate(wholeNumber(1), count, 'n', 'argument')
      const most = `must be ${this.#maxHits} at most, for the fault applies no more often`
      if (count > this.#maxHits) throw new MockServiceError('argument', 'n', most)
      if (this.#hits >= count) resolve()
      else if (this.#hasEnded) throw this.#endedBefore(count)
      else this.#waiting = [...this.#waiting, { count, resolve, reject }]
    })
    // A test may end without having waited for it.
    hit.catch(() => {})
    return hit
  }

  #endedBefore(count: number): MockServiceError {
    return new MockServiceError('unknown', 'fault', `${this.id} was removed after ${this.#hits} of ${count} hits`)
  }
}

/** Why a wait is over: its time has passed, its rule was removed, all waits were ended, or the caller has gone. */
type Why = 'passed' | 'removed' | 'over' | 'gone'

/** A wait that says why it is over. */
interface OpenWait extends Wait {
  readonly ended: Promise<Why>
}

/** The requests that are kept waiting, each by a rule. */
class Waits {
  readonly #open = new Map<(why: Why) => void, { readonly rule: unknown; readonly signal: AbortSignal | undefined }>()

  /** Begins a wait of so many milliseconds, or one without an end of its own. */
  begin(rule: unknown, signal: AbortSignal | undefined, ms?: number): OpenWait {
    let settle: (why: Why) => void = () => {}
    const ended = new Promise<Why>((resolve) => {
      settle = resolve
    })
    const gone = () => end('gone')
    const end = (why: Why) => {
      stop?.()
      signal?.removeEventListener('abort', gone)
      this.#open.delete(end)
      settle(why)
    }
    const stop = ms === undefined ? undefined : setTimer(ms, () => end('passed'))
    this.#open.set(end, { rule, signal })
    signal?.addEventListener('abort', gone)
    if (signal?.aborted) gone()
    return { ended, release: gone }
  }

  /** Ends the waits by one rule. */
  remove(rule: unknown): void {
    for (const [end, by] of this.#open) if (by.rule === rule) end('removed')
  }

  /** Ends all waits, or those of requests with one of some signals. */
  end(signals?: ReadonlySet<AbortSignal | undefined>): void {
    for (const [end, { signal }] of this.#open) if (signals?.has(signal) !== false) end('over')
  }
}
