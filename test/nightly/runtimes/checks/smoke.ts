import { idOf } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'
import { type AnyClient, check, equal, failureOf, type VersionUnderTest, type World } from './check.ts'

/** A client of a version for the mock service behind a socket. */
const clientOf = ({ mock }: World, { open }: VersionUnderTest) => open(mock.url, { apiKey: mock.key })

const titlesOf = async (events: AsyncIterable<object>, title: string): Promise<unknown[]> => {
  const titles: unknown[] = []
  for await (const event of events) titles.push((event as Record<string, unknown>)[title])
  return titles
}

/** A create, a second look and an update, as an application would do them. */
async function write(client: AnyClient, least: object, title: string): Promise<void> {
  const made = await client.create(least)
  const read = await client.get(made)
  equal(idOf(read), idOf(made), 'id')
  await client.update(made, { [title]: 'Moved indoors' })
  equal(((await client.get(idOf(made))) as Record<string, unknown>)[title], 'Moved indoors', 'title after the update')
}

export const smoke = [
  check('list yields every event of every page', async (world, subject) => {
    const client = clientOf(world, subject)
    const { names } = subject
    const titles = await titlesOf(client.list(), names.title)
    equal([titles.length >= 60, titles.every((title) => typeof title === 'string')], [true, true], 'titles')
    const { items, more } = await client.list().toArray({ max: 7 })
    equal([items.length, more], [7, true], 'a part')
  }),

  check('create, get and update write and read an event', async (world, subject) => {
    const client = clientOf(world, subject)
    const { least, names } = subject
    await write(client, least, names.title)
  }),

  check(
    'refusals, wrong arguments and answers that do not fit are errors of their own types',
    async (world, subject) => {
      const client = clientOf(world, subject)
      const refused = await failureOf(() => client.get('no-such-event'), 'http')
      equal([refused.code === 'http' && refused.status, refused.name], [404, 'HttpError'], 'refusal')
      await failureOf(() => client.create({}), 'input')
      await failureOf(() => client.list({ prefetch: -1 }), 'input')
      const home = await world.script({ body: '{"title":3}' })
      await failureOf(() => subject.open(home.baseUrl).get('e1'), 'schema')
    },
  ),

  check('the mock service answers in process, and fails on demand', async (_, { open, least, names }) => {
    const service = createMockService({ events: 30, perPage: 10, now: '2026-05-01T12:00:00Z' })
    const { token: apiKey } = service.seeded.group
    const client = open(service.baseUrl, { apiKey, fetch: service.fetch })
    equal((await titlesOf(client.list({ prefetch: 2 }), names.title)).length >= 30, true, 'events')
    await write(client, least, names.title)
    service.faults.add({ effect: { kind: 'status', status: 503 }, times: 1 })
    await failureOf(() => client.page(1), 'http')
    equal(typeof (await client.page(1)), 'object', 'the page after that')
  }),
]
