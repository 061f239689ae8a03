import type { ClientOptions } from '../core/arguments/client-options.ts'
import { EventsClient } from '../core/client.ts'
import { v2 } from './dialect.ts'
import type { EventChangesV2, EventV2, NewEventV2, PageV2 } from './types.ts'

/**
 * Reads, pages, creates and updates the events of a service through version 2 of its interface.
 * `NS` is the service's own prefix, taken from `namespace`.
 *
 * @example
 * ```ts
 * import { EventsV2 } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * for await (const event of events.list()) console.log(event.title)
 * ```
 */
export class EventsV2<const NS extends string = 'platform'> extends EventsClient<
  EventV2<NS>,
  NewEventV2,
  EventChangesV2,
  PageV2<NS>
> {
  /** @throws InputError naming the option that cannot be used */
  constructor(options: ClientOptions<NS>) {
    super(v2, options)
  }
}
