/** What stands where a key stood. */
export const redacted = '[redacted]'

/** Shorter keys are not searched for: they would blot out innocent text. */
const shortest = 6

const namedEntities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

const escapeForPattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** One character of a key in every dress a service may repeat it in: bare, percent-, JSON- or HTML-encoded. */
function dressesOf(character: string): string {
  const point = character.codePointAt(0) ?? 0
  const hex = point.toString(16)
  const anyCase = [...hex].map((digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit)).join('')
  const name = namedEntities[character]
  return `(?:${[
    escapeForPattern(character),
    ...('"\\/'.includes(character) ? [`\\\\${escapeForPattern(character)}`] : []),
    `%${anyCase.padStart(2, '0')}`,
    `\\\\u${anyCase.padStart(anyCase.length + 4 - hex.length, '0')}`,
    `&#0*${point};`,
    `&#[xX]0*${anyCase};`,
    ...(name ? [`&${name};`] : []),
  ].join('|')})`
}

/** The key inside base64: it reads differently at each of the three offsets it may start at; edges shared with other bytes are left off. */
function base64Of(key: string): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const encoded = btoa('\0'.repeat(offset) + key)
    const start = offset === 0 ? 0 : offset + 1
    const whole = Math.floor(((offset + key.length) * 4) / 3)
    const inner = encoded.slice(start, whole)
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

function patternOf(key: string): RegExp | undefined {
  if (key.length < shortest) return undefined
  return new RegExp([[...key].map(dressesOf).join(''), ...base64Of(key).map(escapeForPattern)].join('|'), 'g')
}

/** Takes keys out of texts, values and headers before they reach an error. */
export class Redactor {
  readonly #patterns = new Map<string, RegExp | undefined>()
  readonly #most: number

  /** @param most how many keys to keep in mind, the latest ones: a key function may give a new one for every attempt */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most
  }

  /** From now on this key is taken out too. */
  add(key: string): void {
    if (this.#patterns.has(key)) return
    this.#patterns.set(key, patternOf(key))
    const [oldest] = this.#patterns.keys()
    if (this.#patterns.size > this.#most && oldest !== undefined) this.#patterns.delete(oldest)
  }

  text(text: string): string {
    let clean = text
    for (const pattern of this.#patterns.values()) if (pattern) clean = clean.replace(pattern, redacted)
    return clean
  }

  /** A JSON value without the keys, names of members included. */
  value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value)
    if (Array.isArray(value)) return value.map((entry) => this.value(entry))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [this.text(name), this.value(entry)]))
  }

  headers(headers: Headers): Headers {
    const clean = new Headers()
    for (const [name, value] of headers) clean.append(this.text(name).replace(/[[\]]/g, ''), this.text(value))
    return clean
  }

  /**
   * A copy of a foreign error that keeps what helps (name, message, code, what caused it) and nothing that could hold a
   * request: the errors of HTTP libraries carry its headers.
   */
  cause(error: unknown, depth = 0): unknown {
    if (!(error instanceof Error))
      return typeof error === 'object' ? String(this.text(String(error))) : this.value(error)
    const copy = new Error(this.text(error.message))
    Object.defineProperty(copy, 'name', { value: this.text(error.name), configurable: true })
    if (error.stack) Object.defineProperty(copy, 'stack', { value: this.text(error.stack), configurable: true })
    const { code, errors } = error as { code?: unknown; errors?: unknown }
    if (typeof code === 'string' || typeof code === 'number') Object.assign(copy, { code: this.value(code) })
    if (depth < 4 && Array.isArray(errors)) Object.assign(copy, { errors: errors.map((e) => this.cause(e, depth + 1)) })
    if (depth < 4 && error.cause !== undefined) {
      Object.defineProperty(copy, 'cause', { value: this.cause(error.cause, depth + 1), configurable: true })
    }
    return copy
  }
}
