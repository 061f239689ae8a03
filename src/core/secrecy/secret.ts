import { copied } from './copied-error.ts'
import { type DigitKey, digitKeyOf, showsDigits } from './digits.ts'
import { type Piece, piecesOf, startOf, widestDress } from './dresses.ts'
import { replaceAcrossLines, unbroken } from './lines.ts'
import { placesOf, replaced } from './places.ts'

/** What stands where a key stood. */
export const redacted = '[redacted]'

/** The most that is searched of a text that only goes into an error, in characters: longer ones would hold up everything else. */
export const mostSearched = 16_000

/** The most that is kept of a text longer than that. */
export const mostKept = 2_000

/** A value nested deeper than this is cut off: what walks it calls itself for every level. */
const deepest = 100

/** Takes keys out of texts, values and headers before they reach an error. */
export class Redactor {
  readonly #pieces = new Map<string, readonly Piece[]>()
  readonly #digits = new Map<string, DigitKey>()
  readonly #most: number
  readonly #also: Redactor | undefined

  /**
   * @param most how many keys to keep in mind, the latest ones: a key function may give a new one for every attempt
   * @param also one whose keys are taken out too
   */
  constructor(most = Number.POSITIVE_INFINITY, also?: Redactor) {
    this.#most = most
    this.#also = also
  }

  /** From now on this key is taken out too. */
  add(key: string): void {
    // To make a pattern takes long, and calls of a client have their key in common.
    const pieces = this.#known(key) ?? piecesOf(key)
    // Set anew, it is the latest.
    this.#pieces.delete(key)
    this.#pieces.set(key, pieces)
    const digits = pieces.length > 0 ? digitKeyOf(key) : undefined
    if (digits) this.#digits.set(key, digits)
    const [oldest] = this.#pieces.keys()
    if (this.#pieces.size <= this.#most || oldest === undefined) return
    this.#pieces.delete(oldest)
    this.#digits.delete(oldest)
  }

  #known(key: string): readonly Piece[] | undefined {
    return this.#pieces.get(key) ?? (this.#also ? this.#also.#known(key) : undefined)
  }

  text(text: string): string {
    const clean = this.#also ? this.#also.text(text) : text
    const patterns = [...this.#pieces.values()].flat().map(({ pattern }) => pattern)
    return replaceAcrossLines(replaced(clean, placesOf(clean, patterns), redacted), patterns, redacted)
  }

  /** A text that was cut off somewhere: what may be the beginning of a key at its end is left off too. */
  beginning(text: string): string {
    const clean = this.text(text)
    const at = this.#startOfCutKey(clean)
    return at === Infinity ? clean : clean.slice(0, at) + redacted
  }

  /** Where the first thing begins that may be the beginning of a key, so near the end that the key would go on behind it. */
  #startOfCutKey(text: string): number {
    let first = this.#also ? this.#also.#startOfCutKey(text) : Infinity
    for (const piece of [...this.#pieces.values()].flat()) {
      const from = Math.max(0, text.length - piece.text.length * widestDress)
      const tail = text.slice(from)
      const start = startOf(piece.text)
      const lines = unbroken(tail)
      const places = [tail.search(start), lines ? lines.from(lines.plain.search(start)) : -1]
      for (const at of places) if (at >= 0) first = Math.min(first, from + at)
    }
    return first
  }

  /**
   * The beginning of a text of any length, of which no more is searched than a part.
   *
   * @param isWhole false where the text was cut off somewhere
   */
  start(text: string, isWhole = true): string {
    // What is taken out makes it shorter, so more is searched than is kept.
    const start = text.slice(0, mostSearched)
    return (isWhole && start === text ? this.text(start) : this.beginning(start)).slice(0, mostKept)
  }

  /** A text of any length without the keys: whole, or where that is too long to be searched, its beginning. */
  bounded(text: string): string {
    return text.length > mostSearched ? this.start(text) : this.text(text)
  }

  /** A JSON value without the keys, names of members included. */
  value(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return this.text(value)
    if (typeof value !== 'object' || value === null) return this.#number(value)
    if (depth === deepest) return '[nested too deep to show]'
    if (Array.isArray(value)) return value.map((entry) => this.value(entry, depth + 1))
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [this.text(name), this.value(entry, depth + 1)]),
    )
  }

  /** A key of digits may be repeated as a number, of which JSON keeps but the first digits. */
  #number(value: unknown): unknown {
    if (typeof value !== 'number') return value
    if (this.#isShownBy(value)) return redacted
    const clean = this.text(String(value))
    return clean === String(value) ? value : clean
  }

  #isShownBy(number: number): boolean {
    for (const digits of this.#digits.values()) if (showsDigits(number, digits)) return true
    return this.#also ? this.#also.#isShownBy(number) : false
  }

  headers(headers: Headers): Headers {
    const clean = new Headers()
    try {
      for (const [name, value] of headers) clean.append(this.bounded(name).replace(/[[\]]/g, ''), this.bounded(value))
    } catch {
      // Responses of other makers may have headers that can only be asked for by name.
    }
    return clean
  }

  /** A copy of whatever was thrown, with nothing that could hold a key. */
  cause(thrown: unknown): unknown {
    return copied(thrown, this)
  }
}
