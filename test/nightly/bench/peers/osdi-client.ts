import osdi from 'osdi-client'
import type { Walk } from '../walk/collection.ts'

/** The published client for services of this kind: it checks nothing, and takes its entry point as JSON. */
export const walk: Walk = async ({ url, key }) => {
  const client = await osdi.client({ _links: { 'osdi:events': { href: `${url}/api/v2/events` } } })
  let events = 0
  for (let ask: (() => ReturnType<typeof client.getEvents>) | undefined = () => client.getEvents(); ask; ) {
    const page = client.parse(await ask().set('OSDI-API-Token', key))
    for (const { data } of page.events ?? []) if (data.title) events += 1
    ask = page.nextPage
  }
  return events
}
