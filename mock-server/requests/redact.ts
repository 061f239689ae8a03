/** Stands in the place of a key. */
const redacted = '[redacted]'
/** Shorter keys are not searched for: they occur in nearly every text. */
const minKeyLength = 6
/** Headers that carry a key, in one version or the other (v1 §5.1, v2 §5.1). */
const keyHeaders: readonly string[] = ['api-key', 'osdi-api-token']
// These may hold a key in Base64, which is not searched for.
const secretHeaders: readonly string[] = [...keyHeaders, 'authorization', 'proxy-authorization']

/** Takes keys out of a text. */
export type Redact = (text: string) => string

/** Names and values; those of headers have their names in lower case. */
export type Headers = Iterable<readonly [name: string, value: string]>

/** The keys that a request sent, whether or not the service knows them. */
export const keysIn = (headers: Headers): readonly string[] =>
  [...headers]
    .filter(([name]) => keyHeaders.includes(name))
    .flatMap(([, value]) => value.split(',').map((key) => key.trim()))

/** Finds keys as they are, percent-encoded, or as JSON writes them, in upper and lower case. */
export function redactorOf(keys: readonly string[]): Redact {
  const spellings = new Set(keys.filter(({ length }) => length >= minKeyLength).flatMap(spellingsOf))
  if (spellings.size === 0) return (text) => text
  // The longest first: one key may begin with another.
  const sorted = [...spellings].sort((a, b) => b.length - a.length).map((spelling) => spelling.replace(special, '\\$&'))
  const pattern = new RegExp(sorted.join('|'), 'gi')
  return (text) => text.replace(pattern, redacted)
}

const special = /[\\^$.*+?()[\]{}|/]/g

function spellingsOf(key: string): readonly string[] {
  const json = JSON.stringify(key).slice(1, -1)
  return [key, encodeURIComponent(key), json, json.replaceAll('/', '\\/')]
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
