import type { ClientOptions } from '../core/arguments/client-options.ts'
import { EventsClient } from '../core/client.ts'
import { v1 } from './dialect.ts'
import type { EventChangesV1, EventV1, NewEventV1, PageV1 } from './types.ts'

/**
 * Reads, pages, creates and updates the events of a service through version 1 of its interface.
 * `NS` is the service's own prefix, taken from `namespace`.
 *
 * @example
 * ```ts
 * import { EventsV1 } from 'osdi-events'
 *
 * const events = new EventsV1({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * for await (const event of events.list()) console.log(event.summary)
 * ```
 */
export class EventsV1<const NS extends string = 'platform'> extends EventsClient<
  EventV1<NS>,
  NewEventV1<NS>,
  EventChangesV1<NS>,
  PageV1<NS>
> {
  /** @throws InputError naming the option that cannot be used */
  constructor(options: ClientOptions<NS>) {
    super(v1, options)
  }
}
