/** What stands where a key stood. */
const redacted = '[redacted]'

/** The most that is searched of a text that only goes into an error, in characters: longer ones would hold up everything else. */
export const maxSearched = 16_000

/** The most that is kept of a text longer than that. */
const maxKept = 2_000

/** Shorter keys are not searched for: they would blot out innocent text. */
const shortest = 6

/** How many keys of a key function are remembered: a response may repeat one that an earlier call sent. */
const maxKeys = 64

/** Members of a person by which somebody can be reached: no error shows what stands in them. */
const addresses = ['email_addresses', 'phone_numbers', 'postal_addresses']

/** A value nested deeper than this is cut off: what goes through it calls itself for every level. */
const maxDepth = 100

/** How far a chain of causes is copied. */
const maxCauseDepth = 4

/** The most errors that are copied in all: those that hold each other are many more by the ways between them. */
const maxErrors = 11

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
    if (this.#keys.size > maxKeys && oldest !== undefined) this.#keys.delete(oldest)
  }

  /** A text without the keys: whole, or where that is too long to be searched, its beginning. */
  text(text: string): string {
    return text.length > maxSearched ? this.start(text) : this.#withoutKeys(text)
  }

  /**
   * The beginning of a text of any length.
   *
   * @param isWhole false where the text was cut off somewhere
   */
  start(text: string, isWhole = true): string {
    // What is taken out makes it shorter, so more is searched than is kept.
    const start = text.slice(0, maxSearched)
    const clean = this.#withoutKeys(start)
    return (isWhole && start === text ? clean : this.#withoutCutKey(clean)).slice(0, maxKept)
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
    if (depth === maxDepth) return '[nested too deep to show]'
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
  cause(thrown: unknown, depth = 0, budget = { left: maxErrors }): unknown {
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
      if (depth === maxCauseDepth) return copy
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

// How a key, or people's data, is found in whatever writing it stands.

/** How a text is searched for. */
interface Search {
  readonly whole: RegExp
  /** Finds its first four characters: fewer would blot out innocent text, and tell little. */
  readonly start: RegExp
  /** How many characters `whole` finds at most; where the text is percent-encoded ever again, it may be more. */
  readonly reach: number
}

/** Engines are slow with longer patterns, and refuse very long ones. */
const maxPatternLength = 128

/** Finds a key in all promised encodings. */
function searchFor(key: string): Search {
  const first = key.slice(0, maxPatternLength)
  // What follows the beginning of a longer key goes with it, up to the next white space.
  const rest = key.length > maxPatternLength ? '\\S*' : ''
  return {
    whole: new RegExp(`(?:${encodingsOf(first)})${rest}`, 'gi'),
    start: new RegExp(encodingsOf(key.slice(0, 4)), 'i'),
    reach: first.length * 12,
  }
}

/**
 * No letter or digit stands before a word, but for the end of an escape: `%20Ada`. Scripts whose letters have no case may write words without a
 * space between them.
 */
const beforeWord = '(?<=^|[^\\p{LC}\\p{N}]|%[\\da-f]{2}|\\\\(?:u[\\da-f]{4}|[nrt]))'

/** Finds a text where it stands as words of its own. What follows the beginning of a long one goes with it. */
function wordsOf(text: string): Search {
  // No character is cut in two.
  const beginning = (most: number) => [...text].slice(0, most).join('')
  const first = beginning(maxPatternLength)
  // Nobody escapes plain letters and digits.
  const source = (part: string) => part.replace(/[^a-z\d]+/gi, (others) => escaped(others).join(''))
  const end = first === text ? '(?![\\p{LC}\\p{N}])' : '.*'
  return {
    whole: new RegExp(beforeWord + source(first) + end, 'gisu'),
    start: new RegExp(beforeWord + source(beginning(4)), 'iu'),
    reach: first.length * 12,
  }
}

/** A pattern that finds a text as it is. */
const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** A key may have been broken into lines, as MIME does with base64. */
const lineBreak = '(?:[\\r\\n]\\s*)?'

/** The source of a pattern that finds a text in all promised encodings. Case is the pattern's to ignore. */
function encodingsOf(text: string): string {
  const hex = [...text].map(hexOf)
  return [escaped(text), ...base64Of(text), hex].map((parts) => parts.join(lineBreak)).join('|')
}

/**
 * Each character in all its escapes, backslashes in a row as one. There is one way to read any text with these patterns: with two, each of them would
 * double the time of the search.
 */
function escaped(text: string): string[] {
  return [...text.matchAll(/\\+|[^\\]/gu)].map(({ 0: part, index }) => {
    const next = text[index + part.length]
    if (part[0] === '\\') return backslashes(part.length, next)
    return escapesOf(part, next, text[index - 1] === '\\')
  })
}

const hexOf = (unit: string) => unit.charCodeAt(0).toString(16).padStart(2, '0')

const htmlNames: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

/** A character percent-encoded (also again and again) or escaped in HTML; its semicolon may be missing, but where another one follows. */
function percentOrHtml(character: string, next: string | undefined): string {
  const point = character.codePointAt(0) ?? 0
  const html = `#0*${point}|#x0*${point.toString(16)}${character in htmlNames ? `|${htmlNames[character]}` : ''}`
  const bytes = Array.from(new TextEncoder().encode(character), (byte) => byte.toString(16).padStart(2, '0'))
  return `%(?:25)*${bytes.join('%(?:25)*')}|&(?:${html});${next === ';' ? '' : '?'}`
}

/**
 * A character percent-encoded, escaped in JSON (also in JSON that stands in JSON) or HTML, or as it is.
 *
 * @param next the character behind it
 * @param behindBackslash whether the backslashes of its escape may be taken already
 */
function escapesOf(character: string, next?: string, behindBackslash = false): string {
  // In a query, a plus is a space.
  const itself = character === ' ' ? '[ +]' : literal(character)
  const byPoint = character
    .split('')
    .map((unit) => `u${hexOf(unit).padStart(4, '0')}`)
    .join('\\\\{1,8}')
  const json = behindBackslash
    ? `{0,8}${byPoint}`
    : `{1,8}(?:${byPoint}${'"/\n'.includes(character) ? `|${JSON.stringify(character).at(-2)}` : ''})`
  // Itself last: an escape may begin with it.
  return `(?:${percentOrHtml(character, next)}|\\\\${json}|${itself})`
}

/** So many backslashes in a row, all of them as they are or escaped by others, or each escaped in another way. */
function backslashes(count: number, next: string | undefined): string {
  const inOthers = `\\\\{${count},${9 * count}}${next ? '(?!\\\\)' : ''}`
  return `(?:(?:\\\\{1,8}u005c|${percentOrHtml('\\', next)}){${count}}|${inOthers})`
}

const base64Url: Readonly<Record<string, string>> = { '+': '-', '/': '_' }

/**
 * A text inside base64: it reads differently at each of the three offsets it may start at. A character that it shares with what stands
 * around it holds bits of both, and goes too.
 */
function base64Of(text: string): string[][] {
  const shared = '[\\w+/-]?'
  return [0, 1, 2].map((offset) => {
    const bits = (offset + text.length) * 8
    const own = btoa('\0'.repeat(offset) + text).slice(offset && offset + 1, Math.floor(bits / 6))
    const [first, ...rest] = [...own].map((character) =>
      character in base64Url ? `(?:${base64Url[character]}|${escapesOf(character)})` : character,
    )
    return [`${offset ? shared : ''}${first}`, ...rest, ...(bits % 6 ? [shared] : [])]
  })
}
