/** How much of a text is shown, in bytes of UTF-8. */
const shown = 16 * 1024
/** How much more is kept, so that a key which begins in what is shown is found as a whole. */
const margin = 8 * 1024

/** A body, target or header as it is kept: whole, or its beginning. */
export interface KeptText {
  readonly text: string
  /** How many characters of it are shown; absent where it is whole. */
  readonly end?: number
}

/** What is kept of a text, whatever its length. */
export function kept(whole: string): KeptText {
  // A code unit makes three bytes at the most.
  if (whole.length * 3 <= shown) return { text: whole }
  const bytes = new Uint8Array(shown + margin)
  const encoder = new TextEncoder()
  const end = encoder.encodeInto(whole, bytes.subarray(0, shown)).read
  if (end === whole.length) return { text: whole }
  const { written } = encoder.encodeInto(whole, bytes)
  // Decoded and not sliced: a slice would hold on to the whole text.
  return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, written)), end }
}

/** Headers as they are kept; where none is cut, as they came. */
export interface KeptHeaders {
  readonly headers: Iterable<readonly [name: string, value: string]>
  /** Those that are too long, by their names. */
  readonly cut?: ReadonlyMap<string, KeptText>
}

export function keptHeaders(headers: Iterable<readonly [string, string]>): KeptHeaders {
  // Others come from a parser with a limit of its own, and are not gone through before somebody looks.
  if (!(headers instanceof Headers)) return { headers }
  const cut = new Map<string, KeptText>()
  for (const [name, value] of headers) {
    const text = kept(value)
    if (text.end !== undefined) cut.set(name, text)
  }
  return cut.size === 0 ? { headers } : { headers: [...headers].filter(([name]) => !cut.has(name)), cut }
}
