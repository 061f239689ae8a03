import { MockServiceError } from '../errors.ts'
import type { Context } from '../rules/context.ts'
import type { ServiceMethods } from '../service.ts'
import type { Session } from '../snapshot.ts'
import type { JsonObject } from '../text/json.ts'
import { localDigits } from '../text/local-time.ts'
import type { MockService } from '../types/index.ts'
import { oneOf, textLike, validate, wholeNumber } from '../validate.ts'
import type { MountedService, Sandboxes } from './sandboxes.ts'

/** A request to a route of the admin API. */
export interface AdminCall {
  readonly mount: MountedService
  readonly service: MockService
  /** The session that the service had when the request arrived. */
  readonly session: Session
  /** The session's context. Addresses in the response begin with the server's base URL, or else with `url`. */
  readonly context: Context
  /** The service's methods that add, change and show data. Addresses in their results begin as those of `context` do. */
  readonly methods: ServiceMethods
  /** The service's address as the caller wrote it. */
  readonly url: string
  /** The server's address as the caller wrote it. */
  readonly origin: string
  /** The sandboxes of the server. A service without a server has none. */
  readonly sandboxes: Sandboxes | undefined
  /** The value of a header. `name` is in lower case. */
  readonly header: (name: string) => string | undefined
  /** The value of `:id` in the path. */
  readonly id: string
  readonly query: Query
  /** The JSON body; `{}` without a body. */
  readonly body: JsonObject
  /** Aborted when the caller disconnects. */
  readonly disconnected: AbortSignal
}

/** Search parameters by name. */
export type Query = Readonly<Record<string, string>>

/** Returns name and value of the member in `names` that is present. Throws if no member or several members are present. */
export function exactlyOne(values: JsonObject, field: string, names: readonly string[]): readonly [string, unknown] {
  const present = names.filter((name) => values[name] !== undefined)
  const [name] = present
  if (name !== undefined && present.length === 1) return [name, values[name]]
  throw new MockServiceError('argument', field, `must have ${names.join(' or ')}, and only one of them`)
}

/** An id has digits and letters like those of words: shorter words do not search it. */
const idWord = 8

/**
 * Returns a function that tests whether a text contains every word of `search`, in any order, in upper or lower case. A word of at least eight
 * characters may also be the beginning of the id. Undefined without `search`.
 */
export function searchIn({ search = '' }: Query): ((text: string, id?: string) => boolean) | undefined {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  return (text, id = '') => {
    const lower = text.toLowerCase()
    return words.every((word) => lower.includes(word) || (word.length >= idWord && id.startsWith(word)))
  }
}

/** Reads the number and the size of the requested page. `from` is the index of its first entry, `to` the index after its last entry. */
export function pageIn({ page: number = '1', per_page: size = '50' }: Query) {
  const page = validate(wholeNumber(1, 1_000_000_000), numberOf(number), 'page', 'argument')
  const per_page = validate(wholeNumber(1, 1000), numberOf(size), 'per_page', 'argument')
  return { page, per_page, from: (page - 1) * per_page, to: page * per_page }
}

/** Reads a whole number of up to ten digits; NaN for any other text. */
export const numberOf = (text: string): number => (/^\d{1,10}$/.test(text) ? Number(text) : Number.NaN)

/** Reads a parameter that must be one of `texts`; undefined if the parameter is missing. */
export const oneIn = <const Text extends string>(query: Query, field: string, texts: readonly Text[]) =>
  query[field] === undefined ? undefined : validate(oneOf(...texts), query[field], field, 'argument')

/** Reads a parameter that must be a date; undefined if the parameter is missing. */
export const dateIn = (query: Query, field: string): string | undefined =>
  query[field] === undefined ? undefined : validate(date, query[field], field, 'argument')

const date = textLike(
  'a date such as 2026-05-01',
  (text) => text.length === 10 && localDigits(`${text}T00:00`) !== undefined,
)
