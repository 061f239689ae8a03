/** The longest text that a buffer is kept for: three bytes are the most that one of its units takes. */
const longest = 64 * 1024
/** How many buffers are kept for the next answers. */
const mostKept = 16

const kept: Buffer[] = []

/** A text's bytes, in memory that is used again once it is given back. New memory for every page costs more than all else. */
export interface Bytes {
  readonly bytes: Buffer
  /** To be called when nobody reads them any more; where that never comes, nothing is lost. */
  readonly giveBack: () => void
}

export function bytesOf(text: string): Bytes {
  if (text.length > longest) return { bytes: Buffer.from(text), giveBack: () => {} }
  const memory = kept.pop() ?? Buffer.allocUnsafeSlow(longest * 3)
  return {
    bytes: memory.subarray(0, memory.write(text)),
    giveBack: () => {
      if (kept.length < mostKept) kept.push(memory)
    },
  }
}
