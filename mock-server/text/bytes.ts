/** Bytes in memory of their own, such as a `Response` takes. */
export type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()

/** A text in bytes of UTF-8. */
export const utf8 = (text: string): Bytes => encoder.encode(text)

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
