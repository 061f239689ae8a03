/**
 * Address, namespace and rate limit of the Action Network, to spread into the options of a client. The types follow the namespace.
 * It answers 429 beyond four requests a second for each key; pass `rateLimit: undefined` behind it in tests.
 *
 * @example
 * ```ts
 * import { actionNetwork, EventsV2, ownOf } from 'osdi-events'
 *
 * const events = new EventsV2({ ...actionNetwork, apiKey: process.env.EVENTS_API_KEY ?? '' })
 * for await (const event of events.list({ max: 3 })) console.log(event.title, ownOf(event).sponsor?.title)
 * ```
 */
export const actionNetwork: {
  /** Its address. */
  readonly baseUrl: 'https://actionnetwork.org'
  /** Its prefix. */
  readonly namespace: 'action_network'
  /** What it allows. */
  readonly rateLimit: {
    /** Requests a second for each key. */
    readonly perSecond: 4
  }
} = Object.freeze({
  baseUrl: 'https://actionnetwork.org',
  namespace: 'action_network',
  rateLimit: Object.freeze({ perSecond: 4 }),
})
