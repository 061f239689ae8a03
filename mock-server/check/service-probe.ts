import { eventFields } from '../fields/events.ts'
import { nameIn } from '../fields/row.ts'
import { getIn, isObject, type JsonObject, stringOf } from '../text/json.ts'
import type { Version } from '../types/index.ts'
import type { ResolvedOptions } from './options.ts'
import { type CheckResponse, Inconclusive, type Requester, type RequestOverrides } from './requester.ts'

/** A page of the list of events. */
export interface Page {
  readonly response: CheckResponse
  readonly body: JsonObject
  readonly events: readonly JsonObject[]
  /** Address of the next page. */
  readonly next: string | undefined
}

/** Names of fields that differ between the versions (v1 §2.1, v2 §2.1). */
const namesOf = (version: Version, namespace: string) => ({
  created: eventFields.created[version],
  modified: eventFields.modified[version],
  origin: eventFields.origin_system[version],
  title: eventFields.title[version],
  instructions: nameIn(eventFields.instructions, version, namespace) ?? '',
  start: eventFields.start[version],
  attendances: version === 'v1' ? 'osdi:attendance' : 'osdi:attendances',
})

const maxPages = 8

/** The real service that a check compares. The methods throw {@link Inconclusive} if the service returns something unexpected. */
export class ServiceProbe {
  readonly api: Version
  readonly namespace: string
  readonly names: ReturnType<typeof namesOf>
  readonly #requester: Requester

  constructor({ api, namespace }: ResolvedOptions, requester: Requester) {
    this.api = api
    this.namespace = namespace
    this.names = namesOf(api, namespace)
    this.#requester = requester
  }

  get(target: string, overrides?: RequestOverrides): Promise<CheckResponse> {
    return this.#requester.get(target, overrides)
  }

  async page(target = 'events'): Promise<Page> {
    const response = await this.get(target)
    const page = pageIn(response)
    if (!page) throw new Inconclusive(`${responseSummary(response)}, not a page of events`)
    return page
  }

  /** Gets all pages if there are few, otherwise the first and the last page. */
  async pages(): Promise<readonly Page[]> {
    const first = await this.page()
    const total = Number(first.body.total_pages)
    if (total > maxPages) {
      const last = await this.page(`events?page=${total}`)
      if (last.body.page !== total) throw new Inconclusive('the parameter page is not heeded')
      return [first, last]
    }
    const pages = [first]
    for (let page = first; page.next !== undefined; ) {
      page = await this.page(page.next)
      if (page.events.length === 0) break
      if (pages.push(page) > maxPages) throw new Inconclusive(`next goes on after ${maxPages} pages`)
    }
    return pages
  }

  /** Gets the events of {@link pages}, or only of the first page if another page fails. */
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

/** Reads a page from a response. Returns undefined for any other response. */
export function pageIn(response: CheckResponse): Page | undefined {
  const { url, status, json } = response
  if (status !== 200 || !isObject(json) || !(isObject(json._links) || isObject(json._embedded))) return undefined
  const relation = relationOf(json._embedded, 'osdi:events', /(?:^|[:/])events?$/)
  const embedded = relation === undefined ? undefined : getIn(json, '_embedded', relation)
  if (embedded === undefined ? filledIn(json._embedded).length > 0 : !Array.isArray(embedded) && !isObject(embedded))
    return undefined
  const next = hrefOf(json, 'next')
  return {
    response,
    body: json,
    events: [embedded].flat().filter(isObject),
    next: next === undefined ? undefined : (URL.parse(next, url)?.href ?? next),
  }
}

/** The members of `_embedded` that hold anything. */
const filledIn = (embedded: unknown): string[] =>
  Object.entries(isObject(embedded) ? embedded : {}).flatMap(([name, value]) =>
    [value].flat().some((each) => each !== null && !(isObject(each) && Object.keys(each).length === 0)) ? [name] : [],
  )

/** The relation of embedded resources: the documented one, or the only other that holds anything, if it has the same name under another prefix. */
export function relationOf(embedded: unknown, documented: string, likeIt: RegExp): string | undefined {
  if (isObject(embedded) && documented in embedded) return documented
  const [only, ...others] = filledIn(embedded)
  return only !== undefined && others.length === 0 && likeIt.test(only) ? only : undefined
}

/** Address of the first link with a relation. */
export function hrefOf(resource: unknown, relation: string): string | undefined {
  const links = getIn(resource, '_links', relation)
  return stringOf(getIn(Array.isArray(links) ? links[0] : links, 'href'))
}

/** The id of an event, from the identifier with the service's prefix, or else from the end of the `self` link. */
export function idOf(event: JsonObject, namespace: string): string | undefined {
  const identifiers = Array.isArray(event.identifiers) ? event.identifiers : []
  const own = identifiers.find((one) => typeof one === 'string' && one.startsWith(`${namespace}:`))
  return own?.slice(namespace.length + 1) ?? hrefOf(event, 'self')?.split('/').at(-1)
}

/** Describes a response in a few words, without data of the service. */
export const responseSummary = ({ status, headers }: CheckResponse): string =>
  `status ${status} as ${mediaTypeOf(headers)}`

/** The media type of a response, or a fixed text for an invalid `Content-Type`. */
export function mediaTypeOf(headers: Headers): string {
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  return /^[a-z]+\/[\w.+-]{1,40}$/i.test(type.trim()) ? type.trim() : 'no content type'
}
