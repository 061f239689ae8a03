import { MockServiceError } from '../errors.ts'
import type { Context } from '../rules/context.ts'
import type { Members } from '../service.ts'
import type { Session } from '../snapshot.ts'
import type { JsonObject } from '../text/json.ts'
import { localDigits } from '../text/local-time.ts'
import type { MockService } from '../types/index.ts'
import { oneOf, textLike, validate, wholeNumber } from '../validate.ts'
import type { Mount, Sandboxes } from './sandboxes.ts'

/** A request to a route of the admin API. */
export interface AdminCall {
  readonly mount: Mount
  readonly service: MockService
  /** The service's session when the request came. */
  readonly session: Session
  /** The context of the session. Its addresses begin with the base URL of the server, or with `url`. */
  readonly context: Context
  /** The service's methods. Addresses in their results start with the same base URL as those of `context`. */
  readonly members: Members
  /** The address by which the caller reaches the service. */
  readonly url: string
  /** The address by which the caller reaches the server. */
  readonly origin: string
  /** The sandboxes of the server. A service without a server has none. */
  readonly sandboxes: Sandboxes | undefined
  /** The value of a header. `name` is in lower case. */
  readonly header: (name: string) => string | undefined
  /** The value of `:id` in the path. */
  readonly id: string
  readonly query: Query
  /** The JSON body; `{}` for a request without one. */
  readonly body: JsonObject
  /** Aborted when the caller disconnects. */
  readonly disconnected: AbortSignal
}

/** Search parameters by name. */
export type Query = Readonly<Record<string, string>>

/** The name and value of the one member among `names` that is present. Throws if none or several are present. */
export function exactlyOne(values: JsonObject, field: string, names: readonly string[]): readonly [string, unknown] {
  const present = names.filter((name) => values[name] !== undefined)
  const [name] = present
  if (name !== undefined && present.length === 1) return [name, values[name]]
  throw new MockServiceError('argument', field, `must have ${names.join(' or ')}, and only one of them`)
}

/** A function that tests whether a text has every word of a search, in any order, in upper or lower case. Undefined without a search. */
export function searchIn({ search = '' }: Query): ((text: string) => boolean) | undefined {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  return (text) => {
    const lower = text.toLowerCase()
    return words.every((word) => lower.includes(word))
  }
}

/** The requested page: its number and size, and the positions of its first entry and after its last entry. */
export function pageIn({ page: number = '1', per_page: size = '50' }: Query) {
  const page = validate(wholeNumber(1, 1_000_000_000), numberOf(number), 'page', 'argument')
  const per_page = validate(wholeNumber(1, 1000), numberOf(size), 'per_page', 'argument')
  return { page, per_page, from: (page - 1) * per_page, to: page * per_page }
}

/** A parameter as a number; NaN for any other text. */
export const numberOf = (text: string): number => (/^\d{1,10}$/.test(text) ? Number(text) : Number.NaN)

/** A parameter that must be one of a few texts; undefined if it is missing. */
export const oneIn = <const Text extends string>(query: Query, field: string, texts: readonly Text[]) =>
  query[field] === undefined ? undefined : validate(oneOf(...texts), query[field], field, 'argument')

/** A parameter that must be a date; undefined if it is missing. */
export const dateIn = (query: Query, field: string): string | undefined =>
  query[field] === undefined ? undefined : validate(date, query[field], field, 'argument')

const date = textLike(
  'a date such as 2026-05-01',
  (text) => text.length === 10 && localDigits(`${text}T00:00`) !== undefined,
)
