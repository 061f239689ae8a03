import { oneLine } from '../base/messages.ts'
import type { Redactor } from '../base/redact.ts'
import { redactedCause } from '../base/redacted-copies.ts'
import { callSafely } from '../base/time.ts'
import type { Attempt, ErrorCode, Outcome } from '../errors/error-classes.ts'

/** What every hook gets: facts about the call, the request and the attempt. The object is frozen and does not contain the API key. */
export interface CallHook {
  /** Number of the call in this process, the same in all hooks of this call. An iteration makes a call for every page. */
  readonly call: number
  /** HTTP method. */
  readonly method: string
  /** Address of the request. In a hook about a whole attempt or call: the address of its first request. */
  readonly url: string
  /** Number of the attempt in the call, from 1. */
  readonly attempt: number
}

/** Facts about a request that leaves the client. */
export interface RequestHook extends CallHook {
  /** Number of requests that this call has already sent: in earlier attempts, and for redirects. */
  readonly resend: number
}

/** Facts about the head of a response. The client has not read the body yet. */
export interface ResponseHook extends CallHook {
  /** Status of the response. */
  readonly status: number
  /** Headers of the response, names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds since the request left. */
  readonly duration: number
}

/** Facts about a failure. */
export interface FailureHook extends CallHook {
  /** The error's code. `'abort'` if the caller's signal ended the call. `'unexpected'` for an error that is not of this package: please report it. */
  readonly code: ErrorCode | 'abort' | 'unexpected'
  /** The error's message. */
  readonly message: string
  /** Status of the response, if there was one. */
  readonly status?: number
  /** Whether a write took effect; absent for reads and aborts. */
  readonly outcome?: Outcome
}

/** Facts about an attempt that failed. The next attempt starts now. */
export interface RetryHook extends FailureHook {
  /** Milliseconds between the two attempts, including the wait for `rateLimit` and for the end of a pause after status 429. */
  readonly wait: number
}

/** Facts about a call that rejects. */
export interface ErrorHook extends FailureHook {
  /** Every attempt that has ended. */
  readonly attempts: readonly Attempt[]
  /** Duration of the call, in milliseconds. */
  readonly duration: number
}

/**
 * Functions that the client calls at each step of a call. Each gets a frozen object without the API key. A hook cannot change, stop or delay a call:
 * the client does not wait for a promise that it returns. The client ignores an error of a hook, but writes the error to `logger`, if there is one.
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
  /** The client sends a request: the first one of an attempt, or one to the target of a redirect. */
  readonly onRequest?: ((request: RequestHook) => unknown) | undefined
  /** The head of a response has arrived. The client has not read the body yet. */
  readonly onResponse?: ((response: ResponseHook) => unknown) | undefined
  /** The wait after a failed attempt is over, and the next attempt starts. Not called if no other attempt can start in time. */
  readonly onRetry?: ((retry: RetryHook) => unknown) | undefined
  /** A call rejects. Not called if the call is refused before a request is built, for example because of a wrong argument or a wrong link. */
  readonly onError?: ((error: ErrorHook) => unknown) | undefined
}

/**
 * Writes one message of a level. The message is one line without the API key; `facts` is what a hook gets. The client calls this function as a method
 * of the logger, so `this` is the logger.
 *
 * In a message with `facts`, each percent sign is doubled, because the console and most libraries read such a message as a format. If your logger
 * does not format messages, write `message.replaceAll('%%', '%')`.
 */
export type LogMethod = (message: string, facts?: object) => unknown

/**
 * The log of a client. Each level is a method. The client does not write a level without a method: `{ warn, error }` gets only warnings and errors.
 * `console` is a logger.
 *
 * @example
 * ```ts
 * import { EventsV2, type Logger } from 'osdi-events'
 *
 * const logger: Logger = {
 *   warn: (message, facts) => console.warn(message, facts),
 *   error: (message, facts) => console.error(message, facts),
 * }
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key', logger })
 * console.log((await events.page(1)).total_records)
 * ```
 */
export interface Logger {
  /** Every request that leaves. */
  readonly debug?: LogMethod | undefined
  /** Every response, and calls that were aborted. */
  readonly info?: LogMethod | undefined
  /**
   * Attempts that failed and that the client repeats; lists that have ended and are not complete, with their report; errors of hooks; `next` links
   * that lack a parameter of `query`.
   */
  readonly warn?: LogMethod | undefined
  /** Calls that failed. */
  readonly error?: LogMethod | undefined
}

/** The names of the levels. */
export const levels = ['debug', 'info', 'warn', 'error'] as const satisfies readonly (keyof Logger)[]

/** Writes one message. Ignores errors of the logger. */
export function writeLog(logger: Logger, level: keyof Logger, message: string, facts?: object): void {
  // With a second argument, the console reads the message as a format: `%o` in untrusted text would print `facts` at that place. So percent signs are
  // doubled.
  callSafely(() => (facts ? logger[level]?.(message.replaceAll('%', '%%'), facts) : logger[level]?.(message)))
}

const attemptNote = (attempt: number) => (attempt === 1 ? '' : `, attempt ${attempt}`)

/** Hooks that write to a logger. Messages say, like those of errors: method, address, what happened. */
export const loggerHooks = (logger: Logger): Hooks => ({
  onRequest: (facts) =>
    writeLog(logger, 'debug', `${facts.method} ${facts.url} was sent${attemptNote(facts.attempt)}`, facts),
  onResponse: (facts) =>
    writeLog(logger, 'info', `${facts.method} ${facts.url} answered ${facts.status} in ${facts.duration} ms`, facts),
  onRetry: (facts) =>
    writeLog(logger, 'warn', `${facts.message}; attempt ${facts.attempt + 1} follows after ${facts.wait} ms`, facts),
  onError: (facts) => writeLog(logger, facts.code === 'abort' ? 'info' : 'error', facts.message, facts),
})

/** The type of a hook's argument, by the name of the hook. */
export type Facts = { readonly [Name in keyof Hooks]-?: Parameters<NonNullable<Hooks[Name]>>[0] }

/** The hooks and the logger of a client. */
export interface Listeners {
  readonly hooks: readonly Hooks[]
  readonly logger: Logger | undefined
  /** Removes API keys from everything that hooks and the logger get. */
  readonly redactor: Redactor
}

/** Calls all hooks of one name. Writes an error of a hook to the logger. */
export function notify<Name extends keyof Hooks>(
  hooks: readonly Hooks[],
  listeners: Listeners,
  name: Name,
  facts: Facts[Name],
): void {
  Object.freeze(facts)
  for (const each of hooks) {
    const hook = each[name] as ((facts: Facts[Name]) => unknown) | undefined
    if (hook) callHook(listeners, name, () => hook.call(each, facts))
  }
}

/** Calls one hook. Writes an error of the hook to the logger. */
export function callHook({ logger, redactor }: Listeners, name: string, run: () => unknown): void {
  callSafely(run, (thrown) => {
    if (logger) writeLog(logger, 'warn', `The hook ${name} failed: ${oneLine(String(redactedCause(redactor, thrown)))}`)
  })
}
