import type { Assumptions } from '../assumptions.ts'
import type { Context } from '../rules/context.ts'
import { type Clauses, HttpError, invalidField, limitClauses, requestClauses } from '../rules/http-error.ts'
import type { AddressInput } from '../store/model.ts'
import { getIn, isObject, type JsonObject, parse, stringOf } from '../text/json.ts'
import { maxBodyBytes, type ServiceRequest } from './message.ts'

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** The JSON object of a body. Throws an {@link HttpError} for any other body (assumptions `contentType`, `invalidBody`). */
export function readBody(
  assumptions: Readonly<Assumptions>,
  { header, body, isUtf8, isTooLong }: ServiceRequest,
): JsonObject {
  const invalid = (status: number, problem: string) => invalidField(status, 'body', problem, requestClauses)
  if (isTooLong) throw invalidField(413, 'body', `is longer than ${maxBodyBytes / 1024 ** 2} MiB`, limitClauses)
  if (assumptions.contentType === 415 && !jsonType.test(header('content-type') ?? ''))
    throw invalidField(415, 'Content-Type', 'must be application/json', requestClauses)
  if (!isUtf8) throw invalid(assumptions.invalidBody, 'must be UTF-8')
  const value = parse(body)
  if (!isObject(value)) throw invalid(assumptions.invalidBody, 'must be a JSON object')
  return value
}

/** The problem with a link from which {@link linkIn} reads no address. */
export const noLink = 'must be one link, an object with an href'

/** Whether a body has a link with a relation, and the address of the link. HAL allows a single link in an array too. */
export function linkIn(body: JsonObject, relation: string): { readonly isThere: boolean; readonly href?: string } {
  const link = getIn(body, '_links', relation)
  const href = stringOf(getIn(Array.isArray(link) && link.length === 1 ? link[0] : link, 'href'))
  return { isThere: link !== undefined, ...(href !== undefined && { href }) }
}

/** A part of a body that the service ignores or refuses. */
export interface InvalidPart {
  /**
   * `required`: a required field is missing, empty or of a wrong type. `postal code`: a required postal code is missing.
   * `never refused`: the part is valid, but the service does not use it. `optional`: any other problem.
   */
  readonly kind: 'required' | 'optional' | 'postal code' | 'never refused'
  /** The path of the part, in wire names. */
  readonly field: string
  readonly message: string
}

/** Reports a part that the service ignores or refuses. The path is relative to the value that is read. */
export type Report = (path: string, message: string, kind?: InvalidPart['kind']) => void

/** Reports links with relations other than `relations`, and embedded resources: a caller cannot set them. */
export function reportHal({ _links, _embedded }: JsonObject, relations: readonly string[], report: Report): void {
  for (const relation of isObject(_links) ? Object.keys(_links) : [])
    if (!relations.includes(relation))
      report(`_links.${relation}`, 'is not a link that a caller can set', 'never refused')
  if (isObject(_embedded)) report('_embedded', 'can only be set by the service', 'never refused')
}

/** Reports unknown members of a body. HAL's `_links` and `_embedded` are known, but must be objects. */
export function reportUnknown(body: JsonObject, known: ReadonlySet<string>, problem: string, report: Report): void {
  for (const [name, value] of Object.entries(body)) {
    const isHal = name === '_links' || name === '_embedded'
    if (isHal && !isObject(value)) report(name, 'must be an object')
    if (!isHal && !known.has(name)) report(name, problem)
  }
}

/** The most entries of a list. The spec has no limit, but a list of hundreds of thousands would block other requests for seconds. */
const maxEntries = 10_000

/** Refuses a list that is too long. */
export function checkLength({ assumptions }: Context, field: string, entries: readonly unknown[]): void {
  if (entries.length > maxEntries)
    throw invalidField(assumptions.invalidBody, field, `has more than ${maxEntries} entries`, limitClauses)
}

/** Notes all parts for which `httpErrorOf` returns no error, then throws the first error that it returns. */
export function ignoreOrRefuse(
  { ignore }: Context,
  parts: readonly InvalidPart[],
  httpErrorOf: (part: InvalidPart) => HttpError | undefined,
): void {
  let first: HttpError | undefined
  for (const part of parts) {
    const error = httpErrorOf(part)
    if (!error) ignore(part.field, part.message)
    first ??= error
  }
  if (first) throw first
}

/** The refusal of an optional field. The response says neither which entry of a list is wrong nor why. */
export const notValid = (field: string, message: string, clauses: Clauses): HttpError =>
  new HttpError(400, `${field.replaceAll(/\[\d+\]/g, '')}: is not valid`, { reason: { field, message, clauses } })

/** Notes all parts of a body. By assumption `invalidOptional`, refuses the first invalid one. */
export function ignoreOrRefuseOptional(context: Context, invalid: readonly InvalidPart[]): void {
  ignoreOrRefuse(context, invalid, ({ kind, field, message }) =>
    kind === 'optional' && context.assumptions.invalidOptional === 400 ? notValid(field, message, {}) : undefined,
  )
}

export const isText = (value: unknown): value is string => typeof value === 'string'

/** How each part of an address is read, and what its value must be. */
const partReaders: Readonly<Record<string, readonly [read: (value: unknown) => unknown, expected: string]>> = {
  venue: [stringOf, 'must be text'],
  locality: [stringOf, 'must be text'],
  region: [stringOf, 'must be text'],
  postal_code: [stringOf, 'must be text'],
  country: [
    (value) => (isText(value) && /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : undefined),
    'must be two letters (ISO 3166-1 alpha-2)',
  ],
  address_lines: [
    (value) => (Array.isArray(value) && value.every(isText) ? value.slice(0, 1) : undefined),
    'must be a list of texts',
  ],
}
const parts = new Map(Object.entries(partReaders))
// The documents list these parts, but geocoding always overwrites them (v1 §2.2, v2 §2.2).
const overwrittenParts = ['language', 'location']

/** What `null` does: `clear` clears a field, as in a PUT; `invalid` makes the field invalid, as in a POST. */
export type Nulls = 'clear' | 'invalid'

/** The problem with a `null` that clears nothing. */
export const nullProblem = 'null clears nothing here'

/** Reads the parts of an address. Reports invalid and unused parts, and leaves them out. */
export function readAddress(address: JsonObject, nulls: Nulls, report: Report): AddressInput {
  const input: Record<string, unknown> = {}
  for (const [name, sent] of Object.entries(address)) {
    if (overwrittenParts.includes(name)) {
      report(name, 'is overwritten from geocoding', 'never refused')
      continue
    }
    const [read, expected = 'is not a field of a location'] = parts.get(name) ?? []
    const value = read && sent === null && nulls === 'clear' ? null : read?.(sent)
    if (value === undefined) report(name, read && sent === null ? nullProblem : expected)
    else input[name] = value
    // Only the first line is used (v1 §2.2, v2 §2.2).
    if (name === 'address_lines' && Array.isArray(sent) && Array.isArray(value) && sent.length > value.length)
      report(name, 'only the first line is used', 'never refused')
  }
  return input
}
