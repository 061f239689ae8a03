import { isObject } from '../text/json.ts'
import { decodeSegment } from '../text/strings.ts'
import { KeyFinder, minKeyLength, redacted } from './key-finder.ts'
import { isSecretName } from './secret-names.ts'

/** Redacts keys in a text. At the end of a cut text, redacts the beginning of a key too. */
export type Redact = (text: string, isCut?: boolean) => string

/** Names and values. */
export type Headers = Iterable<readonly [name: string, value: string]>

// The values of these headers have other text besides a key.
const notOnlyKeys = /authori[sz]ation|cookie/i

/** The keys that a request sent, known or unknown to the service. */
export const keysIn = (headers: Headers): readonly string[] =>
  [...headers]
    .filter(([name]) => isSecretName(name) && !notOnlyKeys.test(name))
    .flatMap(([, value]) => value.split(',').map((key) => key.trim()))

/**
 * A function that redacts keys in upper and lower case: plain, percent-encoded, form-encoded or escaped in JSON. If an unnecessary escape
 * hides a key, the result is without such escapes.
 */
export function redactorOf(all: readonly string[]): Redact {
  const keys = all.filter(({ length }) => length >= minKeyLength)
  if (keys.length === 0) return (text) => text
  const finder = new KeyFinder([...new Set(keys.flatMap(spellingsOf))])
  return (text, isCut = false) =>
    decoders.reduce(
      (shown, decode) => {
        const unescaped = decode(shown)
        const clean = unescaped === shown ? shown : finder.redact(unescaped, isCut)
        return clean === unescaped ? shown : clean
      },
      finder.redact(text, isCut),
    )
}

const spellingsOf = (key: string): readonly string[] => {
  const encoded = encodeURIComponent(key)
  // Forms encode a space as `+`.
  const ofForms = [key.replaceAll(' ', '+'), encoded.replaceAll('%20', '+')]
  return [key, encoded, JSON.stringify(key).slice(1, -1), ...ofForms]
}

const ofCode = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16))

/** The first decodes percent-encoding, the second JSON escapes: only those of printable ASCII characters, which are unnecessary. */
const decoders: readonly ((text: string) => string)[] = [
  (text) => text.replace(/%([2-7][\da-f])/gi, ofCode),
  (text) => text.replace(/\\u00([2-7][\da-f])/gi, ofCode).replaceAll('\\/', '/'),
]

/** Headers without secrets. Converts names to lower case: not every platform's `Headers` does. */
export const redactHeaders = (headers: Headers, redact: Redact): Readonly<Record<string, string>> =>
  redactValues(
    [...headers].map(([name, value]) => [name.toLowerCase(), redactPairs(value)]),
    redact,
  )

/** Names and values without secrets. */
export const redactValues = (values: Headers, redact: Redact): Readonly<Record<string, string>> =>
  Object.freeze(
    Object.fromEntries(
      [...values].map(([name, value]) => [redact(name), isSecretName(name) ? redacted : redact(value)]),
    ),
  )

/** A JSON value in which members with a secret name are redacted. `null`, `true` and `false` are never secrets. */
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

/** Redacts values with a secret name in a text: in JSON that is cut or damaged, and in pairs as in {@link redactPairs}. */
export const redactNamed = (text: string): string =>
  redactPairs(
    text.replace(jsonMember, (member, name: string, colon: string) =>
      isSecretName(name) ? `"${name}"${colon}"${redacted}"` : member,
    ),
  )

const maxNameLength = 100
/** Characters that the name of a pair cannot have. */
const separators = ' \t\r\n?&=#"\'<>;,'
const behindValue = /[\s&#"<>]|$/g

/** Redacts the value of each pair `name=value` with a secret name in a text, such as an address or a form. */
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
