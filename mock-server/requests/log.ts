import type { Received } from '../api/handle.ts'
import { parse, targetOf } from '../api/request.ts'
import { MockServiceError } from '../errors.ts'
import { type Context, written } from '../rules/context.ts'
import type { JournalEntry, OperationName, RequestJournal } from '../types/index.ts'
import { methodsOf, type Redactor, Secrets } from './redact.ts'

/** The last requests that reached the service. Nothing that it hands out holds a key. */
export class Journal {
  readonly #size: number
  /** A ring: the oldest one is the first, or the next to be overwritten once it is full. Raw until somebody looks. */
  #ring: (Noted | JournalEntry)[] = []
  #next = 0
  #count = 0
  #cleared = 0
  #on: boolean
  readonly #secrets: Secrets
  #methods: object
  /** Which journal the methods of arrays mean, those that were taken from earlier ones too. */
  #present: { journal: Journal } = { journal: this }
  #reading: RequestJournal | undefined
  /** Who is told, of this session and of later ones. */
  #watching = new Set<() => void>()

  constructor({ store }: Context, size: number) {
    this.#secrets = new Secrets(store)
    this.#size = size
    this.#on = size > 0
    const present = this.#present
    this.#methods = methodsOf({
      clear: () => present.journal.#clear(),
      record: (on) => present.journal.#record(on),
      state: () => present.journal.#state(),
    })
  }

  /** Takes the place of the journal of an earlier session: switched on or off as that was. */
  follow(previous: Journal): void {
    this.#on = previous.#on
    this.#methods = previous.#methods
    this.#present = previous.#present
    this.#present.journal = this
    this.#watching = previous.#watching
  }

  /** Calls back after every request that was noted and after every clearing, until the function that it returns is called. */
  watch(tell: () => void): () => void {
    this.#watching.add(tell)
    return () => this.#watching.delete(tell)
  }

  /** How many requests were noted, and after how many it was cleared last. */
  get position(): { readonly count: number; readonly cleared: number } {
    return { count: this.#count, cleared: this.#cleared }
  }

  /** Notes a request and what became of it; what is shown of it is worked out when somebody looks. */
  note(received: Received, outcome: Outcome): void {
    if (this.#size === 0) return
    this.#secrets.remember(received)
    if (this.#secrets.areTooMany) this.#forget(received)
    if (!this.#on) return
    this.#count += 1
    this.#ring[this.#next] = noted(this.#count, received, outcome)
    this.#next = (this.#next + 1) % this.#size
    this.#reading = undefined
    for (const tell of this.#watching) tell()
  }

  /** The entries as they are now. */
  get entries(): RequestJournal {
    this.#redact()
    this.#reading ??= this.#read()
    return this.#reading
  }

  #read(): RequestJournal {
    const entries = [...this.#ring.slice(this.#next), ...this.#ring.slice(0, this.#next)]
    // The methods stand on the prototype: compared or printed, it is an array of entries and nothing else.
    return Object.freeze(Object.setPrototypeOf(entries, this.#methods))
  }

  /** Works out what is shown of every request, without the keys that there are by now. */
  #redact(): void {
    const { all, fresh } = this.#secrets.redactors()
    if (fresh) this.#reading = undefined
    if (this.#reading) return
    this.#ring = this.#ring.map((one) => {
      if (isNoted(one)) return shownEntry(one, all)
      return fresh ? shownAgain(one, fresh) : one
    })
  }

  /** Forgets keys, once none of them stands in what was noted; those of the request that is noted next are not among them. */
  #forget(next: Received): void {
    this.#redact()
    this.#secrets.forget()
    this.#secrets.remember(next)
  }

  #state(): { readonly on: boolean; readonly dropped: number } {
    return { on: this.#on, dropped: this.#count - this.#cleared - this.#ring.length }
  }

  #clear(): void {
    this.#ring = []
    this.#next = 0
    this.#cleared = this.#count
    this.#reading = undefined
    for (const tell of this.#watching) tell()
  }

  #record(on: boolean): void {
    if (typeof on !== 'boolean') throw new MockServiceError('argument', 'on', 'must be true or false')
    if (on && this.#size === 0)
      throw new MockServiceError('argument', 'on', 'this service keeps no journal (option journal: 0)')
    this.#on = on
  }
}

/** What became of a request. */
export interface Outcome {
  /** Absent where no status was ever sent. */
  readonly status?: number | undefined
  /** Kind of the fault that struck last. */
  readonly fault?: string | undefined
  /** Names of the fault rules that struck. */
  readonly rules?: readonly string[] | undefined
}

/** A request as it came, keys and all: nothing of it may be shown but by {@link shownEntry}. */
export interface Noted extends Pick<Received, 'context' | 'at'>, Outcome {
  readonly number: number
  readonly method: string
  readonly base: string
  readonly target: KeptText
  readonly version: JournalEntry['version']
  readonly operation: OperationName | undefined
  readonly headers: KeptHeaders
  readonly body: KeptText
}

/** Whether a request was not looked at yet. */
export const isNoted = (one: Noted | JournalEntry): one is Noted => 'context' in one

/** What is kept of a body that was not taken. */
const nothing: KeptText = { text: '', end: 0 }

/** Notes what has to be known of a request later, and does no more: every request pays for it. */
export const noted = (
  number: number,
  { context, at, incoming, located }: Received,
  { status, fault, rules }: Outcome,
): Noted => ({
  number,
  context,
  at,
  method: incoming.method,
  base: incoming.base,
  target: kept(incoming.target),
  version: located.dialect?.version,
  operation: located.match?.route.operation,
  headers: keptHeaders(incoming.headers),
  body: incoming.isTooLong ? nothing : kept(incoming.body),
  status,
  fault,
  rules,
})

/** An entry as it is shown. */
export function shownEntry(note: Noted, redactor: Redactor): JournalEntry {
  const { number, context, at, method, base, target, version, operation, headers, body, status, fault, rules } = note
  const { path } = targetOf(target.text)
  const { query } = targetOf(wholeParameters(target))
  const isCut = [target, body].some(({ end }) => end !== undefined) || headers.cut !== undefined
  return Object.freeze({
    number,
    at: written(context, at),
    method: redactor.text(method),
    ...shownTarget(target.text.startsWith('/') ? base : '', target, path, redactor),
    // Of a parameter that is repeated the first one counts, here as for the service.
    query: redactor.record([...new Set(query.keys())].map((name) => [name, query.get(name) ?? ''])),
    ...(version && { version }),
    ...(operation && { operation }),
    headers: redactor.headers(headers.headers, headers.cut),
    ...(body.text !== '' && { body: shownBody(body, redactor) }),
    ...(isCut && { truncated: true }),
    ...(status !== undefined && { status }),
    ...(fault !== undefined && { fault }),
    ...(rules && rules.length > 0 && { rules }),
  })
}

/** Address and path, both cut where the target is. */
function shownTarget(base: string, { text, end }: KeptText, path: string, redactor: Redactor) {
  if (end === undefined) return { url: redactor.text(base + text), path: redactor.text(path) }
  return { url: redactor.text(base + text, base.length + end), path: redactor.text(path, Math.min(path.length, end)) }
}

/** A target without the parameter that it is cut in. */
const wholeParameters = ({ text, end }: KeptText): string =>
  end === undefined ? text : text.slice(0, Math.max(text.lastIndexOf('&', end), text.indexOf('?') + 1))

/** An entry that was shown before, without keys that have come up since. */
export function shownAgain(entry: JournalEntry, redactor: Redactor): JournalEntry {
  const { method, url, path, query, headers, body } = entry
  return Object.freeze({
    ...entry,
    method: redactor.text(method),
    url: redactor.text(url),
    path: redactor.text(path),
    query: redactor.record(Object.entries(query)),
    headers: redactor.record(Object.entries(headers)),
    ...(body !== undefined && { body: redactor.value(body) }),
  })
}

/** A body as it is shown: as JSON where it is whole and JSON, as text otherwise. */
export function shownBody({ text, end }: KeptText, redactor: Redactor): unknown {
  const parsed = end === undefined ? parse(text) : undefined
  return parsed === undefined ? redactor.text(text, end) : redactor.value(parsed)
}

/** How much of a text is shown, in bytes of UTF-8. */
const shown = 16 * 1024
/** How much more is kept, so that a key which begins in what is shown is found as a whole. */
const margin = 8 * 1024

/** A body, target or header as it is kept: whole, or its beginning. */
export interface KeptText {
  readonly text: string
  /** How many characters of it are shown; absent where it is whole. */
  readonly end?: number
}

/** What is kept of a text, whatever its length. */
export function kept(whole: string): KeptText {
  // A code unit makes three bytes at the most.
  if (whole.length * 3 <= shown) return { text: whole }
  const bytes = new Uint8Array(shown + margin)
  const encoder = new TextEncoder()
  const end = encoder.encodeInto(whole, bytes.subarray(0, shown)).read
  if (end === whole.length) return { text: whole }
  const { written } = encoder.encodeInto(whole, bytes)
  // Decoded and not sliced: a slice would hold on to the whole text.
  return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, written)), end }
}

/** Headers as they are kept; where none is cut, as they came. */
export interface KeptHeaders {
  readonly headers: Iterable<readonly [name: string, value: string]>
  /** Those that are too long, by their names. */
  readonly cut?: ReadonlyMap<string, KeptText>
}

export function keptHeaders(headers: Iterable<readonly [string, string]>): KeptHeaders {
  // Others come from a parser with a limit of its own, and are not gone through before somebody looks.
  if (!(headers instanceof Headers)) return { headers }
  const cut = new Map<string, KeptText>()
  for (const [name, value] of headers) {
    const text = kept(value)
    if (text.end !== undefined) cut.set(name, text)
  }
  return cut.size === 0 ? { headers } : { headers: [...headers].filter(([name]) => !cut.has(name)), cut }
}
