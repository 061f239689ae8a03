import type { Assumptions } from '../assumptions.ts'
import type { Context } from '../rules/context.ts'
import { type Clauses, HttpError, invalidField, limitClauses, requestClauses } from '../rules/http-error.ts'
import type { AddressInput } from '../store/model.ts'
import { getIn, isObject, type JsonObject, parse, stringOf } from '../text/json.ts'
import { nearestName } from '../text/strings.ts'
import { maxBodyBytes, type ServiceRequest } from './message.ts'

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** Reads the JSON object of a body. Throws an {@link HttpError} for any other body (assumptions `contentType`, `invalidBody`). */
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
  if (value === undefined && body.trim() !== '') throw invalid(assumptions.invalidBody, 'is not valid JSON')
  if (!isObject(value)) throw invalid(assumptions.invalidBody, 'must be a JSON object')
  return value
}

/** Why {@link linkIn} can read no address from a link. */
export const noLink = 'must be one link, an object with an href'

/**
 * Reads the link with a relation from a body. `isThere` tells whether there is such a link. `href` is absent for an invalid link. HAL also
 * allows an array with a single link.
 */
export function linkIn(body: JsonObject, relation: string): { readonly isThere: boolean; readonly href?: string } {
  const link = getIn(body, '_links', relation)
  const href = stringOf(getIn(Array.isArray(link) && link.length === 1 ? link[0] : link, 'href'))
  return { isThere: link !== undefined, ...(href !== undefined && { href }) }
}

/** A part of a body that the service ignores or refuses. */
export interface InvalidPart {
  /**
   * `required`: a required field is missing, empty or of a wrong type. `postal code`: a required postal code is missing. `never refused`:
   * the part is valid, but has no effect. `optional`: any other problem.
   */
  readonly kind: 'required' | 'optional' | 'postal code' | 'never refused'
  /** The path of the part in the body. */
  readonly field: string
  readonly message: string
}

/** Reports a part that the service ignores or refuses. The path is relative to the value that the reader reads. */
export type Report = (path: string, message: string, kind?: InvalidPart['kind']) => void

/** Reports embedded resources, and all links except those of `relations`, because a caller cannot set them. */
export function reportHal({ _links, _embedded }: JsonObject, relations: readonly string[], report: Report): void {
  for (const relation of isObject(_links) ? Object.keys(_links) : [])
    if (!relations.includes(relation))
      report(`_links.${relation}`, 'is not a link that a caller can set', 'never refused')
  if (isObject(_embedded)) report('_embedded', 'can only be set by the service', 'never refused')
}

/** For more unknown members of a body than these, nobody looks for the name that was meant. */
const maxNamed = 20

/**
 * Reports unknown members of a body, with the name that the caller may have meant. `_links` and `_embedded` are known (HAL), but must be
 * objects. `nameOf` translates a name of the other version.
 */
export function reportUnknown(
  body: JsonObject,
  known: ReadonlySet<string>,
  problem: string,
  report: Report,
  nameOf: (other: string) => string | undefined = () => undefined,
): void {
  let found = 0
  for (const [name, value] of Object.entries(body)) {
    const isHal = name === '_links' || name === '_embedded'
    if (isHal && !isObject(value)) report(name, 'must be an object')
    if (isHal || known.has(name)) continue
    found += 1
    const meant = found > maxNamed ? undefined : (nameOf(name) ?? nearestName(name, [...known]))
    report(name, meant === undefined ? problem : `${problem}. Did you mean ${meant}?`)
  }
}

/**
 * Maximum length of a list. The spec has no limit, but a list of hundreds of thousands of entries would block other requests for seconds.
 */
const maxEntries = 10_000

/** Refuses a list that is too long. */
export function checkLength({ assumptions }: Context, field: string, entries: readonly unknown[]): void {
  if (entries.length > maxEntries)
    throw invalidField(assumptions.invalidBody, field, `has more than ${maxEntries} entries`, limitClauses)
}

/** Reports all parts for which `httpErrorOf` returns undefined as ignored. Then throws the first error that `httpErrorOf` returned. */
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

/** The error for an invalid optional field. Only the request log says which entry of a list is wrong, and why. */
export const notValid = (field: string, message: string, clauses: Clauses): HttpError =>
  new HttpError(400, `${field.replaceAll(/\[\d+\]/g, '')}: is not valid`, { reason: { field, message, clauses } })

/**
 * Reports all invalid and unused parts of a body as ignored; or refuses the request for the first invalid part (assumption
 * `invalidOptional`).
 */
export function ignoreOrRefuseOptional(context: Context, invalid: readonly InvalidPart[]): void {
  ignoreOrRefuse(context, invalid, ({ kind, field, message }) =>
    kind === 'optional' && context.assumptions.invalidOptional === 400 ? notValid(field, message, {}) : undefined,
  )
}

/** Converts a number, `true` or `false` to text (assumption `numbersAsText`). Returns any other value unchanged. */
export const asText = ({ assumptions }: Context, value: unknown): unknown =>
  assumptions.numbersAsText === 'converted' && (typeof value === 'number' || typeof value === 'boolean')
    ? String(value)
    : value

export const isText = (value: unknown): value is string => typeof value === 'string'

/** For each part of an address: a function that reads the value, and the message for an invalid value. */
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
// The spec lists these parts, but geocoding always overwrites them (v1 §2.2, v2 §2.2).
const overwrittenParts = ['language', 'location']

/** Effect of `null`. `clear`: it clears a field, as in a PUT. `invalid`: it is an invalid value, as in a POST. */
export type Nulls = 'clear' | 'invalid'

/** Why a `null` is invalid. */
export const nullProblem = 'null clears nothing here'

/** Reads the parts of an address. Reports invalid and unused parts, and leaves these parts out. */
export function readPostalAddress(context: Context, address: JsonObject, nulls: Nulls, report: Report): AddressInput {
  const input: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(address)) {
    const sent = name === 'postal_code' && typeof value === 'number' ? asText(context, value) : value
    if (overwrittenParts.includes(name)) {
      report(name, 'is overwritten from geocoding', 'never refused')
      continue
    }
    const [read, expected = 'is not a field of a location'] = parts.get(name) ?? []
    const part = read && sent === null && nulls === 'clear' ? null : read?.(sent)
    if (part === undefined) report(name, read && sent === null ? nullProblem : expected)
    else input[name] = part
    // The service uses only the first line (v1 §2.2, v2 §2.2).
    if (name === 'address_lines' && Array.isArray(sent) && Array.isArray(part) && sent.length > part.length)
      report(name, 'only the first line is used', 'never refused')
  }
  return input
}
