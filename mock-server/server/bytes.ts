import { lengthOf, putInto } from '../text/bytes.ts'

/** The longest body that a buffer is kept for, in bytes; a unit of a text takes three at the most. */
const longest = 192 * 1024
/** How many buffers are kept for the next answers. */
const mostKept = 16

const kept: Buffer[] = []

/** A body's bytes, in memory that is used again once it is given back. New memory for every page costs more than all else. */
export interface Bytes {
  readonly bytes: Buffer
  /** To be called when nobody reads them any more; where that never comes, nothing is lost. */
  readonly giveBack: () => void
}

export function bytesOf(body: string | readonly Uint8Array[]): Bytes {
  const length = typeof body === 'string' ? body.length * 3 : lengthOf(body)
  if (length > longest) return { bytes: typeof body === 'string' ? Buffer.from(body) : Buffer.concat(body), giveBack }
  const memory = kept.pop() ?? Buffer.allocUnsafeSlow(longest)
  return {
    bytes: memory.subarray(0, typeof body === 'string' ? memory.write(body) : putInto(memory, body)),
    giveBack: () => {
      if (kept.length < mostKept) kept.push(memory)
    },
  }
}

const giveBack = () => {}
