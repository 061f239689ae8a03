/**
 * Address, namespace and rate limit of the Action Network, to spread into the options of a client. The types follow the namespace.
 * The Action Network answers 429 to more than four requests a second for each key. In tests, add `rateLimit: undefined` after the spread.
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
  /** Address of the service. */
  readonly baseUrl: 'https://actionnetwork.org'
  /** The service's own prefix. */
  readonly namespace: 'action_network'
  /** The limit of the service. */
  readonly rateLimit: {
    /** Requests a second for each key. */
    readonly perSecond: 4
  }
} = /* @__PURE__ */ Object.freeze({
  baseUrl: 'https://actionnetwork.org',
  namespace: 'action_network',
  rateLimit: /* @__PURE__ */ Object.freeze({ perSecond: 4 }),
})
