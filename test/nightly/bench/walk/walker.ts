/**
 * Walks in a process of its own, which tells the most memory that it held. Arguments: address, key, how many events to walk through, how
 * often, and who walks.
 */
import { EventsV2 } from 'osdi-events'
import { bare } from './collection.ts'

const [url = '', key = '', max = '0', times = '1', who = 'ours'] = process.argv.slice(2)

async function ours(): Promise<number> {
  let events = 0
  const list = new EventsV2({ baseUrl: url, apiKey: key }).list({ max: Number(max) })
  for await (const event of list) if (event.title) events += 1
  return events
}

let events = 0
for (let time = 0; time < Number(times); time += 1) {
  events += await (who === 'ours' ? ours() : bare({ url, key }, Number(max)))
}
process.send?.({ events, peak: process.resourceUsage().maxRSS / 1024 })
// Not without the one who measures.
process.once('disconnect', () => process.exit())
