import type { Dialect } from '../dialects/dialect.ts'
import { Refusal } from '../service/refusal.ts'
import type { World } from '../service/world.ts'
import { decodeSegment } from '../text/uri.ts'
import { type Match, routingOf, type Segments } from './routing.ts'

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
export function locate(world: World, method: string, path: string): Located {
  const parts = path.split('/')
  const [start, root, version, ...behind]: Segments = path.includes('%') ? parts.map(decodeSegment) : parts
  const routing = start === '' && root === 'api' ? routingOf(world).get(version ?? '') : undefined
  if (!routing) return nowhere
  const { dialect } = routing
  const segments = aliased(world, dialect, behind)
  const match = routing.match(method, segments)
  return { dialect, match, allowed: match ? [] : routing.methods(segments) }
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
  { dialect, match, allowed }: Located,
): { dialect: Dialect; match: Match } {
  if (dialect && match) return { dialect, match }
  if (allowed.length === 0) throw new Refusal(404, 'Not found')
  throw new Refusal(assumptions.methodNotAllowed, 'Method not allowed', { Allow: allowed.join(', ') })
}
