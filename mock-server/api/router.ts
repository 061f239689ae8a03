import type { Dialect } from '../dialects/dialect.ts'
import { type Context, contextAt, HttpError } from '../rules/context.ts'
import { decodeSegment } from '../text/strings.ts'
import type { Instant } from '../time.ts'
import type { OperationName } from '../types/index.ts'
import type { ServiceRequest } from './message.ts'

/** What else the service could know of a person. It keeps none of these, so their collections are empty (v1 §2.3). */
export const personParts = ['question_answers', 'signatures', 'submissions', 'donations'] as const

/**
 * The routing table. A path is relative to `/api/<version>/`; `:id` and `:member` stand for one segment each, and
 * `{attendances}` for the version's own name of that collection. A collection takes a trailing slash. What is `linked` is
 * described by no document beyond the links that lead to it (assumption `linked`).
 */
export const routes: readonly Route[] = [
  { operation: 'events.list', method: 'GET', path: 'events', collection: true, filtered: true },
  { operation: 'events.create', method: 'POST', path: 'events', collection: true },
  { operation: 'events.get', method: 'GET', path: 'events/:id' },
  { operation: 'events.update', method: 'PUT', path: 'events/:id' },
  {
    operation: 'campaigns.events',
    method: 'GET',
    path: 'event_campaigns/:id/events',
    collection: true,
    filtered: true,
  },
  { operation: 'campaigns.get', method: 'GET', path: 'event_campaigns/:id', linked: true },
  {
    operation: 'attendances.list',
    method: 'GET',
    path: 'events/:id/{attendances}',
    collection: true,
    filtered: true,
    linked: true,
  },
  { operation: 'attendances.record', method: 'POST', path: 'events/:id/{attendances}', collection: true },
  { operation: 'attendances.get', method: 'GET', path: 'events/:id/{attendances}/:member', linked: true },
  { operation: 'embed.get', method: 'GET', path: 'events/:id/embed', linked: true },
  { operation: 'people.get', method: 'GET', path: 'people/:id', linked: true },
  { operation: 'people.attendances', method: 'GET', path: 'people/:id/{attendances}', collection: true, linked: true },
  ...personParts.map((part): Route => {
    return { operation: 'people.part', method: 'GET', path: `people/:id/${part}`, collection: true, linked: true }
  }),
]

/** One row of the table. */
export interface Route {
  readonly operation: OperationName
  readonly method: string
  readonly path: string
  readonly collection?: true
  /** Whether it takes the parameter `filter` (assumption `filter`). */
  readonly filtered?: true
  readonly linked?: true
}

/** Every name of the table, to look up what a test wrote. */
export const operationNames: ReadonlySet<unknown> = new Set(routes.map(({ operation }) => operation))

/** A path that fits a route. */
export interface Match {
  readonly route: Route
  readonly id: string
  readonly member: string
  /** Last segment of the path. */
  readonly part: string
}

/** Segments of a path, decoded; undefined where the percent signs of one encode nothing. */
type Segments = readonly (string | undefined)[]

interface Row {
  readonly route: Route
  readonly pattern: readonly string[]
}

const rows: readonly Row[] = routes.map((route) => ({ route, pattern: route.path.split('/') }))

/** Whether a path of a version fits a row, whatever the method. */
function matchesPath({ route, pattern }: Row, { attendances }: Dialect, segments: Segments): boolean {
  const isSlashed = segments.at(-1) === ''
  if (segments.length !== pattern.length + (isSlashed ? 1 : 0) || (isSlashed && !route.collection)) return false
  return pattern.every((part, at) => {
    if (part.startsWith(':')) return Boolean(segments[at])
    return segments[at] === (part === '{attendances}' ? attendances : part)
  })
}

function matchOf({ route, pattern }: Row, segments: Segments): Match {
  const named = (name: string) => segments[pattern.indexOf(name)] ?? ''
  return { route, id: named(':id'), member: named(':member'), part: pattern.at(-1) ?? '' }
}

/** Whether a route is assumed not to be there (assumptions `linked`, `recordAttendance`). */
export const isMissing = ({ operation, linked }: Route, assumptions: Context['assumptions']): boolean =>
  (linked === true && assumptions.linked === 404) ||
  (operation === 'attendances.record' && assumptions.recordAttendance === 405)

/** What a target asks for. */
export interface Target {
  /** Its path, as it stands. */
  readonly path: string
  /** Its query, as it stands and as it is read. */
  readonly search: string
  readonly query: URLSearchParams
}

// Read, and never changed.
const noQuery = new URLSearchParams()

/** Splits a target into its path and its query. */
export function targetOf(target: string): Target {
  const mark = target.indexOf('?')
  if (mark < 0) return { path: target, search: '', query: noQuery }
  const search = target.slice(mark)
  return { path: target.slice(0, mark), search, query: new URLSearchParams(search) }
}

/** Where a request goes. */
export interface Located {
  readonly dialect: Dialect | undefined
  /** Absent where its path or its method has no route. */
  readonly match: Match | undefined
  /** The routes of its path, whatever their method. */
  readonly routes: readonly Route[]
}

/** Finds what is served at a path below the base address. HEAD is GET without the body (RFC 9110 §9.3.2). */
export function locate(context: Context, method: string, path: string): Located {
  const written = path.split('/')
  const parts: Segments = path.includes('%') ? written.map(decodeSegment) : written
  const [start, root, version] = parts
  const { v1, v2 } = context.dialects
  const dialect = start === '' && root === 'api' ? [v1, v2].find((one) => one.version === version) : undefined
  if (!dialect) return { dialect, match: undefined, routes: [] }
  const segments = aliased(context, dialect, parts.slice(3))
  const found = rows.filter((row) => matchesPath(row, dialect, segments) && !isMissing(row.route, context.assumptions))
  const meant = method === 'HEAD' ? 'GET' : method
  const row = found.find(({ route }) => route.method === meant)
  return { dialect, match: row && matchOf(row, segments), routes: found.map(({ route }) => route) }
}

/** Takes a path ending in `/petitions` as the events', where that is assumed (v1 §4.6). */
function aliased({ assumptions }: Context, dialect: Dialect, segments: Segments): Segments {
  if (!dialect.petitions || assumptions.petitions !== 'events') return segments
  const last = segments.findLastIndex((segment) => segment !== '')
  return segments[last] === 'petitions' ? segments.with(last, 'events') : segments
}

/** The match of a request, or its refusal: first for its path, then for its method (assumption `methodNotAllowed`). */
export function routeOf(
  { assumptions }: Context,
  { dialect, match, routes }: Located,
): { dialect: Dialect; match: Match } {
  if (dialect && match) return { dialect, match }
  if (routes.length === 0) throw new HttpError(404, 'Not found')
  const allowed = new Set(routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))
  throw new HttpError(assumptions.methodNotAllowed, 'Method not allowed', { Allow: [...allowed].join(', ') })
}

/** A request that has come in: when, and where it goes. Nothing is done about it yet. */
export interface Received {
  /** The service's context, under the base address that the caller knows it by. */
  readonly context: Context
  readonly request: ServiceRequest
  readonly target: Target
  readonly located: Located
  readonly at: Instant
}

export function receive(own: Context, request: ServiceRequest): Received {
  const context = contextAt(own, request.base)
  const target = targetOf(request.target)
  return { context, request, target, located: locate(context, request.method, target.path), at: context.clock.now() }
}
