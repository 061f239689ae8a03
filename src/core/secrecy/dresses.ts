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
