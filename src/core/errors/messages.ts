/** Control and formatting characters, line separators: they could forge log lines, colour a terminal or turn text around. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu

/** Text of the service made fit for one line of a message. */
export function oneLine(text: string, most = 200): string {
  const line = text
    .slice(0, most * 4)
    .replace(unprintable, ' ')
    .trim()
  return line.length > most ? `${line.slice(0, most)}…` : line
}

/** What an error body says, as one line: the service's own shape, the common `message`, or OSDI's error object. */
export function saidBy(body: unknown): string {
  if (typeof body === 'string') return oneLine(body)
  if (typeof body !== 'object' || body === null) return ''
  const { error, message, 'osdi:error': osdi } = body as Record<string, unknown>
  for (const said of [error, message, (osdi as Record<string, unknown> | null | undefined)?.error_description]) {
    if (typeof said === 'string') return oneLine(said)
  }
  return oneLine(JSON.stringify(body))
}

/** A body as JSON where it is JSON, as text otherwise. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What JSON and JavaScript call a kind of value, in the words of messages. */
export const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

/** Whether somebody forgot an `await`. */
export function isPromise(value: unknown): boolean {
  try {
    return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
  } catch {
    return false
  }
}

/** What a value is, for messages. A proxy may refuse to say. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number') return Number.isFinite(value) ? 'a number' : String(value)
  if (isPromise(value)) return 'a promise; await it first'
  try {
    if (Array.isArray(value)) return 'an array'
    if (Object.prototype.toString.call(value) === '[object Date]') return 'a Date'
  } catch {
    return 'an object that cannot be read'
  }
  return kinds[typeof value] ?? typeof value
}

// Errors that others threw: what they say, from wherever in the chain of causes it stands.

/** The first that `pick` finds in an error, what caused it, and what caused that. Reading a foreign error may throw. */
function search(
  thrown: unknown,
  pick: (error: object) => unknown,
  depth = 0,
  seen = new Set<unknown>(),
): string | undefined {
  try {
    if (depth > 4 || seen.has(thrown)) return undefined
    seen.add(thrown)
    const error: { readonly cause?: unknown; readonly errors?: unknown } = Object(thrown)
    const found = pick(error)
    if (typeof found === 'string' && found !== '') return found
    for (const nested of [error.cause, error.errors].flat()) {
      const below = search(nested, pick, depth + 1, seen)
      if (below) return below
    }
  } catch {}
  return undefined
}

/** The platform's word for what went wrong, such as `ECONNREFUSED`, from wherever in the chain of causes it stands. */
export const codeOf = (thrown: unknown): string | undefined => search(thrown, (error) => Reflect.get(error, 'code'))

/** The innermost message of a chain of causes: the outer ones only say that a fetch failed. */
export const reasonOf = (thrown: unknown): string | undefined =>
  search(thrown, (error) => (Reflect.get(error, 'cause') ? undefined : Reflect.get(error, 'message')))

/** Failures that happen before a request leaves: the service cannot have seen it. */
const beforeLeaving = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ConnectionRefused'])

/** How Deno tells the same, which has no codes. No address of a request can hold it, for in an address spaces are encoded. */
const whileConnecting = ' client error (Connect): '

/** Whether a request surely never left. Where several addresses were tried, each of them has to say so. */
export function neverLeft(thrown: unknown, depth = 0): boolean {
  try {
    if (depth > 4 || !thrown) return false
    const { code, cause, errors, message } = thrown as Readonly<Record<string, unknown>>
    if (Array.isArray(errors) && errors.length > 0) return errors.every((each) => neverLeft(each, depth + 1))
    if (typeof code === 'string') return beforeLeaving.has(code)
    return String(message).includes(whileConnecting) || neverLeft(cause, depth + 1)
  } catch {
    return false
  }
}

/** Where something was called from, as far as the runtime tells. */
export interface Caller {
  readonly stack?: string
}

/**
 * Who called a function. An iterator keeps it for its errors: they are made in turns of their own, and ten frames of ours would be all that the
 * runtime keeps of the way to them.
 */
export function callerOf(called: () => unknown): Caller {
  const caller: Caller = {}
  // Written out only if someone reads it.
  Error.captureStackTrace?.(caller, called)
  return caller
}

/** Lets the stack of an error go on to where the call came from. */
export function leadTo({ stack = '' }: Caller, error: Error): void {
  const [way = ''] = /(?:\n +at .*)+/.exec(stack) ?? []
  // Assigned, it would be enumerable in some runtimes, and so stand in JSON.
  if (way) Object.defineProperty(error, 'stack', { value: error.stack + way, configurable: true, writable: true })
}
