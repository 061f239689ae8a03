/** Walks in a process of its own, which tells the most memory that it held. Arguments: address, key, how many events to walk through, and who walks. */
import { EventsV2 } from 'osdi-events'

/** Where a collection is. */
export interface From {
  readonly url: string
  readonly key: string
}

interface Page {
  readonly _embedded: { readonly 'osdi:events': readonly { readonly title: string }[] }
  readonly _links: { readonly next?: { readonly href: string } }
}

/**
 * What nobody can do without: `fetch` and `JSON.parse`, page after page. It checks nothing, and trusts every link.
 *
 * @param most ends it behind the page that has this event
 */
export async function bare({ url, key }: From, most = Number.POSITIVE_INFINITY): Promise<number> {
  const headers = { 'OSDI-API-Token': key }
  let events = 0
  for (let next: string | undefined = `${url}/api/v2/events`; next; ) {
    const page: Page = JSON.parse(await (await fetch(next, { headers })).text())
    for (const event of page._embedded['osdi:events']) if (event.title) events += 1
    next = events < most ? page._links.next?.href : undefined
  }
  return events
}

async function ours({ url, key }: From, max: number): Promise<number> {
  let events = 0
  const list = new EventsV2({ baseUrl: url, apiKey: key }).list({ max })
  for await (const event of list) if (event.title) events += 1
  return events
}

if (process.send) {
  const [url = '', key = '', max = '0', who] = process.argv.slice(2)
  const events = await (who === 'bare' ? bare : ours)({ url, key }, Number(max))
  process.send({ events, peak: process.resourceUsage().maxRSS / 1024 })
  // Not without the one who measures.
  process.once('disconnect', () => process.exit())
}
