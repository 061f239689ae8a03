/**
 * A program in a process of its own, so that no other's work or memory counts as its own. Its first argument says which; it says that it is
 * ready by a message, and ends with the one who measures.
 */
import { readFileSync } from 'node:fs'
import { EventsV2 } from 'osdi-events'
import { loopback } from '../../support/loopback.ts'
import { drawing, timed } from './measure.ts'

const hal = (body: Buffer | undefined) => ({
  'Content-Type': 'application/hal+json',
  'Content-Length': body?.length ?? 0,
  'Cache-Control': 'max-age=0, private, must-revalidate',
})

const programs: Readonly<Record<string, (...args: string[]) => Promise<object>>> = {
  /** The mock service over a socket, with so many events, of which so many were changed since a moment; so many people come to the first. */
  async service(events, changed = '0', guests = '0') {
    const { serve } = await import('osdi-events/mock/standalone')
    const { serviceWith } = await import('./programs.ts')
    const { pages, service } = serviceWith(Number(events))
    const { url } = await serve(service)
    service.clock.advance('PT1H')
    const since = service.clock.now().toISOString()
    service.clock.advance('PT1H')
    const every = Number(events) / Number(changed)
    if (Number(changed) > 0)
      for (const [index, { id }] of service.snapshot().toJSON().events.entries())
        if (index % every === 7) service.updateEvent(id, { title: 'Changed' })
    const ready = { url, key: service.seeded.group.token, pages, since }
    if (Number(guests) === 0) return ready
    const [event] = service.snapshot().toJSON().events
    service.attend(event?.id ?? '', Number(guests))
    return { ...ready, event: event?.id }
  },

  /** What node:http can do at best: the body of a POST is parsed and answered with a file's text. */
  async ceiling(file = '') {
    const made = readFileSync(file)
    const { url } = await loopback((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { title } = JSON.parse(Buffer.concat(chunks).toString())
        if (typeof title === 'string') response.writeHead(200, hal(made)).end(made)
        else response.writeHead(400).end()
      })
    })
    return { url, key: 'any' }
  },

  /** Pages of so many events, made beforehand and served from memory by node:http, each so many milliseconds late. */
  async pages(events, latency) {
    const { serviceWith, textsOf } = await import('./programs.ts')
    const asked = serviceWith(Number(events))
    const texts = await textsOf(asked)
    const { url: own } = await loopback(({ url = '' }, response) => {
      const page = pages[Number(/[?&]page=(\d+)/.exec(url)?.[1] ?? 1) - 1]
      const send = () => response.writeHead(page ? 200 : 404, hal(page)).end(page)
      if (Number(latency) > 0) setTimeout(send, Number(latency))
      else send()
    })
    const pages = texts.map((text) => Buffer.from(text.replaceAll(asked.service.baseUrl, own)))
    return { url: own, key: asked.service.seeded.group.token, pages: pages.length }
  },

  /** Walks through so many events; the most memory that it held. Nothing else is loaded. */
  async walker(baseUrl = '', apiKey = '', max = '') {
    let events = 0
    for await (const event of new EventsV2({ baseUrl, apiKey }).list({ max: Number(max) })) if (event.title) events += 1
    return { events, peak: process.resourceUsage().maxRSS / 1024 }
  },

  /** A service of so many events without a socket: answers `{ operation, calls }` with what one of so many calls took, its garbage included. */
  async 'in process'(events) {
    const { newEventOf, serviceWith } = await import('./programs.ts')
    const { pages, service, get, post } = serviceWith(Number(events))
    const draw = drawing()
    const ids: string[] = []
    for (let read = 0; read < Math.min(pages, 2000); read += 1) {
      const page = await (await get(`?page=${1 + draw(pages)}`)).json()
      for (const { href } of page._links['osdi:events']) ids.push(href.slice(href.lastIndexOf('/') + 1))
    }
    let made = 0
    // What a sync asks for: the hundred latest changes.
    let since = ''
    for (const _ of Array(100)) {
      const { modified_date } = await (await post(newEventOf(++made))).json()
      since ||= modified_date
    }
    let asked = 0
    // Another filter each time: no page is kept of it.
    const filter = (odata: string) => get(`?filter=${encodeURIComponent(`${odata} and title ne '${++asked}'`)}`)
    const operations: Readonly<Record<string, () => Promise<Response>>> = {
      'first page': () => get('?page=1'),
      'middle page': () => get(`?page=${pages >> 1}`),
      'last page': () => get(`?page=${pages}`),
      'any event': () => get(`/${ids[draw(ids.length)]}`),
      'page of the latest changes': () => filter(`modified_date ge '${since}'`),
      'page of one identifier': () => filter(`identifier eq 'bench_calendar:${1 + draw(100)}'`),
      'page of a filter that holds for all': () => filter("modified_date gt '2000-01-01'"),
      'further page of it': () => get(`?filter=title%20ne%20null&page=${1 + draw(pages)}`),
      'new event': () => post(newEventOf(++made)),
      // With a change in between: what is shared until then has to be parted.
      'snapshot, new event, restore': async () => {
        const before = service.snapshot()
        const answer = await post(newEventOf(++made))
        service.restore(before)
        return answer
      },
    }
    process.on('message', async ({ operation, calls }: { operation: string; calls: number }) => {
      const round = await timed(calls, async () => {
        const answer = await operations[operation]?.()
        const text = await answer?.text()
        if (!answer?.ok) throw new Error(`${operation}: ${answer?.status} ${text}`)
      })
      process.send?.(round)
    })
    return {}
  },
}

const [name = '', ...args] = process.argv.slice(2)
process.send?.(await programs[name]?.(...args))
process.once('disconnect', () => process.exit())
