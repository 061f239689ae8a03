import { type Context, HttpError } from '../rules/context.ts'
import { decodeSegment } from '../text/strings.ts'
import type { OperationName } from '../types/index.ts'
import type { Dialect } from './dialect.ts'

/** What else the service could know of a person. It keeps none of these, so their collections are empty (v1 §2.3). */
export const personParts = ['question_answers', 'signatures', 'submissions', 'donations'] as const

/**
 * The routing table. A path is relative to `/api/<version>/`; `:id` and `:member` stand for one segment each, and
 * `{attendances}` for the version's own name of that collection. A collection takes a trailing slash. What is `linked` is
 * described by no document beyond the links that lead to it (assumption `linked`).
 */
export const routes = [
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
  ...personParts.map(
    (part) =>
      ({
        operation: 'people.part',
        method: 'GET',
        path: `people/:id/${part}`,
        collection: true,
        linked: true,
      }) as const,
  ),
] as const satisfies readonly Route[]

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
export type Segments = readonly (string | undefined)[]

/** A route with its path taken apart. */
interface Row {
  readonly route: Route
  readonly pattern: readonly string[]
}

/** The routing table of one version, by the number of segments behind `/api/<version>/`. */
export class Routing {
  readonly dialect: Dialect
  readonly #rows = new Map<number, Row[]>()

  constructor(dialect: Dialect, served: readonly Route[]) {
    this.dialect = dialect
    for (const route of served) {
      const pattern = route.path.replace('{attendances}', dialect.attendances).split('/')
      const rows = this.#rows.get(pattern.length)
      if (rows) rows.push({ route, pattern })
      else this.#rows.set(pattern.length, [{ route, pattern }])
    }
  }

  /** The route of a method whose path fits. HEAD is GET without the body (RFC 9110 §9.3.2). */
  match(method: string, segments: Segments): Match | undefined {
    const meant = method === 'HEAD' ? 'GET' : method
    const row = this.#fitting(segments).find(({ route }) => route.method === meant)
    return row && matchOf(row, segments)
  }

  /** The methods of every route whose path fits. */
  methods(segments: Segments): readonly string[] {
    const methods = this.#fitting(segments).flatMap(({ route: { method } }) =>
      method === 'GET' ? ['GET', 'HEAD'] : [method],
    )
    return [...new Set(methods)]
  }

  #fitting(segments: Segments): readonly Row[] {
    const slashed = segments.at(-1) === ''
    const rows = this.#rows.get(slashed ? segments.length - 1 : segments.length) ?? []
    return rows.filter((row) => (!slashed || row.route.collection === true) && fits(row, segments))
  }
}

function fits({ pattern }: Row, segments: Segments): boolean {
  for (let at = 0; at < pattern.length; at += 1) {
    const segment = segments[at]
    if (!segment || (!pattern[at]?.startsWith(':') && pattern[at] !== segment)) return false
  }
  return true
}

function matchOf({ route, pattern }: Row, segments: Segments): Match {
  const named = (name: string) => segments[pattern.indexOf(name)] ?? ''
  return { route, id: named(':id'), member: named(':member'), part: pattern.at(-1) ?? '' }
}

const tables = new WeakMap<Context['dialects'], ReadonlyMap<string, Routing>>()

/** The routing tables of a session, by the name of their version; made once, however many base addresses it has. */
export function routingOf({ dialects, assumptions }: Context): ReadonlyMap<string, Routing> {
  const known = tables.get(dialects)
  if (known) return known
  const served = routes.filter((route: Route) => !isMissing(route, assumptions))
  const made = new Map(Object.values(dialects).map((dialect) => [dialect.version, new Routing(dialect, served)]))
  tables.set(dialects, made)
  return made
}

/** Whether a route is assumed not to be there (assumptions `linked`, `recordAttendance`). */
const isMissing = ({ operation, linked }: Route, assumptions: Context['assumptions']): boolean =>
  (linked === true && assumptions.linked === 404) ||
  (operation === 'attendances.record' && assumptions.recordAttendance === 405)

/** Where a request goes. */
export interface Located {
  readonly dialect: Dialect | undefined
  /** Absent where its path or its method has no route. */
  readonly match: Match | undefined
  /** The methods that its path takes where its own is none of them; none where there is no such path. */
  readonly allowed: readonly string[]
}

const nowhere: Located = { dialect: undefined, match: undefined, allowed: [] }

/** Finds what is served at a path below the base address. */
export function locate(context: Context, method: string, path: string): Located {
  const parts = path.split('/')
  const [start, root, version, ...behind]: Segments = path.includes('%') ? parts.map(decodeSegment) : parts
  const routing = start === '' && root === 'api' ? routingOf(context).get(version ?? '') : undefined
  if (!routing) return nowhere
  const { dialect } = routing
  const segments = aliased(context, dialect, behind)
  const match = routing.match(method, segments)
  return { dialect, match, allowed: match ? [] : routing.methods(segments) }
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
  { dialect, match, allowed }: Located,
): { dialect: Dialect; match: Match } {
  if (dialect && match) return { dialect, match }
  if (allowed.length === 0) throw new HttpError(404, 'Not found')
  throw new HttpError(assumptions.methodNotAllowed, 'Method not allowed', { Allow: allowed.join(', ') })
}
