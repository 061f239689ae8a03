import { createMockService } from 'osdi-events/mock'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
})

const many = Array.from({ length: 3000 }, (_, number) => `calendar:${number}`)

for (const [version, key, origin, title] of [
  ['v1', 'api-key', 'originating_system', 'summary'],
  ['v2', 'OSDI-API-Token', 'origin_system', 'title'],
] as const) {
  test(`an event's identifiers are not gone through once for each that a request has (${version})`, async () => {
    const { fetch, baseUrl, seeded } = createMockService()
    const headers = { [key]: seeded.group.token, 'Content-Type': 'application/json' }
    const events = `${baseUrl}/api/${version}/events`
    const send = async (method: string, url: string, event: object) =>
      (await fetch(url, { method, headers, body: JSON.stringify(event) })).json()
    const event = { [title]: 'Picnic', [origin]: 'Calendar', identifiers: many }
    const made = await send('POST', events, event)
    const [own = ''] = made.identifiers as string[]
    const searches = [vi.spyOn(Array.prototype, 'includes'), vi.spyOn(Array.prototype, 'indexOf')]
    const updated = await send('PUT', `${events}/${own.split(':')[1]}`, { identifiers: many })
    const again = await send('POST', events, event)
    const long = searches.flatMap(({ mock }) =>
      mock.contexts.filter((list) => Array.isArray(list) && list.length >= many.length),
    )
    vi.restoreAllMocks()
    expect(long.length).toBeLessThan(10)
    expect([updated.identifiers, again.identifiers]).toEqual([
      [own, ...many],
      [own, ...many],
    ])
  })
}

test('an event with many identifiers is found by those that it has now', async () => {
  const { fetch, baseUrl, seeded } = createMockService()
  const headers = { 'OSDI-API-Token': seeded.group.token, 'Content-Type': 'application/json' }
  const send = async (method: string, path: string, event: object) =>
    (await fetch(`${baseUrl}/api/v2/events${path}`, { method, headers, body: JSON.stringify(event) })).json()
  const picnic = (identifiers: readonly string[]) => ({ title: 'Picnic', origin_system: 'Calendar', identifiers })
  const { identifiers } = await send('POST', '', picnic(many))
  const [own = ''] = identifiers as string[]
  await send('PUT', `/${own.split(':')[1]}`, { identifiers: many.slice(1) })
  expect((await send('POST', '', picnic(['calendar:2999']))).identifiers[0]).toBe(own)
  expect((await send('POST', '', picnic(['calendar:0']))).identifiers).toEqual([
    expect.not.stringContaining(own),
    'calendar:0',
  ])
})
