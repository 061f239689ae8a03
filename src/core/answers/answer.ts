import type { Head } from '../watching/observer.ts'
import type { Trace } from '../watching/trace.ts'
import type { BodyText } from './body.ts'

/** An answer, with as much of its body as was read. */
export interface Received extends Head, BodyText {
  /** Address that answered. */
  readonly url: string
}

/** A success, read in full but not yet understood, and the call that it belongs to. */
export interface Answer extends Received {
  readonly trace: Trace
}
