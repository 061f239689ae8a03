import { type Attempt, InputError } from './errors.ts'

/** The answer that a result came from. */
export interface AnswerInfo {
  /** Its status: 200, in the documents (v1 §4, v2 §4). */
  readonly status: number
  /** Its headers. */
  readonly headers: Headers
  /** Address that answered; after a redirect, where it led. */
  readonly url: string
  /** Every attempt it took; the last is the one that answered. */
  readonly attempts: readonly Attempt[]
}

/** What is remembered of a result beside its data. */
export interface Origin {
  readonly namespace: string
  readonly answer: AnswerInfo
  /** The result that embeds this one: the page of an event, the event of a person. */
  readonly parent?: object
}

// Results are plain data, equal to what was sent: where they came from is kept beside them, for as long as they live.
const origins = new WeakMap<object, Origin>()

export function remember(result: object, origin: Origin): void {
  origins.set(result, origin)
}

export function originOf(result: object): Origin | undefined {
  return origins.get(result)
}

/**
 * The answer a result came from: status, headers, address and attempts. An event of a page came from the page's answer.
 *
 * @throws InputError for anything that no client returned, copies included
 */
export function responseOf(result: object): AnswerInfo {
  const origin = typeof result === 'object' && result !== null ? originOf(result) : undefined
  if (!origin) throw InputError.of('result', 'no client returned this object; a copy does not remember its answer')
  return origin.answer
}
