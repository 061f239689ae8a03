import type { Dialect } from '../dialects/dialect.ts'
import { routes } from '../routes.ts'
import { Refusal } from '../service/refusal.ts'
import type { World } from '../service/world.ts'
import { type Match, matches } from './match.ts'

/** Where a request goes: a version, and the routes of every method at its path. */
export interface Located {
  /** Path below the base address. */
  readonly path: string
  readonly dialect: Dialect | undefined
  readonly matches: readonly Match[]
  /** The route of its method, absent where its path or its method has none. */
  readonly match: Match | undefined
}

export function locate(world: World, dialects: readonly Dialect[], method: string, url: URL): Located {
  const base = new URL(world.baseUrl).pathname.replace(/\/$/, '')
  const path = url.pathname.startsWith(`${base}/`) ? url.pathname.slice(base.length) : url.pathname
  const [root, version, ...segments] = path === url.pathname && base !== '' ? [] : path.slice(1).split('/')
  const dialect = root === 'api' ? dialects.find((candidate) => candidate.version === version) : undefined
  const served = routes.filter(
    ({ operation }) => operation !== 'attendances.record' || world.assumptions.recordAttendance !== 405,
  )
  const found = dialect ? matches(served, dialect, aliased(world, dialect, segments)) : []
  return { path, dialect, matches: found, match: found.find(({ route }) => route.method === method) }
}

/** Takes a path ending in `/petitions` as the events', where that is assumed (v1 §4.6). */
function aliased({ assumptions }: World, dialect: Dialect, segments: readonly string[]): readonly string[] {
  if (!dialect.petitions || assumptions.petitions !== 'events') return segments
  const last = segments.findLastIndex((segment) => segment !== '')
  return segments[last] === 'petitions' ? segments.with(last, 'events') : segments
}

/** The match of a request, or its refusal: first for its path, then for its method (assumptions `methodNotAllowed`, `linked`). */
export function routeOf(
  { assumptions }: World,
  { dialect, matches: found, match }: Located,
): { dialect: Dialect; match: Match } {
  if (!dialect || found.length === 0) throw new Refusal(404, 'Not found')
  if (!match) {
    const allow = [...new Set(found.map(({ route }) => route.method))].join(', ')
    throw new Refusal(assumptions.methodNotAllowed, 'Method not allowed', { Allow: allow })
  }
  if (match.route.linked && assumptions.linked === 404) throw new Refusal(404, 'Not found')
  return { dialect, match }
}
