import type { ServiceResponse } from '../api/response.ts'
import { MockServiceError } from '../errors.ts'

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
