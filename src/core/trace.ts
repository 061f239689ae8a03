import type { Attempt, ErrorDetails, Outcome } from './errors.ts'
import type { Redactor } from './secret.ts'

/** What an attempt came to, as far as a write's effect goes. */
export interface Ending {
  readonly status?: number | undefined
  /** False where the request surely never left. */
  readonly sent?: boolean
}

/** What is known of a call while it runs, and what its errors say of it. */
export class Trace {
  readonly method: string
  readonly redactor: Redactor
  readonly #href: string
  readonly #attempts: Attempt[] = []
  /** Whether an earlier attempt at a write may have taken effect. */
  #unsure = false

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

  note(attempt: Attempt): void {
    this.#attempts.push(Object.freeze(attempt))
  }

  /** Another attempt follows one that ended so. */
  goOn(outcome: Outcome | undefined): void {
    this.#unsure ||= outcome !== undefined && outcome !== 'not applied'
  }

  /** Whether a write took effect; undefined for reads. */
  outcome({ status, sent = true }: Ending): Outcome | undefined {
    if (this.method === 'GET') return undefined
    if (this.#unsure) return 'unknown'
    if (!sent) return 'not applied'
    if (status === undefined) return 'unknown'
    if (status >= 200 && status < 300) return 'applied'
    return status >= 400 && status < 500 ? 'not applied' : 'unknown'
  }

  /** The details every error of a call carries. */
  details(ending: Ending, more: ErrorDetails = {}): ErrorDetails {
    const { method, url, attempts } = this
    return { method, url, attempts, outcome: this.outcome(ending), ...more }
  }

  /** The details of an error that an answer led to. */
  detailsOf(answer: { readonly status: number; readonly headers: Headers }, more: ErrorDetails = {}): ErrorDetails {
    const { status } = answer
    return this.details({ status }, { status, headers: this.redactor.headers(answer.headers), ...more })
  }
}
