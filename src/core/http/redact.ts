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

/** A key of digits, as a number of JSON. */
export interface DigitKey {
  /** What JSON makes of it. */
  readonly value: number
  /** Its first 15 digits as a number from 1 to 10; undefined where they are so few that any number may begin with them. */
  readonly start: number | undefined
}

/** Fewer digits are no key that is searched for. */
const least = 100_000

/** Fewer digits than this stand at the beginning of innocent numbers. */
const telling = 12

/** The first 15 digits: as many as a number is sure to keep. */
const firstDigits = (number: number) => number.toExponential(14).replace(/e.*/, '')

/** Undefined for a key that no number can repeat. */
export function digitKeyOf(key: string): DigitKey | undefined {
  const value = Number(key)
  if (!/^\d+$/.test(key) || value < least || !Number.isFinite(value)) return undefined
  const start = firstDigits(value)
  return { value, start: start.replace(/\.?0*$/, '').length > telling ? Number(start) : undefined }
}

/** Whether a number shows a key, or as much of it as numbers can hold. */
export function showsDigits(number: number, { value, start }: DigitKey): boolean {
  const size = Math.abs(number)
  // The last of the digits may have been rounded either way.
  return size === value || (start !== undefined && Math.abs(Number(firstDigits(size)) - start) < 2e-14)
}

/** Shorter keys are not searched for: they would blot out innocent text. */
const shortest = 6

const namedEntities: Readonly<Record<string, string>> = {
  '!': 'excl',
  '"': 'quot',
  '#': 'num',
  $: 'dollar',
  '%': 'percnt',
  '&': 'amp',
  "'": 'apos',
  '(': 'lpar',
  ')': 'rpar',
  '*': '(?:ast|midast)',
  '+': 'plus',
  ',': 'comma',
  '.': 'period',
  '/': 'sol',
  ':': 'colon',
  ';': 'semi',
  '<': 'lt',
  '=': 'equals',
  '>': 'gt',
  '?': 'quest',
  '@': 'commat',
  '[': 'l(?:sqb|brack)',
  '\\': 'bsol',
  ']': 'r(?:sqb|brack)',
  '^': 'Hat',
  _: '(?:lowbar|UnderBar)',
  '`': '(?:grave|DiacriticalGrave)',
  '{': 'l(?:cub|brace)',
  '|': '(?:vert|verbar|VerticalLine)',
  '}': 'r(?:cub|brace)',
}

const escapeForPattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

const hexOf = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0')

/** What begins a reference of HTML. In HTML that stands in HTML it is one itself. */
const ampersand = '&(?:amp;|#0*38;|#x0*26;)*'

/**
 * One character in every dress a service may repeat it in: bare, percent-encoded (more than once, too), JSON-, JavaScript- or HTML-encoded.
 * Case is the pattern's to ignore.
 */
function dressesOf(character: string): string {
  const hex = hexOf(character)
  const name = namedEntities[character]
  const escaped = [...('"\\/'.includes(character) ? [escapeForPattern(character)] : []), `(?:u00|x)${hex}`]
  return `(?:${[
    `%(?:25)*${hex}`,
    // JSON that stands in JSON has its backslashes doubled.
    `\\\\{1,8}(?:${escaped.join('|')})`,
    `${ampersand}(?:#(?:0*${character.charCodeAt(0)}|x0*${hex})${name ? `|${name}` : ''});?`,
    // Last: what it is encoded as may begin with the character itself.
    escapeForPattern(character),
  ].join('|')})`
}

/** A character of base64, where only those that are no letters or digits can be dressed. */
const dressedBase64 = (character: string) => {
  if (character === '+') return `(?:-|${dressesOf('+')})`
  return character === '/' ? `(?:_|${dressesOf('/')})` : character
}

/**
 * The key inside base64: it reads differently at each of the three offsets it may start at. A character that it shares with what stands
 * around it holds bits of both, and goes too.
 */
function base64Of(key: string): string[] {
  const shared = '[\\w+/-]?'
  return [0, 1, 2].map((offset) => {
    const encoded = btoa('\0'.repeat(offset) + key)
    const start = offset === 0 ? 0 : offset + 1
    const bits = (offset + key.length) * 8
    const inner = [...encoded.slice(start, Math.floor(bits / 6))].map(dressedBase64).join('')
    return `${offset === 0 ? '' : shared}${inner}${bits % 6 === 0 ? '' : shared}`
  })
}

/** How many characters of a key are its beginning: fewer would blot out innocent text, and tell little. */
const startLength = 4

/** The most characters that one of a key's is dressed in; encoded ever again, it may be more. */
export const widestDress = 12

/** What finds the beginning of a key, where the rest may be cut off. */
export const startOf = (key: string): RegExp => new RegExp(sourceOf(key.slice(0, startLength)), 'i')

function sourceOf(key: string): string {
  const characters = [...key]
  return [characters.map(dressesOf).join(''), ...base64Of(key), characters.map(hexOf).join('')].join('|')
}

/** The most characters that are looked for at once: an engine takes ever longer for longer patterns, and at last refuses them. */
const longestPiece = 128

/** A key, or of a long one as much as is looked for at once. */
export interface Piece {
  readonly text: string
  /** What finds it in a text, however it is encoded. */
  readonly pattern: RegExp
}

/** What of a key is looked for: nothing where it is too short. */
export function piecesOf(key: string): readonly Piece[] {
  if (key.length < shortest) return []
  // Of the same length, so that none is too short.
  const count = Math.ceil(key.length / longestPiece)
  const length = Math.ceil(key.length / count)
  return Array.from({ length: count }, (_, index) => key.slice(index * length, (index + 1) * length)).map((text) => ({
    text,
    pattern: new RegExp(sourceOf(text), 'gi'),
  }))
}

/** What breaks a text into lines, also where JSON or an address escapes it, and what indents the next one. */
export const lineBreak = /(?:[\r\n]|\\{1,8}[nr]|%(?:25)*0[ad])(?:\s|\\{1,8}[nrt]|%(?:25)*(?:0[ad9]|20))*/gi

/** A text without its line breaks. */
export interface Unbroken {
  readonly plain: string
  /** Where a character of it stands in the text with them; -1 for one before the first. */
  from(at: number): number
}

/** Undefined for a text of one line. */
export function unbroken(text: string): Unbroken | undefined {
  if (text.search(lineBreak) < 0) return undefined
  let plain = ''
  let last = 0
  const places: number[] = []
  const keep = (end: number) => {
    plain += text.slice(last, end)
    for (let at = last; at < end; at += 1) places.push(at)
  }
  for (const { index, 0: found } of text.matchAll(lineBreak)) {
    keep(index)
    last = index + found.length
  }
  keep(text.length)
  return { plain, from: (at) => places[at] ?? -1 }
}

/** A text with something else in place of what patterns find where line breaks stand in the middle of it, as in base64. */
export function replaceAcrossLines(text: string, patterns: readonly RegExp[], by: string): string {
  const lines = unbroken(text)
  if (!lines) return text
  const { plain, from } = lines
  const places = placesOf(plain, patterns).map(([start, end]) => [from(start), from(end - 1) + 1] as const)
  return replaced(text, places, by)
}

/** From where to where something stands in a text. */
export type Place = readonly [start: number, end: number]

/** Where patterns find something, one place over the other too: what repeats itself begins again before it ends. */
export function placesOf(text: string, patterns: readonly RegExp[]): Place[] {
  const places: Place[] = []
  for (const pattern of patterns) {
    pattern.lastIndex = 0
    for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
      places.push([found.index, found.index + found[0].length])
      pattern.lastIndex = found.index + 1
    }
  }
  return places
}

/** A text with something else at these places: once where they touch each other. */
export function replaced(text: string, places: readonly Place[], by: string): string {
  let clean = ''
  let done = -1
  for (const [start, end] of [...places].sort(([one], [other]) => one - other)) {
    if (start > done) clean += text.slice(Math.max(0, done), start) + by
    done = Math.max(done, end)
  }
  return clean + text.slice(Math.max(0, done))
}

/** Takes keys out. */
interface Cleaner {
  /** Of a text, or of the beginning of a long one. */
  bounded(text: string): string
  value(value: unknown): unknown
}

/** How far a chain of causes is copied. */
const deepestCause = 4

/** The most of several errors in one that are copied. */
const widest = 10

/** The most errors that are copied in all: those that hold each other are many more by the ways between them. */
const most = 20

/**
 * A copy of a foreign error that keeps what helps (name, message, code, what caused it) and nothing that could hold a
 * request: the errors of HTTP libraries carry its headers. Whatever was thrown, something comes out.
 */
export function copied(thrown: unknown, clean: Cleaner, depth = 0, budget = { left: most }): unknown {
  try {
    if (thrown instanceof Error) return copiedError(thrown, clean, depth, budget)
    const isObject = typeof thrown === 'object' || typeof thrown === 'function'
    return isObject || typeof thrown === 'string' ? clean.bounded(String(thrown)) : clean.value(thrown)
  } catch {
    return 'something that cannot be shown'
  }
}

function copiedError(error: Error, clean: Cleaner, depth: number, budget: { left: number }): Error {
  budget.left -= 1
  const copy = new Error(clean.bounded(error.message))
  const keep = (name: string, value: unknown) => Object.defineProperty(copy, name, { value, configurable: true })
  const next = (inner: unknown) => copied(inner, clean, depth + 1, budget)
  keep('name', clean.bounded(error.name))
  if (error.stack) keep('stack', clean.bounded(error.stack))
  const { code } = error as Error & { readonly code?: unknown }
  if (typeof code === 'string') Object.assign(copy, { code: clean.bounded(code) })
  if (typeof code === 'number') Object.assign(copy, { code: clean.value(code) })
  if (depth === deepestCause) return copy
  const { errors, cause } = error as Error & { readonly errors?: unknown }
  if (cause !== undefined && budget.left > 0) keep('cause', next(cause))
  if (Array.isArray(errors)) {
    const list: unknown[] = []
    for (const each of errors.slice(0, widest)) if (budget.left > 0) list.push(next(each))
    Object.assign(copy, { errors: list })
  }
  return copy
}
