import type { Delivery } from '../api/message.ts'
import type { Received } from '../api/router.ts'
import { MockServiceError } from '../errors.ts'
import type { Context } from '../rules/context.ts'
import { runToEnd, type Steps } from '../time.ts'
import type { RequestLog, RequestLogEntry } from '../types/index.ts'
import { flag, validate } from '../validate.ts'
import { assertMatching } from './assert.ts'
import { type AppliedFault, bodySize, entryOf, type StoredRequest, storedRequest, withoutBodies } from './entry.ts'
import { type Condition, conditionsOf, matching, meets } from './filter.ts'
import { keysIn, type Redact, redactorOf } from './redact.ts'

/** How much memory all bodies together may take, about, in bytes. The oldest are dropped first. */
const maxBodyMemory = 8_000_000

/** The last requests that reached a service, with their responses. No key is in what it returns. */
export class Log {
  /** How many requests it keeps. */
  readonly size: number
  readonly #notify: () => void
  /** By their numbers. */
  readonly #requests = new Map<number, StoredRequest>()
  #count = 0
  #cleared = 0
  #isRecording: boolean
  #store: Context['store'] | undefined
  #bodyMemory = 0
  /** No request before this one has its bodies still. */
  #firstWithBodies = 1
  /** How many keys of the store the redactor knows. */
  #redactedKeys = 0
  #redact: Redact = redactorOf([])
  /** Entries made with that redactor. */
  #entryCache = new WeakMap<StoredRequest, RequestLogEntry>()

  /** Keeps so many requests, and calls back after each, and after the log is cleared. */
  constructor(size: number, notify: () => void) {
    this.size = size
    this.#notify = notify
    this.#isRecording = size > 0
  }

  /** Starts over for a new session of the service. Requests of earlier sessions are no longer logged. */
  restart(store: Context['store']): void {
    this.#store = store
    this.#redactedKeys = -1
    this.#empty()
    this.#count = 0
    this.#cleared = 0
    this.#firstWithBodies = 1
  }

  /** How many requests were logged, how many of them before the log was last cleared, and the number of the first that it still has. */
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

  /** Logs a request, what was sent of its response, and the faults that applied. */
  add(received: Received, delivery: Delivery, faults: readonly AppliedFault[] = []): void {
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

  /** The entries as they are now. A key that was added since they were last read is redacted in all of them. */
  get entries(): RequestLog {
    return withMethods(runToEnd(this.read([])), this)
  }

  /** Reads the entries that meet all conditions, one in each step. */
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

  /** Takes in the keys that were added to the store. */
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

  /** A request may have sent keys that the service does not know. */
  #redactorFor(request: StoredRequest): Redact {
    const unknown = redactorOf(keysIn(request.headers).filter((key) => !this.#store?.keys.has(key)))
    return (text, isCut) => unknown(this.#redact(text, isCut), isCut)
  }
}

type Methods = Omit<RequestLog, keyof (readonly RequestLogEntry[])>

/** Adds the methods of the request log to its entries. They are not enumerable: compared, copied or printed, the log is an array. */
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
