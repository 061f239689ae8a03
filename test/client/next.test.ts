import { eventsOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, pageOf } from '../support/client-answers.ts'
import { collect, failureOf } from '../support/failure.ts'
import { inTurn, nothing, rawServer } from '../support/raw-server.ts'
import { base, clientOver, json, type Step, scripted } from '../support/scripted-fetch.ts'
import { v2 } from '../support/versions.ts'
import { idsOn, iteratePages, page, threePages, url } from '../support/walking.ts'

const list = address('v2', 'events')

/** A page with this value as its `next` link. */
const leading = (next: unknown, ids = 'e1') => {
  const first = pageOf('v2', ids.split(' '))
  return json({ ...first, _links: { ...(first._links as object), next } })
}

test.for([
  ['with an absolute address', { href: url(2, '&per_page=2&cursor=a%2Fb+c') }, url(2, '&per_page=2&cursor=a%2Fb+c')],
  ['with a relative address', { href: '?page=2' }, url(2)],
  ['in an array', [{ href: url(2) }], url(2)],
] as const)('list follows a next link %s (v1 §4.2, v2 §4.3)', async ([, next, asked]) => {
  expect(await iteratePages([leading(next), page('e2')])).toMatchObject({ pages: ['e1', 'e2'], urls: [list, asked] })
})

test('list ends at a page whose next link is absent, null or an empty array (v2 §4.3)', async () => {
  for (const next of [undefined, null, []])
    expect(await iteratePages([leading(next)])).toMatchObject({ pages: ['e1'], urls: [list] })
})

test('list continues after an empty page with a next link, and ends at an empty page without a next link (v2 §4.3)', async () => {
  expect(await iteratePages([page('', url(2)), page('e1')])).toMatchObject({ pages: ['', 'e1'], asked: '1 2' })
  expect(await iteratePages([page('e1', url(2)), page('')])).toMatchObject({ pages: ['e1', ''], asked: '1 2' })
})

test('list sends the option query only with the first request, and then follows next links unchanged (v2 §4.3)', async () => {
  const { urls } = await iteratePages(threePages, { query: { per_page: '2' } })
  expect(urls).toEqual([`${list}?per_page=2`, url(2), url(3)])
})

test('list reads a collection without embedded events and event links as an empty page (v2 §2.6a)', async () => {
  for (const empty of [
    { total_pages: 0, _links: {} },
    { _embedded: {}, _links: { 'osdi:events': [] } },
  ])
    expect(await iteratePages([json(empty)])).toMatchObject({ pages: [''], asked: '1' })
})

test('a next link to another origin throws a LinkError, and nothing is sent there (v2 §9.1)', async () => {
  await using elsewhere = await rawServer(nothing)
  const href = `${elsewhere.url}/api/v2/events?page=2`
  await using server = await rawServer(inTurn({ _links: { next: { href } } }))
  const error = await failureOf(() => collect(v2.open(server.url).list()))
  expect(error.code).toBe('link')
  for (const part of [href, server.url, 'baseUrl']) expect(error.message).toContain(part)
  expect([elsewhere.connections(), server.requests.length]).toEqual([0, 1])
})

test.for([
  ['leads into the other version', { href: '/api/v1/events?page=2' }],
  ['leaves the version by ..', { href: '/api/v2/../v1/events?page=2' }],
  ['leaves the version by encoded dots', { href: '/api/v2/%2e%2e/v1/events?page=2' }],
  ['leads to a path like the version', { href: '/api/v20/events?page=2' }],
  ['leads out of the API', { href: '/events?page=2' }],
  ['leads below another base path', { href: '/tenants/b/api/v2/events?page=2' }, `${base}/tenants/a`],
  ['is a template that needs a value', { href: `${list}?page={page}`, templated: true }],
] as const)(
  "a next link that %s throws LinkError after the page's events, and is not requested (v2 §9.1)",
  async (bad) => {
    const [, next, baseUrl = base] = bad
    const { fetch, requests } = scripted(leading(next))
    const walk = v2.open(baseUrl, { fetch }).list().pages()
    expect(idsOn(await walk.next())).toBe('e1')
    expect(await failureOf(() => walk.next())).toMatchObject({ code: 'link' })
    expect(requests).toHaveLength(1)
  },
)

test('list throws a LinkError that names the address when a next link, even with a fragment, leads back to an earlier page (v2 §4.3)', async () => {
  const { client, requests } = clientOver('v2', [page('e1', url(2)), page('e2', `${list}#again`)])
  expect(await failureOf(() => collect(client.list()))).toMatchObject({
    code: 'link',
    link: list,
    base: address('v2', ''),
    message: `The link to the next page leads back to ${list}, which was already read; the list would never end`,
  })
  expect(requests).toHaveLength(2)
  const later = clientOver('v2', [page('e1', url(2)), page('e2', url(3)), page('e3', url(2))])
  expect(await failureOf(() => collect(later.client.list()))).toMatchObject({ code: 'link', link: url(2) })
  expect(later.requests).toHaveLength(3)
})

test.for([
  [{ max: 1 }, ['e1'], '1'],
  [{ max: 2 }, ['e1 e2'], '1'],
  [{ max: 3 }, ['e1 e2', 'e3'], '1 2'],
  [{ max: 5 }, ['e1 e2', 'e3 e4', 'e5'], '1 2 3'],
  [{ max: 6 }, ['e1 e2', 'e3 e4', 'e5'], '1 2 3'],
  [{ maxPages: 1, max: 3 }, ['e1 e2'], '1'],
  [{ maxPages: 2 }, ['e1 e2', 'e3 e4'], '1 2'],
  [{ maxPages: 3 }, ['e1 e2', 'e3 e4', 'e5'], '1 2 3'],
] as const)('list with %j ends after this number of events or pages', async ([limits, pages, asked]) => {
  const events = pages.join(' ').split(' ').length
  expect(await iteratePages(threePages, limits)).toMatchObject({ pages, asked, report: { events } })
})

test('toArray returns more true when max or maxPages of the list ends the list early', async () => {
  const { client } = clientOver('v2', [...threePages.slice(0, 2), ...threePages.slice(0, 1), ...threePages])
  expect(await client.list({ max: 3 }).toArray({ max: 9 })).toMatchObject({ items: [{}, {}, {}], more: true })
  expect(await client.list({ maxPages: 1 }).toArray({ max: 9 })).toMatchObject({ items: [{}, {}], more: true })
  expect(await client.list({ max: 5 }).toArray({ max: 9 })).toMatchObject({ more: false })
})

test('list refuses a max or maxPages that is not a whole number from 1 up', () => {
  const { client } = clientOver('v2', [])
  for (const field of ['max', 'maxPages'])
    for (const value of [0, -1, 1.5, Number.POSITIVE_INFINITY, '3', null])
      expect(() => client.list({ [field]: value })).toThrow(`${field}: must be a whole number from 1 up`)
})

test('a list throws LinkError after a hundred empty pages in a row, and a further next() continues', async () => {
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
  expect(String(error)).toContain('100 pages in a row had no new event')
  expect(requests).toHaveLength(100)
  while (eventsOf((await walk.next()).value ?? {}).length === 0);
  expect(requests).toHaveLength(149)
})

test('a list ends even if its next links form a loop of more pages than the iterator remembers', async () => {
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
