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

/** A text as bytes of UTF-8 in lower case, `+` as a space, and where in the text each of them stands. */
export interface Spelling {
  readonly bytes: Uint8Array
  /** Where in the text a byte begins; behind the last one, the text's length. Absent where every character is one byte. */
  readonly starts?: Uint32Array
}

/** What is undone: nothing, one layer of percent-encoding and JSON escapes, or every layer. */
export type Undone = 'nothing' | 'once' | 'wholly'

const [percent, backslash, letterU] = [0x25, 0x5c, 0x75]
// What JSON escapes by a backslash alone: quote, backslash and slash.
const escaped: readonly (number | undefined)[] = [0x22, backslash, 0x2f]
const encoder = new TextEncoder()

/** Whether a text holds anything to undo. */
export const isEncoded = (text: string): boolean => /[%\\]/.test(text)

/** Spells a text out. However often it is encoded, the time that takes grows with its length alone. */
export function spell(text: string, undone: Undone): Spelling {
  if (undone === 'nothing') {
    const bytes = encoder.encode(text)
    // Most texts are so, the long ones among them.
    if (bytes.length === text.length) return { bytes: bytes.map(fold) }
  }
  return spellByCharacter(text, undone)
}

function spellByCharacter(text: string, undone: Undone): Spelling {
  // A code unit makes three bytes at the most.
  const bytes = new Uint8Array(text.length * 3)
  const starts = new Uint32Array(text.length * 3 + 1)
  let length = 0
  // What stands before this is not looked at again.
  let sealed = 0

  const push = (byte: number, start: number) => {
    bytes[length] = fold(byte)
    starts[length] = start
    length += 1
  }
  const pushCode = (code: number, start: number) => {
    if (code < 0x80) push(code, start)
    else for (const byte of encoder.encode(String.fromCodePoint(code))) push(byte, start)
  }
  const hex = (digits: number): number => {
    let value = 0
    for (let at = length - digits; at < length; at += 1) value = value * 16 + hexDigit(bytes[at] ?? 0)
    return value
  }
  const replaceLast = (count: number, code: number, isByte: boolean) => {
    length -= count
    const start = starts[length] ?? 0
    if (isByte) push(code, start)
    else pushCode(code, start)
    if (undone === 'once') sealed = length
    return true
  }
  /** Undoes the escape that the last bytes are, if they are one. */
  const undo = (): boolean => {
    const has = (count: number, first: number) => length - sealed >= count && bytes[length - count] === first
    if (has(3, percent) && hex(2) >= 0) return replaceLast(3, hex(2), true)
    if (has(6, backslash) && bytes[length - 5] === letterU && hex(4) >= 0) return replaceLast(6, hex(4), false)
    if (has(2, backslash) && escaped.includes(bytes[length - 1])) return replaceLast(2, bytes[length - 1] ?? 0, true)
    return false
  }

  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0
    pushCode(code, at)
    if (code > 0xffff) at += 1
    while (undone !== 'nothing' && undo()) if (undone === 'once') break
  }
  starts[length] = text.length
  return { bytes: bytes.subarray(0, length), starts: starts.subarray(0, length + 1) }
}

/** A letter in lower case, `+` as the space that it stands for in a query; every other byte as it is. */
export function fold(byte: number): number {
  if (byte === 0x2b) return 0x20
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte
}

/** The value of a hexadecimal digit in lower case; what is none spoils every number that it stands in. */
function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  return byte >= 0x61 && byte <= 0x66 ? byte - 0x57 : Number.NEGATIVE_INFINITY
}
