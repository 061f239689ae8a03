import { InputError } from '../errors/errors.ts'
import { inBrowser } from './runtime.ts'

/** @throws InputError in a page or worker of a browser, unless that is wanted */
export function checkPlace(dangerouslyAllowBrowser = false): void {
  if (dangerouslyAllowBrowser || !inBrowser()) return
  throw InputError.of(
    'apiKey',
    'is not taken in a browser page or its workers: whoever opens the page can read the key and use it until it is revoked. ' +
      'Keep it on a server, or set dangerouslyAllowBrowser where only those open the page who may have the key',
  )
}
