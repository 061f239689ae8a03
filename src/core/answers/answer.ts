import type { Trace } from '../watching/trace.ts'
import type { BodyText } from './body.ts'

/** An answer, with as much of its body as was read. */
export interface Received extends BodyText {
  readonly status: number
  readonly headers: Headers
  /** Address that answered. */
  readonly url: string
}

/** A success, read in full but not yet understood, and the call that it belongs to. */
export interface Answer extends Received {
  readonly trace: Trace
}
