/** What a service decides for itself. */
export interface OtherServiceOptions {
  readonly baseUrl: string
  /** Path of the API, below `baseUrl`. */
  readonly apiPath: string
  readonly keyHeader: string
  readonly key: string
  /** The service's own prefix. */
  readonly namespace: string
  /** Whether links are paths, such as `/dc/osdi/events`. @default false: they are addresses */
  readonly relativeLinks?: boolean
  /** Titles of the events that it begins with. */
  readonly titles?: readonly string[]
}

interface StoredEvent {
  readonly identifiers: readonly string[]
  readonly [field: string]: unknown
}

const perPage = 2
const time = '2026-05-01T12:00:00Z'

/**
 * A small OSDI service that shares no code with the mock. It has the names of version 2 and pages of two events, ignores every query except
 * `page`, and repeats a refused key in its error.
 */
export function otherService(options: OtherServiceOptions) {
  const { baseUrl, apiPath, keyHeader, key, namespace, titles = ['Picnic', 'Fair', 'Walk'] } = options
  const root = `${baseUrl}${apiPath}`.replace(/\/$/, '')
  /** Beginning of the links. */
  const at = options.relativeLinks ? new URL(root).pathname : root
  const events = new Map<string, StoredEvent>()
  const requests: { readonly method: string; readonly url: string; readonly headers: Headers }[] = []

  const store = (id: string, fields: object): StoredEvent => {
    const event: StoredEvent = {
      created_date: time,
      ...events.get(id),
      ...fields,
      identifiers: [`${namespace}:${id}`],
      modified_date: time,
      _links: {
        self: { href: `${at}/events/${id}` },
        'osdi:attendances': { href: `${at}/events/${id}/attendances` },
      },
    }
    events.set(id, event)
    return event
  }
  for (const [index, title] of titles.entries()) store(`e${index + 1}`, { title })

  const curies = ['osdi', namespace].map((name) => ({ name, href: `${baseUrl}/docs/${name}/{rel}`, templated: true }))
  const answer = (body: object, status = 200) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/hal+json' } })

  const page = (number: number) => {
    const items = [...events.values()].slice((number - 1) * perPage, number * perPage)
    const pages = Math.ceil(events.size / perPage)
    const next = number < pages ? { next: { href: `${at}/events?page=${number + 1}` } } : {}
    return answer({
      page: number,
      per_page: perPage,
      total_pages: pages,
      total_records: events.size,
      _links: { self: { href: `${at}/events?page=${number}` }, ...next, curies },
      _embedded: { 'osdi:events': items },
    })
  }

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { method, url, headers } = request
    requests.push({ method, url, headers })
    const given = headers.get(keyHeader)
    if (given !== key) return answer({ error: `The key ${given} is not known` }, 401)
    const { origin, pathname, searchParams } = new URL(url)
    const path = `${origin}${pathname}`.replace(root, '')
    const id = /^\/events\/(\w+)$/.exec(path)?.[1]
    if (method === 'GET' && path === '/') {
      const links = { self: { href: `${at}/` }, 'osdi:events': { href: `${at}/events` }, curies }
      return answer({ product_name: 'Other', osdi_version: '1.2.0', namespace, max_pagesize: perPage, _links: links })
    }
    if (path === '/events') {
      if (method === 'GET') return page(Number(searchParams.get('page') ?? 1))
      return answer(store(`e${events.size + 1}`, (await request.json()) as object), 201)
    }
    const event = id === undefined ? undefined : events.get(id)
    if (id === undefined || !event) return answer({ error: 'Nothing is there' }, 404)
    return answer(method === 'PUT' ? store(id, (await request.json()) as object) : event)
  }
  return { ...options, root, fetch, requests }
}
