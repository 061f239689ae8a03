import { expect, test } from 'vitest'
import { address, pageOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { clientOver, json, type Step } from '../support/scripted-fetch.ts'
import { idsOf, idsOn, iteratePages as iteratePagesOver, page as pageWith, url } from '../support/walking.ts'

/** A page of these events, with a next link unless it is the last. */
const page = (number: number, ids: string, total: number | null, isLast = false) =>
  pageWith(ids, isLast ? undefined : url(number + 1), { page: number, total_records: total })

const iteratePages = (...steps: readonly Step[]) => iteratePagesOver(steps)

test('the report of a list has the totals at start and end, and the number of duplicates', async () => {
  expect(await iteratePages(page(1, 'a b', 5), page(2, 'b c', 6), page(3, 'd e', 6, true))).toMatchObject({
    pages: ['a b', 'c', 'd e'],
    asked: '1 2 3',
    report: {
      ...{ pages: 3, events: 5, rejected: 0, duplicates: 1, totalAtStart: 5, totalAtEnd: 6 },
      ...{ shifted: true, complete: true, certain: true },
    },
  })
})

test('report.certain stays true, and the list sends no extra request when events are added at its end', async () => {
  expect(await iteratePages(page(1, 'a b', 3), page(2, 'c d', 4), page(3, 'e', 5, true))).toMatchObject({
    pages: ['a b', 'c d', 'e'],
    asked: '1 2 3',
    report: { duplicates: 0, shifted: false, certain: true, totalAtStart: 3, totalAtEnd: 5 },
  })
})

test('a list sends no extra request when as many events are added as the next page has', async () => {
  expect(await iteratePages(page(1, 'a b', 4), page(2, 'c d', 6), page(3, 'e f', 6, true))).toMatchObject({
    pages: ['a b', 'c d', 'e f'],
    asked: '1 2 3',
    report: { duplicates: 0, certain: true },
  })
})

test('pages() skips a page that holds only events from earlier pages', async () => {
  expect(await iteratePages(page(1, 'a b', 4), page(2, 'a b', 6), page(3, 'c d', 6, true))).toMatchObject({
    pages: ['a b', 'c d'],
    report: { pages: 2, duplicates: 2, certain: true },
  })
})

test('a list requests the page before again when the next page does not show how far events moved', async () => {
  const steps = [page(2, 'y z', 9), page(2, 'y z', 9), page(3, 'a b', 9), page(4, 'c d', 9), page(5, 'e', 9, true)]
  expect(
    await iteratePages(page(1, 'a b', 5), ...steps.slice(0, 1), page(1, 'w x', 9), ...steps.slice(1)),
  ).toMatchObject({
    pages: ['a b', 'c d', 'e'],
    asked: '1 2 1 2 3 4 5',
    report: { shifted: true, certain: true },
  })
})

test('pages that link in a circle during the search for the last event throw LinkError, and next() tries again', async () => {
  const first = address('v2', 'events')
  const circle = json({ ...pageOf('v2', ['w', 'x'], first), page: 1, total_records: 9 })
  const again = [page(2, 'y z', 9), page(1, 'w x', 9), page(2, 'y z', 9), page(3, 'a b', 9), page(4, 'c', 9, true)]
  const { client } = clientOver('v2', [page(1, 'a b', 5), page(2, 'y z', 9), circle, ...again])
  const walk = client.list().pages()
  await walk.next()
  const { checkpoint } = walk
  expect(await failureOf(() => walk.next())).toMatchObject({ code: 'link', link: first, checkpoint })
  expect(idsOn(await walk.next())).toBe('c')
  expect(walk.report).toMatchObject({ events: 3, shifted: true, complete: false })
  expect(walk.checkpoint).not.toContain('uncertain')
})

test('a list requests earlier pages again for events that moved up because others were removed', async () => {
  const steps = [page(2, 'd e', 4), page(1, 'b c', 4), page(2, 'd e', 4, true)]
  expect(await iteratePages(page(1, 'a b', 5), ...steps)).toMatchObject({
    pages: ['a b', 'c', 'd e'],
    asked: '1 2 1 2',
    report: { shifted: true, certain: true },
  })
})

test('a list misses no event when its last yielded event is removed, and report.certain is false', async () => {
  const steps = [page(2, 'd e', 4), page(1, 'a c', 4), page(2, 'd e', 4, true)]
  expect(await iteratePages(page(1, 'a b', 5), ...steps, page(2, 'd e', 4, true))).toMatchObject({
    pages: ['a b', 'c', 'd e'],
    report: { certain: false, shifted: true },
  })
})

test('a list continues after the first of two copies of its last event, and report.certain is false', async () => {
  const looked = [page(2, 'y z', 9), page(1, 'w x', 9), page(2, 'y z', 9)]
  for (const [number, before] of [
    [2, []],
    [3, looked],
  ] as const) {
    const steps = [page(number, 'b c b', 9), page(number + 1, 'd e f', 9, true)]
    expect(await iteratePages(page(1, 'a b', 5), ...before, ...steps)).toMatchObject({
      pages: ['a b', 'c', 'd e f'],
      report: { duplicates: 2, complete: true, certain: false },
    })
  }
})

test('a list searches its last event again when more events are removed during the search', async () => {
  const steps = [page(2, 'b', 5), page(1, 'b', 5), page(2, 'c', 5), page(3, 'z', 4)]
  const rest = [page(2, 'c', 4), page(3, 'z', 4), page(4, 'y', 4, true)]
  expect(await iteratePages(page(1, 'a', 3), ...steps, page(1, 'b', 4), ...rest, ...rest)).toMatchObject({
    pages: ['a', 'b', 'c', 'z', 'y'],
    asked: '1 2 1 2 3 1 2 3 4 2 3 4',
    report: { complete: true, certain: false },
  })
})

test('report.certain is false when an event comes twice although total_records stayed the same', async () => {
  expect(await iteratePages(page(1, 'a b', 4), page(2, 'c a', 4), page(3, 'd', 4, true))).toMatchObject({
    pages: ['a b', 'c', 'd'],
    report: { duplicates: 1, certain: false },
  })
  expect(await iteratePages(page(1, 'a b', 4), page(2, 'b c', 4), page(3, 'd', 4, true))).toMatchObject({
    pages: ['a b', 'c', 'd'],
    report: { duplicates: 1, shifted: true, certain: false },
  })
  const thousand = Array.from({ length: 1000 }, (_, index) => `e${index}`).join(' ')
  expect(await iteratePages(page(1, thousand, 1001), page(2, 'e0 x', 1001, true))).toMatchObject({
    pages: [thousand, 'x'],
    report: { duplicates: 1, certain: false },
  })
})

test('a list ignores totals that decrease on every page, after twenty extra requests', async () => {
  const looked = Array.from({ length: 10 }, () => [page(1, 'a b', 6), page(2, 'c d', 4)]).flat()
  expect(await iteratePages(page(1, 'a b', 6), page(2, 'c d', 4), ...looked, page(3, 'e f', 2, true))).toMatchObject({
    pages: ['a b', 'c d', 'e f'],
    asked: `1 2${' 1 2'.repeat(10)} 3`,
    report: { certain: false },
  })
})

test.each<[what: string, totalOf: (page: number, request: number) => number]>([
  ['the last page counts its own events alone', (page) => (page === 300 ? 10 : 3000)],
  ['one page says much less', (page) => (page === 250 ? 2000 : 3000)],
  ['from one page on all say much less', (page) => (page < 250 ? 3000 : 2000)],
  ['two replicas answer in turns that do not agree', (_, request) => (request % 2 ? 3000 : 2990)],
])(
  'a list requests each page of a long collection only once, with report.certain false, when %s',
  async (_, totalOf) => {
    let requests = 0
    const answer: Step = (request) => {
      const number = Number(new URL(request.url).searchParams.get('page') ?? 1)
      const ids = Array.from({ length: 10 }, (_, at) => `e${number}-${at}`).join(' ')
      requests += 1
      const facts = { page: number, total_pages: 300, per_page: 10, total_records: totalOf(number, requests) }
      return pageWith(ids, number < 300 ? url(number + 1) : undefined, facts)(request)
    }
    for (const prefetch of [0, 4]) {
      requests = 0
      const { client } = clientOver('v2', [answer])
      const pager = client.list({ prefetch })
      const { items } = await pager.toArray({ max: 5000 })
      expect([items.length, new Set(idsOf(items).split(' ')).size]).toEqual([3000, 3000])
      expect(pager.report?.certain).toBe(false)
      expect(requests).toBeLessThan(400)
    }
  },
)

test('report.complete and report.certain are false when a list ends before its total_records', async () => {
  expect((await iteratePages(page(1, 'a b', 250, true))).report).toMatchObject({
    events: 2,
    totalAtEnd: 250,
    complete: false,
    certain: false,
  })
  const withHole = await iteratePages(page(1, 'a b', 6), page(2, '', 6), page(3, 'c d', 6, true))
  expect(withHole).toMatchObject({ pages: ['a b', '', 'c d'], report: { complete: false, certain: false } })
  expect((await iteratePages(page(1, 'a b', null), page(2, 'c', null, true))).report).toMatchObject({
    complete: true,
    certain: false,
  })
})

test('report.complete is true only at the end of a list, even after resume', async () => {
  const steps = [page(1, 'a b', 3), page(2, 'c', 3, true)]
  const { client } = clientOver('v2', steps)
  const walk = client.list({ maxPages: 1 }).pages()
  await walk.next()
  expect(walk.report).toMatchObject({ complete: false, certain: false })
  const { client: other } = clientOver('v2', steps.slice(1))
  const rest = other.list({ resume: walk.checkpoint }).pages()
  await rest.next()
  expect(rest.report).toMatchObject({ events: 1, complete: true, certain: true })
  const { met, ...old } = JSON.parse(walk.checkpoint)
  expect(met).toBe(2)
  const unsure = clientOver('v2', steps.slice(1)).client.list({ resume: JSON.stringify(old) })
  expect((await unsure.toArray({ max: 9 })).items).toHaveLength(1)
  expect(unsure.report).toMatchObject({ complete: false })
})

test('a list yields an event that is twice on a page only once, and report.certain is false', async () => {
  expect(await iteratePages(page(1, 'a b a', 4), page(2, 'c', 4, true))).toMatchObject({
    pages: ['a b', 'c'],
    report: { events: 3, duplicates: 1, complete: false, certain: false },
  })
  expect((await iteratePages(page(1, 'a a', 1, true))).report).toMatchObject({
    duplicates: 1,
    complete: true,
    certain: false,
  })
})

for (const [counters, left] of [
  ['all counters', 'nothing'],
  ['no total_pages', 'total_pages'],
  ['no total_records', 'total_records'],
] as const) {
  for (const [sizes, prefetch] of [
    [[2, 4], 0],
    [[2, 8], 4],
    [[2, 4], 4],
    [[2, 2, 4, 2], 0],
    [[4, 2], 0],
    [[4, 1], 4],
  ] as const) {
    test(`a list whose pages change from ${sizes.join(' to ')} events yields each event once, with prefetch ${prefetch} and ${counters}`, async () => {
      const ids = 'a b c d e f g h'.split(' ')
      let asked = 0
      const step: Step = (request) => {
        const perPage = sizes[Math.min(asked, sizes.length - 1)] ?? 1
        asked += 1
        const number = Number(new URL(request.url).searchParams.get('page') ?? 1)
        const shown = ids.slice((number - 1) * perPage, number * perPage)
        const total_pages = ids.length / perPage
        const next = number < total_pages ? url(number + 1) : undefined
        const counts = { page: number, per_page: perPage, total_pages, total_records: ids.length, [left]: undefined }
        return json({ ...pageOf('v2', shown, next), ...counts })(request)
      }
      const pager = clientOver('v2', [step]).client.list({ prefetch })
      const { items } = await pager.toArray({ max: 99 })
      expect(idsOf(items)).toBe(ids.join(' '))
      expect(pager.report).toMatchObject({ events: 8, complete: true, certain: left !== 'total_records' })
    })
  }
}

test('resume in the middle of a page that has an event twice misses no event', async () => {
  const list = page(1, 'a b a c', 4, true)
  for (const [max, rest] of [
    [1, 'b c'],
    [2, 'c'],
    [3, ''],
  ] as const) {
    const walk = clientOver('v2', [list]).client.list({ max }).pages()
    await walk.next()
    const { items } = await clientOver('v2', [list]).client.list({ resume: walk.checkpoint }).toArray({ max: 9 })
    expect(idsOf(items)).toBe(rest)
  }
})

test('resume in the middle of a page skips as many events as were read, when events moved but the total is the same', async () => {
  const walk = clientOver('v2', [page(1, 'a b c d', 4, true)])
    .client.list({ max: 3 })
    .pages()
  await walk.next()
  const { client } = clientOver('v2', [page(1, 'b c d e', 4, true)])
  const { items } = await client.list({ resume: walk.checkpoint }).toArray({ max: 9 })
  expect(idsOf(items)).toBe('e')
})

test('a list is certain when per_page of its last page is only the number of events on this page', async () => {
  const steps = [25, 1].map((perPage, index) =>
    json({
      ...pageOf(
        'v2',
        Array.from({ length: perPage }, (_, at) => `e${index * 25 + at}`),
        index ? undefined : url(2),
      ),
      ...{ page: index + 1, per_page: perPage, total_pages: 2, total_records: 26 },
    }),
  )
  const { client, requests } = clientOver('v2', steps)
  const pager = client.list({ prefetch: 0 })
  expect((await pager.toArray({ max: 99 })).items).toHaveLength(26)
  expect(requests).toHaveLength(2)
  expect(pager.report).toMatchObject({ shifted: false, certain: true })
})
