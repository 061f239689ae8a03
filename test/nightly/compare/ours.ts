import { EventsV2, idOf } from 'osdi-events'
import { type Dialect, idsOf, type Subject } from './kit.ts'

const time = '2026-05-01T12:00:00Z'

const event = (id: string, origin: string) => ({
  identifiers: [`platform:${id}`],
  title: 'Picnic',
  created_date: time,
  modified_date: time,
  _links: { self: { href: `${origin}/api/v2/events/${id}` } },
})

/** What the events service sends, in version 2: HAL. */
export const hal: Dialect = {
  contentType: 'application/hal+json',
  paging: 'number',
  thing: (id, origin) => JSON.stringify(event(id, origin)),
  broken: (origin) => {
    const { title, ...rest } = event('1', origin)
    return { body: JSON.stringify({ ...rest, identifiers: 17 }), missing: 'title', wrong: 'identifiers' }
  },
  page: (ids, { next, number, total, perPage }, origin) => ({
    body: JSON.stringify({
      page: number,
      per_page: perPage,
      total_pages: Math.ceil(total / perPage),
      total_records: total,
      _links: {
        self: { href: `${origin}/api/v2/events?page=${number}` },
        ...(next !== undefined && { next: { href: next } }),
        'osdi:events': ids.map((id) => ({ href: `${origin}/api/v2/events/${id}` })),
      },
      _embedded: { 'osdi:events': ids.map((id) => event(id, origin)) },
    }),
  }),
  refusal: (error) => JSON.stringify({ error }),
}

export const subject: Subject = {
  dialect: hal,
  keyHeader: 'OSDI-API-Token',
  extraHeader: 'X-Extra-Secret',
  aborts: true,
  limits: true,
  open({ origin, key, extra, timeout }) {
    const client = new EventsV2({
      baseUrl: origin,
      apiKey: key,
      ...(extra && { headers: [[...extra]] }),
      ...(timeout !== undefined && { timeout }),
    })
    return {
      client,
      get: (signal) => client.get('1', { signal }),
      create: () => client.create({ title: 'Picnic', origin_system: 'Calendar' }),
      ids: () => idsOf(client.list()[Symbol.asyncIterator](), idOf),
    }
  },
}
