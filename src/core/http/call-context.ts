import type { Attempt, ErrorDetails, InputError, LinkError, Outcome } from '../errors/error-classes.ts'
import type { Head } from '../observe/hooks.ts'
import type { Received } from './read-body.ts'
import type { Redactor } from './redact.ts'

/** What an attempt came to, as far as a write's effect goes. */
export interface Ending {
  readonly status?: number | undefined
  /** Whether the answer calls itself JSON. */
  readonly isJson?: boolean
  /** False where the request surely never left. */
  readonly sent?: boolean
}

/** Whether an answer calls itself JSON; undefined where it does not say what it is. */
export function isJsonType({ headers }: Pick<Head, 'headers'>): boolean | undefined {
  const type = headers.get('content-type')
  return type === null ? undefined : /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)
}

/** What one attempt at a write came to, by its answer. A success of another type may be anybody's: a login page has stored nothing. */
function outcomeOf({ status = 0, isJson }: Ending): Outcome {
  if (isJson && status >= 200 && status < 300) return 'applied'
  return status >= 400 && status < 500 ? 'not applied' : 'unknown'
}

/** Of several attempts, what stands further back here holds for all of them. */
const outcomes = ['not applied', 'applied', 'unknown'] as const satisfies readonly Outcome[]

/** What is known of a call while it runs, and what its errors say of it. */
export class Trace {
  readonly method: string
  readonly redactor: Redactor
  readonly #href: string
  readonly #attempts: Attempt[] = []
  /** What the earlier attempts at a write came to, together. */
  #earlier: Outcome = 'not applied'
  #redirected = false

  constructor(method: string, url: URL, redactor: Redactor) {
    this.method = method
    this.#href = url.href
    this.redactor = redactor
  }

  /** Address of the first request, free of every key that is known by now. */
  get url(): string {
    return this.redactor.text(this.#href)
  }

  get attempts(): readonly Attempt[] {
    return Object.freeze([...this.#attempts])
  }

  /** Whether the latest attempt was redirected, and went on from there. */
  get redirected(): boolean {
    return this.#redirected
  }

  note(attempt: Attempt, redirected = false): void {
    this.#attempts.push(Object.freeze(attempt))
    this.#redirected = redirected
  }

  /** Another attempt follows one that ended so. */
  goOn(outcome: Outcome | undefined): void {
    if (outcome) this.#earlier = outcome
  }

  /** Whether a write took effect; undefined for reads. */
  outcome(ending: Ending): Outcome | undefined {
    if (this.method === 'GET') return undefined
    const last = ending.sent === false ? 'not applied' : outcomeOf(ending)
    // Whoever answered with the redirect may have acted before, and what is found at its end does not take that back.
    const latest = this.#redirected && last === 'not applied' ? 'unknown' : last
    return outcomes[Math.max(outcomes.indexOf(latest), outcomes.indexOf(this.#earlier))]
  }

  /** The details every error of a call carries. */
  details(ending: Ending, more: ErrorDetails = {}): ErrorDetails {
    const { method, url, attempts } = this
    return { method, url, attempts, outcome: this.outcome(ending), ...more }
  }

  /** The details of an error that an answer led to. */
  detailsOf(answer: Head, more: ErrorDetails = {}): ErrorDetails {
    const { status } = answer
    return this.details(
      { status, isJson: isJsonType(answer) === true },
      { status, headers: this.redactor.headers(answer.headers), ...more },
    )
  }
}

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
