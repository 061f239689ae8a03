import type { Dialect } from '../dialects/dialect.ts'
import { type Route, routes } from '../routes.ts'
import { Refusal } from '../service/refusal.ts'
import type { World } from '../service/world.ts'
import { decodeSegment } from '../text/uri.ts'
import { type Match, matches, type Segments } from './match.ts'

/** Where a request goes: a version, and the routes of every method at its path. */
export interface Located {
  readonly dialect: Dialect | undefined
  readonly matches: readonly Match[]
  /** The route of its method, absent where its path or its method has none. */
  readonly match: Match | undefined
}

/** Finds what is served at a path below the base address. */
export function locate(world: World, method: string, path: string): Located {
  const [start, root, version, ...segments] = path.split('/').map(decodeSegment)
  const below = start === '' && root === 'api'
  const dialect = below ? Object.values(world.dialects).find((one) => one.version === version) : undefined
  const found = dialect ? matches(served(world), dialect, aliased(world, dialect, segments)) : []
  return { dialect, matches: found, match: found.find(({ route }) => route.method === method) }
}

/** The routes that are there at all (assumptions `linked`, `recordAttendance`). */
function served({ assumptions }: World): readonly Route[] {
  const missing = ({ operation, linked }: Route) =>
    (linked === true && assumptions.linked === 404) ||
    (operation === 'attendances.record' && assumptions.recordAttendance === 405)
  return routes.filter((route: Route) => !missing(route))
}

/** Takes a path ending in `/petitions` as the events', where that is assumed (v1 §4.6). */
function aliased({ assumptions }: World, dialect: Dialect, segments: Segments): Segments {
  if (!dialect.petitions || assumptions.petitions !== 'events') return segments
  const last = segments.findLastIndex((segment) => segment !== '')
  return segments[last] === 'petitions' ? segments.with(last, 'events') : segments
}

/** The match of a request, or its refusal: first for its path, then for its method (assumption `methodNotAllowed`). */
export function routeOf(
  { assumptions }: World,
  { dialect, matches: found, match }: Located,
): { dialect: Dialect; match: Match } {
  if (!dialect || found.length === 0) throw new Refusal(404, 'Not found')
  if (match) return { dialect, match }
  const allow = [...new Set(found.map(({ route }) => route.method))].join(', ')
  throw new Refusal(assumptions.methodNotAllowed, 'Method not allowed', { Allow: allow })
}
