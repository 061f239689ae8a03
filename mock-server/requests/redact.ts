/** Stands in the place of a key. */
const redacted = '[redacted]'
/** Shorter keys are not searched for: they occur in nearly every text. */
const minKeyLength = 6
/** Headers that carry a key, in one version or the other (v1 §5.1, v2 §5.1). */
const keyHeaders: readonly string[] = ['api-key', 'osdi-api-token']
// These may hold a key in Base64, which is not searched for.
const secretHeaders: readonly string[] = [...keyHeaders, 'authorization', 'proxy-authorization']

/** Takes keys out of a text, and out of the end of one that was cut the beginning of a key. */
export type Redact = (text: string, isCut?: boolean) => string

/** Names and values; those of headers have their names in lower case. */
export type Headers = Iterable<readonly [name: string, value: string]>

/** The keys that a request sent, whether or not the service knows them. */
export const keysIn = (headers: Headers): readonly string[] =>
  [...headers]
    .filter(([name]) => keyHeaders.includes(name))
    .flatMap(([, value]) => value.split(',').map((key) => key.trim()))

/** Finds keys in upper and lower case, as they are, percent-encoded, or escaped in JSON. A text in which a needless escape hides a key is shown without such escapes. */
export function redactorOf(all: readonly string[]): Redact {
  const keys = all.filter(({ length }) => length >= minKeyLength)
  if (keys.length === 0) return (text) => text
  // The longest first: one key may begin with another.
  const spellings = [...new Set(keys.flatMap(spellingsOf))].sort((a, b) => b.length - a.length)
  const sorted = spellings.map((spelling) => spelling.replace(special, '\\$&'))
  const pattern = new RegExp(sorted.join('|'), 'gi')
  return (text, isCut = false) => {
    const plain = withoutEscapes.reduce((shown, withoutEscape) => {
      const clean = shown.replace(pattern, redacted)
      const unescaped = withoutEscape(clean)
      return unescaped.search(pattern) < 0 ? clean : unescaped.replace(pattern, redacted)
    }, text)
    return isCut ? withoutCutKey(plain, keys) : plain
  }
}

const special = /[\\^$.*+?()[\]{}|/]/g

const spellingsOf = (key: string): readonly string[] => [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)]

const ofCode = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16))

/** Undo percent signs, and escapes of JSON, that printable ASCII characters do not need. */
const withoutEscapes: readonly ((text: string) => string)[] = [
  (text) => text.replace(/%([2-7][\da-f])/gi, ofCode),
  (text) => text.replace(/\\u00([2-7][\da-f])/gi, ofCode).replaceAll('\\/', '/'),
]

function withoutCutKey(text: string, keys: readonly string[]): string {
  const end = text.slice(-Math.max(...keys.map(({ length }) => length))).toLowerCase()
  for (const key of keys)
    for (let length = key.length - 1; length >= minKeyLength; length -= 1)
      if (end.endsWith(key.slice(0, length).toLowerCase())) return text.slice(0, -length) + redacted
  return text
}

/** Headers without keys. */
export const redactHeaders = (headers: Headers, redact: Redact): Readonly<Record<string, string>> =>
  redactValues(
    [...headers].map(([name, value]) => [name, secretHeaders.includes(name) ? redacted : value]),
    redact,
  )

/** Names and values without keys. */
export const redactValues = (values: Headers, redact: Redact): Readonly<Record<string, string>> =>
  Object.freeze(Object.fromEntries([...values].map(([name, value]) => [redact(name), redact(value)])))
