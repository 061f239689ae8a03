import type { HttpErrorReason, Version } from '../types/index.ts'

/** Sections of the spec for each version, such as `{ v1: '§4.2', v2: '§4.3' }`. */
export type Clauses = { readonly [Name in Version]?: string }

/** Why the service refuses a request. The request log shows the reason. */
export interface Reason extends Omit<HttpErrorReason, 'clause'> {
  readonly clauses?: Clauses
}

interface Details {
  readonly headers?: Readonly<Record<string, string>>
  /** @default the text of the response */
  readonly reason?: Reason
}

/**
 * Thrown to refuse a request. Has the status and the text of the response, and the reason for the request log. A refused request stores
 * nothing.
 */
export class HttpError extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly reason: Reason

  constructor(status: number, message: string, { headers = {}, reason = { message } }: Details = {}) {
    super(message)
    this.status = status
    this.headers = headers
    this.reason = reason
  }
}

/** The error for an invalid field. The response names the field. */
export const invalidField = (status: number, field: string, problem: string, clauses?: Clauses): HttpError =>
  new HttpError(status, `${field}: ${problem}`, { reason: { field, message: problem, ...(clauses && { clauses }) } })

// Sections of the spec that several errors refer to.

/** Sections about query parameters. */
export const queryClauses: Clauses = { v1: '§4.2', v2: '§4.3' }
/** Sections about requests in general. */
export const requestClauses: Clauses = { v1: '§4', v2: '§4' }
/** Sections about the fields of an event. */
export const fieldClauses: Clauses = { v1: '§2.1', v2: '§2.1' }
/** Sections about unique identifiers. */
export const uniqueClauses: Clauses = { v1: '§1.3', v2: '§8.2' }
/** Sections about limits. They leave the limits to the service. */
export const limitClauses: Clauses = { v1: '§8.3', v2: '§8.4' }
