import type { Walk } from './collection.ts'

interface Page {
  readonly _embedded: { readonly 'osdi:events': readonly { readonly title: string }[] }
  readonly _links: { readonly next?: { readonly href: string } }
}

/**
 * What nobody can do without: `fetch` and `JSON.parse`, page after page. It checks nothing, and trusts every link.
 *
 * @param most ends it behind the page that has this event
 */
export const bare = async ({ url, key }: Parameters<Walk>[0], most = Number.POSITIVE_INFINITY): Promise<number> => {
  const headers = { 'OSDI-API-Token': key }
  let events = 0
  for (let next: string | undefined = `${url}/api/v2/events`; next; ) {
    const page: Page = JSON.parse(await (await fetch(next, { headers })).text())
    for (const event of page._embedded['osdi:events']) if (event.title) events += 1
    next = events < most ? page._links.next?.href : undefined
  }
  return events
}
