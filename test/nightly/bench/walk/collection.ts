import { EventsV2 } from 'osdi-events'
import { inTurns, type Round } from '../support/measure.ts'
import { type Child, start } from '../support/programs.ts'

/** A collection that is served in a process of its own, until it is disposed of. */
export interface Served extends AsyncDisposable {
  readonly url: string
  readonly key: string
  readonly pages: number
}

/** Goes through a whole collection, one event after the other; how many there were. */
export type Walk = (from: Pick<Served, 'url' | 'key'>) => Promise<number>

/** Serves so many events, each answer after so many milliseconds. */
export async function serving(events: number, latency = 0): Promise<Served> {
  return served(await start('servers/pages.ts', [events, latency].map(String)))
}

function served(child: Child): Served {
  const { url, key, pages } = child.ready as Served
  return { url, key, pages, [Symbol.asyncDispose]: () => child[Symbol.asyncDispose]() }
}

/** The client, as it is without options, or with so many pages asked for ahead of their turn. */
export const ours =
  (prefetch?: number): Walk =>
  async ({ url, key }) => {
    const client = new EventsV2({ baseUrl: url, apiKey: key })
    let events = 0
    for await (const event of client.list(prefetch === undefined ? {} : { prefetch })) if (event.title) events += 1
    return events
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

/** What one page of a walk takes, for each of several walks in turns. */
export function walked<Name extends string>(
  served: Served,
  events: number,
  walks: Readonly<Record<Name, Walk>>,
  rounds: number,
): Promise<Record<Name, Round[]>> {
  const sides = Object.fromEntries(
    Object.entries<Walk>(walks).map(([name, walk]) => [name, () => timed(name, walk, served, events)]),
  )
  return inTurns(sides as Record<Name, () => Promise<Round>>, rounds)
}

async function timed(name: string, walk: Walk, served: Served, events: number): Promise<Round> {
  const began = performance.now()
  const before = process.cpuUsage()
  const seen = await walk(served)
  const { user, system } = process.cpuUsage(before)
  const wall = performance.now() - began
  if (seen !== events) throw new Error(`${name}: ${seen} events came instead of ${events}`)
  return { wall: (wall * 1000) / served.pages, cpu: (user + system) / served.pages }
}
