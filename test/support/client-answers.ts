import { base } from './scripted-fetch.ts'

type Version = 'v1' | 'v2'

const time = '2026-05-01T12:00:00Z'

const required = {
  v1: { summary: 'Picnic', created_at: time, modified_at: time },
  v2: { title: 'Picnic', created_date: time, modified_date: time },
}

/** The address of a path in a version. */
export const address = (version: Version, path: string): string => `${base}/api/${version}/${path}`

/** An event with only the fields that a response must have, and with the fields in `more`. */
export const eventOf = (version: Version, id = 'e1', more: object = {}): Readonly<Record<string, unknown>> => ({
  identifiers: [`platform:${id}`],
  ...required[version],
  _links: { self: { href: address(version, `events/${id}`) } },
  ...more,
})

/** The documented curies. */
export const curies = ['osdi', 'platform'].map((name) => ({
  name,
  href: `https://docs.example.org/${name}/{rel}`,
  templated: true,
}))

/** A page with these events, and with a link to `next` if that is given. */
export const pageOf = (version: Version, ids: readonly string[], next?: string): Readonly<Record<string, unknown>> => ({
  page: 1,
  _links: {
    self: { href: address(version, 'events') },
    ...(next !== undefined && { next: { href: next } }),
    'osdi:events': ids.map((id) => ({ href: address(version, `events/${id}`) })),
    curies,
  },
  _embedded: { 'osdi:events': ids.map((id) => eventOf(version, id)) },
})
