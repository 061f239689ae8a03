import { type Attempt, InputError } from '../errors/errors.ts'
import { beside } from './beside.ts'

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
  /** The resource that embeds this one: the page of an event, the event of a person. */
  readonly parent?: object
}

// Results are plain data, equal to what was sent: where they came from is kept beside them, for as long as they live.
const origins = beside<Origin>()

/** What is embedded lies a few levels deep: people in events in pages. */
const deepest = 4

/** Remembers where a result came from, and all that it embeds. */
export function rememberAll(resource: object, origin: Origin, depth = 0): void {
  origins.set(resource, origin)
  const embedded: unknown = Reflect.get(resource, '_embedded')
  if (depth === deepest || typeof embedded !== 'object' || embedded === null) return
  const inside = { ...origin, parent: resource }
  for (const below of Object.values(embedded).flat()) {
    if (typeof below === 'object' && below !== null) rememberAll(below, inside, depth + 1)
  }
}

export function originOf(result: unknown): Origin | undefined {
  return origins.get(result)
}

/**
 * The answer a result came from: status, headers, address and attempts. An event of a page came from the page's answer.
 *
 * @throws InputError for anything that no client returned, copies included
 *
 * @example
 * ```ts
 * import { EventsV2, responseOf } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * const { status, headers, attempts } = responseOf(await events.page(1))
 * console.log(status, headers.get('date'), attempts.length)
 * ```
 */
export function responseOf(result: object): AnswerInfo {
  const origin = originOf(result)
  if (!origin) throw InputError.of('result', 'no client returned this object; a copy does not remember its answer')
  return origin.answer
}
