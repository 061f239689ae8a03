import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMockService, type MockService } from 'osdi-events/mock'
import { drawing, type Round, type Side } from '../support/measure.ts'
import { type Child, cpuOf, type Load, load, start } from '../support/programs.ts'

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

/** The body of a new event as a calendar would send it; the same as in `lua/event.lua`. */
export const newEvent = (number: number): string =>
  JSON.stringify({
    identifiers: [`bench_calendar:in-process-${number}`],
    origin_system: 'Bench Calendar',
    name: `Street stall ${number}`,
    title: `Street stall at the market, no. ${number}`,
    description:
      '<p>We talk with our neighbours about the <em>new cycle path</em>, hand out maps and collect signatures.</p>',
    instructions: '<p>Please bring a friend, a pen and something warm to drink.</p>',
    browser_url: `https://calendar.example.net/events/${number}`,
    start_date: '2026-06-13T17:30:00Z',
    end_date: '2026-06-13T19:00:00Z',
    location: {
      venue: 'Market Hall',
      address_lines: [`${(number % 900) + 1} Market Street`],
      locality: 'Springfield',
      region: 'IL',
      postal_code: '62701',
      country: 'US',
    },
  })

/** What a server of ours says when it is ready. */
export interface Served {
  readonly url: string
  readonly key: string
  /** Pages of events, and the seconds that seeding them took. */
  readonly pages: number
  readonly seconds: number
}

export const served = ({ ready }: Child): Served => ready as Served

/** An empty folder, until it is disposed of; several texts are written as lines. */
export function folder(): Disposable & { write(name: string, text: string | readonly string[]): string } {
  const path = mkdtempSync(join(tmpdir(), 'bench-'))
  return {
    write: (name, text) => {
      writeFileSync(join(path, name), typeof text === 'string' ? text : text.join('\n'))
      return join(path, name)
    },
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** node:http, answering a GET with one text and a POST with another. */
export async function ceiling(page: string, made: string): Promise<Child> {
  using files = folder()
  return await start('servers/ceiling.ts', [files.write('page', page), files.write('made', made)])
}

/** A round of load on the server with a process id. */
export const loading =
  (what: Load, pid: number, seconds: number): Side<Round> =>
  async () => {
    const before = cpuOf(pid)
    const { requests, microseconds } = await load(what, seconds)
    return { wall: microseconds / requests, cpu: (cpuOf(pid) - before) / requests }
  }
