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
import { oneLine } from '../text/messages.ts'
import type { Redactor } from '../text/redact.ts'
import { elapsed, LimitReached, within } from '../text/time.ts'
import { isJsonType } from './json.ts'
import type { WaitLimits } from './rate-limit.ts'
import type { Repeatable } from './retry.ts'

/** What to ask of the service. */
export interface ApiRequest extends Repeatable {
  readonly url: URL
  /** JSON text. */
  readonly body?: string
  /** Texts of the body that are people's data: no error and no hook shows them. */
  readonly personal?: readonly string[]
}

/** The option that sets a time limit. */
type TimeLimit = TimeoutError['option']

/** The head of a response. */
export type ResponseHead = Pick<Response, 'status' | 'headers'>

/** The latest attempt of a call: how far it has come, and its times in milliseconds. */
interface RunningAttempt {
  /** Whether a request may have left. */
  sent: boolean
  /** Whether a redirect was followed. */
  redirected: boolean
  /** The response that is being read. */
  head: ResponseHead | undefined
  /** What the attempt itself took so far. */
  spent: number
  /** What was waited for it so far: that is time of the call alone. */
  waited: number
  /** Which limit held for what ran last. */
  limit: TimeLimit
}

/** What a response says of a write. A success of another type may be anybody's: a login page has stored nothing. */
function outcomeOf({ status, headers }: ResponseHead): Outcome {
  if (status >= 200 && status < 300 && isJsonType({ headers })) return 'applied'
  return status >= 400 && status < 500 ? 'not applied' : 'unknown'
}

/** Of several attempts, what stands further back here holds for all of them. */
const outcomes = ['not applied', 'applied', 'unknown'] as const satisfies readonly Outcome[]

/** Calls so far, to tell them apart. */
let calls = 0

/** Milliseconds since a moment. */
const since = (moment: number) => Math.round(elapsed() - moment)

const fresh = { sent: false, redirected: false, head: undefined, spent: 0, waited: 0, limit: 'timeout' } as const

/** A call while it runs: what was asked for, how far it has come, and what its errors and hooks say of that. */
export class CallContext {
  readonly call = ++calls
  readonly request: ApiRequest
  readonly options: ResolvedCallOptions
  readonly redactor: Redactor
  readonly patience: WaitLimits
  /** Which limit holds for the whole call. */
  readonly whole: Exclude<TimeLimit, 'timeout'>
  /** Who is told of this call. */
  readonly hooks: Hooks[]
  attempt: RunningAttempt = { ...fresh }
  readonly #started = elapsed()
  readonly #listeners: Listeners
  readonly #attempts: Attempt[] = []
  /** What the earlier attempts at a write came to, together. */
  #earlier: Outcome = 'not applied'
  /** Number of the latest attempt that sent anything. */
  #number = 1
  #requests = 0
  #sent = 0

  constructor(request: ApiRequest, options: ResolvedCallOptions, listeners: Listeners) {
    this.request = request
    this.options = options
    const { redactor } = listeners
    this.redactor = request.personal ? redactor.with(request.personal) : redactor
    this.hooks = [...listeners.hooks]
    this.#listeners = listeners
    const { signal, retry, totalTimeout, deadline = { end: Infinity } } = options
    const end = this.#started + totalTimeout
    this.whole = end <= deadline.end ? 'totalTimeout' : 'deadline'
    this.patience = { signal, pause: retry.maxRetryAfter, end: Math.min(end, deadline.end) }
  }

  get method(): string {
    return this.request.method
  }

  /** Address of the first request, free of every key that is known by now. */
  get url(): string {
    return this.redactor.text(this.request.url.href)
  }

  /** A message about the call: what became of it, after method and address. */
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

  /** An attempt begins, after one that ended so. */
  begin(earlier?: Outcome): RunningAttempt {
    if (earlier) this.#earlier = earlier
    this.attempt = { ...fresh }
    return this.attempt
  }

  /**
   * Runs a part of the attempt within what is left of its time.
   *
   * @throws the signal's own reason, or LimitReached
   */
  async run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { attempt, options, patience } = this
    const began = elapsed()
    const [own, whole] = [options.timeout - attempt.spent, patience.end - began]
    attempt.limit = own <= whole ? 'timeout' : this.whole
    // An iteration may have come to its deadline before this request.
    if (whole <= 0) throw new LimitReached()
    try {
      return await within(Math.min(own, whole), [options.signal], work)
    } finally {
      attempt.spent += elapsed() - began
    }
  }

  /** Waits for something that has an end of its own. */
  async wait<T>(waiting: () => Promise<T>): Promise<T> {
    const { attempt } = this
    const began = elapsed()
    try {
      return await waiting()
    } finally {
      attempt.waited += elapsed() - began
    }
  }

  /** The attempt has come to an end, without success for a cause. */
  recordAttempt(cause?: string): void {
    const { head, spent, waited } = this.attempt
    const times = { wait: Math.round(waited), duration: Math.round(spent) }
    const what = { ...(head && { status: head.status }), ...(cause !== undefined && { cause }) }
    this.#attempts.push(Object.freeze({ ...what, ...times }))
  }

  /** Whether a write took effect; undefined for reads. */
  #outcome(last: Outcome): Outcome | undefined {
    if (this.method === 'GET') return undefined
    // Whoever answered with the redirect may have acted before, and what is found at its end does not take that back.
    const latest = this.attempt.redirected && last === 'not applied' ? 'unknown' : last
    return outcomes[Math.max(outcomes.indexOf(latest), outcomes.indexOf(this.#earlier))]
  }

  /**
   * The details that every error of a call carries.
   *
   * @param outcome of the latest attempt, where that is not what its response says
   */
  details(more: ErrorDetails, outcome?: Outcome): ErrorDetails {
    const { method, url, attempts } = this
    const { sent, head } = this.attempt
    const last = outcome ?? (head ? outcomeOf(head) : sent ? 'unknown' : 'not applied')
    const response = head && { status: head.status, headers: this.redactor.headers(head.headers) }
    return { method, url, attempts, outcome: this.#outcome(last), ...response, ...more }
  }

  /** A request leaves. */
  onRequest(url: URL): void {
    this.#tell('onRequest', () => {
      this.#sent = elapsed()
      return { ...this.#facts(url), resend: this.#requests++ }
    })
  }

  /** The head of a response came. */
  onResponse(url: URL, { status, headers }: ResponseHead): void {
    this.#tell('onResponse', () => {
      const clean = Object.freeze(Object.fromEntries(this.redactor.headers(headers)))
      return { ...this.#facts(url), status, headers: clean, duration: since(this.#sent) }
    })
  }

  /** An attempt failed, and another one follows now. */
  onRetry(failure: EventsError): void {
    this.#tell('onRetry', () => ({ ...this.#failure(failure), wait: Math.round(this.attempt.waited) }))
    this.#number += 1
  }

  /** The call rejects; undefined stands for the reason of the caller's own signal, which is nobody else's to see. */
  onError(thrown: unknown): void {
    // The last attempt may have come to nothing before its first request, of which nobody was told.
    this.#number = Math.max(this.#number, this.#attempts.length)
    const { attempts } = this
    this.#tell('onError', () => ({ ...this.#failure(thrown), attempts, duration: since(this.#started) }))
  }

  /** Tells hooks of a name, where there are any. */
  #tell<Name extends keyof Facts>(name: Name, make: () => Facts[Name]): void {
    if (this.hooks.length > 0) notify(this.hooks, this.#listeners, name, make())
  }

  #facts({ href }: URL): CallHook {
    return { call: this.call, method: this.method, url: this.redactor.text(href), attempt: this.#number }
  }

  #failure(thrown: unknown): FailureHook {
    const { redactor } = this
    const facts = this.#facts(this.request.url)
    if (thrown === undefined) return { ...facts, code: 'abort', message: this.describe('was aborted') }
    if (!isEventsError(thrown)) {
      const what = oneLine(String(redactor.cause(thrown)))
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
