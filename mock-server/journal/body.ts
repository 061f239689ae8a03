import { parse } from '../http/body.ts'
import type { Redactor } from './redact.ts'

/** How much of a body is shown, in bytes of UTF-8. */
const shown = 16 * 1024
/** How much more is kept, so that a key which begins in what is shown is found as a whole. */
const margin = 8 * 1024

/** A body as it is kept: whole, or its beginning. */
export interface KeptBody {
  readonly text: string
  /** How many characters of it are shown; absent where it is whole. */
  readonly end?: number
}

/** What is kept of a body, whatever its length. */
export function kept(body: string): KeptBody {
  // A code unit makes three bytes at the most.
  if (body.length * 3 <= shown) return { text: body }
  const bytes = new Uint8Array(shown + margin)
  const encoder = new TextEncoder()
  const end = encoder.encodeInto(body, bytes.subarray(0, shown)).read
  if (end === body.length) return { text: body }
  const { written } = encoder.encodeInto(body, bytes)
  // Decoded and not sliced: a slice would hold on to the whole body.
  return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, written)), end }
}

/** A body as it is shown: as JSON where it is whole and JSON, as text otherwise. */
export function shownBody({ text, end }: KeptBody, redactor: Redactor): unknown {
  const parsed = end === undefined ? parse(text) : undefined
  return parsed === undefined ? redactor.text(text, end) : redactor.value(parsed)
}
