import type { IncomingHttpHeaders } from 'node:http'
import type { ServiceResponse } from '../api/response.ts'
import { MockServiceError } from '../errors.ts'
import { decodeSegment } from '../text/strings.ts'
import { type AdminRoute, readObject, readQuery } from './admin-call.ts'
import { adminRoutes } from './admin-routes.ts'
import { answerToProblem, answerWith, Problem } from './guard.ts'
import type { Mount } from './mount.ts'
import type { Sandboxes } from './sandboxes.ts'
import { Held, Pieces } from './send.ts'

/** A route, and what stood for its `:id`. */
export interface Found {
  readonly route: AdminRoute
  readonly id: string
}

/** Finds the route of a path below `/_mock`, first by its path, then by its method. HEAD is GET without the body. */
export function find(routes: readonly AdminRoute[], method: string, path: string): Found {
  const given = path.replace(/^\//, '').split('/').map(decodeSegment)
  const found = routes.flatMap((route) => fitting(route, given) ?? [])
  const meant = method === 'HEAD' ? 'GET' : method
  const match = found.find(({ route }) => route.method === meant)
  if (match) return match
  if (found.length === 0) throw new Problem(404, 'unknown', 'There is no such admin route: GET /_mock lists them')
  const Allow = found.map(({ route }) => route.method).join(', ')
  throw new Problem(405, 'method', `This admin route takes ${Allow}`, { headers: { Allow } })
}

function fitting(route: AdminRoute, given: readonly (string | undefined)[]): Found | undefined {
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

/** A request to an admin route, its sender found to be no stranger. */
export interface AdminRequest {
  readonly mount: Mount
  readonly sandboxes: Sandboxes
  /** The server's address, as the caller knows it. */
  readonly origin: string
  readonly method: string
  /** Path and query below `/_mock`. */
  readonly target: string
  readonly headers: IncomingHttpHeaders
  /** Undefined where it is too long. */
  readonly bytes: Uint8Array | undefined
  /** Aborted when the caller goes away. */
  readonly gone: AbortSignal
}

/** What an admin route answers with. */
export type Answered = ServiceResponse | Pieces | Held

const ofSandboxes = adminRoutes.filter(({ server }) => !server)

/** Does what an admin route is asked for, and answers it. */
export function answerAdmin({
  mount,
  sandboxes,
  origin,
  method,
  target,
  headers,
  bytes,
  gone,
}: AdminRequest): Answered | Promise<Answered> {
  try {
    const [, path = '', search = ''] = /^([^?]*)(?:\?(.*))?$/s.exec(target) ?? []
    const routes = mount.path === '' ? adminRoutes : ofSandboxes
    const { route, id } = find(routes, method, path)
    if (!bytes) throw new Problem(413, 'size', 'The body is too long')
    const query = readQuery(search, route.query ?? [])
    const body = readObject(bytes, headers)
    if (!route.body && bytes.length > 0) throw new MockServiceError('argument', 'body', 'is not taken here')
    const url = origin + mount.path
    const { service, core } = mount
    const members = core.membersAt(url)
    const call = { mount, service, members, url, origin, sandboxes, routes, id, query, body, headers, gone }
    const value = route.act(call) ?? {}
    return value instanceof Promise ? value.then(answered).catch(answerToProblem) : answered(value)
  } catch (error) {
    return answerToProblem(error)
  }
}

const answered = (value: unknown): Answered =>
  value instanceof Pieces || value instanceof Held ? value : answerWith(value)

const mebibyte = 1024 * 1024

/** How long the body of a request may be. */
export const longestBody = (method: string, target: string): number =>
  method === 'PUT' && target === '/state' ? 256 * mebibyte : 10 * mebibyte
