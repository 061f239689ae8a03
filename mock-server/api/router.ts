import type { Dialect } from '../dialects/dialect.ts'
import { type Context, contextAt } from '../rules/context.ts'
import { HttpError, requestClauses } from '../rules/http-error.ts'
import { decodeSegment } from '../text/strings.ts'
import type { Instant } from '../time.ts'
import type { OperationName } from '../types/index.ts'
import type { ServiceRequest } from './message.ts'

/** Further collections of a person (v1 §2.3). The mock service stores none of their resources: they are always empty. */
export const personParts = ['question_answers', 'signatures', 'submissions', 'donations'] as const

/** One row of the routing table. */
export interface Route {
  readonly operation: OperationName
  readonly method: string
  /** Relative to `/api/<version>/`; `:id` and `:member` stand for one segment each, `{attendances}` for the version's own name. */
  readonly path: string
  /** Whether the path is that of a collection: then it may end in a slash. */
  readonly collection?: true
  /** Whether the route takes the parameter `filter` (assumption `filter`). */
  readonly filtered?: true
  /** Whether the documents show a link to this resource, but not its fields (assumption `linked`). */
  readonly linked?: true
  /** Which collection of a person the route lists. */
  readonly part?: (typeof personParts)[number]
}

const attendances = 'events/:id/{attendances}'
const list = { method: 'GET', collection: true } as const

/** The routing table. */
export const routes: readonly Route[] = [
  { operation: 'events.list', path: 'events', ...list, filtered: true },
  { operation: 'events.create', method: 'POST', path: 'events', collection: true },
  { operation: 'events.get', method: 'GET', path: 'events/:id' },
  { operation: 'events.update', method: 'PUT', path: 'events/:id' },
  { operation: 'campaigns.events', path: 'event_campaigns/:id/events', ...list, filtered: true },
  { operation: 'campaigns.get', method: 'GET', path: 'event_campaigns/:id', linked: true },
  { operation: 'attendances.list', path: attendances, ...list, filtered: true, linked: true },
  { operation: 'attendances.record', method: 'POST', path: attendances, collection: true },
  { operation: 'attendances.get', method: 'GET', path: `${attendances}/:member`, linked: true },
  { operation: 'embed.get', method: 'GET', path: 'events/:id/embed', linked: true },
  { operation: 'people.get', method: 'GET', path: 'people/:id', linked: true },
  { operation: 'people.attendances', path: 'people/:id/{attendances}', ...list, linked: true },
  ...personParts.map(
    (part): Route => ({ operation: 'people.part', path: `people/:id/${part}`, ...list, linked: true, part }),
  ),
]

/** Every operation of the table. */
export const operationNames: ReadonlySet<unknown> = new Set(routes.map(({ operation }) => operation))

/** Whether the assumptions `linked` and `recordAttendance` remove a route from the service. */
export const isMissing = ({ operation, linked }: Route, assumptions: Context['assumptions']): boolean =>
  (linked === true && assumptions.linked === 404) ||
  (operation === 'attendances.record' && assumptions.recordAttendance === 405)

/** A route that matches a path, with the values of `:id` and `:member` in the path. A value is empty if the route does not have it. */
export interface Match {
  readonly route: Route
  readonly id: string
  readonly member: string
}

/** Decoded segments of a path. A segment that cannot be decoded is undefined. */
type Segments = readonly (string | undefined)[]

const patterns = routes.map((route) => ({ route, pattern: route.path.split('/') }))

/** The routes that match a path, with any method. */
function matchesOf(dialect: Dialect, segments: Segments): readonly Match[] {
  const isSlashed = segments.at(-1) === ''
  const parts = isSlashed ? segments.slice(0, -1) : segments
  const fits = (name: string, at: number) => {
    if (name.startsWith(':')) return Boolean(parts[at])
    return parts[at] === (name === '{attendances}' ? dialect.attendances : name)
  }
  return patterns
    .filter(
      ({ route, pattern }) =>
        parts.length === pattern.length && (!isSlashed || route.collection) && pattern.every(fits),
    )
    .map(({ route, pattern }) => {
      const at = (name: string) => parts[pattern.indexOf(name)] ?? ''
      return { route, id: at(':id'), member: at(':member') }
    })
}

/** A request target, split into path and query. */
export interface Target {
  /** The raw path. */
  readonly path: string
  /** The raw query with its question mark, and the parsed query. */
  readonly search: string
  readonly query: URLSearchParams
}

// Shared by all targets without a query: no code changes it.
const noQuery = new URLSearchParams()

/** Splits a target into its path and its query. */
export function parseTarget(target: string): Target {
  const mark = target.indexOf('?')
  if (mark < 0) return { path: target, search: '', query: noQuery }
  const search = target.slice(mark)
  return { path: target.slice(0, mark), search, query: new URLSearchParams(search) }
}

/** The version and the route of a request. */
export interface Located {
  readonly dialect: Dialect | undefined
  /** Absent if no route has this path and this method. */
  readonly match: Match | undefined
  /** The methods that the path allows. */
  readonly methods: readonly string[]
}

/** Finds the version and the route of a path below the base address. HEAD has the route of GET (RFC 9110 §9.3.2). */
function locate({ dialects, assumptions }: Context, method: string, path: string): Located {
  const written = path.split('/')
  const [start, root, version, ...segments]: Segments = path.includes('%') ? written.map(decodeSegment) : written
  const dialect = Object.values(dialects).find((one) => one.version === version)
  if (start !== '' || root !== 'api' || !dialect) return { dialect: undefined, match: undefined, methods: [] }
  const hasPetitions = dialect.petitions && assumptions.petitions === 'events'
  const matches = matchesOf(dialect, hasPetitions ? withoutPetitions(segments) : segments)
  const served = matches.filter(({ route }) => !isMissing(route, assumptions))
  const routeMethod = method === 'HEAD' ? 'GET' : method
  return {
    dialect,
    match: served.find(({ route }) => route.method === routeMethod),
    methods: served.map(({ route }) => route.method),
  }
}

/** Replaces `petitions` at the end of a path by `events` (v1 §4.6, assumption `petitions`). */
function withoutPetitions(segments: Segments): Segments {
  const last = segments.findLastIndex((segment) => segment !== '')
  return segments[last] === 'petitions' ? segments.with(last, 'events') : segments
}

/** Whether a route returns pages. */
export const isPaged = ({ method, collection }: Route): boolean => method === 'GET' && collection === true

/** The version and the route of a request. Throws for an unknown path or a wrong method (assumption `methodNotAllowed`). */
export function routeOf({ assumptions }: Context, sent: string, { dialect, match, methods }: Located) {
  if (dialect && match) return { dialect, match }
  if (methods.length === 0)
    throw new HttpError(404, 'Not found', { reason: { message: 'nothing is served at this path' } })
  const allowed = [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].join(', ')
  throw new HttpError(assumptions.methodNotAllowed, 'Method not allowed', {
    headers: { Allow: allowed },
    reason: {
      message: `${sent} is not allowed here: there are ${allowed}`,
      clauses: sent === 'DELETE' ? { v1: '§4.8', v2: '§4.9' } : requestClauses,
    },
  })
}

/** A received request with its time and its route, not performed yet. */
export interface Received {
  /** The service's context, with the base address that the caller uses. */
  readonly context: Context
  readonly request: ServiceRequest
  readonly target: Target
  readonly located: Located
  readonly at: Instant
}

export function receive(own: Context, request: ServiceRequest): Received {
  const context = contextAt(own, request.base)
  const target = parseTarget(request.target)
  return { context, request, target, located: locate(context, request.method, target.path), at: context.clock.now() }
}
