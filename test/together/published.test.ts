import { EventsV2 } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { CalendarFeed } from '../../examples/calendar-feed/feed.ts'
import { endpointOf } from '../../examples/json-endpoint.ts'
import { weekOf } from '../../examples/tested-app/calendar.ts'

/** The text that each example shows to visitors. */
const shown: Readonly<Record<string, (events: EventsV2) => Promise<string>>> = {
  'calendar-feed': async (events) => {
    const feed = new CalendarFeed(events)
    await feed.refresh()
    return feed.respond(new Request('https://example.org/')).text()
  },
  'json-endpoint': async (events) => (await endpointOf(events)(new Request('https://example.org/'))).text(),
  'tested-app': async (events) => JSON.stringify(await weekOf(events, '2026-06-15')),
}

const start_date = '2026-06-20T12:00:00'
const kinds = ['platform', 'action_network'].flatMap((namespace) =>
  Object.keys(shown).map((name) => [name, namespace] as const),
)

test.for(kinds)(
  'the example %s shows no hidden and no private event of a service with the prefix %s',
  async ([name, namespace]) => {
    const service = createMockService({ namespace })
    service.addEvent({ title: 'Picnic', start_date })
    service.addEvent({ title: 'Rehearsal', start_date, hidden: true })
    service.addEvent({ title: 'Board', start_date, visibility: 'private' })
    const { baseUrl, fetch, seeded } = service
    const events = new EventsV2({ baseUrl, fetch, namespace, apiKey: seeded.group.token })

    const text = await shown[name]?.(events)

    expect(text).toContain('Picnic')
    expect(text).not.toMatch(/Rehearsal|Board/)
  },
)
