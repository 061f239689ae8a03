import { eventsOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { address } from '../support/client-answers.ts'
import { collect, failureOf } from '../support/failure.ts'
import { clientOver, json, type Step } from '../support/scripted-fetch.ts'
import { page, threePages, url, walked } from '../support/walking.ts'

test.for([
  [{ max: 1 }, ['e1'], '1'],
  [{ max: 2 }, ['e1 e2'], '1'],
  [{ max: 3 }, ['e1 e2', 'e3'], '1 2'],
  [{ max: 5 }, ['e1 e2', 'e3 e4', 'e5'], '1 2 3'],
  [{ max: 6 }, ['e1 e2', 'e3 e4', 'e5'], '1 2 3'],
  [{ maxPages: 1, max: 3 }, ['e1 e2'], '1'],
  [{ maxPages: 2 }, ['e1 e2', 'e3 e4'], '1 2'],
  [{ maxPages: 3 }, ['e1 e2', 'e3 e4', 'e5'], '1 2 3'],
] as const)('%j ends a walk after so many, in the middle of a page too', async ([limits, pages, asked]) => {
  const events = pages.join(' ').split(' ').length
  expect(await walked(threePages, limits)).toMatchObject({ pages, asked, report: { events } })
})

test('toArray says that there are more where a limit of the list ends it', async () => {
  const { client } = clientOver('v2', [...threePages.slice(0, 2), ...threePages.slice(0, 1), ...threePages])
  expect(await client.list({ max: 3 }).toArray({ max: 9 })).toMatchObject({ items: [{}, {}, {}], more: true })
  expect(await client.list({ maxPages: 1 }).toArray({ max: 9 })).toMatchObject({ items: [{}, {}], more: true })
  expect(await client.list({ max: 5 }).toArray({ max: 9 })).toMatchObject({ more: false })
})

test('limits that are none are refused at once', () => {
  const { client } = clientOver('v2', [])
  for (const field of ['max', 'maxPages'])
    for (const value of [0, -1, 1.5, Number.POSITIVE_INFINITY, '3', null])
      expect(() => client.list({ [field]: value })).toThrow(`${field}: must be a whole number from 1 up`)
})

test('a list whose pages hold nothing but a next ends with a LinkError, and goes on when it is told to', async () => {
  let number = 1
  const endless: Step = (request) => {
    number += 1
    return page(number === 150 ? 'e1' : '', url(number))(request)
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
    const number = Number(new URL(request.url).searchParams.get('page') ?? 1)
    const total_records = sent === 1 ? 2 : 1_000_000_000
    return page(`e${sent}a e${sent}b`, url(following[number - 1] ?? 1), { total_records })(request)
  }
  const { client } = clientOver('v2', [step])
  expect(await failureOf(() => client.list({ prefetch: 0 }).toArray({ max: 1000 }))).toMatchObject({ code: 'link' })
})

test('a circle of more pages than are remembered comes to an end', async () => {
  let [number, made] = [0, 0]
  const circle: Step = (request) => {
    number = (number % 1030) + 1
    made += 1
    return page(`e${made}`, url(number === 1030 ? 2 : number + 1))(request)
  }
  const { client, requests } = clientOver('v2', [circle])
  expect(await failureOf(() => collect(client.list()))).toMatchObject({ code: 'link' })
  expect(requests.length).toBeLessThan(4200)
})
