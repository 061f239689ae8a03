/** The text in place of a key. */
export const replacement = '[redacted]'

/** Maximum number of characters to search for keys. A longer search would block the process. */
export const maxSearched = 16_000

/** Maximum number of characters to keep of a longer text. */
const maxKept = 2_000

/** Shorter keys are not redacted: they occur in ordinary text too. */
const minKeyLength = 6

/** Number of keys that are remembered: a response may repeat an earlier key of a key function. */
const maxKeys = 64

/** Members that say who a person is. No error shows their values. */
const personalMembers = [
  ...['given_name', 'family_name', 'additional_name', 'birthdate', 'custom_fields'],
  ...['email_addresses', 'phone_numbers', 'postal_addresses'],
]

/** In JSON that cannot be parsed, everything from the first personal member on. */
export const personalRest = new RegExp(`"(?:${personalMembers.join('|')})".*`, 's')

/** Maximum depth of a value; deeper levels are cut off. The code is recursive, and the call stack is limited. */
const maxDepth = 100

/** Maximum number of causes that are copied, one inside the other. */
const maxCauseDepth = 4

/** Maximum number of errors that are copied in all. An error that is reachable in many ways would be copied many times. */
const maxErrors = 11

/** An error that the runtime or another library threw. It may have the members `code` and `errors`. */
type ForeignError = Error & { readonly code?: unknown; readonly errors?: unknown }

/** Removes the keys of a client from texts, values and headers before they go to an error, a hook or a log. */
export class Redactor {
  /** The latest key comes last. */
  readonly #keys: Map<string, Search>
  readonly #personal: readonly Search[]

  /** @param personal searches for personal data */
  constructor(keys = new Map<string, Search>(), personal: readonly Search[] = []) {
    this.#keys = keys
    this.#personal = personal
  }

  /** A redactor that also removes these texts, if they are whole words. Both redactors share their keys, including keys that are added later. */
  with(texts: readonly string[]): Redactor {
    // The longest first: a text may be the beginning of another. A single ASCII character tells little; a single Chinese character may be a name.
    const words = texts.filter((text) => text.length > 1 || text > '~').sort((one, other) => other.length - one.length)
    return new Redactor(this.#keys, words.map(searchForWords))
  }

  /** Adds a key to remove. */
  add(key: string): void {
    if (key.length < minKeyLength) return
    const search = this.#keys.get(key) ?? searchForKey(key)
    // Moves the key to the end.
    this.#keys.delete(key)
    this.#keys.set(key, search)
    const [oldest] = this.#keys.keys()
    if (this.#keys.size > maxKeys && oldest !== undefined) this.#keys.delete(oldest)
  }

  /** A text without keys. If the text is too long to search, only its beginning. */
  text(text: string): string {
    return text.length > maxSearched ? this.start(text) : this.#withoutKeys(text)
  }

  /**
   * The beginning of a text of any length, without keys.
   *
   * @param isWhole false if the end of the text is missing
   */
  start(text: string, isWhole = true): string {
    // Redaction makes the text shorter, so this searches more than it keeps.
    const start = text.slice(0, maxSearched)
    const clean = this.#withoutKeys(start)
    return (isWhole && start === text ? clean : this.#withoutCutKey(clean)).slice(0, maxKept)
  }

  /**
   * A JSON value without keys, in values and in names of members.
   *
   * @param hidden names of members whose values are replaced as a whole
   */
  value(value: unknown, hidden = personalMembers, depth = 0): unknown {
    if (typeof value === 'string') return this.text(value)
    if (typeof value === 'number') return this.text(String(value)) === String(value) ? value : replacement
    if (typeof value !== 'object' || value === null) return value
    if (depth === maxDepth) return '[nested too deep to show]'
    if (Array.isArray(value)) return value.map((entry) => this.value(entry, hidden, depth + 1))
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [
        this.text(name),
        hidden.includes(name) ? replacement : this.value(entry, hidden, depth + 1),
      ]),
    )
  }

  headers(headers: Headers): Headers {
    const clean = new Headers()
    try {
      // Names of headers cannot contain brackets, so these of `[redacted]` are removed.
      for (const [name, value] of headers) clean.append(this.text(name).replace(/[[\]]/g, ''), this.text(value))
    } catch {
      // A response of another library may have headers that cannot be iterated.
    }
    return clean
  }

  /** A redacted copy of a thrown value. Other members of an error are left out: errors of HTTP libraries contain the request's headers. */
  cause(thrown: unknown, depth = 0, budget = { left: maxErrors }): unknown {
    try {
      if (!(thrown instanceof Error)) {
        const isObjectOrFunction = typeof thrown === 'object' || typeof thrown === 'function'
        return isObjectOrFunction ? this.text(String(thrown)) : this.value(thrown)
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
    for (const { whole } of this.#searches) clean = clean.replace(whole, replacement)
    return clean
  }

  /** A text whose end was cut off, without an incomplete key at its new end. */
  #withoutCutKey(text: string): string {
    let end = text.length
    for (const { start, reach } of this.#searches) {
      const from = Math.max(0, text.length - reach)
      const at = text.slice(from).search(start)
      if (at >= 0) end = Math.min(end, from + at)
    }
    return end === text.length ? text : text.slice(0, end) + replacement
  }
}

// Searches for a key, or for personal data, in all encodings.

/** Patterns that find a text. */
interface Search {
  readonly whole: RegExp
  /** Finds the first four characters of the text. Fewer would occur in ordinary text too, and tell little of the key. */
  readonly start: RegExp
  /** Maximum length of what `whole` finds. Text that is percent-encoded several times may be longer. */
  readonly reach: number
}

/** Maximum number of characters of a key in a pattern. JavaScript engines are slow with long patterns, and refuse very long ones. */
const maxPatternLength = 128

/** The search for a key, in all promised encodings. */
function searchForKey(key: string): Search {
  const first = key.slice(0, maxPatternLength)
  // Of a longer key, the pattern finds the beginning, then removes everything up to the next white space.
  const rest = key.length > maxPatternLength ? '\\S*' : ''
  return {
    whole: new RegExp(`(?:${encodingPattern(first)})${rest}`, 'gi'),
    start: new RegExp(encodingPattern(key.slice(0, 4)), 'i'),
    reach: first.length * 12,
  }
}

/**
 * Finds the beginning of a word. No letter or digit comes before it, except the end of an escape, as in `%20Ada`. Letters without upper and lower
 * case may come before it: their scripts may not put spaces between words.
 */
const wordStartPattern = '(?<=^|[^\\p{LC}\\p{N}]|%[\\da-f]{2}|\\\\(?:u[\\da-f]{4}|[nrt]))'

/** The search for a text of whole words. Of a long text, it finds the beginning, then removes the rest of the searched text. */
function searchForWords(text: string): Search {
  // By characters, so that no surrogate pair is cut.
  const beginning = (most: number) => [...text].slice(0, most).join('')
  const first = beginning(maxPatternLength)
  // ASCII letters and digits are never escaped.
  const source = (part: string) => part.replace(/[^a-z\d]+/gi, (others) => escapePatterns(others).join(''))
  const end = first === text ? '(?![\\p{LC}\\p{N}])' : '.*'
  return {
    whole: new RegExp(wordStartPattern + source(first) + end, 'gisu'),
    start: new RegExp(wordStartPattern + source(beginning(4)), 'iu'),
    reach: first.length * 12,
  }
}

/** Source of a pattern that finds exactly this text. */
const literalPattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** A line break inside a key: MIME breaks base64 into lines. */
const lineBreakPattern = '(?:[\\r\\n]\\s*)?'

/** Source of a pattern that finds a text in all promised encodings. The pattern must ignore case. */
function encodingPattern(text: string): string {
  const hex = [...text].map(hexOf)
  return [escapePatterns(text), ...base64Patterns(text), hex].map((parts) => parts.join(lineBreakPattern)).join('|')
}

/**
 * A pattern for each character with all its escapes; several backslashes in a row share one. No text matches in two ways: each ambiguous character
 * would double the time of the search.
 */
function escapePatterns(text: string): string[] {
  return [...text.matchAll(/\\+|[^\\]/gu)].map(({ 0: part, index }) => {
    const next = text[index + part.length]
    if (part[0] === '\\') return backslashPattern(part.length, next)
    return escapePattern(part, next, text[index - 1] === '\\')
  })
}

const hexOf = (unit: string) => unit.charCodeAt(0).toString(16).padStart(2, '0')

const htmlNames: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

/** Finds a character that is percent-encoded, once or several times, or escaped in HTML. The semicolon may be missing, unless `next` is one. */
function percentOrHtmlPattern(character: string, next: string | undefined): string {
  const point = character.codePointAt(0) ?? 0
  const html = `#0*${point}|#x0*${point.toString(16)}${character in htmlNames ? `|${htmlNames[character]}` : ''}`
  const bytes = Array.from(new TextEncoder().encode(character), (byte) => byte.toString(16).padStart(2, '0'))
  return `%(?:25)*${bytes.join('%(?:25)*')}|&(?:${html});${next === ';' ? '' : '?'}`
}

/**
 * Finds a character that is percent-encoded, escaped in JSON (also in JSON inside JSON) or HTML, or not escaped.
 *
 * @param next the character after it
 * @param behindBackslash whether the pattern before may have matched the backslashes of the escape
 */
function escapePattern(character: string, next?: string, behindBackslash = false): string {
  // In a query, `+` means a space.
  const itself = character === ' ' ? '[ +]' : literalPattern(character)
  const byPoint = character
    .split('')
    .map((unit) => `u${hexOf(unit).padStart(4, '0')}`)
    .join('\\\\{1,8}')
  const json = behindBackslash
    ? `{0,8}${byPoint}`
    : `{1,8}(?:${byPoint}${'"/\n'.includes(character) ? `|${JSON.stringify(character).at(-2)}` : ''})`
  // The plain character comes last: an escape may begin with it.
  return `(?:${percentOrHtmlPattern(character, next)}|\\\\${json}|${itself})`
}

/** Finds `count` backslashes in a row: plain, escaped by more backslashes, or each one escaped in another way. */
function backslashPattern(count: number, next: string | undefined): string {
  const inOthers = `\\\\{${count},${9 * count}}${next ? '(?!\\\\)' : ''}`
  return `(?:(?:\\\\{1,8}u005c|${percentOrHtmlPattern('\\', next)}){${count}}|${inOthers})`
}

const base64Url: Readonly<Record<string, string>> = { '+': '-', '/': '_' }

/**
 * Finds a text inside base64. The text has three different forms, one for each offset in a group of three bytes. The first and last character may
 * share their bits with neighbouring text; they are removed too.
 */
function base64Patterns(text: string): string[][] {
  const shared = '[\\w+/-]?'
  return [0, 1, 2].map((offset) => {
    const bits = (offset + text.length) * 8
    const own = btoa('\0'.repeat(offset) + text).slice(offset && offset + 1, Math.floor(bits / 6))
    const [first, ...rest] = [...own].map((character) =>
      character in base64Url ? `(?:${base64Url[character]}|${escapePattern(character)})` : character,
    )
    return [`${offset ? shared : ''}${first}`, ...rest, ...(bits % 6 ? [shared] : [])]
  })
}
