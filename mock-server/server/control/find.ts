import { decodeSegment } from '../../text/uri.ts'
import { Problem } from '../problem.ts'
import type { ControlRoute } from './call.ts'

/** A route, and what stood for its `:id`. */
export interface Found {
  readonly route: ControlRoute
  readonly id: string
}

/** Finds the route of a path below `/_mock`, first by its path, then by its method. HEAD is GET without the body. */
export function find(routes: readonly ControlRoute[], method: string, path: string): Found {
  const given = path.replace(/^\//, '').split('/').map(decodeSegment)
  const found = routes.flatMap((route) => fitting(route, given) ?? [])
  const meant = method === 'HEAD' ? 'GET' : method
  const match = found.find(({ route }) => route.method === meant)
  if (match) return match
  if (found.length === 0) throw new Problem(404, 'unknown', 'There is no such control address: GET /_mock lists them')
  const Allow = found.map(({ route }) => route.method).join(', ')
  throw new Problem(405, 'method', `This control address takes ${Allow}`, { headers: { Allow } })
}

function fitting(route: ControlRoute, given: readonly (string | undefined)[]): Found | undefined {
  const pattern = route.path.split('/')
  if (pattern.length !== given.length) return undefined
  let id = ''
  for (const [index, name] of pattern.entries()) {
    const segment = given[index]
    if (name === ':id' && segment) id = segment
    else if (name !== segment) return undefined
  }
  return { route, id }
}
