import { type Search, searchFor, wordsOf } from './search-patterns.ts'

/** What stands where a key stood. */
const redacted = '[redacted]'

/** The most that is searched of a text that only goes into an error, in characters: longer ones would hold up everything else. */
export const mostSearched = 16_000

/** The most that is kept of a text longer than that. */
const mostKept = 2_000

/** Shorter keys are not searched for: they would blot out innocent text. */
const shortest = 6

/** How many keys of a key function are remembered: a response may repeat one that an earlier call sent. */
const mostKeys = 64

/** Members of a person by which somebody can be reached: no error shows what stands in them. */
const addresses = ['email_addresses', 'phone_numbers', 'postal_addresses']

/** A value nested deeper than this is cut off: what goes through it calls itself for every level. */
const deepest = 100

/** How far a chain of causes is copied. */
const deepestCause = 4

/** The most errors that are copied in all: those that hold each other are many more by the ways between them. */
const mostErrors = 11

/** A foreign error, of which some have more than others. */
type ForeignError = Error & { readonly code?: unknown; readonly errors?: unknown }

/** Takes the keys of a client out of texts, values and headers before they reach an error, a hook or a log. */
export class Redactor {
  /** The latest key stands last. */
  readonly #keys: Map<string, Search>
  readonly #personal: readonly Search[]

  /** @param personal texts that are people's data */
  constructor(keys = new Map<string, Search>(), personal: readonly Search[] = []) {
    this.#keys = keys
    this.#personal = personal
  }

  /** One that takes these texts out too, where they stand as words of their own. A key that is added to either holds for both. */
  with(texts: readonly string[]): Redactor {
    // The longest first: one may be the beginning of another. A single letter tells little, but in scripts where it is a name.
    const words = texts.filter((text) => text.length > 1 || text > '~').sort((one, other) => other.length - one.length)
    return new Redactor(this.#keys, words.map(wordsOf))
  }

  /** From now on this key is taken out too. */
  add(key: string): void {
    if (key.length < shortest) return
    const search = this.#keys.get(key) ?? searchFor(key)
    // Set anew, it is the latest.
    this.#keys.delete(key)
    this.#keys.set(key, search)
    const [oldest] = this.#keys.keys()
    if (this.#keys.size > mostKeys && oldest !== undefined) this.#keys.delete(oldest)
  }

  /** A text without the keys: whole, or where that is too long to be searched, its beginning. */
  text(text: string): string {
    return text.length > mostSearched ? this.start(text) : this.#withoutKeys(text)
  }

  /**
   * The beginning of a text of any length.
   *
   * @param isWhole false where the text was cut off somewhere
   */
  start(text: string, isWhole = true): string {
    // What is taken out makes it shorter, so more is searched than is kept.
    const start = text.slice(0, mostSearched)
    const clean = this.#withoutKeys(start)
    return (isWhole && start === text ? clean : this.#withoutCutKey(clean)).slice(0, mostKept)
  }

  /**
   * A JSON value without the keys, names of members included.
   *
   * @param hidden names of members of which nothing is shown
   */
  value(value: unknown, hidden = addresses, depth = 0): unknown {
    if (typeof value === 'string') return this.text(value)
    if (typeof value === 'number') return this.text(String(value)) === String(value) ? value : redacted
    if (typeof value !== 'object' || value === null) return value
    if (depth === deepest) return '[nested too deep to show]'
    if (Array.isArray(value)) return value.map((entry) => this.value(entry, hidden, depth + 1))
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [
        this.text(name),
        hidden.includes(name) ? redacted : this.value(entry, hidden, depth + 1),
      ]),
    )
  }

  headers(headers: Headers): Headers {
    const clean = new Headers()
    try {
      // A name of a header cannot hold brackets.
      for (const [name, value] of headers) clean.append(this.text(name).replace(/[[\]]/g, ''), this.text(value))
    } catch {
      // Responses of other makers may have headers that can only be asked for by name.
    }
    return clean
  }

  /** A copy of whatever was thrown that keeps what helps, and no request: errors of HTTP libraries carry its headers. */
  cause(thrown: unknown, depth = 0, budget = { left: mostErrors }): unknown {
    try {
      if (!(thrown instanceof Error)) {
        const isObject = typeof thrown === 'object' || typeof thrown === 'function'
        return isObject ? this.text(String(thrown)) : this.value(thrown)
      }
      budget.left -= 1
      const { message, name, stack, code, cause, errors }: ForeignError = thrown
      const copy = new Error(this.text(message))
      const keep = (name: string, value: unknown) => Object.defineProperty(copy, name, { value, configurable: true })
      const next = (inner: unknown) => this.cause(inner, depth + 1, budget)
      keep('name', this.text(name))
      if (stack) keep('stack', this.text(stack))
      if (typeof code === 'string' || typeof code === 'number') Object.assign(copy, { code: this.value(code) })
      if (depth === deepestCause) return copy
      if (cause !== undefined && budget.left > 0) keep('cause', next(cause))
      if (Array.isArray(errors)) {
        Object.assign(copy, { errors: errors.flatMap((each) => (budget.left > 0 ? [next(each)] : [])) })
      }
      return copy
    } catch {
      return 'something that cannot be shown'
    }
  }

  get #searches(): readonly Search[] {
    return [...this.#keys.values(), ...this.#personal]
  }

  #withoutKeys(text: string): string {
    let clean = text
    for (const { whole } of this.#searches) clean = clean.replace(whole, redacted)
    return clean
  }

  /** A text that was cut off, without what may be the beginning of a key so near its end that the rest was cut off. */
  #withoutCutKey(text: string): string {
    let end = text.length
    for (const { start, reach } of this.#searches) {
      const from = Math.max(0, text.length - reach)
      const at = text.slice(from).search(start)
      if (at >= 0) end = Math.min(end, from + at)
    }
    return end === text.length ? text : text.slice(0, end) + redacted
  }
}
