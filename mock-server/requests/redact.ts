import { isObject } from '../text/json.ts'
import { decodeSegment } from '../text/strings.ts'
import { KeyFinder, minKeyLength, redacted } from './key-finder.ts'
import { isSecretName } from './secret-names.ts'

/** Takes keys out of a text, and out of the end of one that was cut the beginning of a key. */
export type Redact = (text: string, isCut?: boolean) => string

/** Names and values. */
export type Headers = Iterable<readonly [name: string, value: string]>

// These hold other things than a key alone.
const noKeys = /authori[sz]ation|cookie/i

/** The keys that a request sent, whether or not the service knows them. */
export const keysIn = (headers: Headers): readonly string[] =>
  [...headers]
    .filter(([name]) => isSecretName(name) && !noKeys.test(name))
    .flatMap(([, value]) => value.split(',').map((key) => key.trim()))

/**
 * Finds keys in upper and lower case, as they are, percent-encoded, form-encoded, or escaped in JSON. A text in which a needless escape hides
 * a key is shown without such escapes.
 */
export function redactorOf(all: readonly string[]): Redact {
  const keys = all.filter(({ length }) => length >= minKeyLength)
  if (keys.length === 0) return (text) => text
  const finder = new KeyFinder([...new Set(keys.flatMap(spellingsOf))])
  return (text, isCut = false) =>
    withoutEscapes.reduce(
      (shown, withoutEscape) => {
        const unescaped = withoutEscape(shown)
        const clean = unescaped === shown ? shown : finder.redact(unescaped, isCut)
        return clean === unescaped ? shown : clean
      },
      finder.redact(text, isCut),
    )
}

const spellingsOf = (key: string): readonly string[] => {
  const encoded = encodeURIComponent(key)
  // A form has `+` for a space.
  const ofForms = [key.replaceAll(' ', '+'), encoded.replaceAll('%20', '+')]
  return [key, encoded, JSON.stringify(key).slice(1, -1), ...ofForms]
}

const ofCode = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16))

/** Undo percent signs, and escapes of JSON, that printable ASCII characters do not need. */
const withoutEscapes: readonly ((text: string) => string)[] = [
  (text) => text.replace(/%([2-7][\da-f])/gi, ofCode),
  (text) => text.replace(/\\u00([2-7][\da-f])/gi, ofCode).replaceAll('\\/', '/'),
]

/** Headers without secrets, their names in lower case: not every platform's `Headers` has them so. */
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

/** A value of JSON without the members whose names say that they are secret. There is no secret in `null`, `true` and `false`. */
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

/** A text without what stands behind secret names: members of JSON that is cut or damaged, and pairs as in {@link redactPairs}. */
export const redactNamed = (text: string): string =>
  redactPairs(
    text.replace(jsonMember, (member, name: string, colon: string) =>
      isSecretName(name) ? `"${name}"${colon}"${redacted}"` : member,
    ),
  )

const maxNameLength = 100
/** What no name of a pair has. */
const separators = ' \t\r\n?&=#"\'<>;,'
const behindValue = /[\s&#"<>]|$/g

/** A text, such as an address or a form, without the values of pairs `name=value` whose names say that they are secret. */
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
