/** Bytes in memory of their own, such as a `Response` takes. */
export type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()

/** A text in bytes of UTF-8. */
export const utf8 = (text: string): Bytes => encoder.encode(text)

const decoder = new TextDecoder()

/** The text of some bytes of UTF-8. */
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes)

// More than most answers take.
const scratch = new Uint8Array(64 * 1024)

/** How many bytes of UTF-8 a text makes, without making memory for them. */
export function utf8Length(text: string): number {
  let length = 0
  for (let from = 0; from < text.length; ) {
    const { read, written } = encoder.encodeInto(text.slice(from), scratch)
    length += written
    from += read
  }
  return length
}

/** How many bytes some parts have together. */
export const lengthOf = (parts: readonly Uint8Array[]): number =>
  parts.reduce((length, part) => length + part.length, 0)

/** Puts parts one behind the other, from the start of some memory on; returns their length. */
export function putInto(memory: Uint8Array, parts: readonly Uint8Array[]): number {
  let at = 0
  for (const part of parts) {
    memory.set(part, at)
    at += part.length
  }
  return at
}

/** Parts one behind the other, in memory of their own. */
export function joined(parts: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(lengthOf(parts))
  putInto(bytes, parts)
  return bytes
}
