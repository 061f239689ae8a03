import type { Received } from '../api/handle.ts'
import { bodyBytes, type Delivery, firstHalf, type ServiceRequest, type ServiceResponse } from '../api/message.ts'
import { MockServiceError } from '../errors.ts'
import type { Context } from '../rules/context.ts'
import type { Fault, RequestLog, RequestLogEntry } from '../types/index.ts'
import { conditionsOf, failureOf, fitsAll } from './assert.ts'
import { entryOf } from './entry.ts'
import { keysIn, type Redact, redactorOf } from './redact.ts'

/** How much memory all bodies together may take, about, in bytes. The oldest go first. */
const mostBodies = 8_000_000

/** The last requests that reached a service, and what was answered. Nothing that it hands out holds a key. */
export class Log {
  readonly #size: number
  /** By their numbers. */
  readonly #requests = new Map<number, Logged>()
  #count = 0
  #cleared = 0
  #on: boolean
  #store: Context['store'] | undefined
  /** How many keys are redacted by now. */
  #keys = 0
  #redact: Redact = redactorOf([])
  /** Requests as they are shown without those keys. */
  #shown = new WeakMap<Logged, RequestLogEntry>()
  #bodies = 0
  /** No request before this one has bodies still. */
  #bodiesFrom = 1
  #entries: RequestLog | undefined
  readonly #tell: () => void
  /** The methods stand on the prototype of the arrays: compared or printed, they are arrays and nothing else. */
  readonly #prototype = Object.create(Array.prototype, methodsOf(this))

  /** Keeps so many requests, and tells of each, and of every clearing. */
  constructor(size: number, tell: () => void) {
    this.#size = size
    this.#tell = tell
    this.#on = size > 0
  }

  /** Begins anew for a session of the service. What of an earlier one is answered later is not logged. */
  begin(store: Context['store']): void {
    this.#store = store
    this.#keys = -1
    this.#drop()
    this.#count = 0
    this.#cleared = 0
    this.#bodiesFrom = 1
  }

  /** How many requests were logged, and after how many it was cleared last. */
  get position(): { readonly count: number; readonly cleared: number } {
    return { count: this.#count, cleared: this.#cleared }
  }

  /** What the failure of an assertion says of the log itself. */
  get state(): { readonly on: boolean; readonly dropped: number } {
    return { on: this.#on, dropped: this.#count - this.#cleared - this.#requests.size }
  }

  /** Logs a request, what was sent of its response, and the faults that it met. */
  add(received: Received, delivery: Pick<Delivery, 'response' | 'ending'>, faults: readonly MatchedFault[] = []): void {
    if (!this.#on || received.context.store !== this.#store) return
    this.#count += 1
    this.#set(this.#count, logged(this.#count, received, delivery, faults))
    this.#set(this.#count - this.#size, undefined)
    for (; this.#bodies > mostBodies; this.#bodiesFrom += 1) {
      const oldest = this.#requests.get(this.#bodiesFrom)
      if (oldest) this.#set(this.#bodiesFrom, withoutBodies(oldest))
    }
    this.#changed()
  }

  /** The entries as they are now. Keys that were added since somebody looked are taken out of everything from now on. */
  get entries(): RequestLog {
    const { size = 0 } = this.#store?.keys ?? {}
    if (size !== this.#keys) {
      this.#keys = size
      this.#redact = redactorOf(this.#tokens)
      this.#shown = new WeakMap()
      this.#entries = undefined
    }
    this.#entries ??= Object.freeze(Object.setPrototypeOf(this.#read(), this.#prototype) as RequestLog)
    return this.#entries
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

  get #tokens(): readonly string[] {
    return [...(this.#store?.keys.keys() ?? [])]
  }

  #set(number: number, request: Logged | undefined): void {
    const previous = this.#requests.get(number)
    this.#bodies += (request ? sizeOf(request) : 0) - (previous ? sizeOf(previous) : 0)
    if (request) this.#requests.set(number, request)
    else this.#requests.delete(number)
  }

  #drop(): void {
    this.#requests.clear()
    this.#bodies = 0
    this.#entries = undefined
  }

  #changed(): void {
    this.#entries = undefined
    this.#tell()
  }

  #read(): RequestLogEntry[] {
    return [...this.#requests.values()].map((request) => {
      const entry = this.#shown.get(request) ?? entryOf(request, this.#redactorFor(request))
      this.#shown.set(request, entry)
      return entry
    })
  }

  /** Takes out the keys of a request that the service does not know, too. */
  #redactorFor(request: Logged): Redact {
    const unknown = keysIn(request.headers).filter((key) => !this.#store?.keys.has(key))
    return unknown.length === 0 ? this.#redact : redactorOf([...this.#tokens, ...unknown])
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

/** Bytes of a body that are shown. */
const longestBody = 64 * 1024

/** A request and its response as they were sent, keys and all: nothing of it may be shown but by {@link entryOf}. */
export interface Logged
  extends Pick<Received, 'context' | 'at' | 'located'>,
    Pick<ServiceRequest, 'method' | 'base' | 'target' | 'headers'> {
  readonly number: number
  readonly body: StoredBody
  readonly response: (Pick<ServiceResponse, 'status' | 'headers'> & { readonly body: StoredBody }) | undefined
  readonly faults: readonly MatchedFault[]
}

/** A fault that a request met. */
type MatchedFault = Pick<Fault, 'id' | 'effect'>

/** Stores what will be shown of a request, and does no more: every request pays for it. */
function logged(
  number: number,
  { context, at, located, request }: Received,
  { response: sent, ending }: Pick<Delivery, 'response' | 'ending'>,
  faults: readonly MatchedFault[],
): Logged {
  const { method, base, target, headers, body, isTooLong } = request
  const response = sent && {
    status: sent.status,
    headers: sent.headers,
    body: method === 'HEAD' ? noBody : bodyOf(ending === 'whole' ? sent.body : firstHalf(bodyBytes(sent))),
  }
  const stored = isTooLong ? droppedBody : bodyOf(body)
  return { number, context, at, located, method, base, target, headers, body: stored, response, faults }
}

/** A body as it is stored. What is shared with others, such as a page that is sent again and again, is not copied. */
export interface StoredBody {
  readonly content: string | Uint8Array
  /** How much memory it takes, about. */
  readonly size: number
  /** Whether less of it is there than was sent. */
  readonly isCut: boolean
}

const noBody: StoredBody = { content: '', size: 0, isCut: false }
const droppedBody: StoredBody = { ...noBody, isCut: true }

function bodyOf(content: string | Uint8Array): StoredBody {
  if (typeof content !== 'string') {
    return { content: content.subarray(0, longestBody), size: content.length, isCut: content.length > longestBody }
  }
  // A code unit makes three bytes at the most.
  if (content.length * 3 <= longestBody) return { content, size: content.length, isCut: false }
  const bytes = new Uint8Array(longestBody)
  const { read, written } = new TextEncoder().encodeInto(content, bytes)
  if (read === content.length) return { content, size: content.length, isCut: false }
  return { content: bytes.subarray(0, written), size: longestBody, isCut: true }
}

/** How much memory the bodies of a request take, about. */
const sizeOf = ({ body, response }: Logged): number => body.size + (response?.body.size ?? 0)

/** The same without bodies. */
const withoutBodies = (logged: Logged): Logged => ({
  ...logged,
  body: withoutContent(logged.body),
  response: logged.response && { ...logged.response, body: withoutContent(logged.response.body) },
})

const withoutContent = (body: StoredBody): StoredBody => (body.size === 0 ? body : droppedBody)
