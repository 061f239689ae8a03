import { type Attempt, type ErrorCode, type EventsError, isEventsError, type Outcome } from '../errors/error-classes.ts'
import { oneLine } from '../errors/messages.ts'
import type { Trace } from '../http/call-context.ts'
import type { Redactor } from '../http/redact.ts'
import { elapsed } from '../time.ts'
import { type Logger, logListener, safely, write } from './logger.ts'
import { telemetry } from './tracing.ts'

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

/**
 * Functions that are told what a client does. They get frozen facts without the key, and cannot change, break or hold up a call: what they
 * return is not waited for, what they throw is dropped (and written to `logger`, where there is one).
 *
 * @example
 * ```ts
 * import { EventsV2 } from 'osdi-events'
 *
 * const events = new EventsV2({
 *   baseUrl: 'https://events.example.org',
 *   apiKey: 'key',
 *   hooks: { onRetry: ({ message, wait }) => console.warn(`${message}; once more after ${wait} ms`) },
 * })
 * await events.page(1)
 * ```
 */
export interface Hooks {
  /** A request leaves: the first of an attempt, or where a redirect led. */
  readonly onRequest?: ((request: RequestSeen) => unknown) | undefined
  /** The head of an answer came; its body is still to be read. */
  readonly onResponse?: ((response: ResponseSeen) => unknown) | undefined
  /** An attempt failed, and now, after the wait, another one follows; where none can follow in time, this is not called. */
  readonly onRetry?: ((retry: RetrySeen) => unknown) | undefined
  /** A call rejects. What is refused before a request is built, such as a wrong argument or a link that leads astray, rejects without it. */
  readonly onError?: ((error: ErrorSeen) => unknown) | undefined
}

/** Names of all hooks. */
export const hookNames = ['onRequest', 'onResponse', 'onRetry', 'onError'] as const satisfies readonly (keyof Hooks)[]

/** @param failed is told which hook threw what */
export function hookListener(hooks: Hooks, failed: (hook: keyof Hooks, thrown: unknown) => void): Listener {
  const { onRequest, onResponse, onRetry, onError } = hooks
  return {
    request: (seen) => safely(() => onRequest?.(seen), failed.bind(undefined, 'onRequest')),
    response: (seen) => safely(() => onResponse?.(seen), failed.bind(undefined, 'onResponse')),
    retry: (seen) => safely(() => onRetry?.(seen), failed.bind(undefined, 'onRetry')),
    error: (seen) => safely(() => onError?.(seen), failed.bind(undefined, 'onError')),
  }
}

/** The head of an answer. */
export type Head = Pick<Response, 'status' | 'headers'>

/** Is told what happens in one call, as it happens. None of its methods throws or waits. */
export interface Observer {
  /** A request leaves: the first of an attempt, or where a redirect led. */
  request(url: URL): void
  /** The head of an answer came. */
  response(url: URL, answer: Head): void
  /** An attempt failed, and another one follows now, after `wait` milliseconds. */
  retry(failure: EventsError, wait: number): void
  /** The call rejects with this; undefined where that is the reason of the caller's own signal, which is nobody else's to see. */
  error(thrown: unknown): void
}

/** For calls that nobody watches. */
export const unobserved: Observer = Object.freeze({ request() {}, response() {}, retry() {}, error() {} })

/** Calls that were watched so far, to tell them apart. */
let calls = 0

/** Milliseconds since a moment. */
const since = (moment: number) => Math.round(elapsed() - moment)

/** Makes frozen facts of what happens in a call, and tells them to everyone who listens. */
class Watch implements Observer {
  readonly #listeners: readonly Listener[]
  readonly #trace: Trace
  readonly #call: number
  readonly #started = elapsed()
  #attempt = 1
  #requests = 0
  #sent = 0

  constructor(listeners: readonly Listener[], trace: Trace) {
    this.#listeners = listeners
    this.#trace = trace
    this.#call = ++calls
  }

  request(url: URL): void {
    this.#sent = elapsed()
    const seen = Object.freeze({ ...this.#seen(url.href), resend: this.#requests++ })
    this.#tell((listener) => listener.request(seen))
  }

  response(url: URL, { status, headers }: Head): void {
    const clean = Object.freeze(Object.fromEntries(this.#trace.redactor.headers(headers)))
    const seen = Object.freeze({ ...this.#seen(url.href), status, headers: clean, duration: since(this.#sent) })
    this.#tell((listener) => listener.response(seen))
  }

  retry(failure: EventsError, wait: number): void {
    const seen = Object.freeze({ ...this.#failure(failure), wait: Math.round(wait) })
    this.#attempt += 1
    this.#tell((listener) => listener.retry(seen))
  }

  error(thrown: unknown): void {
    const { attempts } = this.#trace
    // The last one may have come to nothing before its first request, of which nobody was told.
    this.#attempt = Math.max(this.#attempt, attempts.length)
    const seen = Object.freeze({ ...this.#failure(thrown), attempts, duration: since(this.#started) })
    this.#tell((listener) => listener.error(seen))
  }

  #seen(href: string): Seen {
    const { method, redactor } = this.#trace
    return { call: this.#call, method, url: redactor.text(href), attempt: this.#attempt }
  }

  #failure(thrown: unknown): FailureSeen {
    const { method, url, redactor } = this.#trace
    const seen = this.#seen(url)
    if (thrown === undefined) return { ...seen, code: 'abort', message: `${method} ${url} was aborted` }
    if (!isEventsError(thrown)) {
      const what = oneLine(String(redactor.cause(thrown)))
      return { ...seen, code: 'unexpected', message: `${method} ${url} failed unexpectedly: ${what}` }
    }
    const { code, message, status, outcome } = thrown
    return {
      ...seen,
      code,
      message: redactor.text(message),
      ...(status !== undefined && { status }),
      ...(outcome !== undefined && { outcome }),
    }
  }

  #tell(tell: (listener: Listener) => void): void {
    for (const listener of this.#listeners) {
      try {
        tell(listener)
      } catch {
        // A call does not fail because somebody watches it.
      }
    }
  }
}

/** Has a call watched by those who listen. */
export const watch = (listeners: readonly Listener[], trace: Trace): Observer =>
  listeners.length === 0 ? unobserved : new Watch(listeners, trace)

/** Everyone who listens to a client at the moment it is asked. */
export type Audience = () => readonly Listener[]

/** @param keys is asked to keep keys out of what a hook throws */
export function audienceOf(hooks: Hooks | undefined, logger: Logger | undefined, keys: Redactor): Audience {
  const complain = (hook: keyof Hooks, thrown: unknown) => tellOfFailedHook(logger, hook, thrown, keys)
  const always = [...(hooks ? [hookListener(hooks, complain)] : []), ...(logger ? [logListener(logger)] : [])]
  const channels = telemetry()
  if (!channels) return () => always
  const all = [...always, channels.listener]
  return () => (channels.isHeard() ? all : always)
}

/**
 * Tells the logger, where there is one, what a hook threw.
 *
 * @param keys takes keys out of it
 */
export function tellOfFailedHook(logger: Logger | undefined, hook: string, thrown: unknown, keys: Redactor): void {
  if (logger) write(logger, 'warn', `The hook ${hook} failed: ${oneLine(String(keys.cause(thrown)))}`)
}
