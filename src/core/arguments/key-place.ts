import { InputError } from '../errors/errors.ts'
import { inPage } from './runtime.ts'

/** @throws InputError in a page, unless that is wanted */
export function checkPlace(dangerouslyAllowBrowser = false): void {
  if (dangerouslyAllowBrowser || !inPage()) return
  throw InputError.of(
    'apiKey',
    'is not taken in a browser page: whoever opens the page can read the key and use it until it is revoked. ' +
      'Keep it on a server, or set dangerouslyAllowBrowser where only those open the page who may have the key',
  )
}
