import {
  type Attempt,
  ContentError,
  type ErrorDetails,
  HttpError,
  InputError,
  LinkError,
  NetworkError,
  type Outcome,
  TimeoutError,
} from './errors.ts'
import { jsonOrText, oneLine, saidBy } from './say.ts'
import type { Redactor } from './secret.ts'

/** What is known of a call while it runs. */
export interface Trace {
  readonly method: string
  /** Address of the first request, free of keys. */
  readonly url: string
  readonly attempts: Attempt[]
  readonly redactor: Redactor
  /** Whether an earlier attempt at a write may have taken effect. */
  unsure: boolean
}

/** A success whose body is of no use. */
export interface Unusable {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The platform's word for what went wrong, such as `ECONNREFUSED`, from wherever in the chain of causes it stands. */
export function codeOf(error: unknown, depth = 0): string | undefined {
  if (typeof error !== 'object' || error === null || depth > 4) return undefined
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown }
  if (typeof code === 'string') return code
  const nested = [cause, ...(Array.isArray(errors) ? errors : [])]
  for (const entry of nested) {
    const found = codeOf(entry, depth + 1)
    if (found) return found
  }
  return undefined
}

/** Failures that happen before a request leaves: the service cannot have seen it. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ConnectionRefused'])

/** What an attempt came to, as far as a write's effect goes. */
export interface Ending {
  readonly status?: number | undefined
  /** False where the request surely never left. */
  readonly sent?: boolean
}

/** Whether a write took effect; undefined for reads. */
export function outcomeOf(trace: Trace, { status, sent = true }: Ending): Outcome | undefined {
  if (trace.method === 'GET') return undefined
  if (trace.unsure) return 'unknown'
  if (!sent) return 'not applied'
  if (status === undefined) return 'unknown'
  if (status >= 200 && status < 300) return 'applied'
  return status >= 400 && status < 500 ? 'not applied' : 'unknown'
}

/** The details every error of a call carries. */
export function detailsOf(trace: Trace, outcome: Outcome | undefined, more: ErrorDetails = {}): ErrorDetails {
  return { method: trace.method, url: trace.url, attempts: Object.freeze([...trace.attempts]), outcome, ...more }
}

/** The error for a status that is no success. */
export function httpError(trace: Trace, status: number, headers: Headers, text: string): HttpError {
  const body = trace.redactor.value(jsonOrText(text))
  const said = saidBy(body)
  return new HttpError(
    `${trace.method} ${trace.url} answered ${status}${said && `: ${said}`}`,
    detailsOf(trace, outcomeOf(trace, { status }), { status, headers: trace.redactor.headers(headers), body }),
  )
}

/** The most of an unusable body that an error keeps, in characters. */
const keptText = 2_000

/** The error for a success whose body cannot be used; `why` goes on from the status. */
export function contentError(trace: Trace, answer: Unusable, why: string, thrown?: unknown): ContentError {
  const { redactor } = trace
  const { status } = answer
  const body = redactor.text(answer.text).slice(0, keptText)
  const start = oneLine(body, 80)
  const cause = thrown === undefined ? undefined : redactor.cause(thrown)
  return new ContentError(
    `${trace.method} ${trace.url} answered ${status} ${redactor.text(why)}${start && `; it begins: ${start}`}`,
    detailsOf(trace, outcomeOf(trace, { status }), { status, headers: redactor.headers(answer.headers), body, cause }),
  )
}

/** The error for an attempt without an answer. */
export function networkError(trace: Trace, thrown: unknown): NetworkError {
  const code = codeOf(thrown)
  const cause = trace.redactor.cause(thrown)
  const why = code ?? (cause instanceof Error ? cause.message : String(cause))
  return new NetworkError(
    `${trace.method} ${trace.url} got no answer: ${trace.redactor.text(oneLine(why))}`,
    detailsOf(trace, outcomeOf(trace, { sent: code === undefined || !neverSent.has(code) }), { cause }),
  )
}

/** The error for a time limit that ran out. */
export function timeoutError(
  trace: Trace,
  option: 'timeout' | 'totalTimeout',
  limit: number,
  sent: boolean,
): TimeoutError {
  return new TimeoutError(
    `${trace.method} ${trace.url} was not answered in full within ${limit} ms (${option})`,
    option,
    limit,
    detailsOf(trace, outcomeOf(trace, { sent })),
  )
}

/** A refusal of this package itself, with what is known of the call filled in. */
export function refusal(trace: Trace, thrown: LinkError | InputError, ending: Ending): LinkError | InputError {
  const { redactor } = trace
  const details = detailsOf(trace, outcomeOf(trace, ending), { status: ending.status, cause: thrown.cause })
  if (thrown instanceof InputError) {
    return new InputError(`${trace.method} ${trace.url} was not sent: ${thrown.message}`, thrown.issues, details)
  }
  const link = thrown.link === undefined ? undefined : redactor.text(thrown.link)
  return new LinkError(`${trace.method} ${trace.url} ${redactor.text(thrown.message)}`, link, thrown.base, details)
}
