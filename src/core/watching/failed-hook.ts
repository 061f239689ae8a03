import { oneLine } from '../errors/say.ts'
import type { Redactor } from '../secrecy/secret.ts'
import { type Logger, write } from './log.ts'

/**
 * Tells the logger, where there is one, what a hook threw.
 *
 * @param keys takes keys out of it
 */
export function tellOfFailedHook(logger: Logger | undefined, hook: string, thrown: unknown, keys: Redactor): void {
  if (logger) write(logger, 'warn', `The hook ${hook} failed: ${oneLine(String(keys.cause(thrown)))}`)
}
