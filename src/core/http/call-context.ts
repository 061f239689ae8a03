import { oneLine } from '../base/messages.ts'
import type { Redactor } from '../base/redact.ts'
import { redactedCause, withoutText } from '../base/redacted-copies.ts'
import { elapsed, LimitReached, runWithin } from '../base/time.ts'
import {
  type Attempt,
  type ErrorDetails,
  type EventsError,
  isEventsError,
  type Outcome,
  type TimeoutError,
} from '../errors/error-classes.ts'
import { type CallHook, type Facts, type FailureHook, type Hooks, type Listeners, notify } from '../options/hooks.ts'
import type { ResolvedCallOptions } from '../options/read-options.ts'
import { type BodyText, isJsonType, type ParsedJson } from './body.ts'
import type { Departure, WaitLimits } from './rate-limit.ts'
import type { ApiRequest } from './request.ts'

/** The option that sets a time limit. */
type TimeLimit = TimeoutError['option']

/** The part of a response that arrives before the body. */
export type ResponseHead = Pick<Response, 'status' | 'headers'>

/** A response, the text of its body, and the call that the response belongs to. */
export interface ReceivedResponse extends ResponseHead, BodyText {
  /** Address of the request that got this response: after redirects, the last one. */
  readonly url: string
  readonly context: CallContext
  /** The parsed body. Set only for a success whose body may be JSON. */
  readonly json?: ParsedJson | undefined
}

/** State of the latest attempt of a call. Times are in milliseconds. */
interface RunningAttempt {
  /** Whether a request may have left the client. */
  sent: boolean
  /** The latest request, for the rate limit. Undefined without a rate limit. */
  departure: Departure | undefined
  /** Whether a redirect was followed. */
  redirected: boolean
  /** Head of the response. Undefined before it arrives, and after a redirect. */
  head: ResponseHead | undefined
  /** Time of the requests and of the key function. Counts for `timeout`. */
  spent: number
  /** Wait time. Counts only for `totalTimeout` and `deadline`. */
  waited: number
  /** The limit that ends the current step of the attempt: when the step began, this limit had the least time left. */
  limit: TimeLimit
}

/** Derives the outcome of a write from its response. A success without JSON is `unknown`: it may be a login page, and then nothing was stored. */
function outcomeByResponse({ status, headers }: ResponseHead): Outcome {
  if (status >= 200 && status < 300 && isJsonType({ headers })) return 'applied'
  return status >= 400 && status < 500 ? 'not applied' : 'unknown'
}

/** Outcomes in ascending severity. The worst outcome of the attempts is the outcome of the call. */
const outcomes = ['not applied', 'applied', 'unknown'] as const satisfies readonly Outcome[]

/** Number of the latest call in this process. */
let latestCall = 0

/** Milliseconds since `moment`, a result of {@link elapsed}. */
const millisecondsSince = (moment: number) => Math.round(elapsed() - moment)

const newAttempt = {
  sent: false,
  departure: undefined,
  redirected: false,
  head: undefined,
  spent: 0,
  waited: 0,
  limit: 'timeout',
} as const

/** A running call: its request, its options, its progress, and the details that its errors and hooks contain. */
export class CallContext {
  readonly call = ++latestCall
  readonly request: ApiRequest
  readonly options: ResolvedCallOptions
  readonly redactor: Redactor
  readonly waitLimits: WaitLimits
  /** The limit of the whole call: `totalTimeout` or `deadline`, whichever ends earlier. */
  readonly callLimit: Exclude<TimeLimit, 'timeout'>
  /** The hooks of this call: those of the client, and those that tracing adds. */
  readonly hooks: Hooks[]
  attempt: RunningAttempt = { ...newAttempt }
  readonly #started = elapsed()
  readonly #listeners: Listeners
  readonly #attempts: Attempt[] = []
  /** The worst outcome of the earlier attempts. */
  #worstOutcome: Outcome = 'not applied'
  /** Number of the current attempt, from 1. Hooks get it as `attempt`. */
  #number = 1
  #requests = 0
  #sent = 0

  constructor(request: ApiRequest, options: ResolvedCallOptions, listeners: Listeners) {
    this.request = request
    this.options = options
    this.redactor = listeners.redactor
    this.hooks = [...listeners.hooks]
    this.#listeners = listeners
    const { signal, retry, totalTimeout, deadline = { end: Infinity } } = options
    const end = this.#started + totalTimeout
    this.callLimit = end <= deadline.end ? 'totalTimeout' : 'deadline'
    this.waitLimits = { signal, pause: retry.maxRetryAfter, end: Math.min(end, deadline.end) }
  }

  get method(): string {
    return this.request.method
  }

  /** Whether the call is about people or RSVPs. */
  get isPersonal(): boolean {
    return this.request.shownUrl !== undefined
  }

  /** Address of the first request, without API keys. */
  get url(): string {
    return this.redactor.text(this.request.shownUrl ?? this.request.url.href)
  }

  /** Headers as errors and hooks show them: without API keys, and in a call about people only those whose values have a fixed form. */
  headers(headers: Headers): Headers {
    const clean = this.redactor.headers(headers)
    return this.isPersonal ? withoutText(clean) : clean
  }

  /** A message about the call: method, address, and what happened. */
  describe(what: string): string {
    return `${this.method} ${this.url} ${what}`
  }

  get attempts(): readonly Attempt[] {
    return Object.freeze([...this.#attempts])
  }

  /** A time limit in milliseconds. */
  msOf(limit: TimeLimit): number {
    return limit === 'deadline' ? (this.options.deadline?.limit ?? 0) : this.options[limit]
  }

  /**
   * Begins an attempt.
   *
   * @param worstOutcome the worst outcome of the earlier attempts; undefined for the first attempt
   */
  begin(worstOutcome?: Outcome): RunningAttempt {
    if (worstOutcome) this.#worstOutcome = worstOutcome
    this.attempt = { ...newAttempt }
    return this.attempt
  }

  /**
   * Runs one step of the attempt: the key function, or a request. Aborts it when the time of the attempt or of the call runs out.
   *
   * @throws the signal's own reason, or LimitReached
   */
  async run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { attempt, options, waitLimits } = this
    const began = elapsed()
    const ofAttempt = options.timeout - attempt.spent
    const ofCall = waitLimits.end - began
    attempt.limit = ofAttempt <= ofCall ? 'timeout' : this.callLimit
    // The deadline of the iteration may have passed before this request.
    if (ofCall <= 0) throw new LimitReached()
    try {
      return await runWithin(Math.min(ofAttempt, ofCall), [options.signal], work)
    } finally {
      attempt.spent += elapsed() - began
    }
  }

  /** Runs `waiting` and counts its time as wait time. Sets no time limit, so `waiting` itself must stop in time. */
  async wait<T>(waiting: () => Promise<T>): Promise<T> {
    const { attempt } = this
    const began = elapsed()
    try {
      return await waiting()
    } finally {
      attempt.waited += elapsed() - began
    }
  }

  /**
   * Adds the ended attempt to `attempts`.
   *
   * @param cause what went wrong; undefined if the response is complete
   */
  recordAttempt(cause?: string): void {
    const { head, spent, waited } = this.attempt
    const times = { wait: Math.round(waited), duration: Math.round(spent) }
    const what = { ...(head && { status: head.status }), ...(cause !== undefined && { cause }) }
    this.#attempts.push(Object.freeze({ ...what, ...times }))
  }

  /** Whether a write took effect; undefined for reads. */
  #outcome(last: Outcome): Outcome | undefined {
    if (this.method === 'GET') return undefined
    // The server that sent the redirect may have applied the write first. A refusal by the target does not undo that.
    const latest = this.attempt.redirected && last === 'not applied' ? 'unknown' : last
    return outcomes[Math.max(outcomes.indexOf(latest), outcomes.indexOf(this.#worstOutcome))]
  }

  /**
   * The details that every error of a call carries.
   *
   * @param outcome outcome of the latest attempt. @default derived from the response, if there is one
   */
  details(more: ErrorDetails, outcome?: Outcome): ErrorDetails {
    const { method, url, attempts } = this
    const { sent, head } = this.attempt
    const last = outcome ?? (head ? outcomeByResponse(head) : sent ? 'unknown' : 'not applied')
    const response = head && { status: head.status, headers: this.headers(head.headers) }
    return { method, url, attempts, outcome: this.#outcome(last), ...response, ...more }
  }

  /** Calls the `onRequest` hooks. The transport calls this method before it sends a request. */
  onRequest(url: URL): void {
    this.#tell('onRequest', () => {
      this.#sent = elapsed()
      return { ...this.#facts(url), resend: this.#requests++ }
    })
  }

  /** Calls the `onResponse` hooks. The transport calls this method when it has the head of a response. */
  onResponse(url: URL, { status, headers }: ResponseHead): void {
    this.#tell('onResponse', () => {
      const clean = Object.freeze(Object.fromEntries(this.headers(headers)))
      return { ...this.#facts(url), status, headers: clean, duration: millisecondsSince(this.#sent) }
    })
  }

  /** Calls the `onRetry` hooks. The transport calls this method when the next attempt starts. */
  onRetry(failure: EventsError): void {
    this.#tell('onRetry', () => ({ ...this.#failure(failure), wait: Math.round(this.attempt.waited) }))
    this.#number += 1
  }

  /**
   * Calls the `onError` hooks. The transport calls this method when the call rejects.
   *
   * @param thrown the error; undefined for an abort, because hooks must not see the reason that the caller gave to the signal
   */
  onError(thrown: unknown): void {
    // If the last attempt failed before its first request, `onRetry` has not counted it.
    this.#number = Math.max(this.#number, this.#attempts.length)
    const { attempts } = this
    this.#tell('onError', () => ({ ...this.#failure(thrown), attempts, duration: millisecondsSince(this.#started) }))
  }

  /** Calls all hooks of this name with the result of `make`. Does not call `make` if there are no hooks. */
  #tell<Name extends keyof Facts>(name: Name, make: () => Facts[Name]): void {
    if (this.hooks.length > 0) notify(this.hooks, this.#listeners, name, make())
  }

  #facts({ href }: URL): CallHook {
    return {
      call: this.call,
      method: this.method,
      url: this.isPersonal ? this.url : this.redactor.text(href),
      attempt: this.#number,
    }
  }

  #failure(thrown: unknown): FailureHook {
    const { redactor } = this
    const facts = this.#facts(this.request.url)
    if (thrown === undefined) return { ...facts, code: 'abort', message: this.describe('was aborted') }
    if (!isEventsError(thrown)) {
      const what = oneLine(String(redactedCause(redactor, thrown, this.isPersonal)))
      return { ...facts, code: 'unexpected', message: this.describe(`failed unexpectedly: ${what}`) }
    }
    const { code, message, status, outcome } = thrown
    return {
      ...facts,
      code,
      message: redactor.text(message),
      ...(status !== undefined && { status }),
      ...(outcome !== undefined && { outcome }),
    }
  }
}
