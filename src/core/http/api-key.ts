import { InputError } from '../errors/error-classes.ts'
import type { Redactor } from './redact.ts'

/** No server takes a longer header, and to look for a longer key in every text would take too long. */
const longest = 4096

/** @throws InputError where it is not fit for a header; the message never holds it */
export function checkKey(key: unknown): string {
  if (key === undefined || key === null || key === '') throw InputError.of('apiKey', 'is missing or empty')
  if (typeof key !== 'string') throw InputError.of('apiKey', 'must be text, or a function that gives it')
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw InputError.of(
      'apiKey',
      'holds white space, a control character or one outside ASCII; was it pasted with a line break?',
    )
  }
  if (key.length > longest) {
    throw InputError.of('apiKey', `has more than ${longest} characters; is it another file's content?`)
  }
  return key
}

/**
 * Asks the function that gives the key.
 *
 * @throws InputError naming `apiKey` where it fails, or gives what is no key
 */
export async function askForKey(ask: () => unknown, redactor: Redactor): Promise<string> {
  let key: unknown
  try {
    key = await ask()
  } catch (thrown) {
    throw InputError.of('apiKey', 'the function that gives the key failed', { cause: redactor.cause(thrown) })
  }
  return checkKey(key)
}
