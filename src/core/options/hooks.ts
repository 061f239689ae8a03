import type { Attempt, ErrorCode, Outcome } from '../errors/error-classes.ts'
import { oneLine } from '../text/messages.ts'
import type { Redactor } from '../text/redact.ts'

/** What every hook gets: which request of which call it is about. It is frozen and does not contain the key. */
export interface CallHook {
  /** Number of the call in this process, the same in all that is told of it. An iteration makes a call for every page. */
  readonly call: number
  /** HTTP method. */
  readonly method: string
  /** Address of the request. For a whole attempt or call: the address of its first request. */
  readonly url: string
  /** Which attempt of the call it is, from 1. */
  readonly attempt: number
}

/** A request that leaves. */
export interface RequestHook extends CallHook {
  /** How many requests the call has made before this one: earlier attempts, and redirects. */
  readonly resend: number
}

/** The head of a response; its body is still to be read. */
export interface ResponseHook extends CallHook {
  /** Status of the response. */
  readonly status: number
  /** Headers of the response, names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds since the request left. */
  readonly duration: number
}

/** Something that failed. */
export interface FailureHook extends CallHook {
  /** The error's code; `'abort'` where the caller's signal ended the call, `'unexpected'` where it is none of this package's errors: please report it. */
  readonly code: ErrorCode | 'abort' | 'unexpected'
  /** The error's message. */
  readonly message: string
  /** Status of the response, where there was one. */
  readonly status?: number
  /** Whether a write took effect; absent for reads and aborts. */
  readonly outcome?: Outcome
}

/** An attempt that failed. The next attempt starts now. */
export interface RetryHook extends FailureHook {
  /** Milliseconds that were waited between the two attempts, including the wait for `rateLimit` and for the end of a pause. */
  readonly wait: number
}

/** A call that rejects. */
export interface ErrorHook extends FailureHook {
  /** Every attempt that came to an end. */
  readonly attempts: readonly Attempt[]
  /** Milliseconds that the call took. */
  readonly duration: number
}

/**
 * Functions that are called with what a client does. They get frozen facts without the key. They cannot change, stop or delay a call: the client
 * does not wait for what they return, and ignores what they throw (but writes it to `logger`, if there is one).
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
  readonly onRequest?: ((request: RequestHook) => unknown) | undefined
  /** The head of a response came; its body is still to be read. */
  readonly onResponse?: ((response: ResponseHook) => unknown) | undefined
  /** An attempt failed, and the next one starts now, after the wait. Not called if no other attempt can start in time. */
  readonly onRetry?: ((retry: RetryHook) => unknown) | undefined
  /** A call rejects. Not called if the call is refused before a request is built, for example because of a wrong argument or a wrong link. */
  readonly onError?: ((error: ErrorHook) => unknown) | undefined
}

/**
 * Writes one message of a level. The message is one line without the key; the facts are those that a hook gets. It is called as a method of the
 * logger.
 *
 * If there are facts, each percent sign in the message is doubled: the console and most libraries read such a message as a format. If your logger
 * does not format messages, the text is `message.replaceAll('%%', '%')`.
 */
export type LogMethod = (message: string, facts?: object) => unknown

/**
 * Where a client writes what it does. Each level is a method; one that is left out is silent, so that `{ warn, error }` is all from
 * warnings up. `console` is one.
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
   * Attempts that failed and are followed by another; lists that came to their end and are not complete, with their report; hooks that threw; a `next`
   * link without a parameter of `query`.
   */
  readonly warn?: LogMethod | undefined
  /** Calls that failed. */
  readonly error?: LogMethod | undefined
}

/** Names of all levels. */
export const levels = ['debug', 'info', 'warn', 'error'] as const satisfies readonly (keyof Logger)[]

/** Writes one message; a logger that fails is left alone. */
export function write(logger: Logger, level: keyof Logger, message: string, facts?: object): void {
  // A text alone is written as it is; beside something else, what a service says could ask for it: `%o`.
  callSafely(() => (facts ? logger[level]?.(message.replaceAll('%', '%%'), facts) : logger[level]?.(message)))
}

const nth = (attempt: number) => (attempt === 1 ? '' : `, attempt ${attempt}`)

/** Hooks that tell a logger, in the words of the errors: method, address, what became of it. */
export const loggerHooks = (logger: Logger): Hooks => ({
  onRequest: (facts) => write(logger, 'debug', `${facts.method} ${facts.url} was sent${nth(facts.attempt)}`, facts),
  onResponse: (facts) =>
    write(logger, 'info', `${facts.method} ${facts.url} answered ${facts.status} in ${facts.duration} ms`, facts),
  onRetry: (facts) =>
    write(logger, 'warn', `${facts.message}; attempt ${facts.attempt + 1} follows after ${facts.wait} ms`, facts),
  onError: (facts) => write(logger, facts.code === 'abort' ? 'info' : 'error', facts.message, facts),
})

/** What a hook is told, by the hook's name. */
export type Facts = { readonly [Name in keyof Hooks]-?: Parameters<NonNullable<Hooks[Name]>>[0] }

/** Who is told what a client does. */
export interface Listeners {
  readonly hooks: readonly Hooks[]
  readonly logger: Logger | undefined
  /** Keeps keys out of all that is told. */
  readonly redactor: Redactor
}

/** Tells every hook of a name; the logger hears of those that throw. */
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

/** Runs a hook; the logger hears of it where that throws. */
export function callHook({ logger, redactor }: Listeners, name: string, run: () => unknown): void {
  callSafely(run, (thrown) => {
    if (logger) write(logger, 'warn', `The hook ${name} failed: ${oneLine(String(redactor.cause(thrown)))}`)
  })
}

/** Runs at once what nobody waits for: what it throws, now or later, goes to `failed` and no further. */
export function callSafely(run: () => unknown, failed = (_thrown: unknown): void => {}): void {
  const running = async () => run()
  running()
    .catch(failed)
    .catch(() => {})
}
