/** Takes keys out of what is shown. */
export interface Redact {
  text(text: string): string
  /** Every text within a JSON value, names of members included. */
  value(value: unknown): unknown
  record(record: Readonly<Record<string, string>>): Readonly<Record<string, string>>
}

const mark = '[redacted]'
// A refused key shorter than this is no secret, and taking it out of everything would leave nothing to read.
const shortestUnknown = 6
// JSON can be nested deeper than calls can.
const deepest = 200

/** Makes a redactor for the keys of a service and for those that a request sent, whoever knows them. */
export function redactor(known: readonly string[], sent: readonly string[]): Redact {
  const keys = new Set([...known, ...sent.filter((key) => key.length >= shortestUnknown)])
  const longestFirst = [...keys].sort((a, b) => b.length - a.length)
  const pattern = new RegExp(longestFirst.map(everyForm).join('|') || '(?!)', 'g')
  const text = (value: string) => value.replace(pattern, mark)
  const value = (inner: unknown, depth = 0): unknown => {
    if (typeof inner === 'string') return text(inner)
    if (typeof inner !== 'object' || inner === null) return inner
    if (depth === deepest) return mark
    const below = (member: unknown) => value(member, depth + 1)
    if (Array.isArray(inner)) return Object.freeze(inner.map(below))
    return Object.freeze(Object.fromEntries(Object.entries(inner).map(([name, member]) => [text(name), below(member)])))
  }
  return { text, value, record: (record) => value(record) as Readonly<Record<string, string>> }
}

/** A pattern for a key, each of its characters as it is or percent-encoded. */
function everyForm(key: string): string {
  return key
    .split('')
    .map((character) => `(?:${forms(character).join('|')})`)
    .join('')
}

function forms(character: string): readonly string[] {
  const code = character.charCodeAt(0).toString(16).padStart(2, '0')
  const encoded = `%${code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)}`
  return [`\\u${code.padStart(4, '0')}`, encoded, ...(character === ' ' ? ['\\+'] : [])]
}
