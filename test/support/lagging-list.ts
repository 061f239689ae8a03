import type { MockService } from 'osdi-events/mock'
import { filterOf } from './filtered-list.ts'
import type { SentRequest } from './scripted-fetch.ts'

interface Event {
  readonly identifiers: readonly string[]
  readonly _links: { readonly self: { readonly href: string } }
}

interface Page {
  readonly total_records: number
  readonly _links: object
  readonly _embedded: { readonly 'osdi:events': readonly Event[] }
}

/** How many milliseconds after a write the list shows it. */
export const lag = 400

/** The `fetch` of a service whose list shows each write 400 ms later. A single event is up to date. */
export function laggingFetch({ fetch: send }: Pick<MockService, 'fetch'>): typeof fetch {
  const events = new Map<string, { readonly at: number; readonly event: Event | undefined }[]>()
  const note = (address: string, event: Event | undefined) =>
    events.set(address, [...(events.get(address) ?? []), { at: performance.now(), event }])
  const shown = (event: Event): Event | undefined => {
    const versions = events.get(event._links.self.href)
    return versions ? versions.findLast(({ at }) => performance.now() - at >= lag)?.event : event
  }
  return async (input, init) => {
    const request = new Request(input, init)
    const { method, url, headers } = request
    if (method === 'PUT' && !events.has(url)) {
      const before = await send(url, { headers })
      events.set(url, [
        { at: Number.NEGATIVE_INFINITY, event: before.ok ? ((await before.json()) as Event) : undefined },
      ])
    }
    const response = await send(request)
    if (!response.ok) return response
    const body: Event & Page = await response.json()
    const answer = (json: object) => Response.json(json, { status: response.status, headers: response.headers })
    if (method !== 'GET') {
      note(body._links.self.href, body)
      return answer(body)
    }
    if (!body._embedded) return answer(body)
    const filter = filterOf({ url } as SentRequest)
    const all = body._embedded['osdi:events']
    const seen = all
      .map(shown)
      .filter((event) => event !== undefined)
      .filter(
        (event) =>
          filter === null || all.includes(event) || event.identifiers.some((each) => filter.includes(`'${each}'`)),
      )
    const total_records = body.total_records - all.length + seen.length
    const _links = { ...body._links, 'osdi:events': seen.map((event) => event._links.self) }
    return answer({ ...body, total_records, _links, _embedded: { 'osdi:events': seen } })
  }
}
