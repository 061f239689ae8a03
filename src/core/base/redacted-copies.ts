import { isPlatformCode } from './messages.ts'
import { type Redactor, replacement } from './redact.ts'

/** Maximum depth of copied causes: the cause of a cause, and so on. */
const maxCauseDepth = 4

/** Maximum number of copied errors. If several errors have the same cause, that cause is copied for each of them. */
const maxErrors = 11

/** An error that the runtime or another library threw. It may have the members `code` and `errors`. */
type ForeignError = Error & { readonly code?: unknown; readonly errors?: unknown }

/**
 * A copy of a thrown value without API keys. Copies only well-known members of an error, because an HTTP library's error may have the request's headers
 * in another member.
 *
 * @param hides whether to leave out all text, because it may hold personal data. Names, codes and stack frames stay
 */
export function redactedCause(redactor: Redactor, thrown: unknown, hides = false): unknown {
  let left = maxErrors
  const copy = (thrown: unknown, depth: number): unknown => {
    try {
      if (!(thrown instanceof Error)) {
        if (hides) return replacement
        const isObjectOrFunction = typeof thrown === 'object' || typeof thrown === 'function'
        return isObjectOrFunction ? redactor.text(String(thrown)) : redactor.value(thrown)
      }
      left -= 1
      const { message, name, stack, code, cause, errors }: ForeignError = thrown
      const copied = new Error(hides ? replacement : redactor.text(message))
      const keep = (name: string, value: unknown) => Object.defineProperty(copied, name, { value, configurable: true })
      const shownName = hides && !/^[A-Z][A-Za-z]*(?:Error|Exception)$/.test(name) ? 'Error' : redactor.text(name)
      keep('name', shownName)
      // The stack begins with the name and the message.
      if (hides) keep('stack', `${shownName}: ${replacement}${framesOf(stack, message)}`)
      else if (stack) keep('stack', redactor.text(stack))
      const isShown = hides ? isPlatformCode(code) : typeof code === 'string' || typeof code === 'number'
      if (isShown) Object.assign(copied, { code: redactor.value(code) })
      if (depth === maxCauseDepth) return copied
      if (cause !== undefined && left > 0) keep('cause', copy(cause, depth + 1))
      if (Array.isArray(errors)) {
        Object.assign(copied, { errors: errors.flatMap((each) => (left > 0 ? [copy(each, depth + 1)] : [])) })
      }
      return copied
    } catch {
      return 'something that cannot be shown'
    }
  }
  return copy(thrown, 0)
}

/** The frames of a stack, which follow the message. None if the stack does not have the message. */
const framesOf = (stack = '', message: string): string => {
  const [, frames = ''] = message === '' ? [] : stack.split(message)
  return frames
}

/** An HTTP date in any of its three formats (RFC 9110 §5.6.7). */
const httpDate =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? (?:\d\d[ -][A-Z][a-z]{2}[ -]\d{2,4}|[A-Z][a-z]{2} [ \d]\d) \d\d:\d\d:\d\d (?:GMT|\d{4})$/

/** Headers whose values have a fixed form, so that they cannot hold personal data. The client needs `retry-after` and `date` for its retries. */
const fixedHeaders: Readonly<Record<string, RegExp>> = {
  'content-type':
    /^(?:application\/(?:hal\+json|problem\+json|json|xml)|text\/(?:html|plain|xml))(?:; ?charset="?(?:utf-8|us-ascii|iso-8859-1|windows-1252)"?)?$/i,
  date: httpDate,
  'retry-after': /^\d{1,6}$/,
}

/** A copy with only the headers that have a fixed form: what an error of a call about people shows. */
export function withoutText(headers: Headers): Headers {
  const fixed = new Headers()
  for (const [name, form] of Object.entries(fixedHeaders)) {
    const value = headers.get(name)?.trim() ?? ''
    // A longer number could be a telephone number.
    const shown = name === 'retry-after' && /^\d{7,}$/.test(value) ? '999999' : value
    if (form.test(shown) || (name === 'retry-after' && httpDate.test(shown))) fixed.set(name, shown)
  }
  return fixed
}
