import type { Assumptions } from '../assumptions.ts'
import type { Refusal } from '../service/refusal.ts'

/** What the service answers, before it becomes a `Response`. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Success is 200 whatever was done (v1 §4, v2 §4). */
export const succeeded = (body: string): Answer => ({ status: 200, headers: successful, body })

const successful = Object.freeze({
  'Content-Type': 'application/hal+json',
  'Cache-Control': 'max-age=0, private, must-revalidate',
})

/** A refusal in the service's error shape (assumption `errorBody`). */
export const refused = ({ status, message, headers }: Refusal, shape: Assumptions['errorBody']): Answer => ({
  status,
  headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache', ...headers },
  body: JSON.stringify(
    shape === 'error' ? { error: message } : { 'osdi:error': { response_code: status, error_description: message } },
  ),
})

// A Response of such a status refuses even an empty body.
const bodiless: readonly number[] = [204, 205, 304]

/** An answer as the platform's `Response`; one to HEAD has no body. */
export function responseOf({ status, headers, body }: Answer, method: string): Response {
  if (method !== 'HEAD' && !bodiless.includes(status)) return new Response(body, { status, headers })
  const response = new Response(null, { status, headers })
  // Of the three, it is the one that says its length, and an HTTP parser waits for a body otherwise (RFC 9110 §15.3.6).
  if (status === 205) response.headers.set('Content-Length', '0')
  return response
}
