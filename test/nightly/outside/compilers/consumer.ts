/** A user's program with most of the package; every compiler compiles it unchanged, and it never runs. */
import {
  type ClientOptions,
  EventsV1,
  EventsV2,
  type EventV2,
  eventsOf,
  idOf,
  isEventsError,
  type NewEventV2,
  type PageV1,
} from 'osdi-events'
import { createMockService, type MockService } from 'osdi-events/mock'
import type { EventsV1 as AloneV1 } from 'osdi-events/v1'
import type { EventsV2 as AloneV2 } from 'osdi-events/v2'

const service: MockService = createMockService({ events: 60, perPage: 25 })
const options: ClientOptions = {
  baseUrl: service.baseUrl,
  apiKey: async () => 'key',
  fetch: service.fetch,
  retry: { limit: 3, maxRetryAfter: 10_000 },
  hooks: { onRetry: ({ wait }) => console.log(wait.toFixed()) },
}
const v1 = new EventsV1({ ...options, namespace: 'action_network' })
const v2 = new EventsV2({ ...options, namespace: 'action_network' })

export const alone: readonly [AloneV1, AloneV2] = [new EventsV1(options), new EventsV2(options)]

// @ts-expect-error It is a text: the types are there, and not any.
export const wrong = async (): Promise<number> => (await v2.get('1')).title

export async function titles(signal?: AbortSignal): Promise<string[]> {
  const found: string[] = []
  for await (const event of v2.list({ prefetch: 4, signal })) found.push(event.title)
  await using walk = v1.list({ max: 100 }).pages()
  for await (const page of walk) found.push(...eventsOf(page).map((event) => event.summary))
  return found
}

export async function write(campaign: string): Promise<EventV2> {
  const fields: NewEventV2 = { title: 'Picnic', origin_system: 'Calendar', location: { locality: 'Washington' } }
  const made = await v2.create(fields, { timeout: 5_000 })
  const sponsor: string | null | undefined = made['action_network:sponsor']?.title
  await v2.update(made, { title: `${sponsor}: ${idOf(made)}`, description: null })
  const page: PageV1<'action_network'> = await v1.page(1, { campaign })
  return new EventsV2(options).get(String(page.total_records))
}

export function advice(error: unknown): string {
  if (!isEventsError(error)) return ''
  switch (error.code) {
    case 'http':
      return `${error.status} ${error.headers.get('x-request-id')}`
    case 'ambiguous':
    case 'link':
    case 'network':
    case 'timeout':
    case 'content':
    case 'schema':
      return error.message
    case 'input':
      return error.name
  }
}
