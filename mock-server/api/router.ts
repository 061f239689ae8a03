import type { Dialect } from '../dialects/dialect.ts'
import { resources } from '../resources/all.ts'
import type { Operation, PathIds, Resource } from '../resources/resource.ts'
import { type Context, contextAt } from '../rules/context.ts'
import { HttpError, requestClauses } from '../rules/http-error.ts'
import { decodeSegment } from '../text/strings.ts'
import { elapsed, type Instant } from '../time.ts'
import type { OperationName } from '../types/index.ts'
import type { ServiceRequest } from './message.ts'
import { parseTarget, type Target } from './target.ts'

/** One row of the routing table: an operation at one of its paths. */
export interface Route extends Omit<Operation, 'path'> {
  readonly operation: OperationName
  readonly path: string
}

/** The routing table. */
export const routes: readonly Route[] = resources.flatMap(({ operations }: Resource) =>
  Object.entries(operations).flatMap(([operation, { path, ...rest }]) =>
    [path].flat().map((each) => ({ operation: operation as OperationName, path: each, ...rest })),
  ),
)

/** Every operation of the table. */
export const operationNames: ReadonlySet<unknown> = new Set(routes.map(({ operation }) => operation))

/**
 * Whether a version does not serve a route: because of the assumption `linked`, because of the operation's own `isNotServed`, or because
 * the version has only GET at this path.
 */
export const isNotServed = (
  { linked, isNotServed, method, path }: Route,
  assumptions: Context['assumptions'],
  { readOnly }: Dialect,
): boolean =>
  (linked === true && assumptions.linked === 404) ||
  (method !== 'GET' && readOnly.some((start) => path === start || path.startsWith(`${start}/`))) ||
  isNotServed?.(assumptions) === true

/** A route that matches a path, and the ids in the path. */
export interface RouteMatch {
  readonly route: Route
  readonly ids: PathIds
}

/** Decoded segments of a path. A segment that cannot be decoded is undefined. */
type Segments = readonly (string | undefined)[]

const patterns = routes.map((route) => ({ route, pattern: route.path === '' ? [] : route.path.split('/') }))

/** The routes of all methods that match a path. */
function matchesOf(dialect: Dialect, segments: Segments): readonly RouteMatch[] {
  const isSlashed = segments.at(-1) === ''
  const parts = isSlashed ? segments.slice(0, -1) : segments
  const fits = (name: string, at: number) => {
    if (name.startsWith(':')) return Boolean(parts[at])
    return parts[at] === (name === '{attendances}' ? dialect.attendances : name)
  }
  return patterns
    .filter(({ pattern }) => parts.length === pattern.length && pattern.every(fits))
    .map(({ route, pattern }) => {
      const at = (name: string) => parts[pattern.indexOf(name)] ?? ''
      return { route, ids: { id: at(':id'), member: at(':member'), campaign: at(':campaign') } }
    })
}

/** What the router finds for the method and the path of a request. */
export interface RouteLookup {
  readonly dialect: Dialect | undefined
  /** Undefined if no route has this path and this method. */
  readonly match: RouteMatch | undefined
  /** The methods of all routes with this path. */
  readonly methods: readonly string[]
}

/** Finds the version and the route of a request. `path` is below the base address. HEAD has the route of GET (RFC 9110 §9.3.2). */
export function lookUpRoute({ dialects, assumptions }: Context, method: string, path: string): RouteLookup {
  const written = (assumptions.requestReading === 'lenient' ? path.replace(/\/{2,}/g, '/') : path).split('/')
  const [start, root, version, ...segments]: Segments = path.includes('%') ? written.map(decodeSegment) : written
  const dialect = Object.values(dialects).find((one) => one.version === version)
  if (start !== '' || root !== 'api' || !dialect) return { dialect: undefined, match: undefined, methods: [] }
  const hasPetitions = dialect.petitions && assumptions.petitions === 'events'
  const matches = matchesOf(dialect, hasPetitions ? withoutPetitions(segments) : segments)
  const served = matches.filter(({ route }) => !isNotServed(route, assumptions, dialect))
  const routeMethod = method === 'HEAD' ? 'GET' : method
  return {
    dialect,
    match: served.find(({ route }) => route.method === routeMethod),
    methods: served.map(({ route }) => route.method),
  }
}

/** Replaces `petitions` at the end of a path with `events` (v1 §4.6, assumption `petitions`). */
function withoutPetitions(segments: Segments): Segments {
  const last = segments.findLastIndex((segment) => segment !== '')
  return segments[last] === 'petitions' ? segments.with(last, 'events') : segments
}

/** Whether a route responds with pages. */
export const isPaged = ({ collection }: Route): boolean => collection === true

/** Returns the version and the route of a request. Throws for an unknown path, and for a wrong method (assumption `methodNotAllowed`). */
export function routeOf(
  { assumptions }: Context,
  { method: sent, path }: { readonly method: string; readonly path: string },
  { dialect, match, methods }: RouteLookup,
) {
  if (dialect && match) return { dialect, match }
  if (methods.length === 0)
    throw new HttpError(404, 'Not found', {
      reason: { message: `nothing is served at this path${dialect && path.includes('//') ? emptyPart : otherPath}` },
    })
  const allowed = [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].join(', ')
  throw new HttpError(assumptions.methodNotAllowed, 'Method not allowed', {
    headers: { Allow: allowed },
    reason: {
      message: `${sent} is not allowed here. Allowed are ${allowed}`,
      clauses: sent === 'DELETE' ? { v1: '§4.8', v2: '§4.9' } : requestClauses,
    },
  })
}

const emptyPart = ': a part between two slashes is empty. Check the ids'
const otherPath = '. Paths of the API begin with /api/v1 or /api/v2'

/** A request that the service has not yet performed, with its time and its route. */
export interface ReceivedRequest {
  /** The service's context, with the base address that the caller uses. */
  readonly context: Context
  readonly request: ServiceRequest
  readonly target: Target
  readonly lookup: RouteLookup
  readonly at: Instant
  /** When the request arrived, by the monotonic clock. */
  readonly arrived: number
}

/** The parameters in the form body of a GET (assumption `requestReading`). */
function formIn({ assumptions }: Context, { method, body, header }: ServiceRequest): URLSearchParams | undefined {
  if (body === '' || assumptions.requestReading !== 'lenient' || (method !== 'GET' && method !== 'HEAD'))
    return undefined
  const isForm = /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(header('content-type') ?? '')
  return isForm ? new URLSearchParams(body) : undefined
}

export function receive(own: Context, request: ServiceRequest): ReceivedRequest {
  const context = contextAt(own, request.base, request.otherBases)
  const target = parseTarget(request.target, formIn(context, request))
  return {
    context,
    request,
    target,
    lookup: lookUpRoute(context, request.method, target.path),
    at: context.clock.now(),
    arrived: elapsed(),
  }
}
