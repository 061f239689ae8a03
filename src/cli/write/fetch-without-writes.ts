import { randomUUID } from 'node:crypto'

/**
 * Makes a `fetch` for a dry run: it sends reads, and answers writes itself. An update is answered with the event as the service has it now, so that
 * `unappliedOf` names the fields that would change.
 */
export function fetchWithoutWrites(send: typeof fetch): typeof fetch {
  const planned = new PlannedEvents()
  return async (input, init) => {
    const request = new Request(input, init)
    const { method, url, signal } = request
    if (method === 'GET') return send(input, init)
    if (method === 'POST') return jsonResponse(planned.add(url, JSON.parse(await request.text())))
    const known = planned.at(url)
    if (known) return jsonResponse(known)
    const headers = new Headers(request.headers)
    headers.delete('Content-Type')
    return send(url, { headers, signal, redirect: 'manual' })
  }
}

/** The response of a service that sends this resource. */
const jsonResponse = (body: object): Response =>
  Response.json(body, { headers: { 'Content-Type': 'application/hal+json' } })

/** What a create sends. */
interface SentEvent {
  readonly identifiers?: readonly string[]
  readonly _links?: object
}

/** Events that a dry run would create. */
class PlannedEvents {
  readonly #events = new Map<string, object>()
  /** Addresses by identifier. The same identifier always means the same event. */
  readonly #addresses = new Map<string, string>()

  at(address: string): object | undefined {
    return this.#events.get(address)
  }

  /** Plans the event that a create would make. */
  add(collection: string, { _links, ...sent }: SentEvent): object {
    const { identifiers = [] } = sent
    const known = identifiers.map((each) => this.#addresses.get(each)).find((each) => each !== undefined)
    const { origin, pathname } = new URL(collection)
    const href = known ?? `${origin}${pathname}/${randomUUID()}`
    const event = { ...plannedDates, identifiers, ...sent, _links: { ..._links, self: { href } } }
    for (const each of identifiers) this.#addresses.set(each, href)
    this.#events.set(href, event)
    return event
  }
}

const someDate = '2000-01-01T00:00:00Z'

/** The fields that the service sets, in both versions. */
const plannedDates = { created_date: someDate, modified_date: someDate, created_at: someDate, modified_at: someDate }
