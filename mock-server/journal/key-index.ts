import { fold, isEncoded, type Spelling, spell } from './spelling.ts'

/** A part of a text, from its first character to behind its last. */
export type Span = readonly [start: number, end: number]

/** A key shorter than this is not looked for: taking it out of everything would leave nothing to read. */
const shortestKey = 6

/** Keys that are looked for in texts. What that takes does not grow with how many there are. */
export class KeyIndex {
  readonly #forms = new Set<string>()
  /** Lengths of the forms, by their first four bytes. */
  readonly #lengths = new Map<number, Set<number>>()
  /** Hashes of the forms: a stretch of a text that has none of them need not be compared. */
  readonly #hashes = new Set<number>()
  readonly #numbers = new Set<number>()

  add(key: string): void {
    if (key.length < shortestKey) return
    const { bytes } = spell(key, 'nothing')
    this.#addForm(bytes)
    if (isEncoded(key)) this.#addForm(spell(key, 'wholly').bytes)
    // A client may have put the bytes of UTF-8 into a header, which then reads as one character for each of them.
    if (bytes.length > key.length) this.#addForm(Uint8Array.from(key, (character) => fold(character.charCodeAt(0))))
    if (/^\d+$/.test(key)) this.#numbers.add(Number(key))
  }

  /** Whether a number is a key of digits, read as JSON reads it. */
  isKey(number: number): boolean {
    return this.#numbers.has(number)
  }

  /** Where keys stand in a text that is spelled out. */
  spansIn({ bytes, starts }: Spelling): readonly Span[] {
    const spans: Span[] = []
    if (this.#forms.size === 0) return spans
    let hashes: Int32Array | undefined
    let head = 0
    let from = 0
    for (let at = 0; at < bytes.length; at += 1) {
      head = (head << 8) | (bytes[at] ?? 0)
      const begin = at - 3
      const sizes = begin < from ? undefined : this.#lengths.get(head)
      if (sizes === undefined) continue
      hashes ??= hashesOf(bytes)
      const size = this.#sizeAt(bytes, hashes, begin, sizes)
      if (size === 0) continue
      from = begin + size
      spans.push([starts?.[begin] ?? begin, starts?.[from] ?? from])
    }
    return spans
  }

  /** Length of the longest key at a place; 0 where none begins. */
  #sizeAt(bytes: Uint8Array, hashes: Int32Array, begin: number, sizes: Iterable<number>): number {
    let longest = 0
    for (const size of sizes) {
      if (size <= longest || begin + size > bytes.length) continue
      if (!this.#hashes.has(hashBetween(hashes, begin, begin + size))) continue
      if (this.#forms.has(textOf(bytes, begin, size))) longest = size
    }
    return longest
  }

  #addForm(bytes: Uint8Array): void {
    if (bytes.length < shortestKey) return
    this.#forms.add(textOf(bytes, 0, bytes.length))
    this.#hashes.add(hashBetween(hashesOf(bytes), 0, bytes.length))
    const head = bytes.subarray(0, 4).reduce((bits, byte) => (bits << 8) | byte, 0)
    const lengths = this.#lengths.get(head)
    if (lengths) lengths.add(bytes.length)
    else this.#lengths.set(head, new Set([bytes.length]))
  }
}

const base = 0x01000193

/** The hash of every beginning of some bytes, as the digits of one long number. */
function hashesOf(bytes: Uint8Array): Int32Array {
  const hashes = new Int32Array(bytes.length + 1)
  for (let at = 0; at < bytes.length; at += 1) hashes[at + 1] = Math.imul(hashes[at] ?? 0, base) + (bytes[at] ?? 0)
  return hashes
}

/** The hash of a stretch, from those of the beginnings before and behind it. */
const hashBetween = (hashes: Int32Array, begin: number, end: number): number =>
  ((hashes[end] ?? 0) - Math.imul(hashes[begin] ?? 0, power(end - begin))) | 0

const powers: number[] = [1]

function power(exponent: number): number {
  for (let at = powers.length; at <= exponent; at += 1) powers.push(Math.imul(powers[at - 1] ?? 0, base))
  return powers[exponent] ?? 0
}

const textOf = (bytes: Uint8Array, begin: number, size: number): string =>
  String.fromCharCode(...bytes.subarray(begin, begin + size))
