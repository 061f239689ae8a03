import { KeyIndex, type Span } from './key-index.ts'
import { isEncoded, spell } from './spelling.ts'

/** The longest text that is taken for a key. A longer one is taken out of its own header and looked for nowhere else. */
export const longestKey = 512

const mark = '[redacted]'
const keyHeaders = ['api-key', 'osdi-api-token']
// Their value may be a key in Base64, which no search for the key would find.
const secretHeaders = [...keyHeaders, 'authorization', 'proxy-authorization']
/** How many keys that the service does not know are remembered. */
const remembered = 100
// JSON can be nested deeper than calls can.
const deepest = 200

/** Takes keys out of what is shown: those of the service, and the last ones that requests sent without the service knowing them. */
export class Redactor {
  readonly #known = new KeyIndex()
  #strange = new KeyIndex()
  #strangers: readonly string[] = []

  /** Adds a key of the service. */
  add(key: string): void {
    this.#known.add(key)
  }

  /** Remembers what stands in the key headers of a request. */
  remember(header: (name: string) => string | undefined, isKnown: (key: string) => boolean): void {
    const sent = keyHeaders.flatMap((name) => keysIn(header(name) ?? ''))
    const fresh = sent.filter((key) => !isKnown(key) && !this.#strangers.includes(key))
    if (fresh.length === 0) return
    this.#strangers = [...this.#strangers, ...new Set(fresh)].slice(-remembered)
    this.#strange = new KeyIndex()
    for (const key of this.#strangers) this.#strange.add(key)
  }

  text(text: string): string {
    const undone = isEncoded(text) ? (['nothing', 'once', 'wholly'] as const) : (['nothing'] as const)
    const spellings = undone.map((layers) => spell(text, layers))
    const spans = spellings.flatMap((spelling) => [
      ...this.#known.spansIn(spelling),
      ...this.#strange.spansIn(spelling),
    ])
    return spans.length === 0 ? text : without(text, spans)
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

  headers(headers: Iterable<readonly [string, string]>): Readonly<Record<string, string>> {
    return this.record([...headers].map(([name, value]) => [name, secretHeaders.includes(name) ? mark : value]))
  }

  #number(value: number): number | string {
    const text = String(value)
    return this.#known.isKey(value) || this.#strange.isKey(value) || this.text(text) !== text ? mark : value
  }
}

/** What may be a key in the value of a key header: the whole, and its parts where several were sent. */
const keysIn = (value: string): readonly string[] =>
  [value, ...value.split(',')].map((part) => part.trim()).filter((part) => part !== '' && part.length <= longestKey)

/** A text with parts of it taken out; parts that overlap are one. */
function without(text: string, spans: readonly Span[]): string {
  let shown = ''
  let done = 0
  for (const [start, end] of spans.toSorted(([a], [b]) => a - b)) {
    if (start >= done) shown += text.slice(done, start) + mark
    done = Math.max(done, end)
  }
  return shown + text.slice(done)
}
