/** What is compiled: the titles of both versions, and an event made and moved. */
import { EventsV1, EventsV2 } from 'osdi-events'

const options = { baseUrl: 'https://events.example.org', apiKey: 'key', namespace: 'action_network' } as const
const v1 = new EventsV1(options)
const v2 = new EventsV2(options)

export async function titles(): Promise<string[]> {
  const found: string[] = []
  for await (const event of v1.list()) found.push(event.summary, event.start ?? '', event.location?.locality ?? '')
  for await (const event of v2.list()) found.push(event.title, event.start_date ?? '', event.location?.locality ?? '')
  return found
}

export async function move(): Promise<string | null | undefined> {
  const old = await v1.create({ summary: 'Picnic', originating_system: 'Calendar', start: '2026-05-01T12:00:00' })
  await v1.update(old, { summary: 'Picnic, indoors' })
  const made = await v2.create({ title: 'Picnic', origin_system: 'Calendar', start_date: '2026-05-01T12:00:00' })
  return (await v2.update(made, { title: 'Picnic, indoors' }))['action_network:sponsor']?.title
}
