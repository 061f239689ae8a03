import { Refusal } from '../service/refusal.ts'
import type { World } from '../service/world.ts'

/** Counts the requests of every key in the current second of the service's clock (assumption `rateLimit`). */
export class RateLimit {
  readonly #counts = new Map<string, { readonly second: number; readonly requests: number }>()

  count({ assumptions: { rateLimit }, clock }: World, token: string): void {
    if (rateLimit === 'off') return
    const { perSecond, retryAfter } =
      typeof rateLimit === 'number' ? { perSecond: rateLimit, retryAfter: true } : rateLimit
    const second = Math.floor(clock.now() / 1000)
    const last = this.#counts.get(token)
    const requests = last?.second === second ? last.requests + 1 : 1
    this.#counts.set(token, { second, requests })
    if (requests > perSecond) throw new Refusal(429, 'Rate limit exceeded', retryAfter ? { 'Retry-After': '1' } : {})
  }
}
