import { deepest } from '../text/json.ts'
import type { KeptText } from './kept.ts'
import type { KeyIndex, Span } from './key-index.ts'
import { isEncoded, spell } from './spelling.ts'
import { keyHeaders } from './strangers.ts'

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
