import type { Delivery } from '../api/message.ts'
import type { ReceivedRequest } from '../api/router.ts'
import { MockServiceError } from '../errors.ts'
import type { Context } from '../rules/context.ts'
import { runToEnd, type Steps } from '../time.ts'
import type { RequestLog, RequestLogEntry } from '../types/index.ts'
import { flag, validate } from '../validate.ts'
import { assertMatching } from './assert.ts'
import { type AppliedFault, bodySize, entryOf, type StoredRequest, storedRequest, withoutBodies } from './entry.ts'
import { keysIn, type Redact, redacted, redactorOf } from './redact.ts'
import { type Condition, conditionsOf, matching, meets } from './request-log-filter.ts'

/** Approximate memory limit of all bodies together, in bytes. Above the limit, the log drops the oldest bodies. */
const maxBodyMemory = 8_000_000

/** Maximum length of all keys of a request that the service does not know. Above it, the log redacts every text of the request. */
const maxUnknownKeys = 2048

/** The latest requests that reached a service, with their responses. The log redacts API keys in everything that it returns. */
export class Log {
  /** Maximum number of requests that the log keeps. */
  readonly size: number
  readonly #notify: () => void
  /** Requests by number. */
  readonly #requests = new Map<number, StoredRequest>()
  #count = 0
  #cleared = 0
  #isRecording: boolean
  #store: Context['store'] | undefined
  #bodyMemory = 0
  /** Number of the oldest request whose bodies the log has not dropped. */
  #firstWithBodies = 1
  /** Numbers of the latest creates, by body. */
  readonly #creates = new Map<string, number>()
  /** How many of the store's API keys the redactor knows. */
  #redactedKeys = 0
  #redact: Redact = redactorOf([])
  /** Entries that the log made with the current redactor. */
  #entryCache = new WeakMap<StoredRequest, RequestLogEntry>()

  /** The log calls `notify` after each logged request, and after it was cleared. */
  constructor(size: number, notify: () => void) {
    this.size = size
    this.#notify = notify
    this.#isRecording = size > 0
  }

  /** Empties the log after a reset or restore of the service. Requests to the service that arrived before are no longer logged. */
  restart(store: Context['store']): void {
    this.#store = store
    this.#redactedKeys = -1
    this.#empty()
    this.#count = 0
    this.#cleared = 0
    this.#firstWithBodies = 1
  }

  /**
   * `count`: number of the last logged request. `cleared`: number of the last request before the log was cleared. `first`: number of the
   * oldest request in the log.
   */
  get position(): { readonly count: number; readonly cleared: number; readonly first: number } {
    return { count: this.#count, cleared: this.#cleared, first: this.#count - this.#requests.size + 1 }
  }

  get isRecording(): boolean {
    return this.#isRecording
  }

  /** How many requests the log dropped to make room for later requests. */
  get dropped(): number {
    return this.#count - this.#cleared - this.#requests.size
  }

  /** Logs a request, the sent part of its response, and the faults that applied. */
  add(received: ReceivedRequest, delivery: Delivery, faults: readonly AppliedFault[] = []): void {
    if (!this.#isRecording || received.context.store !== this.#store) return
    this.#count += 1
    const request = this.#withRepeat(storedRequest(this.#count, received, delivery, faults))
    this.#requests.set(this.#count, request)
    this.#bodyMemory += bodySize(request)
    const outdated = this.#requests.get(this.#count - this.size)
    if (outdated) {
      this.#requests.delete(outdated.number)
      this.#forgetCreate(outdated)
      this.#bodyMemory -= bodySize(outdated)
    }
    for (; this.#bodyMemory > maxBodyMemory; this.#firstWithBodies += 1) this.#dropBodies(this.#firstWithBodies)
    this.#notify()
  }

  /** All current entries. Redacts all API keys of the service in all entries, even keys that were added after the request. */
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

  /** The entry with a number, as in {@link entries}; undefined if the log has no such entry. */
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

  /** Adds the number of an earlier create with the same address and body that stored another record. */
  #withRepeat(request: StoredRequest): StoredRequest {
    const body = createBody(request)
    if (body === '') return request
    const earlier = this.#requests.get(this.#creates.get(body) ?? 0)
    this.#creates.set(body, request.number)
    const isRepeat = earlier?.target === request.target && earlier.remarks.stored?.id !== request.remarks.stored?.id
    return isRepeat ? { ...request, repeats: earlier.number } : request
  }

  #dropBodies(number: number): void {
    const request = this.#requests.get(number)
    if (!request) return
    this.#bodyMemory -= bodySize(request)
    this.#forgetCreate(request)
    this.#requests.set(number, withoutBodies(request))
  }

  #forgetCreate(request: StoredRequest): void {
    const body = createBody(request)
    if (this.#creates.get(body) === request.number) this.#creates.delete(body)
  }

  #empty(): void {
    this.#requests.clear()
    this.#creates.clear()
    this.#bodyMemory = 0
  }

  /** Makes a new redactor if the store has new API keys. */
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

  /** Returns a function that also redacts the API keys of the request itself, because the service may not know them. */
  #redactorFor(request: StoredRequest): Redact {
    const keys = keysIn(request.headers).filter((key) => !this.#store?.keys.has(key))
    // A search for very long keys, or for very many, would take seconds.
    if (keys.reduce((length, key) => length + key.length, 0) > maxUnknownKeys) return () => redacted
    const unknown = redactorOf(keys)
    return (text, isCut) => unknown(this.#redact(text, isCut), isCut)
  }
}

/** The body of a POST that stored a record; empty for any other request, and for a body that was cut. */
const createBody = ({ method, body: { content }, remarks }: StoredRequest): string =>
  method === 'POST' && remarks.stored && typeof content === 'string' ? content : ''

type Methods = Omit<RequestLog, keyof (readonly RequestLogEntry[])>

/** Adds methods to the array of entries. The methods are not enumerable, so that the log compares, copies and prints as an array. */
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
