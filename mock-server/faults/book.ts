import { MockServiceError } from '../errors.ts'
import type { Received } from '../http/received.ts'
import { type Random, randomFrom } from '../ids/random.ts'
import type { World } from '../service/world.ts'
import { at } from '../text/json.ts'
import type { AddedFault, Fault, FaultEffect, FaultRule, MockFaults } from '../types.ts'
import { checkRule } from './check-rule.ts'
import { NewEvents } from './new-events.ts'
import { StandingRule } from './standing.ts'
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
  readonly #world: () => World
  readonly #seed: string
  #random: Random
  #newEvents: NewEvents
  #rules: StandingRule[] = []
  #added = 0
  readonly #watching = new Set<() => void>()

  constructor(world: () => World, seed: string) {
    this.#world = world
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
    const checked = checkRule(this.#world(), rule)
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
