import { ContentError, HttpError, type Issue, SchemaError } from '../errors/errors.ts'
import { isAuth } from '../errors/failures.ts'
import { jsonOrText, oneLine, saidBy } from '../errors/say.ts'
import { sayIssues } from '../schemas/parse.ts'
import { mostSearched } from '../secrecy/secret.ts'
import type { Trace } from '../watching/trace.ts'
import type { Received } from './answer.ts'

// Errors of answers that cannot be used.

/** The first characters of a body, without the keys that it may repeat. */
const beginningOf = ({ redactor }: Trace, { text, end }: Received) => redactor.start(text, end === 'whole')

/** A body without the keys that it may repeat: its value, or where it is too long to be searched, its first characters. */
function bodyOf(trace: Trace, answer: Received, read: (text: string) => unknown): unknown {
  const { text, end } = answer
  const isShort = end === 'whole' && text.length <= mostSearched
  return isShort ? trace.redactor.value(read(text)) : beginningOf(trace, answer)
}

/** The error for a status that is no success. */
export function httpError(trace: Trace, answer: Received): HttpError {
  const body = bodyOf(trace, answer, jsonOrText)
  const said = saidBy(body)
  const details = trace.detailsOf(answer, { body })
  const advice = isAuth(details) ? '; check apiKey' : ''
  const message = `${trace.method} ${trace.url} answered ${answer.status}${said && `: ${said}`}${advice}`
  return new HttpError(message, details)
}

/** The error for a success whose body cannot be used; `why` goes on from the status, and is free of keys. */
export function contentError(trace: Trace, answer: Received, why: string, thrown?: unknown): ContentError {
  const body = beginningOf(trace, answer)
  const start = oneLine(body, 80)
  const cause = thrown === undefined ? undefined : trace.redactor.cause(thrown)
  const message = `${trace.method} ${trace.url} answered ${answer.status} ${why}${start && `; it begins: ${start}`}`
  return new ContentError(message, trace.detailsOf(answer, { body, cause }))
}

/** The error for a success that is JSON, but not what was asked for; the issues are free of keys. */
export function schemaError(trace: Trace, answer: Received, value: unknown, issues: readonly Issue[]): SchemaError {
  const what = `with what the interface does not describe: ${oneLine(sayIssues(issues, 'the body'), 500)}`
  const body = bodyOf(trace, answer, () => value)
  const message = `${trace.method} ${trace.url} answered ${answer.status} ${what}`
  return new SchemaError(message, issues, trace.detailsOf(answer, { body }))
}
