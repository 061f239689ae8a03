import {
  type Attempt,
  type ErrorDetails,
  type EventsError,
  isEventsError,
  type Outcome,
} from '../errors/error-classes.ts'
import { oneLine } from '../errors/messages.ts'
import { type CallHook, type Facts, type FailureHook, type Listeners, notify } from '../observe/hooks.ts'
import type { Redactor } from './redact.ts'
import { type AttemptClock, elapsed } from './timeout.ts'

/** The head of a response. */
export type ResponseHead = Pick<Response, 'status' | 'headers'>

/** How far the latest attempt has come. */
interface Progress {
  /** Whether a request may have left. */
  sent: boolean
  /** Whether a redirect was followed. */
  redirected: boolean
  /** The response that is being read. */
  head: ResponseHead | undefined
}

/** Whether a response calls itself JSON; undefined where it does not say what it is. */
export function isJsonType({ headers }: Pick<ResponseHead, 'headers'>): boolean | undefined {
  const type = headers.get('content-type')
  return type === null ? undefined : /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)
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

/** What is known of a call while it runs: what its errors say of it, and what hooks are told. */
export class CallContext {
  readonly call = ++calls
  readonly method: string
  readonly redactor: Redactor
  /** When it began, on the clock of {@link elapsed}. */
  readonly started = elapsed()
  readonly #href: string
  readonly #listeners: Listeners
  readonly #attempts: Attempt[] = []
  /** What the earlier attempts at a write came to, together. */
  #earlier: Outcome = 'not applied'
  progress: Progress = { sent: false, redirected: false, head: undefined }
  #attempt = 1
  #requests = 0
  #sent = 0

  constructor(method: string, url: URL, redactor: Redactor, listeners: Listeners) {
    this.method = method
    this.#href = url.href
    this.redactor = redactor
    this.#listeners = listeners
  }

  /** Address of the first request, free of every key that is known by now. */
  get url(): string {
    return this.redactor.text(this.#href)
  }

  /** A message about the call: what became of it, after method and address. */
  say(what: string): string {
    return `${this.method} ${this.url} ${what}`
  }

  get attempts(): readonly Attempt[] {
    return Object.freeze([...this.#attempts])
  }

  /** An attempt begins, after one that ended so. */
  begin(earlier?: Outcome): Progress {
    if (earlier) this.#earlier = earlier
    this.progress = { sent: false, redirected: false, head: undefined }
    return this.progress
  }

  /** The attempt has come to an end, without success for a cause. */
  note({ waited, spent }: AttemptClock, cause?: string): void {
    const status = this.progress.head?.status
    const times = { wait: Math.round(waited), duration: Math.round(spent) }
    const what = { ...(status !== undefined && { status }), ...(cause !== undefined && { cause }) }
    this.#attempts.push(Object.freeze({ ...what, ...times }))
  }

  /** Whether a write took effect; undefined for reads. */
  #outcome(last: Outcome): Outcome | undefined {
    if (this.method === 'GET') return undefined
    // Whoever answered with the redirect may have acted before, and what is found at its end does not take that back.
    const latest = this.progress.redirected && last === 'not applied' ? 'unknown' : last
    return outcomes[Math.max(outcomes.indexOf(latest), outcomes.indexOf(this.#earlier))]
  }

  /**
   * The details that every error of a call carries.
   *
   * @param outcome of the latest attempt, where that is not what its response says
   */
  details(more: ErrorDetails, outcome?: Outcome): ErrorDetails {
    const { method, url, attempts } = this
    const { sent, head } = this.progress
    const last = outcome ?? (head ? outcomeOf(head) : sent ? 'unknown' : 'not applied')
    const response = head && { status: head.status, headers: this.redactor.headers(head.headers) }
    return { method, url, attempts, outcome: this.#outcome(last), ...response, ...more }
  }

  /** A request leaves. */
  onRequest(url: URL): void {
    this.#tell('onRequest', () => {
      this.#sent = elapsed()
      return { ...this.#facts(url.href), resend: this.#requests++ }
    })
  }

  /** The head of a response came. */
  onResponse(url: URL, { status, headers }: ResponseHead): void {
    this.#tell('onResponse', () => {
      const clean = Object.freeze(Object.fromEntries(this.redactor.headers(headers)))
      return { ...this.#facts(url.href), status, headers: clean, duration: since(this.#sent) }
    })
  }

  /** An attempt failed, and another one follows now. */
  onRetry(failure: EventsError, wait: number): void {
    this.#tell('onRetry', () => ({ ...this.#failure(failure), wait: Math.round(wait) }))
    this.#attempt += 1
  }

  /** The call rejects; undefined stands for the reason of the caller's own signal, which is nobody else's to see. */
  onError(thrown: unknown): void {
    // The last attempt may have come to nothing before its first request, of which nobody was told.
    this.#attempt = Math.max(this.#attempt, this.#attempts.length)
    const { attempts, started } = this
    this.#tell('onError', () => ({ ...this.#failure(thrown), attempts, duration: since(started) }))
  }

  /** Tells hooks of a name, where there are any. */
  #tell<Name extends keyof Facts>(name: Name, make: () => Facts[Name]): void {
    if (this.#listeners.hooks.length > 0) notify(this.#listeners, name, make())
  }

  #facts(href: string): CallHook {
    return { call: this.call, method: this.method, url: this.redactor.text(href), attempt: this.#attempt }
  }

  #failure(thrown: unknown): FailureHook {
    const { redactor } = this
    const facts = this.#facts(this.#href)
    if (thrown === undefined) return { ...facts, code: 'abort', message: this.say('was aborted') }
    if (!isEventsError(thrown)) {
      const what = oneLine(String(redactor.cause(thrown)))
      return { ...facts, code: 'unexpected', message: this.say(`failed unexpectedly: ${what}`) }
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
