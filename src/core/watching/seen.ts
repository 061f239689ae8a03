import type { Attempt, ErrorCode, Outcome } from '../errors/errors.ts'

/** What every hook is told first: which request of which call it is about. All of it is frozen, and free of the key. */
export interface Seen {
  /** Number of the call in this process, the same in all that is told of it. A walk makes a call for every page. */
  readonly call: number
  /** HTTP method. */
  readonly method: string
  /** Address of the request; where a whole attempt or call is meant, of its first one. */
  readonly url: string
  /** Which attempt of the call it is, from 1. */
  readonly attempt: number
}

/** A request that leaves. */
export interface RequestSeen extends Seen {
  /** How many requests the call has made before this one: earlier attempts, and redirects. */
  readonly resend: number
}

/** The head of an answer; its body is still to be read. */
export interface ResponseSeen extends Seen {
  /** Status of the answer. */
  readonly status: number
  /** Headers of the answer, names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds since the request left. */
  readonly duration: number
}

/** Something that failed. */
export interface FailureSeen extends Seen {
  /** The error's code; `'abort'` where the caller's signal ended the call, `'unexpected'` where it is none of this package's errors: please report it. */
  readonly code: ErrorCode | 'abort' | 'unexpected'
  /** The error's message. */
  readonly message: string
  /** Status of the answer, where there was one. */
  readonly status?: number
  /** Whether a write took effect; absent for reads and aborts. */
  readonly outcome?: Outcome
}

/** An attempt that failed, and that another one follows now. */
export interface RetrySeen extends FailureSeen {
  /** Milliseconds that were waited between the two, for a turn and for the end of a rest too. */
  readonly wait: number
}

/** A call that rejects. */
export interface ErrorSeen extends FailureSeen {
  /** Every attempt that came to an end. */
  readonly attempts: readonly Attempt[]
  /** Milliseconds that the call took. */
  readonly duration: number
}

/** Whom it is told. */
export interface Listener {
  request(seen: RequestSeen): void
  response(seen: ResponseSeen): void
  retry(seen: RetrySeen): void
  error(seen: ErrorSeen): void
}
