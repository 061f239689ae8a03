import type * as z from 'zod/mini'
import type { Issue } from '../errors/errors.ts'
import type { AnswerInfo } from '../resources/memory.ts'
import { surelyFits } from '../schemas/fits.ts'
import { issuesOf } from '../schemas/parse.ts'
import type { Redactor } from '../secrecy/secret.ts'
import { isJsonType } from '../watching/trace.ts'
import type { Answer } from './answer.ts'
import { empty, insteadOfJson, tooLong, unparsed } from './likely.ts'
import { contentError, schemaError } from './unusable.ts'

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
  if (end === 'whole' && text.trim() === '') throw fail(empty(status))
  if (isJsonType(answer) === false) {
    throw fail(insteadOfJson(text, trace.redactor.bounded(answer.headers.get('content-type') ?? '')))
  }
  if (end === 'over') throw fail(tooLong(limit))
  try {
    return JSON.parse(text)
  } catch {
    throw fail(unparsed(text))
  }
}

/** What is wrong with a value of an answer, or undefined where nothing is. */
export const wrongWith = (schema: z.ZodMiniType, value: unknown) =>
  surelyFits(schema, value) ? undefined : issuesOf(schema, value)

/** Issues without the keys that an answer may repeat. */
export function redactedIssues(redactor: Redactor, issues: readonly Issue[]): Issue[] {
  return issues.map(({ field, message }) => ({ field: redactor.text(field), message: redactor.text(message) }))
}

/**
 * The JSON object of an answer, held to a schema. The value itself is returned, not the schema's copy of it, so that nothing is lost,
 * reordered or added.
 *
 * @throws SchemaError naming the fields that are wrong
 */
export function checked<Resource extends object>(answer: Answer, value: unknown, schema: z.ZodMiniType): Resource {
  const issues = wrongWith(schema, value)
  if (!issues) return value as Resource
  throw schemaError(answer.trace, answer, value, redactedIssues(answer.trace.redactor, issues))
}
