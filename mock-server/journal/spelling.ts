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
