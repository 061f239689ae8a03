import type { Assumptions } from '../assumptions.ts'
import { Refusal } from '../service/refusal.ts'
import { isObject, type JsonObject } from '../text/json.ts'
import { type Incoming, longestBody } from './incoming.ts'

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** The JSON object of a body, or the refusal of the request (assumptions `contentType`, `invalidBody`). */
export function readBody(
  assumptions: Readonly<Assumptions>,
  { header, body, isUtf8, isTooLong }: Incoming,
): JsonObject {
  if (isTooLong) throw new Refusal(413, `body: is longer than ${longestBody / 1024 ** 2} MiB`)
  if (assumptions.contentType === 415 && !jsonType.test(header('content-type') ?? '')) {
    throw new Refusal(415, 'Content-Type: must be application/json')
  }
  if (!isUtf8) throw new Refusal(assumptions.invalidBody, 'body: must be UTF-8')
  const parsed = parse(body)
  if (isObject(parsed)) return parsed
  throw new Refusal(assumptions.invalidBody, 'body: must be a JSON object')
}

/** The value of a JSON text, undefined where it is none. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
