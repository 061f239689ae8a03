import { type Drift, eventsOf, responseOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, eventOf, pageOf } from '../support/client-answers.ts'
import { collect, failureOf } from '../support/failure.ts'
import { clientOver, json } from '../support/scripted-fetch.ts'
import { idsOf, iteratePages, url } from '../support/walking.ts'

const first = (more: object) => json({ ...pageOf('v2', ['e1', 'e2'], url(2)), ...more })
const second = (more: object) => json({ ...pageOf('v2', ['e3']), ...more })
const counters = (page: number) => ({ page, per_page: 2, total_pages: 2, total_records: 3 })
const asText = (page: number) =>
  Object.fromEntries(Object.entries(counters(page)).map(([name, count]) => [name, ` ${count}`]))

/** The fields of a page that `onDrift` reports as invalid. */
async function driftOf(page: object): Promise<string[]> {
  const drift: Drift[] = []
  const { client } = clientOver('v2', [json(page)], { onDrift: (each: Drift) => drift.push(each) })
  await client.page(1)
  const told = drift.filter(({ kind, resource }) => kind === 'invalid value' && resource === 'page')
  return told.map(({ field }) => field).sort()
}

test('list reads page counters that are text, and page() returns them unchanged', async () => {
  const { pages, asked, report, walk } = await iteratePages([first(asText(1)), second(asText(2))])
  expect([pages, asked]).toEqual([['e1 e2', 'e3'], '1 2'])
  expect(report).toMatchObject({ totalAtStart: 3, totalAtEnd: 3, complete: true, certain: true })
  expect(JSON.parse(walk.checkpoint)).toMatchObject({ total: 3, per: 2 })
  const { client } = clientOver('v2', [first(asText(1))])
  expect(await client.page(1)).toMatchObject({ page: ' 1', total_pages: ' 2', total_records: ' 3' })
})

const unreadable = ['many', '', '1.5', '1e3', 1.5, -1, '-1', 1e300, true, {}, [3], [], '9'.repeat(20), '0x10']

test('list treats unreadable page counters as absent', async () => {
  const none = { page: undefined, per_page: undefined, total_pages: undefined, total_records: undefined }
  const without = await iteratePages([first(none), second(none)])
  expect(without.report).toMatchObject({ totalAtStart: undefined, complete: true, certain: false })
  for (const count of unreadable) {
    const all = { page: count, per_page: count, total_pages: count, total_records: count }
    const { pages, report } = await iteratePages([first(all), second(all)])
    expect([pages, report], JSON.stringify(count)).toEqual([without.pages, without.report])
  }
})

test('onDrift reports page counters that are not whole numbers', async () => {
  expect(await driftOf({ ...pageOf('v2', ['e1']), ...counters(1) })).toEqual([])
  expect(await driftOf({ ...pageOf('v2', ['e1']), ...asText(1) })).toEqual(Object.keys(counters(1)).sort())
  for (const count of unreadable)
    expect(await driftOf({ ...pageOf('v2', ['e1']), total_pages: count }), JSON.stringify(count)).toEqual([
      'total_pages',
    ])
})

const { _links: links } = pageOf('v2', ['e1']) as { readonly _links: object }
const withLinks = (more: unknown) => ({ ...pageOf('v2', ['e1']), total_records: 1, _links: more })
const ended = { pages: ['e1'], asked: '1', report: { complete: true, certain: true } }

test('a list ends at a next link without an address, and onDrift reports most forms of such a link', async () => {
  const none = [null, [], { href: '' }]
  const odd = [{}, { href: null }, [{}], { href: null, templated: false }, '', false]
  for (const next of [...none, ...odd]) {
    const page = withLinks({ ...links, next })
    expect(await iteratePages([json(page)]), JSON.stringify(next)).toMatchObject(ended)
    expect(await driftOf(page), JSON.stringify(next)).toEqual(odd.includes(next as never) ? ['_links.next'] : [])
  }
})

test('a list ends at an unreadable next link with report.complete false, and resume requests the last page again', async () => {
  for (const next of [{ href: 5 }, { href: {}, title: 'x' }, { url: url(2) }, url(2), [url(2)], 5, true]) {
    const page = json(withLinks({ ...links, next }))
    const { pages, report, walk } = await iteratePages([page])
    expect([pages, report], JSON.stringify(next)).toMatchObject([['e1'], { complete: false, certain: false }])
    // Later, the page may have a readable link.
    const later = clientOver('v2', [first({}), second({})])
    expect(idsOf(await collect(later.client.list({ resume: walk.checkpoint })))).toBe('e2 e3')
    expect(later.requests.map((request) => request.url)).toEqual([address('v2', 'events'), url(2)])
    expect(await clientOver('v2', [page]).client.list().toArray({ max: 9 })).toMatchObject({ more: false })
  }
})

test('list accepts any form of the links that it does not need', async () => {
  for (const odd of [{}, [], { href: null }, { href: 5 }, 'x', 5, [null, { href: null }]]) {
    for (const name of ['self', 'osdi:events', 'curies', 'odd']) {
      const page = withLinks({ ...links, [name]: odd })
      expect(await iteratePages([json(page)]), `${name} ${JSON.stringify(odd)}`).toMatchObject(ended)
    }
  }
  const titled = { ...links, next: { href: url(2), title: 5, name: {}, templated: null } }
  expect(await iteratePages([json(withLinks(titled)), second({})])).toMatchObject({ pages: ['e1', 'e3'] })
  expect(await driftOf(withLinks({ ...links, self: {}, curies: 'x' }))).toEqual(['_links.curies', '_links.self'])
})

test('list reads an empty array in place of _links as no links, as PHP writes an empty object', async () => {
  expect(await iteratePages([json(withLinks([]))])).toMatchObject(ended)
  expect(await driftOf(withLinks([]))).toEqual(['_links'])
  for (const more of [[{ rel: 'next', href: url(2) }], 'x', 5, true]) {
    const error = await failureOf(() => clientOver('v2', [json(withLinks(more))]).client.page(1))
    expect(error).toMatchObject({ code: 'schema', issues: [{ field: '_links' }] })
  }
})

test('list reads an empty array in place of _embedded as an empty page, as PHP writes an empty object', async () => {
  const page = { total_records: 0, _links: [], _embedded: [] }
  const { pages, report } = await iteratePages([json(page)])
  expect([pages, report]).toMatchObject([[''], { complete: true, certain: true, events: 0 }])
  expect(await driftOf(page)).toEqual(['_embedded', '_links'])
  const got = await clientOver('v2', [json(page)]).client.page(1)
  expect([got, eventsOf(got)]).toEqual([page, []])
})

test('page throws SchemaError when _embedded or the events in it have a wrong type', async () => {
  for (const embedded of [[eventOf('v2')], 'x', 5, { 'osdi:events': 'x' }]) {
    const { client } = clientOver('v2', [json({ page: 1, _embedded: embedded })])
    expect(await failureOf(() => client.page(1)), JSON.stringify(embedded)).toMatchObject({ code: 'schema' })
  }
})

const nothing: readonly (readonly [string, object])[] = [
  ['{}', {}],
  ['{ _links: {} }', { _links: {} }],
  ['{ _links: [] }', { _links: [] }],
  ['{ _links: { self: {} } }', { _links: { self: {} } }],
  ['null members', { _embedded: null, page: null, _links: null }],
  ['unreadable counters', { total_records: 'none' }],
]

for (const [name, body] of nothing) {
  const over = () => clientOver('v2', [json(body)])

  test(`list reads ${name} in place of a page as no events, with report.complete false`, async () => {
    const { pages, asked, report } = await iteratePages([json(body)])
    expect([pages, asked]).toEqual([[''], '1'])
    expect(report).toMatchObject({ pages: 1, events: 0, complete: false, certain: false })
    const page = await over().client.page(1)
    expect([page, eventsOf(page), responseOf(page).status]).toEqual([body, [], 200])
    expect(await over().client.list().toArray({ max: 5 })).toMatchObject({ items: [], more: false })
  })

  test(`list ends at ${name} in place of its second page, and resume continues there`, async () => {
    const { pages, asked, report, walk } = await iteratePages([first({}), json(body)])
    expect([pages, asked, report.complete, report.certain]).toEqual([['e1 e2', ''], '1 2', false, false])
    expect((await walk.next()).done).toBe(true)
    const { client, requests } = clientOver('v2', [second({})])
    expect(idsOf(await collect(client.list({ resume: walk.checkpoint })))).toBe('e3')
    expect(requests.map((request) => request.url)).toEqual([url(2)])
  })

  test(`list prefetches no page after ${name}, even if the first page's counters promise more pages`, async () => {
    const { asked, report } = await iteratePages([first(counters(1)), json(body)], { prefetch: 4 })
    expect([asked, report.complete]).toEqual(['1 2', false])
  })

  test(`find throws SchemaError at ${name} in place of a page`, async () => {
    const error = await failureOf(() => over().client.find('calendar:42'))
    expect(error).toMatchObject({ code: 'schema', status: 200, message: expect.stringContaining('calendar:42') })
  })

  test(`upsert and upserts() create nothing at ${name} in place of a page`, async () => {
    const { client, requests } = over()
    const { upsert } = client.upserts()
    const row = { title: 'Picnic', origin_system: 'Calendar', identifiers: ['calendar:42'] }
    for (const call of [client.upsert, upsert]) {
      expect(await failureOf(() => call.call(client, row))).toMatchObject({ code: 'schema', outcome: 'not applied' })
    }
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test(`the cursor of changes does not move after ${name} in place of a page`, async () => {
    const since = '2026-05-01T00:00:00Z'
    for (const steps of [[json(body)], [first({}), json(body)]]) {
      const changes = clientOver('v2', steps).client.changes({ since })
      await collect(changes)
      expect([changes.cursor, changes.report?.complete]).toEqual([since, false])
    }
  })

  test(`attendances yields no RSVPs, and report.complete is false, if the service sends ${name} in place of a page`, async () => {
    const links = { self: { href: address('v2', 'events/e1') }, 'osdi:attendances': { href: 'events/e1/attendances' } }
    const pager = over().client.attendances(eventOf('v2', 'e1', { _links: links }) as never)
    expect(await collect(pager)).toEqual([])
    expect(pager.report).toMatchObject({ complete: false, certain: false })
  })
}

test('list throws SchemaError for a page that is not an object or has unknown members', async () => {
  for (const body of [null, [], 'x', 5, { ok: true }, { error: 'no' }, { _links: {}, error: 'no' }]) {
    const { client } = clientOver('v2', [json(JSON.stringify(body))])
    expect(await failureOf(() => collect(client.list())), JSON.stringify(body)).toMatchObject({ code: 'schema' })
  }
})

test('find returns undefined and a list is complete when an empty page has counters, links or _embedded', async () => {
  for (const body of [
    { total_records: 0 },
    { page: '1' },
    { _embedded: {} },
    { _links: { self: { href: 'events' } } },
  ]) {
    const { report } = await iteratePages([json(body)])
    expect(report.complete, JSON.stringify(body)).toBe(true)
    expect(await clientOver('v2', [json(body)]).client.find('calendar:42')).toBe(undefined)
  }
})

test('attendances reads page counters that are text', async () => {
  const links = { self: { href: address('v2', 'events/e1') }, 'osdi:attendances': { href: 'events/e1/attendances' } }
  const list = { page: '1', total_pages: '1', total_records: '1', _links: [], _embedded: { 'osdi:attendances': [{}] } }
  const pager = clientOver('v2', [json(list)]).client.attendances(eventOf('v2', 'e1', { _links: links }) as never)
  expect(await collect(pager)).toEqual([{}])
  expect(pager.report).toMatchObject({ totalAtEnd: 1, complete: true, certain: true })
})
