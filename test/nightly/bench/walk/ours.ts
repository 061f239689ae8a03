import { EventsV2 } from 'osdi-events'
import type { Walk } from './collection.ts'

/** The client, as it is without options, or with so many pages asked for ahead of their turn. */
export const ours =
  (prefetch?: number): Walk =>
  async ({ url, key }) => {
    const client = new EventsV2({ baseUrl: url, apiKey: key })
    let events = 0
    for await (const event of client.list(prefetch === undefined ? {} : { prefetch })) if (event.title) events += 1
    return events
  }
