/** The text that replaces an API key. */
export const replacement = '[redacted]'

/** Maximum number of characters to search for keys: a longer search would block the process. */
export const maxSearched = 16_000

/** Maximum number of characters to keep of a longer text. */
const maxKept = 2_000

/** Minimum length of a redacted key. A shorter key may occur in ordinary text too. */
const minKeyLength = 6

/** Number of keys to remember. A key function may return a new key for each attempt, and a late response may repeat an old one. */
const maxKeys = 64

/** Maximum depth of a value; deeper levels are cut off. The code is recursive, and the call stack is limited. */
const maxDepth = 100

/** Members that say who a person is. No error shows their values. */
const personalMembers =
  'given_name family_name additional_name birthdate custom_fields email_addresses phone_numbers postal_addresses'.split(
    ' ',
  )

/** In JSON that cannot be parsed, everything from the first personal member on. */
export const personalRest = new RegExp(`"(?:${personalMembers.join('|')})".*`, 's')

/** Removes the API keys of a client from texts, values and headers before they go to an error, a hook or a log. */
export class Redactor {
  /** The latest key comes last. */
  readonly #keys: Map<string, Search>
  readonly #personal: readonly Search[]

  /** @param personal searches for personal data */
  constructor(keys = new Map<string, Search>(), personal: readonly Search[] = []) {
    this.#keys = keys
    this.#personal = personal
  }

  /** Returns a redactor that also removes these texts where they are whole words. Both redactors share their keys, also later ones. */
  with(texts: readonly string[]): Redactor {
    // The longest text first: a text may be the beginning of another. Keeps single characters that are not ASCII, as in Chinese names.
    const words = texts.filter((text) => text.length > 1 || text > '~').sort((one, other) => other.length - one.length)
    return new Redactor(this.#keys, words.map(searchForWords))
  }

  /** Adds a key to remove. */
  add(key: string): void {
    if (key.length < minKeyLength) return
    const search = this.#keys.get(key) ?? searchForKey(key)
    // Deletes and inserts the key, so that it becomes the latest.
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
    // Searches more text than it keeps, because redaction may shorten the text.
    const start = text.slice(0, maxSearched)
    const clean = this.#withoutKeys(start)
    return (isWhole && start === text ? clean : this.#withoutCutKey(clean)).slice(0, maxKept)
  }

  /**
   * A copy of a JSON value without API keys, neither in values nor in names of members.
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
      // Names of headers cannot contain brackets, so a redacted name has `redacted` instead of `[redacted]`.
      for (const [name, value] of headers) clean.append(this.text(name).replace(/[[\]]/g, ''), this.text(value))
    } catch {
      // A response of another library may have headers that cannot be iterated.
    }
    return clean
  }

  get #searches(): readonly Search[] {
    return [...this.#keys.values(), ...this.#personal]
  }

  #withoutKeys(text: string): string {
    let clean = text
    for (const { whole } of this.#searches) clean = clean.replace(whole, replacement)
    return clean
  }

  /** Removes an incomplete key from the end of a text that was cut off. */
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

// Searches for an API key or for personal data. A text may contain them percent-encoded, escaped in JSON or HTML, in base64 or in hex.

/** Patterns that find a text. */
interface Search {
  readonly whole: RegExp
  /** Finds the first four characters of the text. Fewer characters would occur in ordinary text too, and reveal little of a key. */
  readonly start: RegExp
  /** Maximum length of a match of `whole`. Only a text that is percent-encoded several times may be longer. */
  readonly reach: number
}

/** Maximum number of characters of a key in a pattern. JavaScript engines are slow with long patterns, and refuse very long ones. */
const maxPatternLength = 128

/** The search for an API key in all encodings. Many clients never need it, so it is made at the first use. */
function searchForKey(key: string): Search {
  const first = key.slice(0, maxPatternLength)
  // The pattern has only the beginning of a very long key. The match then extends to the next white space.
  const rest = key.length > maxPatternLength ? '\\S*' : ''
  let [whole, start]: (RegExp | undefined)[] = []
  return {
    get whole() {
      whole ??= new RegExp(`(?:${encodingPattern(first)})${rest}`, 'gi')
      return whole
    },
    get start() {
      start ??= new RegExp(encodingPattern(key.slice(0, 4)), 'i')
      return start
    },
    reach: first.length * 12,
  }
}

/**
 * Matches at the beginning of a word: no letter or digit may come before it. Exceptions are the end of an escape, as in `%20Ada`, and letters of
 * scripts without upper and lower case, such as Chinese, which has no spaces between words.
 */
const wordStartPattern = '(?<=^|[^\\p{LC}\\p{N}]|%[\\da-f]{2}|\\\\(?:u[\\da-f]{4}|[nrt]))'

/**
 * The search for a text of whole words. The pattern has only the beginning of a long text. The match then extends to the end of the searched text.
 */
function searchForWords(text: string): Search {
  // Counts code points, so that no surrogate pair is cut.
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

/** Source of a pattern that finds a text in all encodings. Use it with the flag `i`. */
function encodingPattern(text: string): string {
  const hex = [...text].map(hexOf)
  return [escapePatterns(text), ...base64Patterns(text), hex].map((parts) => parts.join(lineBreakPattern)).join('|')
}

/**
 * One pattern for each character, which finds the character and its escapes. Several backslashes in a row have one pattern together. No text may
 * match in two ways, because each ambiguous character would double the time of the search.
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

/**
 * Finds a character that is percent-encoded, once or several times, or escaped in HTML. The semicolon of the HTML escape may be missing, unless the
 * next character is a semicolon.
 */
function percentOrHtmlPattern(character: string, next: string | undefined): string {
  const point = character.codePointAt(0) ?? 0
  const html = `#0*${point}|#x0*${point.toString(16)}${character in htmlNames ? `|${htmlNames[character]}` : ''}`
  const bytes = Array.from(new TextEncoder().encode(character), (byte) => byte.toString(16).padStart(2, '0'))
  return `%(?:25)*${bytes.join('%(?:25)*')}|&(?:${html});${next === ';' ? '' : '?'}`
}

/**
 * Makes a pattern that finds a character in any form: plain, percent-encoded, escaped in JSON (also in JSON inside JSON) or in HTML.
 *
 * @param next the next character
 * @param behindBackslash whether the pattern of the previous character may already match the backslashes before this one
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
 * Finds a text inside base64. Base64 encodes groups of three bytes, so the same text has three forms, one for each position in a group. The first and
 * the last character of a form may also encode bits of the text beside it. The match includes these two characters.
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
