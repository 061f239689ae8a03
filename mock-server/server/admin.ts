import { complete } from '../api/message.ts'
import { MockServiceError } from '../errors.ts'
import { contextAt } from '../rules/context.ts'
import { decodeSegment } from '../text/strings.ts'
import { type AdminCall, readObject, readQuery } from './admin-call.ts'
import { routesOf } from './admin-routes.ts'
import { AdminError, adminErrorResponse, adminResponse, type Reply, type ResponseWriter } from './send.ts'

/** A route of the admin API. */
export interface AdminRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/_mock/`; `:id` stands for one segment. */
  readonly path: string
  readonly does: string
  /** Search parameters that it takes. */
  readonly query: readonly string[]
  /** What it answers with, now or later: a value, which goes out as JSON, nothing, which goes out as `{}`, or what writes the response itself. */
  readonly handler: (call: AdminCall) => unknown
}

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
    const [path = '', search = ''] = target.split(/\?(.*)/s, 2)
    const { route, id } = find(routesOf(mount), method, path)
    if (!bytes) throw new AdminError(413, 'size', 'The body is too long')
    const query = readQuery(search, route.query)
    const body = readObject(bytes, headers)
    const takesBody = route.method === 'POST' || route.method === 'PUT'
    if (bytes.length > 0 && !takesBody) throw new MockServiceError('argument', 'body', 'is not taken here')
    const { service, core } = mount
    const url = caller.origin + mount.path
    const { session } = core
    const about = { service, session, context: contextAt(session.context, url), members: core.membersAt(url), url }
    const value = await route.handler({ ...caller, ...about, id, query, body })
    return typeof value === 'function' ? (value as ResponseWriter) : complete(adminResponse(value ?? {}))
  } catch (error) {
    return complete(adminErrorResponse(error))
  }
}

/** Finds the route of a path below `/_mock`, first by its path, then by its method. HEAD is GET without the body. */
function find(routes: readonly AdminRoute[], method: string, path: string) {
  const given = path.replace(/^\//, '').split('/').map(decodeSegment)
  const found = routes.filter((route) => matchesPath(route.path.split('/'), given))
  const route = found.find((each) => each.method === (method === 'HEAD' ? 'GET' : method))
  if (route) return { route, id: given[route.path.split('/').indexOf(':id')] ?? '' }
  if (found.length === 0) throw new AdminError(404, 'unknown', 'There is no such admin route: GET /_mock lists them')
  const Allow = found.map((each) => each.method).join(', ')
  throw new AdminError(405, 'method', `This admin route takes ${Allow}`, { Allow })
}

const matchesPath = (pattern: readonly string[], given: readonly (string | undefined)[]): boolean =>
  pattern.length === given.length &&
  pattern.every((name, index) => (name === ':id' && given[index]) || name === given[index])

const mebibyte = 1024 * 1024

/** How long the body of a request may be. */
export const maxBodyBytes = (method: string, target: string): number =>
  method === 'PUT' && target === '/state' ? 256 * mebibyte : 10 * mebibyte
