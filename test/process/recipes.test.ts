import { EventsV2 } from 'osdi-events'
import { createMockService, type NewMockEvent } from 'osdi-events/mock'
import { expect, test, vi } from 'vitest'
import { type EventList, endpointOf } from '../../examples/json-endpoint.ts'

const picnic = { title: 'Picnic', start_date: '2999-06-20T12:00:00', location: { locality: 'Chicago' } }

/** The JSON endpoint over a service with these events, asked with a query. */
async function endpoint(query: string, ...all: NewMockEvent[]) {
  const service = createMockService()
  for (const event of all) service.addEvent(event)
  const events = new EventsV2({ baseUrl: service.baseUrl, apiKey: service.seeded.group.token, fetch: service.fetch })
  if (query === '?down') service.faults.add({ effect: { kind: 'status', status: 403 } })
  const response = await endpointOf(events)(new Request(`https://app.example.org/api/events${query}`))
  return { status: response.status, body: (await response.json()) as EventList }
}

test('the recipe for a JSON endpoint returns events in its own shape, and whether there are more', async () => {
  const { status, body } = await endpoint('?max=1', picnic, { title: 'Walk' })
  expect(status).toBe(200)
  expect(body).toEqual({
    items: [{ id: expect.any(String), title: 'Picnic', start: picnic.start_date, place: 'Chicago', rsvps: 0 }],
    more: true,
  })
})

test('the recipe for a JSON endpoint leaves out only the invalid event', async () => {
  using printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  const service = createMockService()
  for (const title of ['Picnic', 'Odd', 'Walk']) service.addEvent({ ...picnic, title })
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const body = await (await service.fetch(input, init)).text()
    return new Response(body.replace('"title":"Odd"', '"title":7'), {
      headers: { 'content-type': 'application/hal+json' },
    })
  }
  const events = new EventsV2({ baseUrl: service.baseUrl, apiKey: service.seeded.group.token, fetch })
  const response = await endpointOf(events)(new Request('https://app.example.org/api/events'))
  const { items } = (await response.json()) as EventList
  expect(items.map(({ title }) => title)).toEqual(['Picnic', 'Walk'])
  expect(printed.mock.calls.join()).toContain('left out 1 events')
})

test.for([
  ['?max=many', 400],
  ['?down', 503],
] as const)('the recipe for a JSON endpoint answers %s with %i and a reason', async ([query, status]) => {
  using printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await endpoint(query)).toEqual({ status, body: { error: expect.any(String) } })
  expect(printed).toHaveBeenCalledTimes(status === 503 ? 1 : 0)
})
