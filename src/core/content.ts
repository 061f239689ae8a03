import type * as z from 'zod/mini'
import { SchemaError } from './errors.ts'
import type { Answer } from './exchange.ts'
import { contentError } from './failure.ts'
import { empty, insteadOfJson, tooLong, unparsed } from './likely.ts'
import type { AnswerInfo } from './memory.ts'
import { issuesOf, sayIssues } from './parse.ts'
import { oneLine } from './say.ts'

const isJson = (type: string) => /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)

/** Where the answer came from, for `responseOf`. */
export function infoOf({ status, headers, url, trace }: Answer): AnswerInfo {
  return Object.freeze({ status, headers, url, attempts: trace.attempts })
}

/**
 * The JSON value of an answer, untouched: what comes in is what goes out.
 *
 * @throws ContentError where the body is another type, empty, over the limit or no whole JSON document (v1 §1.6, v2 §1.7)
 */
export function readJson(answer: Answer): unknown {
  const { trace, status, text, end, limit } = answer
  const fail = (why: string) => contentError(trace, answer, why)
  const type = answer.headers.get('content-type')
  if (end === 'whole' && text.trim() === '') throw fail(empty(status))
  if (type !== null && !isJson(type)) throw fail(insteadOfJson(text, trace.redactor.text(type)))
  if (end === 'over') throw fail(tooLong(limit))
  try {
    return JSON.parse(text)
  } catch {
    throw fail(unparsed(text))
  }
}

/**
 * The JSON object of an answer, held to a schema. The value itself is returned, not the schema's copy of it, so that nothing is lost,
 * reordered or added.
 *
 * @throws ContentError, or SchemaError naming the fields that are wrong
 */
export function readResource<Resource extends object>(answer: Answer, schema: z.ZodMiniType): Resource {
  const value = readJson(answer)
  const issues = issuesOf(schema, value, () => 'is not expected here')
  if (!issues) return value as Resource
  const { trace } = answer
  const said = issues.map(({ field, message }) => ({
    field: trace.redactor.text(field),
    message: trace.redactor.text(message),
  }))
  const what = `answered ${answer.status} with what the interface does not describe: ${oneLine(sayIssues(said, 'the body'), 500)}`
  const body = trace.redactor.value(value)
  throw new SchemaError(`${trace.method} ${trace.url} ${what}`, said, trace.detailsOf(answer, { body }))
}
