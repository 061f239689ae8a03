import type { Received } from '../api/handle.ts'
import { MockServiceError } from '../errors.ts'
import type { Context } from '../rules/context.ts'
import { deepest } from '../text/json.ts'
import type { JournalEntry, RequestJournal } from '../types/index.ts'
import { failureOf } from './assert.ts'
import { conditionsOf, fitsAll } from './filter.ts'
import { isEncoded, KeyIndex, type Span, spell } from './key-index.ts'
import type { KeptText } from './log.ts'

/** What has to be taken out of entries. */
export interface Redactors {
  /** Every key that there is by now. */
  readonly all: Redactor
  /** Those that there were not when this was last asked for; undefined where there are none. */
  readonly fresh: Redactor | undefined
}

/** The keys that no entry may show: those of the service, and those that came without the service knowing them. */
export class Secrets {
  readonly #store: Context['store']
  readonly #strangers = new Strangers()
  readonly #known = new KeyIndex()
  #strange = new KeyIndex()
  #knownIndexed = 0
  #strangeIndexed = 0

  constructor(store: Context['store']) {
    this.#store = store
  }

  /** Remembers keys of a request that the service does not know. */
  remember({ incoming }: Received): void {
    const { keys } = this.#store
    this.#strangers.remember(incoming.header, (key) => keys.has(key))
  }

  /** Whether there are so many strange keys that, once nothing waits to be redacted, it is time to forget. */
  get areTooMany(): boolean {
    return this.#strangers.areTooMany
  }

  /** Forgets strange keys but for the last ones. */
  forget(): void {
    this.#strangers.forget()
    this.#strange = indexOf(this.#strangers.keys)
    this.#strangeIndexed = this.#strangers.size
  }

  redactors(): Redactors {
    const { tokens } = this.#store
    const known = tokens.slice(this.#knownIndexed, tokens.length)
    const strange = this.#strangers.size > this.#strangeIndexed ? this.#strangers.keys.slice(this.#strangeIndexed) : []
    for (const key of known) this.#known.add(key)
    for (const key of strange) this.#strange.add(key)
    this.#knownIndexed = tokens.length
    this.#strangeIndexed = this.#strangers.size
    // In what is redacted already there is nothing to be found but the mark.
    const fresh = [...known, ...strange].filter((key) => !mark.includes(key.toLowerCase()))
    return {
      all: new Redactor(this.#known, this.#strange),
      fresh: fresh.length > 0 ? new Redactor(indexOf(fresh)) : undefined,
    }
  }
}

function indexOf(keys: readonly string[]): KeyIndex {
  const index = new KeyIndex()
  for (const key of keys) index.add(key)
  return index
}

/** What the methods of an array of entries do to the journal that it was taken from, and ask of it. */
export interface Source {
  clear(): void
  record(on: boolean): void
  state(): { readonly on: boolean; readonly dropped: number }
}

type Methods = Omit<RequestJournal, keyof (readonly JournalEntry[])>

/** The prototype of the arrays that a journal hands out: that of an array, with the journal's methods. */
export function methodsOf({ clear, record, state }: Source): object {
  const methods: Methods & ThisType<readonly JournalEntry[]> = {
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
      throw failureOf({ conditions, times, entries: this, ...state() })
    },
    clear,
    record,
  }
  const hidden = Object.entries(methods).map(([name, value]) => [name, { value }] as const)
  return Object.create(Array.prototype, Object.fromEntries(hidden))
}

/** Headers that carry a key, in one version or the other (v1 §5.1, v2 §5.1). */
export const keyHeaders = ['api-key', 'osdi-api-token'] as const
/** The longest text that is taken for a key. A longer one is taken out of its own header and looked for nowhere else. */
const longestKey = 512
/** How many of the last keys that the service does not know are never forgotten. */
const remembered = 100
/** More of them are forgotten but for the last ones. */
const most = 1000

/** Keys that requests sent without the service knowing them, the last ones at least. */
export class Strangers {
  #keys: Set<string> = new Set()

  /** In the order in which they came. */
  get keys(): readonly string[] {
    return [...this.#keys]
  }

  get size(): number {
    return this.#keys.size
  }

  /** Whether there are so many that it is time to forget. */
  get areTooMany(): boolean {
    return this.#keys.size > most
  }

  /** Remembers what stands in the key headers of a request. */
  remember(header: (name: string) => string | undefined, isKnown: (key: string) => boolean): void {
    for (const name of keyHeaders) {
      const value = header(name)
      // What nearly every request sends: one key, and that of the service.
      if (value === undefined || (!value.includes(',') && isKnown(value))) continue
      const fresh = keysIn(value).filter((key) => !isKnown(key))
      for (const key of fresh.slice(-remembered)) this.#keys.add(key)
    }
  }

  /** Forgets all but the last ones. */
  forget(): void {
    this.#keys = new Set(this.keys.slice(-remembered))
  }
}

/** What may be a key in the value of a key header: the whole, and its parts where several were sent. */
const keysIn = (value: string): readonly string[] =>
  [value, ...value.split(',')].map((part) => part.trim()).filter((part) => part !== '' && part.length <= longestKey)

/** What stands where a key stood. */
export const mark = '[redacted]'
// Their value may be a key in Base64, which no search for the key would find.
const secretHeaders: readonly string[] = [...keyHeaders, 'authorization', 'proxy-authorization']

/** Takes keys out of what is shown. */
export class Redactor {
  readonly #keys: readonly KeyIndex[]

  constructor(...keys: readonly KeyIndex[]) {
    this.#keys = keys
  }

  /** A text without keys; only its beginning where an end is given, and then no beginning of a key that goes on behind it. */
  text(text: string, end = text.length): string {
    const undone = isEncoded(text) ? (['nothing', 'once', 'wholly'] as const) : (['nothing'] as const)
    const spellings = undone.map((layers) => spell(text, layers))
    const spans = spellings.flatMap((spelling) => this.#keys.flatMap((keys) => keys.spansIn(spelling)))
    return spans.length === 0 ? text.slice(0, end) : without(text, spans, end)
  }

  /** Every text and number within a JSON value, names of members included. */
  value(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return this.text(value)
    if (typeof value === 'number') return this.#number(value)
    if (typeof value !== 'object' || value === null) return value
    if (depth === deepest) return '[nested too deep]'
    const below = (member: unknown) => this.value(member, depth + 1)
    if (Array.isArray(value)) return Object.freeze(value.map(below))
    return Object.freeze(
      Object.fromEntries(Object.entries(value).map(([name, member]) => [this.text(name), below(member)])),
    )
  }

  record(entries: Iterable<readonly [string, string]>): Readonly<Record<string, string>> {
    return Object.freeze(Object.fromEntries([...entries].map(([name, value]) => [this.text(name), this.text(value)])))
  }

  /** Headers, the ones that are cut behind those that are whole. */
  headers(
    headers: Iterable<readonly [string, string]>,
    cut: ReadonlyMap<string, KeptText> = new Map(),
  ): Readonly<Record<string, string>> {
    const whole = [...headers].map(([name, text]) => [name, { text }] as const)
    const shown = [...whole, ...cut].map(([name, value]) => [this.text(name), this.#header(name, value)] as const)
    return Object.freeze(Object.fromEntries(shown))
  }

  #header(name: string, { text, end }: KeptText): string {
    return secretHeaders.includes(name) ? mark : this.text(text, end)
  }

  #number(value: number): number | string {
    const text = String(value)
    return this.#keys.some((keys) => keys.isKey(value)) || this.text(text) !== text ? mark : value
  }
}

/** The beginning of a text with parts of it taken out; parts that overlap are one. */
function without(text: string, spans: readonly Span[], end: number): string {
  let shown = ''
  let done = 0
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    if (from >= end) break
    if (from >= done) shown += text.slice(done, from) + mark
    done = Math.max(done, to)
  }
  return shown + text.slice(done, end)
}
