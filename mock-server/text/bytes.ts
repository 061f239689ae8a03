/** Bytes in memory of their own, such as a `Response` takes. */
export type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()

/** A text in bytes of UTF-8. */
export const utf8 = (text: string): Bytes => encoder.encode(text)

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

/** Parts one behind the other; a single one as it is. */
export function joined(parts: readonly Bytes[]): Bytes {
  const [only] = parts
  if (only && parts.length === 1) return only
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
