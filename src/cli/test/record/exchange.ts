import { isObject, type JsonObject } from './values.ts'

/** An answer, of the service or of the mock. */
export interface Answer {
  readonly status: number
  /** Headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The body without compression. */
  readonly body: string
}

/** A request of the program, and the answer of the service. */
export interface Exchange {
  readonly method: string
  /** Path and query, as they were sent. */
  readonly target: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
  readonly answer: Answer
}

/** The headers of both versions that carry the key (v1 §5.1, v2 §5.1). */
export const keyHeaders = ['api-key', 'osdi-api-token'] as const

/** The key of a request; empty without one. */
export const keyOf = ({ headers }: Pick<Exchange, 'headers'>): string =>
  keyHeaders.map((name) => headers[name]?.trim()).find(Boolean) ?? ''

/** A body as JSON; undefined for a body that is not. */
export function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The members of a JSON body; none for another body. */
export const membersIn = (body: string): JsonObject => {
  const json = jsonIn(body)
  return isObject(json) ? json : {}
}

export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300
