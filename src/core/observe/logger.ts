import type { Hooks } from './hooks.ts'

/**
 * Writes one message of a level, one line without the key, and beside it the facts that a hook gets. It is called as a method of the logger.
 *
 * With facts, the message is a format for which they are no argument, as the console and most libraries read it: a percent sign stands in it
 * twice. Where nothing formats, `message.replaceAll('%%', '%')` is the text.
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
  /** Every answer, and calls that were aborted. */
  readonly info?: LogMethod | undefined
  /** Attempts that failed and are followed by another; hooks that threw. */
  readonly warn?: LogMethod | undefined
  /** Calls that failed. */
  readonly error?: LogMethod | undefined
}

/** Names of all levels. */
export const levels = ['debug', 'info', 'warn', 'error'] as const satisfies readonly (keyof Logger)[]

/** Writes one message; a logger that fails is left alone. */
export function write(logger: Logger, level: keyof Logger, message: string, facts?: object): void {
  callSafely(
    // A text alone is written as it is; beside something else, what a service says could ask for it: `%o`.
    () => (facts ? logger[level]?.(message.replaceAll('%', '%%'), facts) : logger[level]?.(message)),
    () => {},
  )
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

/** Runs code of the caller without waiting for it: what it throws, now or later, goes to `failed` and no further. */
export function callSafely(run: () => unknown, failed: (thrown: unknown) => void): void {
  const stay = (thrown: unknown) => {
    try {
      failed(thrown)
    } catch {
      // There is nobody left to tell.
    }
  }
  try {
    const result = run()
    if (typeof result === 'object' && result !== null) Promise.resolve(result).catch(stay)
  } catch (thrown) {
    stay(thrown)
  }
}
