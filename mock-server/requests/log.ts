import type { Delivery } from '../api/message.ts'
import type { ReceivedRequest } from '../api/router.ts'
import { MockServiceError } from '../errors.ts'
import type { Context } from '../rules/context.ts'
import { runToEnd, type Steps } from '../time.ts'
import type { RequestLog, RequestLogEntry } from '../types/index.ts'
import { flag, validate } from '../validate.ts'
import { assertMatching } from './assert.ts'
import { type AppliedFault, bodySize, entryOf, type StoredRequest, storedRequest, withoutBodies } from './entry.ts'
import { type Condition, conditionsOf, matching, meets } from './filter.ts'
import { keysIn, type Redact, redactorOf } from './redact.ts'

/** The approximate memory limit of all bodies together, in bytes. The oldest bodies are dropped first. */
const maxBodyMemory = 8_000_000

/** The latest requests that reached a service, with their responses. Redacts keys in everything that it returns. */
export class Log {
  /** The most requests that the log keeps. */
  readonly size: number
  readonly #notify: () => void
  /** Requests by number. */
  readonly #requests = new Map<number, StoredRequest>()
  #count = 0
  #cleared = 0
  #isRecording: boolean
  #store: Context['store'] | undefined
  #bodyMemory = 0
  /** Number of the first request whose bodies may still be stored. */
  #firstWithBodies = 1
  /** Number of the store's keys that the redactor knows. */
  #redactedKeys = 0
  #redact: Redact = redactorOf([])
  /** Entries made with the current redactor. */
  #entryCache = new WeakMap<StoredRequest, RequestLogEntry>()

  /** `notify` is called after each logged request, and after the log is cleared. */
  constructor(size: number, notify: () => void) {
    this.size = size
    this.#notify = notify
    this.#isRecording = size > 0
  }

  /** Empties the log for a new session of the service. Requests of earlier sessions are no longer logged. */
  restart(store: Context['store']): void {
    this.#store = store
    this.#redactedKeys = -1
    this.#empty()
    this.#count = 0
    this.#cleared = 0
    this.#firstWithBodies = 1
  }

  /**
   * `count`: number of requests that were logged. `cleared`: number of them before the log was last cleared. `first`: number of the first
   * request that is still in the log.
   */
  get position(): { readonly count: number; readonly cleared: number; readonly first: number } {
    return { count: this.#count, cleared: this.#cleared, first: this.#count - this.#requests.size + 1 }
  }

  get isRecording(): boolean {
    return this.#isRecording
  }

  /** How many requests were dropped to make room for later ones. */
  get dropped(): number {
    return this.#count - this.#cleared - this.#requests.size
  }

  /** Logs a request, the part of its response that was sent, and the faults that applied. */
  add(received: ReceivedRequest, delivery: Delivery, faults: readonly AppliedFault[] = []): void {
    if (!this.#isRecording || received.context.store !== this.#store) return
    this.#count += 1
    const request = storedRequest(this.#count, received, delivery, faults)
    this.#requests.set(this.#count, request)
    this.#bodyMemory += bodySize(request)
    const outdated = this.#requests.get(this.#count - this.size)
    if (outdated) {
      this.#requests.delete(outdated.number)
      this.#bodyMemory -= bodySize(outdated)
    }
    for (; this.#bodyMemory > maxBodyMemory; this.#firstWithBodies += 1) this.#dropBodies(this.#firstWithBodies)
    this.#notify()
  }

  /** The current entries. Redacts all keys of the service in all entries, even keys that were added after the request. */
  get entries(): RequestLog {
    return withMethods(runToEnd(this.read([])), this)
  }

  /** Returns the entries that meet all conditions. Reads one entry per step. */
  *read(conditions: readonly Condition[]): Steps<RequestLogEntry[]> {
    this.#renewRedactor()
    const entries: RequestLogEntry[] = []
    for (const request of this.#requests.values()) {
      const entry = this.#entryOf(request)
      if (meets(entry, conditions)) entries.push(entry)
      yield
    }
    return entries
  }

  /** The entry with a number, as in {@link entries}; undefined if the log does not have it. */
  entry(number: number): RequestLogEntry | undefined {
    this.#renewRedactor()
    const request = this.#requests.get(number)
    return request && this.#entryOf(request)
  }

  clear(): void {
    this.#empty()
    this.#cleared = this.#count
    this.#notify()
  }

  record(on: boolean): void {
    validate(flag, on, 'on', 'argument')
    if (on && this.size === 0)
      throw new MockServiceError('argument', 'on', 'this service keeps no request log (option requestLog: 0)')
    this.#isRecording = on
  }

  #dropBodies(number: number): void {
    const request = this.#requests.get(number)
    if (!request) return
    this.#bodyMemory -= bodySize(request)
    this.#requests.set(number, withoutBodies(request))
  }

  #empty(): void {
    this.#requests.clear()
    this.#bodyMemory = 0
  }

  /** Makes a new redactor if the store has new keys. */
  #renewRedactor(): void {
    const { size = 0 } = this.#store?.keys ?? {}
    if (size === this.#redactedKeys) return
    this.#redactedKeys = size
    this.#redact = redactorOf([...(this.#store?.keys.keys() ?? [])])
    this.#entryCache = new WeakMap()
  }

  #entryOf(request: StoredRequest): RequestLogEntry {
    const entry = this.#entryCache.get(request) ?? entryOf(request, this.#redactorFor(request))
    this.#entryCache.set(request, entry)
    return entry
  }

  /** Redacts the keys of the request too: the service may not know them. */
  #redactorFor(request: StoredRequest): Redact {
    const unknown = redactorOf(keysIn(request.headers).filter((key) => !this.#store?.keys.has(key)))
    return (text, isCut) => unknown(this.#redact(text, isCut), isCut)
  }
}

type Methods = Omit<RequestLog, keyof (readonly RequestLogEntry[])>

/** Adds the methods of the request log to its entries. They are not enumerable, so that the log compares, copies and prints as an array. */
function withMethods(entries: readonly RequestLogEntry[], log: Log): RequestLog {
  const methods: Methods = {
    matching: (filter) => matching(entries, conditionsOf(filter)),
    assert: (filter, times) => assertMatching(entries, filter, times, log),
    clear: () => log.clear(),
    record: (on) => log.record(on),
  }
  const members = Object.entries(methods).map(([name, value]) => [name, { value }] as const)
  return Object.freeze(Object.defineProperties(entries, Object.fromEntries(members)) as RequestLog)
}
