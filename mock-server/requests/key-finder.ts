/** Minimum length of the API keys that {@link KeyFinder} finds. A shorter key would occur in nearly every text by chance. */
export const minKeyLength = 6

/** The text that replaces a secret. */
export const redacted = '[redacted]'

/**
 * Finds API keys in texts, in upper and lower case (Rabin-Karp algorithm). The time depends on the length of the text, not on the number of
 * keys.
 */
export class KeyFinder {
  /** Character codes of the keys in lower case, by the hash of the first {@link minKeyLength} characters. Longer keys come first. */
  readonly #byHash = new Map<number, readonly (readonly number[])[]>()
  /**
   * For each value of a hash's low bits: 1 if a key has such a hash, else 0. For most characters of a text, this lookup is enough to
   * exclude a key.
   */
  readonly #hasHash: Uint8Array

  /** Every key must have {@link minKeyLength} characters or more. */
  constructor(keys: readonly string[]) {
    this.#hasHash = new Uint8Array(2 ** Math.ceil(Math.log2(16 * keys.length + 1)))
    for (const key of keys.toSorted((one, other) => other.length - one.length)) {
      const codes = Array.from({ length: key.length }, (_, at) => codeAt(key, at))
      const hash = codes.slice(0, minKeyLength).reduce(withCode, 0)
      this.#byHash.set(hash, [...(this.#byHash.get(hash) ?? []), codes])
      this.#hasHash[hash & (this.#hasHash.length - 1)] = 1
    }
  }

  /**
   * Redacts every key in a text. If two keys begin at the same place, redacts the longer key. At the end of a cut text, also redacts an
   * incomplete key.
   */
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

  /** Length of the key that begins at a position; 0 if no key begins there. */
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

/** The factor by which the rolling hash has multiplied the code of the oldest character, when this character leaves the hash. */
const leavingFactor = Array.from({ length: minKeyLength }).reduce<number>((power) => Math.imul(power, factor), 1)

// The lower-case code for each code from 0 to 255. Keys come from headers, so their characters have no higher codes.
const lowerCase = Uint8Array.from({ length: 256 }, (_, code) => String.fromCharCode(code).toLowerCase().charCodeAt(0))

/** Code of a character in lower case. */
function codeAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return lowerCase[code] ?? code
}
