import { MockServiceError } from '../errors.ts'
import type { Log } from '../requests/log.ts'
import { type Context, HttpError } from '../rules/context.ts'
import { keyFor } from '../rules/scope.ts'
import type { Instant } from '../time.ts'
import { type Bytes, errorResponse, jsonResponse, type ServiceRequest, type ServiceResponse } from './message.ts'
import { operations } from './operations.ts'
import { readBody } from './read.ts'
import { viewOf } from './resources.ts'
import { type Received, type Route, routeOf } from './router.ts'

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
  try {
    return jsonResponse(perform(session, received))
  } catch (error) {
    const { errorBody } = received.context.assumptions
    if (error instanceof HttpError) return errorResponse(error, errorBody)
    // A test's own geocoder failed. The text is for the test's author; a client gets by with the status.
    if (error instanceof MockServiceError) return errorResponse(new HttpError(500, error.message), errorBody)
    throw error
  }
}

/** Checks in this order: path, method, key, rate, query, body; then the operation checks what it needs and only then stores. */
function perform(session: Session, { context, request, target, located }: Received): string | Bytes {
  const { dialect, match } = routeOf(context, located)
  const key = keyFor(context, request.header(dialect.keyHeader.toLowerCase()))
  session.rateLimit.check(context, key.token, request)
  const filter = filterIn(context, match.route, target.query)
  checkQuery(context, target.query, filter !== undefined)
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
  if (assumptions.filter === 'refused') throw new HttpError(400, 'filter: this service has no filters')
  if (repeated !== undefined) throw new HttpError(400, 'filter: must stand in the query once')
  return filter
}

/** Refuses parameters that have no meaning, where that is assumed (assumption `otherQuery`). */
function checkQuery({ assumptions }: Context, query: URLSearchParams, isFiltered: boolean): void {
  if (assumptions.otherQuery !== 400) return
  const known = ['page', 'per_page', ...(isFiltered ? ['filter'] : [])]
  const other = [...query.keys()].find((name) => !known.includes(name))
  if (other !== undefined) throw new HttpError(400, `${other}: is no query parameter of this service`)
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
    if (isOver) throw new HttpError(429, 'Rate limit exceeded', retryAfter ? { 'Retry-After': '1' } : {})
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
