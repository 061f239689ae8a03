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
  /** Its context, whose addresses begin with the `url`. */
  readonly context: Context
  /** The service's members, whose results have such addresses too. */
  readonly members: Members
  /** Address of the service, as the caller knows it. */
  readonly url: string
  /** The server's address, as the caller knows it. */
  readonly origin: string
  readonly sandboxes: Sandboxes
  /** The segment of the path for `:id`. */
  readonly id: string
  readonly query: Query
  /** Empty where none was sent. */
  readonly body: JsonObject
  /** Aborted when the caller goes away. */
  readonly gone: AbortSignal
}

/** Search parameters by name. */
export type Query = Readonly<Record<string, string>>

/** The member of a body or a query that must be there, of several of which only one may be. */
export function exactlyOne(values: JsonObject, field: string, names: readonly string[]): readonly [string, unknown] {
  const present = names.filter((name) => values[name] !== undefined)
  const [name] = present
  if (name !== undefined && present.length === 1) return [name, values[name]]
  throw new MockServiceError('argument', field, `must have ${names.join(' or ')}, and only one of them`)
}

/** A test of whether a text has every word of a search, in any case and order; undefined without a search. */
export function searchIn({ search = '' }: Query): ((text: string) => boolean) | undefined {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  return (text) => {
    const lower = text.toLowerCase()
    return words.every((word) => lower.includes(word))
  }
}

/** The page that a query asks for, and the positions from and to which it goes. */
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
