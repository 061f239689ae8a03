import type { Assumptions } from '../assumptions.ts'
import type { HttpError } from '../rules/context.ts'
import { type Bytes, joined, lengthOf, textOf, utf8Length } from '../text/bytes.ts'

/** What the service answers, before it becomes a `Response`. */
export interface ServiceResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The same body in bytes of UTF-8, in parts, where it is kept so: that is sent with less work. */
  readonly parts?: readonly Bytes[]
}

const successful = Object.freeze({
  'Content-Type': 'application/hal+json',
  'Cache-Control': 'max-age=0, private, must-revalidate',
})

/** An answer made of parts. A copy of it by spreading, such as one with another body, has no parts. */
class AnswerOfParts implements ServiceResponse {
  readonly status = 200
  readonly headers = successful
  readonly #parts: readonly Bytes[]

  constructor(parts: readonly Bytes[]) {
    this.#parts = parts
  }

  get parts(): readonly Bytes[] {
    return this.#parts
  }

  get body(): string {
    return textOf(joined(this.#parts))
  }
}

/** Success is 200 whatever was done (v1 §4, v2 §4). */
export const jsonResponse = (body: string | readonly Bytes[]): ServiceResponse =>
  typeof body === 'string' ? { status: 200, headers: successful, body } : new AnswerOfParts(body)

/** A refusal in the service's error shape (assumption `errorBody`). */
export const errorResponse = (
  { status, message, headers }: HttpError,
  shape: Assumptions['errorBody'],
): ServiceResponse => ({
  status,
  headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache', ...headers },
  body: JSON.stringify(
    shape === 'error' ? { error: message } : { 'osdi:error': { response_code: status, error_description: message } },
  ),
})

/** Statuses whose answers have no body, and no length either (RFC 9110 §8.6). */
const lengthless: readonly number[] = [204, 304]

/** An answer as the platform's `Response`, with the length of its body as over a socket; one to HEAD has no body. */
export function responseOf(answer: ServiceResponse, method: string): Response {
  const { status, headers, parts } = answer
  if (lengthless.includes(status)) return new Response(null, { status, headers })
  // Not the text where there are parts: they would be put together for it.
  const length = parts ? lengthOf(parts) : utf8Length(answer.body)
  // A Response of status 205 refuses even an empty body, and one of an empty text gets a Content-Type of its own.
  const isEmpty = length === 0 || method === 'HEAD'
  const body = isEmpty ? null : parts ? bodyOf(joined(parts)) : answer.body
  return new Response(body, { status, headers: { ...headers, 'Content-Length': String(length) } })
}

/**
 * The body of a `Response`, out of bytes that are nobody else's. A Response of bytes copies them, in Node twice, before anybody
 * reads them, and so much memory outside of the heap makes the platform look for garbage all the time.
 */
const bodyOf = (bytes: Bytes): ReadableStream<Bytes> | Bytes => (canStreamBytes ? streamOf(bytes) : bytes)

const streamOf = (bytes: Bytes) =>
  new ReadableStream({
    type: 'bytes',
    pull(controller) {
      controller.enqueue(bytes)
      controller.close()
      // Whoever brought memory for more gets what there is.
      controller.byobRequest?.respond(0)
    },
  })

/** Whether scripts can make streams of bytes here, as bodies are: not in every browser. */
const canStreamBytes = (() => {
  try {
    return new ReadableStream({ type: 'bytes' }) !== undefined
  } catch {
    return false
  }
})()
