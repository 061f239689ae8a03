import type { Redactor } from '../base/redact.ts'
import { isObjectLike, isTooDeep, maxDepth } from '../base/values.ts'
import type { Issue } from '../errors/error-classes.ts'
import type { ReceivedResponse } from '../http/call-context.ts'
import { contentError, schemaError } from '../http/response-errors.ts'
import { fits } from '../schema/fit.ts'
import { parse } from '../schema/parse.ts'
import type { Resource } from '../schema/resource-types.ts'

// Checks the JSON of responses. The client returns the parsed object and not zod's copy, so that unknown members and the order of members stay.

/** Removes API keys from issues, because a response may contain the key. */
export const redacted = (redactor: Redactor, issues: readonly Issue[]) =>
  issues.map(({ field, message }) => ({ field: redactor.text(field), message: redactor.text(message) }))

/** What a value must be: it matches the schema, and then nothing is wrong with it as a whole. */
type Expected = Pick<Resource, 'schema' | 'problem'>

/** Maximum number of issues of one value. */
const maxIssues = 100

/** With more array entries than this, zod does not check a value: it collects every issue, and overflows the stack at about 120,000. */
const mostEntries = 100_000

/** Number of entries of all arrays in JSON. Stops counting after `mostEntries`. */
function entriesIn(value: unknown): number {
  if (!isObjectLike(value)) return 0
  let count = Array.isArray(value) ? value.length : 0
  for (const name in value) {
    if (count > mostEntries) break
    count += entriesIn(value[name])
  }
  return count
}

/**
 * The issues of a value, without API keys; undefined if the value is valid.
 *
 * @throws ContentError if the JSON is nested too deep
 */
export function issuesIn(
  response: ReceivedResponse,
  value: unknown,
  { schema, problem }: Expected,
): readonly Issue[] | undefined {
  let issues: readonly Issue[] = []
  if (!fits(schema(), value)) {
    if (isTooDeep(value)) throw contentError(response, `with JSON that is nested more than ${maxDepth} levels deep`)
    issues =
      entriesIn(value) > mostEntries
        ? [{ field: '', message: `has more than ${mostEntries} entries in its arrays` }]
        : (parse(schema(), value).issues ?? [])
  }
  const message = issues.length === 0 ? problem?.(Object(value)) : undefined
  if (message !== undefined) issues = [{ field: '', message }]
  return issues.length === 0
    ? undefined
    : Object.freeze(redacted(response.context.redactor, issues.slice(0, maxIssues)))
}

export function checked<Result extends object>(response: ReceivedResponse, value: unknown, expected: Expected): Result {
  const issues = issuesIn(response, value, expected)
  if (!issues) return value as Result
  throw schemaError(response, value, issues)
}
