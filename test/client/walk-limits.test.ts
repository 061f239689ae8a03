import { type Collection, eventsOf, idOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, pageOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { clientOver, json, type Step } from '../support/scripted-fetch.ts'

const url = (page: number) => address('v2', `events?page=${page}`)
const steps = [
  json(pageOf('v2', ['e1', 'e2'], url(2))),
  json(pageOf('v2', ['e3', 'e4'], url(3))),
  json(pageOf('v2', ['e5'])),
]
const walked = async (options: object, script: readonly Step[] = steps) => {
  const { client, requests } = clientOver('v2', script)
  const walk = client.list(options).pages()
  const pages: string[] = []
  for await (const page of walk) {
    const ids = eventsOf(page as Collection<object>).map((event) => idOf(event))
    pages.push(ids.join(' '))
  }
  return { pages, walk, requests: requests.length }
}

test('max ends a walk after so many events, in the middle of a page too', async () => {
  expect(await walked({ max: 1 })).toMatchObject({ pages: ['e1'], requests: 1 })
  expect(await walked({ max: 2 })).toMatchObject({ pages: ['e1 e2'], requests: 1 })
  expect(await walked({ max: 3 })).toMatchObject({
    pages: ['e1 e2', 'e3'],
    requests: 2,
    walk: { report: { events: 3 } },
  })
  expect(await walked({ max: 5 })).toMatchObject({ pages: ['e1 e2', 'e3 e4', 'e5'] })
  expect(await walked({ max: 6 })).toMatchObject({ pages: ['e1 e2', 'e3 e4', 'e5'] })
})

test('maxPages ends a walk after so many pages', async () => {
  expect(await walked({ maxPages: 2 })).toMatchObject({ pages: ['e1 e2', 'e3 e4'], requests: 2 })
  expect(await walked({ maxPages: 1, max: 3 })).toMatchObject({ pages: ['e1 e2'], requests: 1 })
  expect(await walked({ maxPages: 3 })).toMatchObject({ requests: 3 })
})

test('toArray says that there are more where a limit of the list ends it', async () => {
  const { client } = clientOver('v2', [...steps.slice(0, 2), ...steps.slice(0, 1), ...steps])
  expect(await client.list({ max: 3 }).toArray({ max: 9 })).toMatchObject({ items: [{}, {}, {}], more: true })
  expect(await client.list({ maxPages: 1 }).toArray({ max: 9 })).toMatchObject({ items: [{}, {}], more: true })
  expect(await client.list({ max: 5 }).toArray({ max: 9 })).toMatchObject({ more: false })
})

test('limits that are none are refused at once', () => {
  const { client } = clientOver('v2', [])
  for (const field of ['max', 'maxPages']) {
    for (const value of [0, -1, 1.5, Number.POSITIVE_INFINITY, '3', null]) {
      expect(() => client.list({ [field]: value })).toThrow(`${field}: must be a whole number from 1 up`)
    }
  }
})

test('a list whose pages hold nothing but a next ends with a LinkError, and goes on when it is told to', async () => {
  let page = 1
  const endless: Step = (request) => {
    page += 1
    return json(pageOf('v2', page === 150 ? ['e1'] : [], url(page)))(request)
  }
  const { client, requests } = clientOver('v2', [endless])
  const walk = client.list().pages()
  const error = await failureOf(async () => {
    for await (const each of walk) expect(eventsOf(each)).toHaveLength(0)
  })
  expect(error).toMatchObject({ code: 'link', link: url(101), base: address('v2', '') })
  expect(String(error)).toContain('100 pages in a row held no event')
  expect(requests).toHaveLength(100)
  while (eventsOf((await walk.next()).value ?? {}).length === 0);
  expect(requests).toHaveLength(149)
})

test('a search for an event that has moved comes to an end where pages lead in a circle', async () => {
  let sent = 0
  const following = [2, 3, 2]
  const step: Step = (request) => {
    sent += 1
    if (sent > 100) return json({ error: 'enough' }, 404)(request)
    const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
    const counted = { ...pageOf('v2', [`e${sent}a`, `e${sent}b`], url(following[page - 1] ?? 1)) }
    return json({ ...counted, total_records: sent === 1 ? 2 : 1_000_000_000 })(request)
  }
  const { client } = clientOver('v2', [step])
  expect(await failureOf(() => client.list({ prefetch: 0 }).toArray({ max: 1000 }))).toMatchObject({ code: 'link' })
})

test('a circle of more pages than are remembered comes to an end', async () => {
  let [page, made] = [0, 0]
  const circle: Step = (request) => {
    page = (page % 1030) + 1
    made += 1
    return json(pageOf('v2', [`e${made}`], address('v2', `events?page=${page === 1030 ? 2 : page + 1}`)))(request)
  }
  const { client, requests } = clientOver('v2', [circle])
  const error = await failureOf(async () => {
    for await (const _ of client.list());
  })
  expect(error).toMatchObject({ code: 'link' })
  expect(requests.length).toBeLessThan(4200)
})
