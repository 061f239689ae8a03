import type { Dialect } from '../dialects/dialect.ts'
import type { Route } from '../routes.ts'

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

/** Every route, of whatever method, whose path fits the segments behind `/api/<version>/`. */
export function matches(routes: readonly Route[], dialect: Dialect, segments: Segments): readonly Match[] {
  return routes.flatMap((route) => fitting(route, dialect, segments) ?? [])
}

function fitting(route: Route, dialect: Dialect, segments: Segments): Match | undefined {
  const slashed = route.collection === true && segments.at(-1) === ''
  const given = slashed ? segments.slice(0, -1) : segments
  const pattern = route.path.replace('{attendances}', dialect.attendances).split('/')
  if (pattern.length !== given.length) return undefined
  const named = new Map<string, string>()
  for (const [index, name] of pattern.entries()) {
    const segment = given[index]
    if (!segment) return undefined
    if (name.startsWith(':')) named.set(name, segment)
    else if (name !== segment) return undefined
  }
  return { route, id: named.get(':id') ?? '', member: named.get(':member') ?? '', part: pattern.at(-1) ?? '' }
}
