import type { IncomingHttpHeaders } from 'node:http'
import { decodeBody } from '../api/request.ts'
import type { ServiceResponse } from '../api/response.ts'
import { MockServiceError } from '../errors.ts'
import type { Context } from '../rules/context.ts'
import type { Members } from '../service.ts'
import type { Session } from '../snapshot.ts'
import { isObject, type JsonObject, parse } from '../text/json.ts'
import type { MockService } from '../types/index.ts'
import type { Mount, Sandboxes } from './mounts.ts'

/** A request to the admin API that has found its route. */
export interface AdminCall {
  readonly mount: Mount
  readonly service: MockService
  /** The service's session when the request came. */
  readonly session: Session
  /** Its context, which shows addresses as the caller knows them. */
  readonly context: Context
  /** The service's members, which show them so, too. */
  readonly members: Members
  /** Address of the service, as the caller knows it. */
  readonly url: string
  /** The server's address, as the caller knows it. */
  readonly origin: string
  readonly sandboxes: Sandboxes
  /** What stands in the path for `:id`. */
  readonly id: string
  /** Search parameters, none of them twice. */
  readonly query: Readonly<Record<string, string>>
  /** Empty where none was sent. */
  readonly body: JsonObject
  readonly headers: IncomingHttpHeaders
  /** Aborted when the caller goes away. */
  readonly gone: AbortSignal
}

/** A route of the admin API. */
export interface AdminRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/_mock/`; `:id` stands for one segment. */
  readonly path: string
  readonly does: string
  /** Search parameters that it takes. */
  readonly query: readonly string[]
  /** What it answers with, now or later: a value, which goes out as JSON, nothing, which goes out as `{}`, or what writes the response itself. */
  readonly act: (call: AdminCall) => unknown
}

/** The one member of a body or a query that must be there, of several that could. */
export function oneOf(given: JsonObject, what: string, names: readonly string[]): readonly [string, unknown] {
  const present = names.filter((name) => given[name] !== undefined)
  const [name] = present
  if (name !== undefined && present.length === 1) return [name, given[name]]
  throw new MockServiceError('argument', what, `must have ${names.join(' or ')}, and one of them alone`)
}

const jsonType = /^application\/json\s*(?:;|$)/i

/** The JSON object of a body; an empty one where there is no body. */
export function readObject(bytes: Uint8Array, headers: IncomingHttpHeaders): JsonObject {
  if (bytes.length === 0) return {}
  if (!jsonType.test(headers['content-type'] ?? ''))
    throw new AdminError(415, 'type', 'Content-Type: must be application/json')
  const { body, isUtf8 } = decodeBody(bytes)
  const value = isUtf8 ? parse(body) : undefined
  if (isObject(value)) return value
  throw new MockServiceError('argument', 'body', 'must be a JSON object, in UTF-8')
}

/** Search parameters as an object, each known and none of them twice. */
export function readQuery(query: string, known: readonly string[]): Readonly<Record<string, string>> {
  const read: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(query)) {
    if (!known.includes(name)) throw new MockServiceError('argument', name, 'is no search parameter of this address')
    if (Object.hasOwn(read, name)) throw new MockServiceError('argument', name, 'stands there twice')
    read[name] = value
  }
  return read
}

/** Why the admin API does not do what it is asked for. */
export class AdminError extends Error {
  override readonly name = 'AdminError'
  readonly status: number
  readonly code: string
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

export const jsonHeaders = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' } as const

/** A value as a JSON response. */
export const adminResponse = (
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): ServiceResponse => ({
  status,
  headers: { ...jsonHeaders, ...headers },
  body: JSON.stringify(value),
})

/** The response that tells of an error; other errors are thrown on. */
export function adminErrorResponse(error: unknown): ServiceResponse {
  if (error instanceof MockServiceError) {
    const { code, field, message } = error
    return adminResponse({ error: message, code, field }, code === 'unknown' ? 404 : 400)
  }
  if (!(error instanceof AdminError)) throw error
  const { code, message, status, headers } = error
  return adminResponse({ error: message, code }, status, headers)
}
