import { createMockService, type MockService } from 'osdi-events/mock'
import { drawing } from '../support/drawing.ts'

/** Events on a page. */
export const perPage = 25

/** A seeded service, and requests of its events as the holder of its group's key makes them. */
export interface Asked {
  readonly service: MockService
  /** Pages that it was seeded with. */
  readonly pages: number
  /** Seconds that making it took. */
  readonly seconds: number
  /** GET of what stands behind `/api/v2/events`, such as `?page=2`. */
  get(behind: string): Promise<Response>
  post(body: string): Promise<Response>
}

export function serviceWith(events: number): Asked {
  const began = performance.now()
  const service = createMockService({ events, perPage })
  const seconds = (performance.now() - began) / 1000
  const address = `${service.baseUrl}/api/v2/events`
  const headers = { 'OSDI-API-Token': service.seeded.group.token }
  const sent = { ...headers, 'Content-Type': 'application/json' }
  return {
    service,
    pages: Math.ceil(events / perPage),
    seconds,
    get: (behind) => service.fetch(address + behind, { headers }),
    post: (body) => service.fetch(address, { method: 'POST', headers: sent, body }),
  }
}

/** The same over a socket. */
export const askedAt =
  (address: string, key: string): Asked['get'] =>
  (behind) =>
    fetch(address + behind, { headers: { 'OSDI-API-Token': key } })

/** Text of every page. */
export async function textsOf({ get, pages }: Pick<Asked, 'get' | 'pages'>): Promise<string[]> {
  const texts: string[] = []
  for (let page = 1; page <= pages; page += 1) texts.push(await (await get(`?page=${page}`)).text())
  return texts
}

/** Ids of the events on up to 2,000 pages drawn at random. */
export async function idsOf({ get, pages }: Asked): Promise<string[]> {
  const draw = drawing()
  const some = new Set(Array.from({ length: Math.min(pages, 2000) }, () => 1 + draw(pages)))
  const ids: string[] = []
  for (const page of some) {
    const read = await (await get(`?page=${page}`)).json()
    for (const { href } of read._links['osdi:events']) ids.push(href.slice(href.lastIndexOf('/') + 1))
  }
  return ids
}
