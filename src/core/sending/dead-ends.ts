import type { Received } from '../answers/answer.ts'
import type { InputError, LinkError } from '../errors/errors.ts'
import type { Head } from '../watching/observer.ts'

// Three ways an attempt can end without an answer. They tell what this package refused from what a foreign `fetch` threw, and
// go no further than the exchange.

/** This package itself refused to go on. */
export class Refused extends Error {
  readonly error: InputError | LinkError
  /** The answer that led to it. */
  readonly head: Head | undefined

  constructor(error: InputError | LinkError, head?: Head) {
    super()
    this.error = error
    this.head = head
  }
}

/** The `fetch` failed. */
export class Unanswered extends Error {}

/** The body of an answer broke off. */
export class BrokenBody extends Error {
  readonly answer: Received

  constructor(answer: Received) {
    super('', { cause: answer.cause })
    this.answer = answer
  }
}
