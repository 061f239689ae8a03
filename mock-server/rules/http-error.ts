import type { HttpErrorReason, Version } from '../types/index.ts'

/** Sections of the two documents, such as `{ v1: '§4.2', v2: '§4.3' }`. */
export type Clauses = { readonly [Name in Version]?: string }

/** Why a request is refused, as the request log shows it. */
export interface Reason extends Omit<HttpErrorReason, 'clause'> {
  readonly clauses?: Clauses
}

interface Details {
  readonly headers?: Readonly<Record<string, string>>
  /** @default the text of the response */
  readonly reason?: Reason
}

/** A request that the service refuses: the status and the text of its response, and the reason. Nothing is stored once it is thrown. */
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

/** The refusal of a request for one of its fields, which the response names. */
export const invalidField = (status: number, field: string, problem: string, clauses?: Clauses): HttpError =>
  new HttpError(status, `${field}: ${problem}`, { reason: { field, message: problem, ...(clauses && { clauses }) } })

/** Where both documents speak of the query. */
export const queryClauses: Clauses = { v1: '§4.2', v2: '§4.3' }
/** Where they say what a request carries. */
export const requestClauses: Clauses = { v1: '§4', v2: '§4' }
/** Where they list the fields of an event. */
export const fieldClauses: Clauses = { v1: '§2.1', v2: '§2.1' }
/** Where they say that identifiers are unique. */
export const uniqueClauses: Clauses = { v1: '§1.3', v2: '§8.2' }
/** Where they leave limits open. */
export const limitClauses: Clauses = { v1: '§8.3', v2: '§8.4' }
