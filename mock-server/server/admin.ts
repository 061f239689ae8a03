import { whole } from '../api/response.ts'
import { MockServiceError } from '../errors.ts'
import { contextAt } from '../rules/context.ts'
import { decodeSegment } from '../text/strings.ts'
import {
  type AdminCall,
  AdminError,
  type AdminRoute,
  adminErrorResponse,
  adminResponse,
  readObject,
  readQuery,
} from './admin-call.ts'
import { routesOf } from './admin-routes.ts'
import type { Reply, ResponseWriter } from './send.ts'

/** A request to the admin API, its sender found to be no stranger. */
export interface AdminRequest extends Pick<AdminCall, 'mount' | 'sandboxes' | 'origin' | 'headers' | 'gone'> {
  readonly method: string
  /** Path and query below `/_mock`. */
  readonly target: string
  /** Undefined where it is too long. */
  readonly bytes: Uint8Array | undefined
}

/** Does what the admin API is asked for, and answers it. */
export async function answerAdmin({ method, target, bytes, ...caller }: AdminRequest): Promise<Reply> {
  try {
    const { mount, headers } = caller
    const [, path = '', search = ''] = /^([^?]*)(?:\?(.*))?$/s.exec(target) ?? []
    const { route, id } = find(routesOf(mount), method, path)
    if (!bytes) throw new AdminError(413, 'size', 'The body is too long')
    const query = readQuery(search, route.query)
    const body = readObject(bytes, headers)
    if (bytes.length > 0 && !takesBody(route)) throw new MockServiceError('argument', 'body', 'is not taken here')
    const { service, core } = mount
    const url = caller.origin + mount.path
    const { session } = core
    const about = { service, session, context: contextAt(session.context, url), members: core.membersAt(url), url }
    const value = await route.act({ ...caller, ...about, id, query, body })
    return typeof value === 'function' ? (value as ResponseWriter) : whole(adminResponse(value ?? {}))
  } catch (error) {
    return whole(adminErrorResponse(error))
  }
}

const takesBody = ({ method }: AdminRoute): boolean => method === 'POST' || method === 'PUT'

/** Finds the route of a path below `/_mock`, first by its path, then by its method. HEAD is GET without the body. */
function find(routes: readonly AdminRoute[], method: string, path: string) {
  const given = path.replace(/^\//, '').split('/').map(decodeSegment)
  const found = routes.flatMap((route) => fitting(route, given) ?? [])
  const match = found.find(({ route }) => route.method === (method === 'HEAD' ? 'GET' : method))
  if (match) return match
  if (found.length === 0) throw new AdminError(404, 'unknown', 'There is no such admin route: GET /_mock lists them')
  const Allow = found.map(({ route }) => route.method).join(', ')
  throw new AdminError(405, 'method', `This admin route takes ${Allow}`, { Allow })
}

function fitting(route: AdminRoute, given: readonly (string | undefined)[]) {
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

const mebibyte = 1024 * 1024

/** How long the body of a request may be. */
export const longestBody = (method: string, target: string): number =>
  method === 'PUT' && target === '/state' ? 256 * mebibyte : 10 * mebibyte
