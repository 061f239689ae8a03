import { decodeBody } from '../api/message.ts'
import { MockServiceError } from '../errors.ts'
import { contextAt } from '../rules/context.ts'
import { isObject, type JsonObject, parse } from '../text/json.ts'
import { decodeSegment } from '../text/strings.ts'
import type { AdminCall, Query } from './admin-call.ts'
import { AdminError, type AdminResponse, adminResponse, StreamedResponse } from './admin-response.ts'
import { type AdminRoute, routesOf } from './admin-routes.ts'

/** A request to the admin API of a service. Its caller may use the API. */
export interface AdminRequest extends Pick<AdminCall, 'mount' | 'sandboxes' | 'origin' | 'header' | 'disconnected'> {
  /** The address at the start of links in the server's responses. */
  readonly base: string
  readonly method: string
  /** Path and query below `/_mock`. */
  readonly target: string
  /** Reads the body. Undefined if it has more than `maxBytes`. */
  readonly readBody: (maxBytes: number) => Promise<Uint8Array | undefined>
}

/**
 * The admin API, as a function from a request to its response. What happens in the service comes in the response to `GET /_mock/stream`.
 * Throws an {@link AdminError} or a {@link MockServiceError} for a wrong request.
 */
export async function answerAdmin({
  method,
  target,
  base: serverBase,
  readBody,
  ...caller
}: AdminRequest): Promise<AdminResponse> {
  const { mount, origin } = caller
  const [path = '', search = ''] = target.split(/\?(.*)/s, 2)
  const { route, id } = find(routesOf(caller), method, path)
  const bytes = await readBody(maxBodyBytes(route))
  if (!bytes) throw new AdminError(413, 'size', 'The body is too long')
  const query = readQuery(search, route.query)
  const body = readObject(bytes, caller.header('content-type'))
  if (bytes.length > 0 && route.method !== 'POST' && route.method !== 'PUT')
    throw new MockServiceError('argument', 'body', 'is not allowed here')
  const { service, core, path: mountPath } = mount
  const url = origin + mountPath
  const { session } = core
  const base = serverBase + mountPath
  const about = { service, session, context: contextAt(session.context, base), methods: core.methodsAt(base), url }
  const value = await route.handler({ ...caller, ...about, id, query, body })
  return value instanceof StreamedResponse ? value : adminResponse(value ?? {})
}

/**
 * Finds the route of a path below `/_mock`. Throws status 404 for an unknown path, and status 405 for a wrong method. HEAD has the route of
 * GET.
 */
function find(routes: readonly AdminRoute[], method: string, path: string) {
  const segments = path.replace(/^\//, '').split('/').map(decodeSegment)
  const matching = routes.filter((route) => matchesPath(route.path.split('/'), segments))
  const route = matching.find((each) => each.method === (method === 'HEAD' ? 'GET' : method))
  if (route) return { route, id: segments[route.path.split('/').indexOf(':id')] ?? '' }
  if (matching.length === 0) throw new AdminError(404, 'unknown', 'There is no such admin route: GET /_mock lists them')
  const Allow = matching.map((each) => each.method).join(', ')
  throw new AdminError(405, 'method', `This admin route takes ${Allow}`, { Allow })
}

const matchesPath = (pattern: readonly string[], segments: readonly (string | undefined)[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((name, index) => (name === ':id' && segments[index]) || name === segments[index])

/** Reads the query parameters. Throws for an unknown or a repeated parameter. */
function readQuery(query: string, known: readonly string[]): Query {
  const values: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(query)) {
    if (!known.includes(name)) throw new MockServiceError('argument', name, 'is not a search parameter of this address')
    if (Object.hasOwn(values, name)) throw new MockServiceError('argument', name, 'is given twice')
    values[name] = value
  }
  return values
}

const mebibyte = 1024 * 1024

const maxBodyBytes = ({ path }: AdminRoute): number => (path === 'state' ? 256 : 10) * mebibyte

const jsonType = /^application\/json\s*(?:;|$)/i

/** Reads the JSON object of a body; an empty object without a body. */
function readObject(bytes: Uint8Array, type = ''): JsonObject {
  if (bytes.length === 0) return {}
  if (!jsonType.test(type)) throw new AdminError(415, 'type', 'Content-Type: must be application/json')
  const { body, isUtf8 } = decodeBody(bytes)
  const value = isUtf8 ? parse(body) : undefined
  if (isObject(value)) return value
  throw new MockServiceError('argument', 'body', 'must be a JSON object, in UTF-8')
}
