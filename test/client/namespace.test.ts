import { actionNetwork, EventsV1, EventsV2, isEventsError, SchemaError } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'

const wrong = ['platform', 'actionnetwork', 'action-network', 'osdi_events', 'Action_Network']

/** A service with one prefix, and options of a client with another. */
function apart(namespace: string, events = 3) {
  const service = createMockService({ namespace: 'action_network', events })
  const { baseUrl, fetch, seeded } = service
  return { service, options: { baseUrl, fetch, namespace, apiKey: seeded.group.token } }
}

const settings = [EventsV1, EventsV2].flatMap((Events) =>
  wrong.flatMap((namespace) => [3, 0].map((events) => [Events.name, namespace, events, Events] as const)),
)

test.for(settings)(
  'page and list of %s with the wrong namespace %s throw a SchemaError that names the right one (%i events)',
  async ([, namespace, events, Events]) => {
    const client = new Events(apart(namespace, events).options)
    const error = await client.page(1).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SchemaError)
    expect(String(error)).toContain('set namespace to action_network')
    await expect(client.list().toArray({ max: 1 })).rejects.toThrow('set namespace to action_network')
  },
)

test('attendance and campaign with a wrong namespace throw SchemaError, while createCampaign returns its result', async () => {
  const { service, options } = apart('platform')
  const client = new EventsV2(options)
  const [shown] = service.dashboard(service.seeded.group)
  const event = await new EventsV2({ ...options, namespace: 'action_network' }).get(shown?.id ?? '')
  const [rsvp] = service.attend(shown?.id ?? '', 1)
  const made = await client.createCampaign({ title: 'Spring', origin_system: 'Calendar' })
  for (const read of [() => client.attendance(event, rsvp?.id ?? ''), () => client.campaign(made)]) {
    const error = await read().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SchemaError)
    expect(String(error)).toContain('set namespace to action_network')
  }
})

test('get with a wrong namespace throws SchemaError, while create and update return their result', async () => {
  const { service, options } = apart('platform')
  const client = new EventsV2(options)
  const [event] = service.dashboard(service.seeded.group)
  const read = await client.get(event?.id ?? '').catch((thrown: unknown) => thrown)
  expect(isEventsError(read) && read.code).toBe('schema')
  const made = await client.create({ title: 'Picnic', origin_system: 'Calendar' })
  expect(made.title).toBe('Picnic')
  const moved = await client.update(made, { title: 'Picnic, indoors' })
  expect(moved.title).toBe('Picnic, indoors')
})

test('follow accepts resources with any prefix', async () => {
  const { service, options } = apart('platform')
  const client = new EventsV2(options)
  const all = await client.follow(`${service.baseUrl}/api/v2/events`)
  expect(all.total_records).toBe(3)
})

const self = { self: { href: 'https://events.example.org/api/v2/events/e1' } }
const bare = {
  identifiers: ['calendar:7'],
  title: 'Picnic',
  created_date: '2026-05-01T12:00:00Z',
  modified_date: '2026-05-01T12:00:00Z',
}
const osdi = { name: 'osdi', href: 'https://events.example.org/docs/{rel}', templated: true }
const other = { ...osdi, name: 'other' }

test.for([
  ['no curies', { ...bare, _links: self }],
  ['curies of osdi alone', { ...bare, _links: { ...self, curies: [osdi] } }],
  [
    'other curies beside its own',
    { ...bare, _links: { ...self, curies: [osdi, other, { ...osdi, name: 'platform' }] } },
  ],
  [
    'other curies, and an identifier with the prefix',
    { ...bare, identifiers: ['platform:e1'], _links: { ...self, curies: [other] } },
  ],
  [
    'other curies, and a field with the prefix',
    { ...bare, 'platform:hidden': false, _links: { ...self, curies: [other] } },
  ],
] as const)('get accepts a service with %s', async ([, event]) => {
  const fetch = async () => Response.json(event)
  const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key-of-a-test', fetch })
  expect((await events.get('e1')).title).toBe('Picnic')
})

test('the SchemaError for a wrong namespace names every prefix of the service except osdi', async () => {
  const event = { ...bare, _links: { ...self, curies: [osdi, other, { ...osdi, name: 'third' }] } }
  const fetch = async () => Response.json(event)
  const events = new EventsV2({
    ...actionNetwork,
    baseUrl: 'https://events.example.org',
    apiKey: 'key-of-a-test',
    fetch,
  })
  await expect(events.get('e1')).rejects.toThrow('set namespace to other or third')
})
