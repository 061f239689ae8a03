import { bodyBytes, type Delivery, firstHalf, type ServiceRequest, type ServiceResponse } from '../api/message.ts'
import type { Received } from '../api/router.ts'
import { MockServiceError } from '../errors.ts'
import type { Context } from '../rules/context.ts'
import type { Fault, OperationName, RequestLog, RequestLogEntry, Version } from '../types/index.ts'
import { conditionsOf, failureOf, fitsAll } from './assert.ts'
import { entryOf } from './entry.ts'
import { keysIn, type Redact, redactorOf } from './redact.ts'

/** How much memory all bodies together may take, about, in bytes. The oldest go first. */
const maxBodyMemory = 8_000_000

/** The last requests that reached a service, and what was answered. Nothing that it hands out holds a key. */
export class Log {
  readonly #size: number
  /** By their numbers. */
  readonly #requests = new Map<number, StoredRequest>()
  #count = 0
  #cleared = 0
  #isRecording: boolean
  #store: Context['store'] | undefined
  /** How many keys are redacted by now. */
  #keys = 0
  #redact: Redact = redactorOf([])
  /** Requests as they are shown without those keys. */
  #entryCache = new WeakMap<StoredRequest, RequestLogEntry>()
  #bodies = 0
  /** No request before this one has bodies still. */
  #bodiesFrom = 1
  #entries: RequestLog | undefined
  readonly #notify: () => void
  /** The methods stand on the prototype of the arrays: compared or printed, they are arrays and nothing else. */
  readonly #prototype = Object.create(Array.prototype, methodsOf(this))

  /** Keeps so many requests, and tells of each, and of every clearing. */
  constructor(size: number, tell: () => void) {
    this.#size = size
    this.#notify = tell
    this.#isRecording = size > 0
  }

  /** Begins anew for a session of the service. What of an earlier one is answered later is not logged. */
  restart(store: Context['store']): void {
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
    return { on: this.#isRecording, dropped: this.#count - this.#cleared - this.#requests.size }
  }

  /** Logs a request, what was sent of its response, and the faults that it met. */
  add(received: Received, delivery: Pick<Delivery, 'response' | 'ending'>, faults: readonly MatchedFault[] = []): void {
    if (!this.#isRecording || received.context.store !== this.#store) return
    this.#count += 1
    const request = storedRequest(this.#count, received, delivery, faults)
    this.#requests.set(this.#count, request)
    this.#bodies += sizeOf(request)
    const outdated = this.#count - this.#size
    this.#dropBodies(outdated)
    this.#requests.delete(outdated)
    for (; this.#bodies > maxBodyMemory; this.#bodiesFrom += 1) this.#dropBodies(this.#bodiesFrom)
    this.#entriesChanged()
  }

  /** The entries as they are now. Keys that were added since somebody looked are taken out of everything from now on. */
  get entries(): RequestLog {
    const { size = 0 } = this.#store?.keys ?? {}
    if (size !== this.#keys) {
      this.#keys = size
      this.#redact = redactorOf(this.#tokens)
      this.#entryCache = new WeakMap()
      this.#entries = undefined
    }
    this.#entries ??= Object.freeze(Object.setPrototypeOf(this.#allEntries(), this.#prototype) as RequestLog)
    return this.#entries
  }

  clear(): void {
    this.#drop()
    this.#cleared = this.#count
    this.#entriesChanged()
  }

  record(on: boolean): void {
    if (typeof on !== 'boolean') throw new MockServiceError('argument', 'on', 'must be true or false')
    if (on && this.#size === 0)
      throw new MockServiceError('argument', 'on', 'this service keeps no request log (option requestLog: 0)')
    this.#isRecording = on
  }

  get #tokens(): readonly string[] {
    return [...(this.#store?.keys.keys() ?? [])]
  }

  #dropBodies(number: number): void {
    const request = this.#requests.get(number)
    if (!request) return
    this.#bodies -= sizeOf(request)
    request.body = withoutContent(request.body)
    if (request.response) request.response.body = withoutContent(request.response.body)
    this.#entryCache.delete(request)
  }

  #drop(): void {
    this.#requests.clear()
    this.#bodies = 0
    this.#entries = undefined
  }

  #entriesChanged(): void {
    this.#entries = undefined
    this.#notify()
  }

  #allEntries(): RequestLogEntry[] {
    return [...this.#requests.values()].map((request) => {
      const entry = this.#entryCache.get(request) ?? entryOf(request, this.#redactorFor(request))
      this.#entryCache.set(request, entry)
      return entry
    })
  }

  /** Takes out the keys of a request that the service does not know, too. */
  #redactorFor(request: StoredRequest): Redact {
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
const maxLoggedBody = 64 * 1024

/** A request and its response as they were sent, keys and all: nothing of it may be shown but by {@link entryOf}. */
export interface StoredRequest
  extends Pick<Received, 'at'>,
    Pick<Context, 'assumptions'>,
    Pick<ServiceRequest, 'method' | 'base' | 'target' | 'headers'> {
  readonly number: number
  readonly version: Version | undefined
  readonly operation: OperationName | undefined
  body: StoredBody
  readonly response: (Pick<ServiceResponse, 'status' | 'headers'> & { body: StoredBody }) | undefined
  readonly faults: readonly MatchedFault[]
}

/** A fault that a request met. */
type MatchedFault = Pick<Fault, 'id' | 'effect'>

/** Stores what will be shown of a request, and holds on to nothing else: every request pays for it. */
function storedRequest(
  number: number,
  { context: { assumptions }, at, located: { dialect, match }, request }: Received,
  { response: sent, ending }: Pick<Delivery, 'response' | 'ending'>,
  faults: readonly MatchedFault[],
): StoredRequest {
  const { method, base, target, headers, body, isTooLong } = request
  const response = sent && {
    status: sent.status,
    headers: sent.headers,
    body: method === 'HEAD' ? noBody : bodyOf(ending === 'whole' ? sent.body : firstHalf(bodyBytes(sent))),
  }
  const stored = isTooLong ? droppedBody : bodyOf(body)
  const version = dialect?.version
  const operation = match?.route.operation
  return { number, at, assumptions, version, operation, method, base, target, headers, body: stored, response, faults }
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
  if (content.length === 0) return noBody
  if (typeof content !== 'string') {
    const isCut = content.length > maxLoggedBody
    return { content: isCut ? content.subarray(0, maxLoggedBody) : content, size: content.length, isCut }
  }
  // A code unit makes three bytes at the most.
  if (content.length * 3 <= maxLoggedBody) return { content, size: content.length, isCut: false }
  const bytes = new Uint8Array(maxLoggedBody)
  const { read, written } = new TextEncoder().encodeInto(content, bytes)
  if (read === content.length) return { content, size: content.length, isCut: false }
  return { content: bytes.subarray(0, written), size: maxLoggedBody, isCut: true }
}

/** How much memory the bodies of a request take, about. */
const sizeOf = ({ body, response }: StoredRequest): number => body.size + (response?.body.size ?? 0)

const withoutContent = (body: StoredBody): StoredBody => (body.size === 0 ? body : droppedBody)
