import { MockServiceError } from '../errors.ts'
import type { Answer } from '../http/answer.ts'

/** Why a control address does not do what it is asked for. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    code: string,
    message: string,
    { field, headers = {} }: { readonly field?: string; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.field = field
    this.headers = headers
  }
}

/** Headers of what control addresses answer. */
export const jsonHeaders = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' } as const

/** A value as the answer of a control address. */
export const answerWith = (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { ...jsonHeaders, ...headers },
  body: JSON.stringify(value),
})

/** What is answered in place of what was asked for; other errors are thrown on. */
export function answerToProblem(error: unknown): Answer {
  if (error instanceof MockServiceError) {
    const { code, field, message } = error
    return answerWith({ error: message, code, field }, code === 'unknown' ? 404 : 400)
  }
  if (!(error instanceof Problem)) throw error
  const { code, field, message, status, headers } = error
  return answerWith({ error: message, code, field }, status, headers)
}
