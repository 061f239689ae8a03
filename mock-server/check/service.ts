import { getIn, isObject, type JsonObject, stringOf } from '../text/json.ts'
import type { Version } from '../types/index.ts'
import { type CheckResponse, Inconclusive, type RequestChanges, type Requester } from './requester.ts'
import type { CheckRow } from './types.ts'

/** A page of the list of events. */
export interface Page {
  readonly answer: CheckResponse
  readonly body: JsonObject
  readonly events: readonly JsonObject[]
  readonly next: string | undefined
}

/** What the versions call what is looked at (v1 §2.1, v2 §2.1). */
const names = {
  v1: { created: 'created_at', modified: 'modified_at', start: 'start', attendances: 'osdi:attendance' },
  v2: { created: 'created_date', modified: 'modified_date', start: 'start_date', attendances: 'osdi:attendances' },
} as const

/** Compares something of the service. Throws {@link Inconclusive} where nothing can be said of it. */
export type Compare = (service: Service) => Promise<readonly CheckRow[]>

export const row = (what: string, expected: string, summaryOf: string): CheckRow => ({
  what,
  expected,
  seen: summaryOf,
})

const maxPages = 8

/** The real service, as the check looks at it. */
export class Service {
  readonly api: Version
  readonly namespace: string
  readonly names: (typeof names)[Version]
  readonly requester: Requester
  #pages: Promise<readonly Page[]> | undefined

  constructor(api: Version, namespace: string, requester: Requester) {
    this.api = api
    this.namespace = namespace
    this.names = names[api]
    this.requester = requester
  }

  get(target: string, different?: RequestChanges): Promise<CheckResponse> {
    return this.requester.get(target, different)
  }

  /** A page of the list. Throws {@link Inconclusive} where the response is none. */
  async page(target = 'events'): Promise<Page> {
    const answer = await this.get(target)
    const page = pageIn(answer)
    if (!page) throw new Inconclusive(`${seen(answer)}, and no page of events`)
    return page
  }

  /** The first pages and the last one, by `next` where they are few. Throws {@link Inconclusive} where the last one is not found. */
  pages(): Promise<readonly Page[]> {
    this.#pages ??= this.#walk()
    return this.#pages
  }

  async #walk(): Promise<readonly Page[]> {
    const first = await this.page()
    const total = Number(first.body.total_pages)
    if (total > maxPages) {
      const last = await this.page(`events?page=${total}`)
      if (last.body.page !== total) throw new Inconclusive('the parameter page is not heeded')
      return [first, last]
    }
    const pages = [first]
    const seen = new Set<string>()
    for (let { next } = first; next !== undefined; ) {
      if (seen.has(next)) throw new Inconclusive('next leads in a circle')
      if (pages.length === maxPages) throw new Inconclusive(`a list without totals and of more than ${maxPages} pages`)
      seen.add(next)
      const page = await this.page(next)
      if (page.events.length === 0) break
      pages.push(page)
      next = page.next
    }
    return pages
  }

  /** All events of the pages that were looked at. Throws {@link Inconclusive} where there are none. */
  async events(): Promise<readonly JsonObject[]> {
    const pages = await this.pages().catch(async (error) => {
      if (!(error instanceof Inconclusive)) throw error
      return [await this.page()]
    })
    const events = pages.flatMap((page) => page.events)
    if (events.length === 0) throw new Inconclusive('the key has no event')
    return events
  }
}

/** The page in a response; undefined where it is none. */
export function pageIn(answer: CheckResponse): Page | undefined {
  const { status, json } = answer
  if (status !== 200 || !isObject(json) || !(isObject(json._links) || isObject(json._embedded))) return undefined
  const embedded = getIn(json, '_embedded', 'osdi:events')
  const events = (Array.isArray(embedded) ? embedded : [embedded]).filter(isObject)
  if (events.length === 0 && embedded !== undefined && !Array.isArray(embedded)) return undefined
  return { answer, body: json, events, next: hrefOf(json, 'next') }
}

/** The first address of a relation. */
export function hrefOf(resource: unknown, relation: string): string | undefined {
  const given = getIn(resource, '_links', relation)
  return stringOf(getIn(Array.isArray(given) ? given[0] : given, 'href'))
}

/** The id of an event: that of its own identifier, or the end of its address. */
export function idOf(event: JsonObject, namespace: string): string | undefined {
  const identifiers = Array.isArray(event.identifiers) ? event.identifiers : []
  const own = identifiers.find((one) => typeof one === 'string' && one.startsWith(`${namespace}:`))
  return own?.slice(namespace.length + 1) ?? hrefOf(event, 'self')?.split('/').at(-1)
}

/** A response in a few words, none of which are its own. */
export const seen = ({ status, headers }: CheckResponse): string => `status ${status} as ${mediaType(headers)}`

/** The media type of a response, if it is written as one. */
export function mediaType(headers: Headers): string {
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  return /^[a-z]+\/[\w.+-]{1,40}$/i.test(type.trim()) ? type.trim() : 'no content type'
}

/** A name of the service's making, such as a field's, if it is short and looks like one. */
export const shownName = (name: string): string =>
  /^[a-z_][\w-]{0,39}(?::[a-z_][\w-]{0,39})?$/i.test(name) ? name : '(a name not shown)'
