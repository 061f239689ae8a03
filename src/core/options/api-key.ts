import type { Redactor } from '../base/redact.ts'
import { redactedCause } from '../base/redacted-copies.ts'
import { InputError } from '../errors/error-classes.ts'

/**
 * The API key, or a function that returns it. The client calls the function for every attempt, so that keys can rotate.
 *
 * @example
 * ```ts
 * import { readFile } from 'node:fs/promises'
 * import { type ApiKey, EventsV2 } from 'osdi-events'
 *
 * const apiKey: ApiKey = async () => (await readFile('/run/secrets/events-key', 'utf8')).trim()
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey }) // nothing is read before the first call
 * console.log(events.baseUrl)
 * ```
 */
export type ApiKey = string | (() => string | Promise<string>)

/** Maximum length of an API key. Servers refuse longer headers, and redaction would be slow, because it searches every text for the key. */
const maxKeyLength = 4096

/** @throws InputError if a header cannot contain the key. The message does not contain the key */
export function checkKeyText(key: unknown): string {
  const refusal = (why: string) => InputError.of('apiKey', why)
  if (key === undefined || key === null || key === '') throw refusal('is missing or empty')
  if (typeof key !== 'string') throw refusal('must be text, or a function that returns text')
  if (!/^[!-~]+$/.test(key)) {
    throw refusal('has white space, a control character or a character outside ASCII; was it pasted with a line break?')
  }
  if (key.length > maxKeyLength)
    throw refusal(`has more than ${maxKeyLength} characters; is it the content of another file?`)
  return key
}

/**
 * Gets the key from the key function, and adds it to the redactor before it is sent.
 *
 * @throws InputError naming `apiKey` if the function fails, or returns a value that is not a valid key
 */
export async function askForKey(ask: () => unknown, redactor: Redactor): Promise<string> {
  let key: unknown
  try {
    key = await ask()
  } catch (thrown) {
    throw InputError.of('apiKey', 'the function that returns the key failed', {
      cause: redactedCause(redactor, thrown),
    })
  }
  const checked = checkKeyText(key)
  redactor.add(checked)
  return checked
}
