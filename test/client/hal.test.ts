import {
  type Drift,
  docsOf,
  EventsV1,
  EventsV2,
  embeddedOf,
  eventsOf,
  type HalResource,
  InputError,
  idOf,
  linkOf,
  linksOf,
  responseOf,
} from 'osdi-events'
import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { address, curies, eventOf, pageOf } from '../support/client-answers.ts'
import { collect, failureOf } from '../support/failure.ts'
import { base, clientOver, json, scripted } from '../support/scripted-fetch.ts'
import { apiKey, versions } from '../support/versions.ts'

const untyped = (value: unknown) => value as never
const links = (_links: object) => ({ _links }) as HalResource
const one = { href: '/one' }
const two = { href: '/two', title: 'Two' }

test('linksOf and linkOf read one link or several in order, and skip values that are not links', () => {
  expect(linksOf(links({ next: one }), 'next')).toEqual([one])
  expect(linksOf(links({ next: [two, null, 5, 'text', {}, { href: 5 }, [], one] }), 'next')).toEqual([two, one])
  expect(linkOf(links({ next: [two, one] }), 'next')).toBe(two)
  for (const resource of [{}, { _links: null }, { _links: [] }, links({ next: null }), null, undefined, 5]) {
    expect(linksOf(untyped(resource), 'next')).toEqual([])
    expect(linkOf(untyped(resource), 'next')).toBe(undefined)
  }
})

test('embeddedOf returns one resource or several as an array, and skips values that are not objects', () => {
  const person = { given_name: 'Ada' }
  expect(embeddedOf({ _embedded: { people: person } }, 'people')).toEqual([person])
  expect(embeddedOf({ _embedded: { people: [null, 'Ada', 5, person] } }, 'people')).toEqual([person])
  for (const resource of [{}, { _embedded: null }, { _embedded: {} }, null]) {
    expect(embeddedOf(untyped(resource), 'people')).toEqual([])
  }
})

test('docsOf expands the curie of a relation, with the name encoded', () => {
  const resource = links({ curies })
  expect(docsOf(resource, 'osdi:events')).toBe('https://docs.example.org/osdi/events')
  expect(docsOf(resource, 'platform:a:b/c d')).toBe('https://docs.example.org/platform/a%3Ab%2Fc%20d')
  expect(docsOf({}, 'https://rels.example.org/a')).toBe('https://rels.example.org/a')
  for (const rel of ['self', ':events', 'calendar:events', '']) expect(docsOf(resource, rel)).toBe(undefined)
})

test('docsOf fills every {rel} of the template, and uses the first curie with the name', () => {
  const osdi = { name: 'osdi', href: 'https://docs.example.org/{rel}?of={rel}' }
  const later = { name: 'osdi', href: 'https://later.example.org/{rel}' }
  expect(docsOf(links({ curies: [osdi, later] }), 'osdi:$&')).toBe('https://docs.example.org/%24%26?of=%24%26')
})

test("docsOf of an event on a page uses the event's curies, then the page's curies, but not for a copy of the event", async () => {
  const own = eventOf('v2', 'e2', {
    _links: { self: one, curies: [{ name: 'osdi', href: 'https://own.example.org/{rel}' }] },
  })
  const { fetch } = scripted(json({ _links: { curies }, _embedded: { 'osdi:events': [eventOf('v2'), own] } }))
  const client = new EventsV2({ baseUrl: base, apiKey, fetch })
  for await (const page of client.list().pages()) {
    const events = eventsOf(page)
    expect(events.map((event) => docsOf(event, 'osdi:creator'))).toEqual([
      'https://docs.example.org/osdi/creator',
      'https://own.example.org/creator',
    ])
    expect(docsOf({ ...events[0] }, 'osdi:creator')).toBe(undefined)
    expect(docsOf(events[1] ?? {}, 'platform:embed')).toBe('https://docs.example.org/platform/embed')
  }
})

test('eventsOf returns the events of a page, and an empty array without embedded events', async () => {
  const { fetch } = scripted(json(pageOf('v1', ['e1', 'e2'])))
  const page = await new EventsV1({ baseUrl: base, apiKey, fetch }).page(1)
  expect(eventsOf(page).map(({ summary, identifiers }) => [summary, identifiers])).toEqual([
    ['Picnic', ['platform:e1']],
    ['Picnic', ['platform:e2']],
  ])
  for (const empty of [{}, { _embedded: null }, { _embedded: {} }, { _embedded: { 'osdi:events': null } }]) {
    expect(eventsOf(empty)).toEqual([])
  }
})

test('responseOf returns status, url, headers and attempts for every result', async () => {
  const answer = json(eventOf('v2'), 201, { 'x-trace': 'abc' })
  const { client } = clientOver('v2', [answer, json(pageOf('v2', ['e1', 'e2'])), json({})])
  const event = await client.get('e1')
  expect(responseOf(event)).toMatchObject({ status: 201, url: address('v2', 'events/e1') })
  expect(responseOf(event).headers.get('x-trace')).toBe('abc')
  expect(responseOf(event).attempts).toEqual([{ status: 201, wait: 0, duration: expect.any(Number) }])
  expect(Object.isFrozen(responseOf(event))).toBe(true)
  const page = await client.page(1)
  for (const each of embeddedOf(page, 'osdi:events')) expect(responseOf(each)).toEqual(responseOf(page))
  expect(responseOf(await client.follow('people/p1')).url).toBe(address('v2', 'people/p1'))
})

test('responseOf refuses an object that no client returned, and a copy of a result', async () => {
  const { client } = clientOver('v2', [json(eventOf('v2'))])
  const event = await client.get('e1')
  for (const value of [{ ...event }, structuredClone(event), {}, null, undefined, 'text', 5]) {
    const error = await failureOf(() => responseOf(untyped(value)))
    expect(error).toBeInstanceOf(InputError)
    expect(error).toMatchObject({
      field: 'result',
      message: 'result: no client returned this object; a copy does not remember its response',
    })
  }
})

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** A resource with every relation in HAL's other form, embedded resources included: one value for an array of one, an array for one value. */
const turned = (resource: unknown): unknown => {
  if (Array.isArray(resource)) return resource.map(turned)
  if (!isObject(resource)) return resource
  const other = (value: unknown) => {
    if (!Array.isArray(value)) return [value]
    return value.length === 1 ? value[0] : value
  }
  const relations = (container: unknown) =>
    isObject(container)
      ? Object.fromEntries(Object.entries(container).map(([name, value]) => [name, other(turned(value))]))
      : container
  const { _links, _embedded } = resource
  return {
    ...resource,
    ...('_links' in resource && { _links: relations(_links) }),
    ...('_embedded' in resource && { _embedded: relations(_embedded) }),
  }
}

/** The results of the helpers for a resource and its embedded resources. */
const readingOf = (resource: Parameters<typeof linkOf>[0]): unknown => ({
  links: Object.keys(resource._links ?? {}).map((name) => [
    name,
    linkOf(resource, name)?.href,
    linksOf(resource, name).length,
    docsOf(resource, name),
  ]),
  embedded: Object.keys(resource._embedded ?? {}).map((name) => embeddedOf(resource, name).map(readingOf)),
})

for (const { version, construct, least, clauses } of versions) {
  test(`helpers and client of ${version} read a single link or embedded resource in the same way as an array with one entry (${clauses.collection})`, async () => {
    const service = createMockService({ events: 5, perPage: 1 })
    const { baseUrl } = service
    const drift: Drift[] = []
    const options = { baseUrl, apiKey: service.seeded.group.token, onDrift: (found: Drift) => drift.push(found) }
    const plain = construct({ ...options, fetch: service.fetch })
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await service.fetch(input, init)
      return Response.json(turned(await response.json()), { status: response.status })
    }
    const client = construct({ ...options, fetch })
    const events = await collect(client.list({ prefetch: 2 }))
    const documented = await collect(plain.list())
    expect(events.length).toBeGreaterThan(2)
    expect(events).not.toEqual(documented)
    expect(events).toEqual(documented.map(turned))
    expect(events.map((event) => readingOf(event))).toEqual(documented.map(readingOf))
    expect(readingOf(await client.page(1))).toEqual(readingOf(await plain.page(1)))
    expect(eventsOf(await client.page(2)).map((event) => idOf(event as Json))).toEqual([idOf(documented[1] as Json)])
    const made = await client.create(least)
    expect(readingOf(await client.get(made))).toEqual(readingOf(await plain.get(idOf(made))))
    expect(responseOf(await client.update(made, least)).status).toBe(200)
    expect(drift).toEqual([])
  })
}
