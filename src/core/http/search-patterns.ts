// Patterns that find a key, or people's data, in whatever writing it stands in a text.

/** How a text is searched for. */
export interface Search {
  readonly whole: RegExp
  /** Finds its first four characters: fewer would blot out innocent text, and tell little. */
  readonly start: RegExp
  /** How many characters `whole` finds at most; where the text is percent-encoded ever again, it may be more. */
  readonly reach: number
}

/** Engines are slow with longer patterns, and refuse very long ones. */
const longest = 128

/** Finds a key in all promised encodings. */
export function searchFor(key: string): Search {
  const first = key.slice(0, longest)
  // What follows the beginning of a longer key goes with it, up to the next white space.
  const rest = key.length > longest ? '\\S*' : ''
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
export function wordsOf(text: string): Search {
  // No character is cut in two.
  const beginning = (most: number) => [...text].slice(0, most).join('')
  const first = beginning(longest)
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
