import { type Drift, docsOf, embeddedOf, eventsOf, idOf, linkOf, linksOf, responseOf } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { address, eventOf } from '../support/client-answers.ts'
import { collect } from '../support/failure.ts'
import { clientOver, json } from '../support/scripted-fetch.ts'
import { versions } from '../support/versions.ts'

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Every relation of a resource, and of all that it embeds, in HAL's other form: one for an array of one, an array for one. */
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

/** What the helpers say of a resource, and of all that it embeds. */
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
  test(`HAL's one for many, and many for one, changes nothing of what ${version} reads (${clauses.collection})`, async () => {
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

  test(`an event without native identifiers and with its self link in an array is known by it in ${version}`, async () => {
    const event = eventOf(version, 'e1', {
      identifiers: ['calendar:1'],
      _links: { self: [{ href: address(version, 'events/e1') }] },
    })
    const { client, requests } = clientOver(version, [json(event)])
    const got = await client.get('e1')
    expect(got).toEqual(event)
    expect(idOf(got)).toBe('e1')
    await client.get(got)
    expect(requests[1]?.url).toBe(address(version, 'events/e1'))
  })
}
