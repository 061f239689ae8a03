import type { Step } from './check.ts'

type Version = 'v1' | 'v2'

const time = '2026-05-01T12:00:00Z'
const required = {
  v1: { summary: 'Picnic', created_at: time, modified_at: time },
  v2: { title: 'Picnic', created_date: time, modified_date: time },
}

const eventOf = (version: Version) => ({
  identifiers: ['platform:e1'],
  ...required[version],
  _links: { self: { href: `{base}/api/${version}/events/e1` } },
})

/** Any JSON as an answer. */
export const json = (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Step => ({
  status,
  headers,
  body: JSON.stringify(value),
})

/** An event. */
export const event = (version: Version): Step => json(eventOf(version))

/** A page of one event, with a link to another where one is given. */
export const page = (version: Version, next?: string): Step => {
  const self = { href: `{base}/api/${version}/events` }
  return json({
    page: 1,
    _links: {
      self,
      ...(next !== undefined && { next: { href: next } }),
      'osdi:events': [eventOf(version)._links.self],
    },
    _embedded: { 'osdi:events': [eventOf(version)] },
  })
}

/** A refusal. */
export const refusal = (status: number, headers: Readonly<Record<string, string>> = {}): Step =>
  json({ error: 'Resting' }, status, headers)

/** A redirect. */
export const redirect = (status: number, location: string): Step => ({ status, headers: { location } })
