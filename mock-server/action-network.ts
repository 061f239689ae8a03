import { type Assumptions, presetAssumptions } from './assumptions.ts'

/**
 * Options of {@link createMockService} with the address, the prefix and the known behaviour of the Action Network. Spread them into your
 * own options. The guide on versions and other services describes the known behaviour.
 *
 * @example
 * ```ts
 * import { actionNetwork, EventsV2 } from 'osdi-events'
 * import { createMockService, actionNetwork as mocked } from 'osdi-events/mock'
 *
 * const service = createMockService({ ...mocked, events: 60 })
 * const events = new EventsV2({ ...actionNetwork, apiKey: service.seeded.group.token, fetch: service.fetch })
 * console.log((await events.page(1)).total_records) // 60
 * ```
 */
export const actionNetwork: {
  /** Base address of the service. */
  readonly baseUrl: 'https://actionnetwork.org'
  /** The service's own prefix. */
  readonly namespace: 'action_network'
  /** Settings of assumptions that differ from the defaults. */
  readonly assumptions: Readonly<Partial<Assumptions>>
} = Object.freeze({
  baseUrl: 'https://actionnetwork.org',
  namespace: 'action_network',
  assumptions: presetAssumptions,
})
