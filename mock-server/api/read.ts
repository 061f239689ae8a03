import type { Assumptions } from '../assumptions.ts'
import type { Context } from '../rules/context.ts'
import { type HttpError, invalidField, limitClauses, requestClauses } from '../rules/http-error.ts'
import type { AddressInput } from '../store/model.ts'
import { getIn, isObject, type JsonObject, parse, stringOf } from '../text/json.ts'
import { maxBodyBytes, type ServiceRequest } from './message.ts'

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** The JSON object of a body, or the refusal of the request (assumptions `contentType`, `invalidBody`). */
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

/** What is wrong with a link of a body from which {@link linkIn} reads no address. */
export const noLink = 'must be one link, an object with an href'

/** Whether a body has a link of a relation, and where it leads; HAL allows a single link in an array too. */
export function linkIn(body: JsonObject, relation: string): { readonly isThere: boolean; readonly href?: string } {
  const link = getIn(body, '_links', relation)
  const href = stringOf(getIn(Array.isArray(link) && link.length === 1 ? link[0] : link, 'href'))
  return { isThere: link !== undefined, ...(href !== undefined && { href }) }
}

/** A part of a body that does not count. */
export interface InvalidPart {
  /**
   * `required`: a required field is missing, empty or of a wrong type. `optional`: any other part is invalid. `postal code`: it is missing
   * where it must be there.
   * `never refused`: the part is valid, but the service has no use for it.
   */
  readonly kind: 'required' | 'optional' | 'postal code' | 'never refused'
  /** Its path under wire names. */
  readonly field: string
  readonly message: string
}

/** Reports a part that does not count, by its path below what is read. */
export type Report = (path: string, message: string, kind?: InvalidPart['kind']) => void

/** Reports the links of a body, besides those of some relations, and what is embedded in it: no caller can set them. */
export function reportHal({ _links, _embedded }: JsonObject, relations: readonly string[], report: Report): void {
  for (const relation of isObject(_links) ? Object.keys(_links) : [])
    if (!relations.includes(relation))
      report(`_links.${relation}`, 'is not a link that a caller can set', 'never refused')
  if (isObject(_embedded)) report('_embedded', 'can only be set by the service', 'never refused')
}

/** Reports the members of a body that are none of the known ones, and none of HAL's. */
export function reportUnknown(body: JsonObject, known: ReadonlySet<string>, problem: string, report: Report): void {
  for (const [name, value] of Object.entries(body)) {
    const isHal = name === '_links' || name === '_embedded'
    if (isHal && !isObject(value)) report(name, 'must be an object')
    if (!isHal && !known.has(name)) report(name, problem)
  }
}

/** Entries of the longest list that is read. The spec has no limit; one of hundreds of thousands would keep others waiting for seconds. */
const maxEntries = 10_000

/** Refuses a list that is too long. */
export function checkLength({ assumptions }: Context, field: string, entries: readonly unknown[]): void {
  if (entries.length > maxEntries)
    throw invalidField(assumptions.invalidBody, field, `has more than ${maxEntries} entries`, limitClauses)
}

/** Notes parts that do not count. Throws the first HTTP error that there is for one of them, with all others noted. */
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

export const isText = (value: unknown): value is string => typeof value === 'string'

/** How the parts of an address are read, and what they must be. */
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
// They are in the table, and geocoding always overwrites them (v1 §2.2, v2 §2.2).
const overwrittenParts = ['language', 'location']

/** What `null` does: it clears a field, as in a PUT, or is invalid, as in a POST. */
export type Nulls = 'clear' | 'invalid'

/** What is wrong with `null` where it clears nothing. */
export const nullProblem = 'null clears nothing here'

/** Reads the parts of an address. Those that do not count are reported and left out. */
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
