import { isObject } from '../text/json.ts'
import { decodeSegment } from '../text/strings.ts'
import { isSecretName } from './secret-names.ts'

/** The text that replaces a secret. */
export const redacted = '[redacted]'

/** Minimum length of the API keys that the log redacts in texts. A shorter key would occur in nearly every text by chance. */
const minKeyLength = 6

/** Redacts API keys in a text. At the end of a cut text, also redacts an incomplete key. */
export type Redact = (text: string, isCut?: boolean) => string

/** Names and values of headers. */
export type Headers = Iterable<readonly [name: string, value: string]>

// Values of these headers contain further text besides a key.
const notOnlyKeys = /authori[sz]ation|cookie/i

/** The API keys in the headers of a request, even if the service does not know them. */
export const keysIn = (headers: Headers): readonly string[] =>
  [...headers]
    .filter(([name]) => isSecretName(name) && !notOnlyKeys.test(name))
    .flatMap(([, value]) => value.split(',').map((key) => key.trim()))

/**
 * Returns a function that redacts API keys in a text: in upper or lower case, plain, percent-encoded, form-encoded or escaped in JSON. If a
 * key in the text has unnecessary escapes, the returned text has none of its unnecessary escapes any more.
 */
export function redactorOf(all: readonly string[]): Redact {
  const keys = all.filter(({ length }) => length >= minKeyLength)
  if (keys.length === 0) return (text) => text
  const redactLiteral = literalRedactor([...new Set(keys.flatMap(spellingsOf))])
  return (text, isCut = false) =>
    decoders.reduce(
      (shown, decode) => {
        const unescaped = decode(shown)
        const clean = unescaped === shown ? shown : redactLiteral(unescaped, isCut)
        return clean === unescaped ? shown : clean
      },
      redactLiteral(text, isCut),
    )
}

/** Redacts these keys in upper or lower case. The longest keys come first in the pattern, because one key may be the start of another. */
function literalRedactor(keys: readonly string[]): (text: string, isCut: boolean) => string {
  const longestFirst = keys.toSorted((one, other) => other.length - one.length)
  const pattern = new RegExp(anyOf(longestFirst, 2), 'gi')
  const lowerKeys = longestFirst.map((key) => key.toLowerCase())
  return (text, isCut) => {
    const clean = text.replace(pattern, redacted)
    const length = isCut ? cutKeyLength(clean.toLowerCase(), lowerKeys) : 0
    return length === 0 ? clean : clean.slice(0, -length) + redacted
  }
}

/**
 * Source of a pattern that matches any of these keys. Keys with the same first `common` characters share them in the pattern. Without that,
 * the time of a search would grow with the number of keys.
 */
function anyOf(keys: readonly string[], common: number): string {
  if (common === 0) return keys.map(literal).join('|')
  const byFirst = Map.groupBy(keys, (key) => key.charAt(0).replace(/[A-Z]/, (letter) => letter.toLowerCase()))
  const groups = [...byFirst].map(([first, its]) => {
    const rests = its.map((key) => key.slice(1))
    return `${literal(first)}(?:${anyOf(rests, common - 1)})`
  })
  return groups.join('|')
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** Length of an incomplete key at the end of a text; 0 without such a key. */
function cutKeyLength(text: string, keys: readonly string[]): number {
  for (let length = (keys[0]?.length ?? 0) - 1; length >= minKeyLength; length -= 1) {
    const end = text.slice(-length)
    if (end.length === length && keys.some((key) => key.startsWith(end))) return length
  }
  return 0
}

const spellingsOf = (key: string): readonly string[] => {
  const encoded = encodeURIComponent(key)
  // Forms encode a space as `+`.
  const ofForms = [key.replaceAll(' ', '+'), encoded.replaceAll('%20', '+')]
  return [key, encoded, JSON.stringify(key).slice(1, -1), ...ofForms]
}

const ofCode = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16))

/** Decodes percent-encoding, and then JSON escapes. Only decodes printable ASCII characters, which need no escape. */
const decoders: readonly ((text: string) => string)[] = [
  (text) => text.replace(/%([2-7][\da-f])/gi, ofCode),
  (text) => text.replace(/\\u00([2-7][\da-f])/gi, ofCode).replaceAll('\\/', '/'),
]

/** Redacts secrets in headers. Converts names to lower case, because not every platform's `Headers` does. */
export const redactHeaders = (headers: Headers, redact: Redact): Readonly<Record<string, string>> =>
  redactValues(
    [...headers].map(([name, value]) => [name.toLowerCase(), redactPairs(value)]),
    redact,
  )

/** Redacts the secrets in a list of names and values, such as headers. */
export const redactValues = (values: Headers, redact: Redact): Readonly<Record<string, string>> =>
  Object.freeze(
    Object.fromEntries(
      [...values].map(([name, value]) => [redact(name), isSecretName(name) ? redacted : redact(value)]),
    ),
  )

/** Redacts members with a secret name in a JSON value. `null`, `true` and `false` are never secrets. */
export function redactMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactMembers)
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => {
    const isSecret = isSecretName(name) && member !== null && typeof member !== 'boolean'
    return [name, isSecret ? redacted : redactMembers(member)]
  })
  return Object.fromEntries(members)
}

const jsonMember = /"((?:[^"\\]|\\.){1,100})"(\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|-?[\d.eE+-]+)/g

/** Redacts values with a secret name in a text: in incomplete or invalid JSON, and in pairs `name=value`. */
export const redactNamed = (text: string): string =>
  redactPairs(
    text.replace(jsonMember, (member, name: string, colon: string) =>
      isSecretName(name) ? `"${name}"${colon}"${redacted}"` : member,
    ),
  )

const maxNameLength = 100
/** Characters that cannot be in the name of a pair `name=value`. */
const separators = ' \t\r\n?&=#"\'<>;,'
const behindValue = /[\s&#"<>]|$/g

/** Redacts the value in each pair `name=value` with a secret name. The text can be an address or a form. */
export function redactPairs(text: string): string {
  let clean = ''
  let from = 0
  for (let sign = text.indexOf('='); sign >= 0; sign = text.indexOf('=', Math.max(sign + 1, from))) {
    let start = sign
    while (start > Math.max(from, sign - maxNameLength) && !separators.includes(text[start - 1] ?? '')) start -= 1
    const name = text.slice(start, sign)
    if (!isSecretName(decodeSegment(name.replaceAll('+', ' ')) ?? name)) continue
    behindValue.lastIndex = sign + 1
    clean += text.slice(from, sign + 1) + redacted
    from = behindValue.exec(text)?.index ?? text.length
  }
  return clean + text.slice(from)
}
