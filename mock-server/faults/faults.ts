import type { Received } from '../api/handle.ts'
import { MockServiceError } from '../errors.ts'
import type { Context } from '../rules/context.ts'
import { type Random, randomFrom } from '../store/ids.ts'
import { at } from '../text/json.ts'
import type { AddedFault, Fault, FaultEffect, FaultRule, MockFaults } from '../types/index.ts'
import { NewEvents } from './effects.ts'
import { matcherOf } from './match.ts'
import { type CheckedRule, checkCount, checkRule } from './validate.ts'
import { Waits } from './waits.ts'

/** The rules that strike a request. */
export interface Plan {
  /** Latencies, with how long each takes, and new events, in order. */
  readonly first: readonly { readonly rule: StandingRule; readonly milliseconds: number }[]
  /** The one that decides on the answer. */
  readonly last: StandingRule | undefined
}

/** The rules of a service, and who waits because of them. */
export class FaultBook {
  readonly waits = new Waits()
  readonly #context: () => Context
  readonly #seed: string
  #random: Random
  #newEvents: NewEvents
  #rules: StandingRule[] = []
  #added = 0
  readonly #watching = new Set<() => void>()

  constructor(context: () => Context, seed: string) {
    this.#context = context
    this.#seed = `${seed} faults`
    this.#random = randomFrom(this.#seed)
    this.#newEvents = new NewEvents(this.#seed)
  }

  /** What a test has of it. */
  get handle(): MockFaults {
    const rules = () => Object.freeze(this.#rules.map(({ fault }) => Object.freeze({ ...fault })))
    return Object.freeze({
      get rules() {
        return rules()
      },
      add: (rule: FaultRule) => this.#add(rule),
      remove: (fault: Fault | string) => this.#remove(fault),
      clear: () => this.clear(),
    })
  }

  /** Calls back after every change of the rules, until the function that it returns is called. */
  watch(tell: () => void): () => void {
    this.#watching.add(tell)
    return () => this.#watching.delete(tell)
  }

  /** Whether no request can be struck. */
  get idle(): boolean {
    return this.#rules.length === 0
  }

  stands(rule: StandingRule): boolean {
    return this.#rules.includes(rule)
  }

  /** Counts a request, and says what strikes it; undefined where nothing does. */
  plan(received: Received): Plan | undefined {
    const due = this.#rules.filter((rule) => rule.meets(received))
    const isFirst = ({ effect: { kind } }: StandingRule) => kind === 'latency' || kind === 'new-events'
    const last = due.find((rule) => !isFirst(rule))
    last?.strike()
    // Drawn now: requests that wait must not take numbers from each other.
    const first = due.filter(isFirst).map((rule) => ({ rule, milliseconds: this.#milliseconds(rule.effect) }))
    for (const { rule } of first) rule.strike()
    return due.length > 0 ? { first, last } : undefined
  }

  get newEvents(): NewEvents {
    return this.#newEvents
  }

  clear(): void {
    this.#put([])
    this.waits.end()
  }

  /** Begins anew, as the service does. */
  restart(): void {
    this.clear()
    this.#random = randomFrom(this.#seed)
    this.#newEvents = new NewEvents(this.#seed)
  }

  #put(rules: StandingRule[]): void {
    const gone = this.#rules.filter((rule) => !rules.includes(rule))
    this.#rules = rules
    for (const rule of gone) rule.removed()
    for (const tell of this.#watching) tell()
  }

  #milliseconds(effect: FaultEffect): number {
    if (effect.kind !== 'latency') return 0
    if (typeof effect.ms === 'number') return effect.ms
    const { min, max } = effect.ms
    return Math.round(min + (this.#random() / 2 ** 32) * (max - min))
  }

  #add(rule: FaultRule): AddedFault {
    const checked = checkRule(this.#context(), rule)
    this.#added += 1
    const standing = new StandingRule(`fault-${this.#added}`, checked)
    this.#put([...this.#rules, standing])
    return standing.fault
  }

  #remove(reference: Fault | string): boolean {
    const id = at(reference, 'id') ?? reference
    if (typeof id !== 'string') throw new MockServiceError('argument', 'fault', 'must be a fault or its id')
    const gone = this.#rules.find(({ fault }) => fault.id === id)
    if (!gone) return false
    this.#put(this.#rules.filter((rule) => rule !== gone))
    this.waits.remove(gone)
    return true
  }
}

/** Somebody who waits until a rule has struck so often. */
interface Waiting {
  readonly count: number
  readonly resolve: () => void
  readonly reject: (error: MockServiceError) => void
}

/** A rule in force, and how often it has struck. */
export class StandingRule {
  readonly effect: FaultEffect
  readonly when: 'before' | 'after'
  /** The rule as its author holds it. */
  readonly fault: AddedFault
  readonly #fits: (received: Received) => boolean
  readonly #from: number
  readonly #most: number
  #seen = 0
  #hits = 0
  /** Hits that are no more taken back. */
  #struck = 0
  #isRemoved = false
  readonly #waiting = new Set<Waiting>()

  constructor(id: string, rule: CheckedRule) {
    const { nth, times = nth === undefined ? Number.POSITIVE_INFINITY : 1 } = rule
    this.effect = rule.effect
    this.when = rule.when ?? 'before'
    this.#fits = matcherOf(rule)
    this.#from = nth ?? 1
    this.#most = times
    const hits = () => this.#hits
    const fault = {
      id,
      ...rule,
      get hits() {
        return hits()
      },
    }
    // No data: copies and texts of a fault do without it.
    const hit = { value: (count: number = 1) => this.#hit(count) }
    this.fault = Object.freeze(Object.defineProperty(fault, 'hit', hit) as AddedFault)
  }

  /** Whether it will never strike again. */
  get spent(): boolean {
    return this.#hits >= this.#most
  }

  /** Counts a request, and says whether it is the rule's to strike. */
  meets(received: Received): boolean {
    if (!this.#fits(received)) return false
    this.#seen += 1
    return this.#seen >= this.#from && !this.spent
  }

  strike(): void {
    this.#hits += 1
  }

  /** It did not come to strike, or there was nothing for it to spoil. */
  miss(): void {
    this.#hits -= 1
  }

  /** A hit that is counted already came about. */
  struck(): void {
    this.#struck += 1
    for (const waiting of this.#waiting) {
      if (this.#struck < waiting.count) continue
      this.#waiting.delete(waiting)
      waiting.resolve()
    }
  }

  /** It is in force no more: nobody needs to wait for it. */
  removed(): void {
    this.#isRemoved = true
    for (const { count, reject } of this.#waiting) reject(this.#gone(count))
    this.#waiting.clear()
  }

  #hit(count: number): Promise<void> {
    const hit = new Promise<void>((resolve, reject) => {
      checkCount(count, 'n')
      if (count > this.#most) {
        throw new MockServiceError('argument', 'n', `must be ${this.#most} at most, for the rule strikes no more often`)
      }
      if (this.#struck >= count) resolve()
      else if (this.#isRemoved) throw this.#gone(count)
      else this.#waiting.add({ count, resolve, reject })
    })
    // A test may end without having waited for it.
    hit.catch(() => {})
    return hit
  }

  #gone(count: number): MockServiceError {
    const how = `was taken out of force when it had struck ${this.#struck} of ${count} times`
    return new MockServiceError('unknown', 'fault', `${this.fault.id} ${how}`)
  }
}
