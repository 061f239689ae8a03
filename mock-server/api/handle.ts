import { MockServiceError } from '../errors.ts'
import type { Log } from '../requests/log.ts'
import type { Context } from '../rules/context.ts'
import { HttpError, invalidField, limitClauses, queryClauses } from '../rules/http-error.ts'
import { keyFor } from '../rules/scope.ts'
import type { Instant } from '../time.ts'
import type { IgnoredField } from '../types/index.ts'
import { type Bytes, errorResponse, jsonResponse, type ServiceRequest, type ServiceResponse } from './message.ts'
import { operations } from './operations.ts'
import { readBody } from './read.ts'
import { IgnoredFields, reasonOf } from './remarks.ts'
import { viewOf } from './resources.ts'
import { isPaged, type Received, type Route, routeOf } from './router.ts'

/** One session of a service, from its start or its last reset on. */
export interface Session {
  readonly context: Context
  readonly perPage: number
  readonly requestLog: Log
  readonly rateLimit: RateLimit
}

/** Does what a request asks for, and responds, in one step that nothing can come between. The request is not logged. */
export function responseTo(session: Session, received: Received): ServiceResponse {
  return dated(respond(session, received), received)
}

/**
 * A response with the date of the service's own clock (RFC 9110 §6.6.1), unless it has a date: callers that ask what changed compare it
 * with dates of modification.
 */
export function dated(response: ServiceResponse, { at }: Pick<Received, 'at'>): ServiceResponse {
  const { headers } = response
  return 'Date' in headers || 'date' in headers
    ? response
    : { ...response, headers: { ...headers, Date: httpDate(at) } }
}

let lastDate = { second: Number.NaN, text: '' }

/** A moment as headers write it (RFC 9110 §5.6.7), written once a second: a cached page takes little longer than this text. */
function httpDate(at: Instant): string {
  const second = Math.floor(at / 1000)
  if (second !== lastDate.second) lastDate = { second, text: new Date(at).toUTCString() }
  return lastDate.text
}

function respond(session: Session, received: Received): ServiceResponse {
  const ignored = new IgnoredFields()
  try {
    const context = { ...received.context, ignore: ignored.add }
    const response = jsonResponse(perform(session, { ...received, context }))
    return { ...response, remarks: { ignored: ignored.all } }
  } catch (thrown) {
    return httpErrorResponse(thrown, received, ignored.all)
  }
}

/** The response to a request that is refused, by what was thrown. Throws again what no refusal is. */
export function httpErrorResponse(
  thrown: unknown,
  { context, located }: Received,
  ignored: readonly IgnoredField[] = [],
): ServiceResponse {
  const error = httpErrorOf(thrown)
  const reason = reasonOf(error, located.dialect?.version)
  return { ...errorResponse(error, context.assumptions.errorBody), remarks: { reason, ignored } }
}

/** If a test's own geocoder failed, the text is for the test's author; a client gets by with the status. */
function httpErrorOf(thrown: unknown): HttpError {
  if (thrown instanceof HttpError) return thrown
  if (!(thrown instanceof MockServiceError)) throw thrown
  const { field, message } = thrown
  return new HttpError(500, message, { reason: { field, message: message.slice(`${field}: `.length) } })
}

/** Checks in this order: path, method, key, rate, query, body; then the operation checks what it needs and only then stores. */
function perform(session: Session, { context, request, target, located }: Received): string | Bytes {
  const { dialect, match } = routeOf(context, request.method, located)
  const key = keyFor(context, dialect, request)
  session.rateLimit.check(context, key.token, request)
  const filter = filterIn(context, match.route, target.query)
  if (target.query.size > 0) checkQuery(context, match.route, target.query)
  return operations[match.route.operation]({
    view: viewOf(context, dialect),
    key,
    match,
    filter,
    target,
    perPage: session.perPage,
    body: match.route.method === 'GET' ? {} : readBody(context.assumptions, request),
  })
}

/** The filter of a list; undefined where the parameter has no meaning, as other parameters (assumption `filter`). */
function filterIn({ assumptions }: Context, { filtered }: Route, query: URLSearchParams): string | undefined {
  const [filter, repeated] = query.size > 0 && filtered ? query.getAll('filter') : []
  if (filter === undefined || assumptions.filter === 'ignored') return undefined
  const invalid = (problem: string) => invalidField(400, 'filter', problem, queryClauses)
  if (assumptions.filter === 'refused') throw invalid('this service has no filters')
  if (repeated !== undefined) throw invalid('must be given only once')
  return filter
}

/** Notes or refuses parameters that have no meaning (assumption `otherQuery`), and notes repeated ones. */
function checkQuery({ assumptions, ignore }: Context, route: Route, query: URLSearchParams): void {
  const names = [...query.keys()]
  for (const name of new Set(names)) {
    if (!isKnown(name, route, assumptions)) {
      const problem = 'is not a query parameter of this service'
      if (assumptions.otherQuery === 400) throw invalidField(400, name, problem, queryClauses)
      ignore(name, name === 'filter' && route.filtered ? 'has no meaning here (assumption filter)' : problem)
    } else if (names.indexOf(name) < names.lastIndexOf(name)) ignore(name, 'is given more than once: the first counts')
  }
}

/** Whether a query parameter has a meaning for a route. */
function isKnown(name: string, route: Route, { filter }: Context['assumptions']): boolean {
  if (name === 'filter') return route.filtered === true && filter !== 'ignored'
  return isPaged(route) && (name === 'page' || name === 'per_page')
}

/** Limits the requests of every key in each second, which begins with the first request (assumption `rateLimit`). */
export class RateLimit {
  readonly #now: () => number
  readonly #counts = new Map<string, { readonly since: number; readonly requests: number }>()
  /** Requests that were counted, and whether each was one too many. */
  readonly #counted = new WeakMap<ServiceRequest, boolean>()

  /** Takes a clock, in milliseconds, that only goes forward, and that goes on while a caller waits: `Retry-After` must come true. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Counts a request of a key, and refuses it if it is one too many. A request counts once: a fault may try it before it is done. */
  check({ assumptions: { rateLimit } }: Context, token: string, request: ServiceRequest): void {
    if (rateLimit === 'off') return
    const { perSecond, retryAfter } =
      typeof rateLimit === 'number' ? { perSecond: rateLimit, retryAfter: true } : rateLimit
    const isOver = this.#counted.get(request) ?? this.#count(token) > perSecond
    this.#counted.set(request, isOver)
    if (!isOver) return
    const reason = {
      message: `more than ${perSecond} ${perSecond === 1 ? 'request' : 'requests'} of this key in a second`,
    }
    const headers = retryAfter ? { 'Retry-After': '1' } : {}
    throw new HttpError(429, 'Rate limit exceeded', { headers, reason: { ...reason, clauses: limitClauses } })
  }

  /** How many requests a key has made in its second, with this one. */
  #count(token: string): number {
    const now = this.#now()
    const last = this.#counts.get(token)
    const { since, requests } = last && now - last.since < 1000 ? last : { since: now, requests: 0 }
    this.#counts.set(token, { since, requests: requests + 1 })
    return requests + 1
  }
}
