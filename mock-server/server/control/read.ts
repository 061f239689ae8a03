import type { IncomingHttpHeaders } from 'node:http'
import { MockServiceError } from '../../errors.ts'
import { decodeBody } from '../../http/incoming.ts'
import { isObject, type JsonObject } from '../../text/json.ts'
import { Problem } from '../problem.ts'

const jsonType = /^application\/json\s*(?:;|$)/i

/** The JSON object of a body; an empty one where there is no body. */
export function readObject(bytes: Uint8Array, headers: IncomingHttpHeaders): JsonObject {
  if (bytes.length === 0) return {}
  if (!jsonType.test(headers['content-type'] ?? '')) {
    throw new Problem(415, 'type', 'Content-Type: must be application/json')
  }
  const value = parsed(bytes)
  if (isObject(value)) return value
  throw new MockServiceError('argument', 'body', 'must be a JSON object, in UTF-8')
}

function parsed(bytes: Uint8Array): unknown {
  const { body, isUtf8 } = decodeBody(bytes)
  try {
    return isUtf8 ? JSON.parse(body) : undefined
  } catch {
    return undefined
  }
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
