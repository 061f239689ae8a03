import type { Dialect } from '../dialects/dialect.ts'
import { MockServiceError } from '../errors.ts'
import type { Log } from '../requests/log.ts'
import type { Context } from '../rules/context.ts'
import { HttpError, invalidField, limitClauses, queryClauses } from '../rules/http-error.ts'
import { findKey, keyFor } from '../rules/scope.ts'
import type { Instant } from '../time.ts'
import type { IgnoredField, StoredRecord } from '../types/index.ts'
import { corsHeaders, formPreflightResponse } from './cors.ts'
import { type Bytes, errorResponse, jsonResponse, type ServiceRequest, type ServiceResponse } from './message.ts'
import { readBody } from './read.ts'
import { IgnoredFields, type Remarks, reasonOf } from './remarks.ts'
import { isPaged, lookUpRoute, type ReceivedRequest, type Route, routeOf } from './router.ts'
import { viewOf } from './view.ts'

/** The part of a service's session that the API needs. A reset or a restore starts a new session. */
export interface ApiSession {
  readonly context: Context
  readonly perPage: number
  readonly requestLog: Log
  readonly rateLimit: RateLimit
}

/** Performs a request synchronously, so that no other request runs meanwhile, and returns the response. Does not log the request. */
export function responseTo(session: ApiSession, received: ReceivedRequest): ServiceResponse {
  if (!isFromForm(received)) return dated(respond(session, received), received)
  const { headers, ...response } = formPreflightResponse(received.request) ?? respond(session, received)
  return dated({ ...response, headers: { ...Object.fromEntries(corsHeaders), ...headers } }, received)
}

/**
 * Whether a form on a website may send this request, or its preflight: a POST for which the service needs no key. Then pages of every
 * origin can read the response, which shows no data.
 */
function isFromForm({ context, request, target, lookup }: ReceivedRequest): boolean {
  if (request.method !== 'POST' && request.method !== 'OPTIONS') return false
  const { dialect, match } = request.method === 'POST' ? lookup : lookUpRoute(context, 'POST', target.path)
  return dialect !== undefined && match !== undefined && openTo(context, dialect, request, match.route) !== undefined
}

/**
 * Adds a `Date` header from the service's clock (RFC 9110 §6.6.1), unless the response has a `Date`. Callers that poll for changes compare
 * this header with modification dates.
 */
export function dated(response: ServiceResponse, { at }: Pick<ReceivedRequest, 'at'>): ServiceResponse {
  const { headers } = response
  return 'Date' in headers || 'date' in headers
    ? response
    : { ...response, headers: { ...headers, Date: httpDate(at) } }
}

let lastDate = { second: Number.NaN, text: '' }

/**
 * Formats a moment for an HTTP header (RFC 9110 §5.6.7). Caches the text for one second, because formatting takes nearly as long as serving
 * a cached page.
 */
function httpDate(at: Instant): string {
  const second = Math.floor(at / 1000)
  if (second !== lastDate.second) lastDate = { second, text: new Date(at).toUTCString() }
  return lastDate.text
}

function respond(session: ApiSession, received: ReceivedRequest): ServiceResponse {
  const ignored = new IgnoredFields()
  try {
    let noted: Pick<Remarks, 'stored' | 'before'> = {}
    const noteStored = (stored: StoredRecord, before?: string) => {
      noted = { stored, ...(before !== undefined && { before }) }
    }
    const context = { ...received.context, ignore: ignored.add, noteStored }
    const response = jsonResponse(perform(session, { ...received, context }))
    return { ...response, remarks: { ignored: ignored.all, ...noted } }
  } catch (thrown) {
    return httpErrorResponse(thrown, received, ignored.all)
  }
}

/**
 * The response for an error that was thrown during a request. Rethrows all errors except {@link HttpError} and {@link MockServiceError}.
 */
export function httpErrorResponse(
  thrown: unknown,
  { context, lookup }: ReceivedRequest,
  ignored: readonly IgnoredField[] = [],
): ServiceResponse {
  const error = httpErrorOf(thrown)
  const reason = reasonOf(error, lookup.dialect?.version)
  return { ...errorResponse(error, context.assumptions.errorBody), remarks: { reason, ignored } }
}

/**
 * Turns a `MockServiceError`, such as an error of a test's own geocoder, into status 500. The request log has the message, for the author
 * of the test.
 */
function httpErrorOf(thrown: unknown): HttpError {
  if (thrown instanceof HttpError) return thrown
  if (!(thrown instanceof MockServiceError)) throw thrown
  const { field, message } = thrown
  return new HttpError(500, message, { reason: { field, message: message.slice(`${field}: `.length) } })
}

/**
 * Checks path, method, API key, rate limit, query and body, in this order. Then runs the operation, which makes its own checks before it
 * stores data.
 */
function perform(session: ApiSession, { context, request, target, lookup }: ReceivedRequest): string | Bytes {
  const { dialect, match } = routeOf(context, { method: request.method, path: target.path }, lookup)
  const { route } = match
  const open = openTo(context, dialect, request, route)
  const key = open ? undefined : keyFor(context, dialect, request)
  if (key) session.rateLimit.check(context, key.token, request)
  const filter = filterIn(context, route, target.query)
  if (target.query.size > 0) checkQuery(context, route, target.query)
  const call = {
    view: viewOf(context, dialect),
    ids: match.ids,
    part: route.path.slice(route.path.lastIndexOf('/') + 1),
    filter,
    target,
    perPage: session.perPage,
    body: route.method === 'GET' ? {} : readBody(context.assumptions, request),
  }
  if (key && isBackground(route, target.query)) return inBackground(context, () => route.handle({ ...call, key }))
  if (key) return route.handle({ ...call, key })
  return open ? open.handle(call) : ''
}

/**
 * Performs a write whose result the caller does not wait for, and returns `{}`. Nobody can see that it runs at once. A refused write stores
 * nothing, and only the request log says why.
 */
function inBackground(context: Context, write: () => unknown): string {
  try {
    write()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const { field = 'body', message } = error.reason
    context.ignore(field, `${message}: nothing is stored (${backgroundParameter})`)
  }
  return '{}'
}

/** Whether the caller does not wait for the write. */
const isBackground = ({ deferrable }: Route, query: URLSearchParams): boolean =>
  deferrable === true && query.get(backgroundParameter) === 'true'

const backgroundParameter = 'background_request'

/** The handler for a request without a valid API key. Undefined if the request has a valid key, or if the route refuses such requests. */
function openTo(context: Context, dialect: Dialect, request: ServiceRequest, { withoutKey }: Route) {
  if (!withoutKey || findKey(context, dialect, request)) return undefined
  return withoutKey.accepts(context.assumptions, request.header(dialect.keyHeader.toLowerCase()))
    ? withoutKey
    : undefined
}

/**
 * Reads the query parameter `filter`. Undefined without `filter`, on a route without filters, and if the service ignores filters
 * (assumption `filter`).
 */
function filterIn({ assumptions }: Context, { filtered }: Route, query: URLSearchParams): string | undefined {
  const [filter, repeated] = query.size > 0 && filtered ? query.getAll('filter') : []
  if (filter === undefined || assumptions.filter === 'ignored') return undefined
  if (filter.trim() === '' && assumptions.requestReading === 'lenient') return undefined
  const invalid = (problem: string) => invalidField(400, 'filter', problem, queryClauses)
  if (assumptions.filter === 'refused') throw invalid('this service has no filters')
  if (repeated !== undefined) throw invalid('must be given only once')
  return filter
}

/** Reports unknown query parameters as ignored, or refuses them (assumption `otherQuery`). Reports repeated parameters as ignored. */
function checkQuery({ assumptions, ignore }: Context, route: Route, query: URLSearchParams): void {
  const names = [...query.keys()]
  for (const name of new Set(names)) {
    if (!isKnownParameter(name, route, assumptions)) {
      const problem = 'is not a query parameter of this service'
      if (assumptions.otherQuery === 400) throw invalidField(400, name, problem, queryClauses)
      ignore(name, name === 'filter' && route.filtered ? 'has no meaning here (assumption filter)' : problem)
    } else if (names.indexOf(name) < names.lastIndexOf(name)) ignore(name, 'is given more than once: the first counts')
  }
}

/** Whether a route reads a query parameter. */
function isKnownParameter(name: string, route: Route, { filter }: Context['assumptions']): boolean {
  if (name === 'filter') return route.filtered !== undefined && filter !== 'ignored'
  if (name === backgroundParameter) return route.deferrable === true
  return isPaged(route) && (name === 'page' || name === 'per_page')
}

/**
 * Limits the number of requests per second for each API key (assumption `rateLimit`). A second begins with the first request of the key.
 */
export class RateLimit {
  readonly #now: () => number
  readonly #counts = new Map<string, { readonly since: number; readonly requests: number }>()
  /** The requests that `check` has counted, and whether each exceeded the limit. */
  readonly #counted = new WeakMap<ServiceRequest, boolean>()

  /**
   * `now` is a monotonic clock in milliseconds. It must run in real time, so that a caller who waits for `Retry-After` seconds gets a
   * response.
   */
  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Counts a request of a key. Throws status 429 above the limit. Counts a request only once, even if a fault performs it twice: on a copy
   * of the data, and then on the data.
   */
  check({ assumptions: { rateLimit, errorTexts } }: Context, token: string, request: ServiceRequest): void {
    if (rateLimit === 'off') return
    const { perSecond, retryAfter } =
      typeof rateLimit === 'number' ? { perSecond: rateLimit, retryAfter: true } : rateLimit
    const isOver = this.#counted.get(request) ?? this.#count(token) > perSecond
    this.#counted.set(request, isOver)
    if (!isOver) return
    const reason = {
      message: `more than ${perSecond} ${perSecond === 1 ? 'request' : 'requests'} of this key in a second. Wait a second and send it again`,
    }
    const headers = retryAfter ? { 'Retry-After': '1' } : {}
    const text = errorTexts === 'short' ? 'Too many requests' : 'Rate limit exceeded'
    throw new HttpError(429, text, { headers, reason: { ...reason, clauses: limitClauses } })
  }

  /** Counts a request, and returns the number of the key's requests in the current second. */
  #count(token: string): number {
    const now = this.#now()
    const last = this.#counts.get(token)
    const { since, requests } = last && now - last.since < 1000 ? last : { since: now, requests: 0 }
    this.#counts.set(token, { since, requests: requests + 1 })
    return requests + 1
  }
}
