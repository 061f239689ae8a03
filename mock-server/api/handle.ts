import { MockServiceError } from '../errors.ts'
import type { Log } from '../requests/log.ts'
import { type Context, HttpError } from '../rules/context.ts'
import { keyFor } from '../rules/scope.ts'
import type { Instant } from '../time.ts'
import { complete, errorResponse, jsonResponse, type ServiceRequest, type ServiceResponse } from './message.ts'
import { operations } from './operations.ts'
import { readBody } from './read.ts'
import { viewOf } from './resources.ts'
import { type Received, type Route, receive, routeOf } from './router.ts'

/** One session of a service, from its making or its last reset on. */
export interface Session {
  readonly context: Context
  readonly perPage: number
  readonly requestLog: Log
  readonly rateLimit: Pick<RateLimit, 'count'>
}

/** Responds to a request and logs it: request in, response out, in one step that nothing can come between. */
export function dispatch(session: Session, request: ServiceRequest): ServiceResponse {
  const received = receive(session.context, request)
  const response = responseTo(session, received)
  session.requestLog.add(received, complete(response))
  return response
}

/** Does what a request asks for, and responds; the request log learns nothing of it. */
export function responseTo(session: Session, received: Received): ServiceResponse {
  const { status, headers, body } = respond(session, received)
  // By the service's own clock (RFC 9110 §6.6.1): whoever asks what changed compares it with dates of modification.
  return { status, headers: { ...headers, Date: httpDate(received.at) }, body }
}

let dated = { second: Number.NaN, text: '' }

/** A moment as headers write it (RFC 9110 §5.6.7), made once a second: a kept page takes little longer than this text. */
function httpDate(at: Instant): string {
  const second = Math.floor(at / 1000)
  if (second !== dated.second) dated = { second, text: new Date(at).toUTCString() }
  return dated.text
}

function respond(session: Session, received: Received): ServiceResponse {
  try {
    return jsonResponse(perform(session, received))
  } catch (error) {
    const { errorBody } = received.context.assumptions
    if (error instanceof HttpError) return errorResponse(error, errorBody)
    // A geocoder of the test's own failed: its author must learn of it, and a client of no more than a status.
    if (error instanceof MockServiceError) return errorResponse(new HttpError(500, error.message), errorBody)
    throw error
  }
}

/** Checks in this order: path, method, key, rate, query, body; then the operation checks what it needs and only then stores. */
function perform(session: Session, { context, request, target, located }: Received) {
  const { dialect, match } = routeOf(context, located)
  const key = keyFor(context, request.header(dialect.keyHeader.toLowerCase()))
  const refusal = session.rateLimit.count(context, key.token)
  if (refusal) throw refusal
  const filter = filterIn(context, match.route, target.query)
  refuseQuery(context, target.query, filter !== undefined)
  return operations[match.route.operation]({
    view: viewOf(context, dialect.version),
    key,
    match,
    filter,
    target,
    perPage: session.perPage,
    body: match.route.method === 'GET' ? {} : readBody(context.assumptions, request),
  })
}

/** The filter of a list; undefined where it is but one of the other parameters (assumption `filter`). */
function filterIn({ assumptions }: Context, { filtered }: Route, parameters: URLSearchParams): string | undefined {
  const [filter, another] = parameters.size > 0 && filtered ? parameters.getAll('filter') : []
  if (filter === undefined || assumptions.filter === 'ignored') return undefined
  if (assumptions.filter === 'refused') throw new HttpError(400, 'filter: this service has no filters')
  if (another !== undefined) throw new HttpError(400, 'filter: must stand in the query once')
  return filter
}

function refuseQuery({ assumptions }: Context, parameters: URLSearchParams, filters: boolean): void {
  if (assumptions.otherQuery !== 400) return
  const known = ['page', 'per_page', ...(filters ? ['filter'] : [])]
  const other = [...parameters.keys()].find((name) => !known.includes(name))
  if (other !== undefined) throw new HttpError(400, `${other}: is no query parameter of this service`)
}

const second = 1000

/** Counts the requests of every key, in seconds that begin with a request each (assumption `rateLimit`). */
export class RateLimit {
  readonly #now: () => number
  readonly #counts = new Map<string, { readonly since: number; readonly requests: number }>()

  /** Takes milliseconds that only ever grow, and that pass while somebody waits: `Retry-After` must come true. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** The limit for one request, which counts once however often it is answered: a dry run may come before the act. */
  once(): Pick<RateLimit, 'count'> {
    let counted: { readonly refusal: HttpError | undefined } | undefined
    const count = (context: Context, token: string) => {
      counted ??= { refusal: this.count(context, token) }
      return counted.refusal
    }
    return { count }
  }

  /** Counts a request of a key, and gives its refusal where it is one too many. */
  count({ assumptions: { rateLimit } }: Context, token: string): HttpError | undefined {
    if (rateLimit === 'off') return undefined
    const { perSecond, retryAfter } =
      typeof rateLimit === 'number' ? { perSecond: rateLimit, retryAfter: true } : rateLimit
    const now = this.#now()
    const last = this.#counts.get(token)
    const { since, requests } = last && now - last.since < second ? last : { since: now, requests: 0 }
    this.#counts.set(token, { since, requests: requests + 1 })
    if (requests < perSecond) return undefined
    return new HttpError(429, 'Rate limit exceeded', retryAfter ? { 'Retry-After': '1' } : {})
  }
}
