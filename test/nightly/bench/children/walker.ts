/** Walks in a process of its own, which tells the most memory that it held. Arguments: address, key, and how many events to walk through. */
import { EventsV2 } from 'osdi-events'

const [baseUrl = '', apiKey = '', max = '0'] = process.argv.slice(2)
let events = 0
for await (const event of new EventsV2({ baseUrl, apiKey }).list({ max: Number(max) })) if (event.title) events += 1
process.send?.({ events, peak: process.resourceUsage().maxRSS / 1024 })
// Not without the one who measures.
process.once('disconnect', () => process.exit())
