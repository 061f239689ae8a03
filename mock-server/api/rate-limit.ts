import { type Context, HttpError } from '../rules/context.ts'

const second = 1000

/** Counts the requests of every key, in seconds that begin with a request each (assumption `rateLimit`). */
export class RateLimit {
  readonly #now: () => number
  readonly #counts = new Map<string, { readonly since: number; readonly requests: number }>()

  /** Takes milliseconds that only ever grow, and that pass while somebody waits: `Retry-After` must come true. */
  constructor(now: () => number) {
    this.#now = now
  }

  count(context: Context, token: string): void {
    const refusal = this.#refusal(context, token)
    if (refusal) throw refusal
  }

  /** The limit for one request, which counts once however often it is answered: a dry run may come before the act. */
  once(): Pick<RateLimit, 'count'> {
    let counted: { readonly refusal: HttpError | undefined } | undefined
    const count = (context: Context, token: string) => {
      counted ??= { refusal: this.#refusal(context, token) }
      if (counted.refusal) throw counted.refusal
    }
    return { count }
  }

  #refusal({ assumptions: { rateLimit } }: Context, token: string): HttpError | undefined {
    if (rateLimit === 'off') return undefined
    const { perSecond, retryAfter } =
      typeof rateLimit === 'number' ? { perSecond: rateLimit, retryAfter: true } : rateLimit
    const now = this.#now()
    const last = this.#counts.get(token)
    const { since, requests } = last && now - last.since < second ? last : { since: now, requests: 0 }
    this.#counts.set(token, { since, requests: requests + 1 })
    if (requests < perSecond) return undefined
    return new HttpError(429, 'Rate limit exceeded', retryAfter ? { 'Retry-After': '1' } : {})
  }
}
