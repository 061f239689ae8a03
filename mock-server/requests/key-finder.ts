/** The minimum length of a key that is searched for. Shorter keys occur in nearly every text. */
export const minKeyLength = 6

/** The text that replaces a secret. */
export const redacted = '[redacted]'

/** Finds keys in texts, in upper and lower case (Rabin-Karp). The time depends on the length of the text, not on the number of keys. */
export class KeyFinder {
  /** Keys in lower case, by the hash of their first {@link minKeyLength} characters; longer keys first. */
  readonly #byHash = new Map<number, readonly (readonly number[])[]>()
  /** Whether any key has a hash with these low bits. This lookup is enough for most characters of a text. */
  readonly #hasHash: Uint8Array

  /** Takes keys of {@link minKeyLength} characters or more. */
  constructor(keys: readonly string[]) {
    this.#hasHash = new Uint8Array(2 ** Math.ceil(Math.log2(16 * keys.length + 1)))
    for (const key of keys.toSorted((one, other) => other.length - one.length)) {
      const codes = Array.from({ length: key.length }, (_, at) => codeAt(key, at))
      const hash = codes.slice(0, minKeyLength).reduce(withCode, 0)
      this.#byHash.set(hash, [...(this.#byHash.get(hash) ?? []), codes])
      this.#hasHash[hash & (this.#hasHash.length - 1)] = 1
    }
  }

  /** Redacts every key in a text, and prefers the longest key. At the end of a cut text, redacts the beginning of a key too. */
  redact(text: string, isCut: boolean): string {
    const lowBits = this.#hasHash.length - 1
    let clean = ''
    let from = 0
    let hash = 0
    for (let end = 0; end < text.length; end += 1) {
      const at = end + 1 - minKeyLength
      hash = withCode(hash, codeAt(text, end))
      if (at > 0) hash = (hash - Math.imul(codeAt(text, at - 1), leavingFactor)) | 0
      if (at < from || this.#hasHash[hash & lowBits] === 0) continue
      const length = this.#lengthAt(text, at, hash, isCut)
      if (length === 0) continue
      clean += text.slice(from, at) + redacted
      from = at + length
    }
    return from === 0 ? text : clean + text.slice(from)
  }

  /** Length of the key at a position; 0 if there is none. */
  #lengthAt(text: string, at: number, hash: number, isCut: boolean): number {
    const left = text.length - at
    const key = this.#byHash.get(hash)?.find((codes) => {
      if (codes.length > left && !isCut) return false
      const length = Math.min(codes.length, left)
      for (let index = 0; index < length; index += 1) if (codes[index] !== codeAt(text, at + index)) return false
      return true
    })
    return Math.min(key?.length ?? 0, left)
  }
}

const factor = 0x01000193

const withCode = (hash: number, code: number): number => (Math.imul(hash, factor) + code) | 0

/** The factor of a character's code in the rolling hash at the moment when the character leaves the hash. */
const leavingFactor = Array.from({ length: minKeyLength }).reduce<number>((power) => Math.imul(power, factor), 1)

// Keys come from headers, so their characters have codes from 0 to 255. The table has the lower-case code of each.
const lowerCase = Uint8Array.from({ length: 256 }, (_, code) => String.fromCharCode(code).toLowerCase().charCodeAt(0))

/** Code of a character in lower case. */
function codeAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return lowerCase[code] ?? code
}
