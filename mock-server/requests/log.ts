import type { Received } from '../api/handle.ts'
import type { Delivery } from '../api/response.ts'
import { MockServiceError } from '../errors.ts'
import type { Context } from '../rules/context.ts'
import { whole } from '../store/lists.ts'
import type { RequestLog, RequestLogEntry } from '../types/index.ts'
import { failureOf } from './assert.ts'
import { entryOf, type Logged, logged, type MatchedFault, sentKeys, sizeOf, withoutBodies } from './entry.ts'
import { conditionsOf, fitsAll } from './filter.ts'
import { type Redact, redactorOf } from './redact.ts'

/** How much memory all bodies together may take, about, in bytes. The oldest go first. */
const mostBodies = 8_000_000

/** A request of the log, and how it is shown once somebody has looked. */
interface Slot {
  readonly logged: Logged
  entry?: RequestLogEntry | undefined
}

/** The last requests that reached a service, and what was answered. Nothing that it hands out holds a key. */
export class Log {
  readonly #size: number
  /** A ring: each request has its place by its number. */
  #slots: Slot[] = []
  #count = 0
  #cleared = 0
  #on: boolean
  #store: Context['store'] | undefined
  /** How many keys are redacted by now. */
  #keys = 0
  #redact: Redact = redactorOf([])
  #bodies = 0
  /** The number of the oldest request that has its bodies still, or of one before. */
  #bodiesFrom = 1
  #reading: RequestLog | undefined
  readonly #watching = new Set<() => void>()
  /** The methods stand on the prototype of the arrays: compared or printed, they are arrays and nothing else. */
  readonly #prototype = Object.create(Array.prototype, methodsOf(this))

  constructor(size: number) {
    this.#size = size
    this.#on = size > 0
  }

  /** Begins anew for a session of the service. What of an earlier one is answered later is not logged. */
  begin(store: Context['store']): void {
    this.#store = store
    this.#keys = 0
    this.#redact = redactorOf([])
    this.#drop()
    this.#count = 0
    this.#cleared = 0
    this.#bodiesFrom = 1
  }

  /** Calls back after every request that was logged and after every clearing, until the function that it returns is called. */
  watch(tell: () => void): () => void {
    this.#watching.add(tell)
    return () => this.#watching.delete(tell)
  }

  /** How many requests were logged, and after how many it was cleared last. */
  get position(): { readonly count: number; readonly cleared: number } {
    return { count: this.#count, cleared: this.#cleared }
  }

  /** What the failure of an assertion says of the log itself. */
  get state(): { readonly on: boolean; readonly dropped: number } {
    return { on: this.#on, dropped: this.#first - 1 - this.#cleared }
  }

  /** Logs a request, what was sent of its response, and the faults that it met. */
  add(received: Received, delivery: Pick<Delivery, 'response' | 'ending'>, faults: readonly MatchedFault[] = []): void {
    if (!this.#on || received.context.store !== this.#store) return
    this.#count += 1
    this.#put({ logged: logged(this.#count, received, delivery, faults) })
    this.#bodiesFrom = Math.max(this.#bodiesFrom, this.#first)
    for (; this.#bodies > mostBodies; this.#bodiesFrom += 1) {
      const oldest = this.#slots[this.#placeOf(this.#bodiesFrom)]
      if (oldest?.logged.number === this.#bodiesFrom) this.#put({ logged: withoutBodies(oldest.logged) })
    }
    this.#changed()
  }

  /** The entries as they are now. */
  get entries(): RequestLog {
    this.#learnKeys()
    this.#reading ??= this.#read()
    return this.#reading
  }

  clear(): void {
    this.#drop()
    this.#cleared = this.#count
    this.#changed()
  }

  record(on: boolean): void {
    if (typeof on !== 'boolean') throw new MockServiceError('argument', 'on', 'must be true or false')
    if (on && this.#size === 0)
      throw new MockServiceError('argument', 'on', 'this service keeps no request log (option requestLog: 0)')
    this.#on = on
  }

  /** The number of the oldest request. */
  get #first(): number {
    return Math.max(this.#cleared, this.#count - this.#size) + 1
  }

  #placeOf(number: number): number {
    return (number - 1) % this.#size
  }

  #put(slot: Slot): void {
    const place = this.#placeOf(slot.logged.number)
    const previous = this.#slots[place]
    this.#bodies += sizeOf(slot.logged) - (previous ? sizeOf(previous.logged) : 0)
    this.#slots[place] = slot
  }

  #drop(): void {
    this.#slots = []
    this.#bodies = 0
    this.#reading = undefined
  }

  #changed(): void {
    this.#reading = undefined
    for (const tell of this.#watching) tell()
  }

  /** Keys that were added since somebody looked are taken out of everything from now on. */
  #learnKeys(): void {
    const tokens = this.#store?.tokens
    if (!tokens || tokens.length === this.#keys) return
    this.#keys = tokens.length
    this.#redact = redactorOf(whole(tokens))
    this.#reading = undefined
    for (const slot of this.#slots) slot.entry = undefined
  }

  #read(): RequestLog {
    const slots = Array.from({ length: this.#count + 1 - this.#first }, (_, at) => this.#placeOf(this.#first + at))
    const entries = slots.flatMap((place) => {
      const slot = this.#slots[place]
      if (slot) slot.entry ??= entryOf(slot.logged, this.#redactorFor(slot.logged))
      return slot?.entry ?? []
    })
    return Object.freeze(Object.setPrototypeOf(entries, this.#prototype))
  }

  /** Takes out the keys of a request that the service does not know, too. */
  #redactorFor(logged: Logged): Redact {
    const unknown = sentKeys(logged).filter((key) => !this.#store?.keys.has(key))
    if (unknown.length === 0 || !this.#store) return this.#redact
    return redactorOf([...whole(this.#store.tokens), ...unknown])
  }
}

type Methods = Omit<RequestLog, keyof (readonly RequestLogEntry[])>

function methodsOf(log: Log): PropertyDescriptorMap {
  const methods: Methods & ThisType<readonly RequestLogEntry[]> = {
    matching(filter) {
      const conditions = conditionsOf(filter)
      return Object.freeze(this.filter((entry) => fitsAll(conditions, entry)))
    },
    assert(filter, times) {
      if (times !== undefined && !(Number.isSafeInteger(times) && times >= 0))
        throw new MockServiceError('argument', 'times', 'must be a whole number from 0 up')
      const conditions = conditionsOf(filter)
      const found = this.filter((entry) => fitsAll(conditions, entry))
      if (times === undefined ? found.length > 0 : found.length === times) return Object.freeze(found)
      throw failureOf({ conditions, times, entries: this, ...log.state })
    },
    clear: () => log.clear(),
    record: (on) => log.record(on),
  }
  return Object.fromEntries(Object.entries(methods).map(([name, value]) => [name, { value }]))
}
