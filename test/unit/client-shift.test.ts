import { type Collection, eventsOf, idOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, pageOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { clientOver, json, type Step } from '../support/scripted-fetch.ts'
import { versions } from '../support/versions.ts'

for (const { version } of versions) {
  const url = (page: number) => address(version, `events?page=${page}`)
  /** A page of these events that is not the last, unless it is said to be. */
  const page = (number: number, ids: string, total: number | null, isLast = false) =>
    json({
      ...pageOf(version, ids === '' ? [] : ids.split(' '), isLast ? undefined : url(number + 1)),
      page: number,
      total_records: total,
    })
  const walked = async (...steps: readonly Step[]) => {
    const { client, requests } = clientOver(version, steps)
    const walk = client.list().pages()
    const pages: string[] = []
    for await (const each of walk) {
      pages.push(
        eventsOf(each as Collection<object>)
          .map((event) => idOf(event))
          .join(' '),
      )
    }
    const asked = requests.map((request) => new URL(request.url).searchParams.get('page') ?? '1').join(' ')
    return { pages, asked, report: walk.report }
  }

  test(`the report of a walk of ${version} tells of totals, and of what was met again`, async () => {
    expect(await walked(page(1, 'a b', 5), page(2, 'b c', 6), page(3, 'd e', 6, true))).toEqual({
      pages: ['a b', 'c', 'd e'],
      asked: '1 2 3',
      report: {
        pages: 3,
        events: 5,
        rejected: 0,
        duplicates: 1,
        totalAtStart: 5,
        totalAtEnd: 6,
        shifted: true,
        certain: true,
      },
    })
  })

  test(`events of ${version} that are added at the end move nothing, and cost no request`, async () => {
    expect(await walked(page(1, 'a b', 3), page(2, 'c d', 4), page(3, 'e', 5, true))).toMatchObject({
      pages: ['a b', 'c d', 'e'],
      asked: '1 2 3',
      report: { duplicates: 0, shifted: false, certain: true, totalAtStart: 3, totalAtEnd: 5 },
    })
  })

  test(`a page of ${version} that holds nothing new is not yielded`, async () => {
    expect(await walked(page(1, 'a b', 4), page(2, 'a b', 6), page(3, 'c d', 6, true))).toMatchObject({
      pages: ['a b', 'c d'],
      report: { pages: 2, duplicates: 2, certain: true },
    })
  })

  test(`a page of ${version} that does not show how far events moved is looked for from the page before`, async () => {
    const steps = [page(2, 'y z', 9), page(2, 'y z', 9), page(3, 'a b', 9), page(4, 'c d', 9), page(5, 'e', 9, true)]
    expect(await walked(page(1, 'a b', 5), ...steps.slice(0, 1), page(1, 'w x', 9), ...steps.slice(1))).toMatchObject({
      pages: ['a b', 'c d', 'e'],
      asked: '1 2 1 2 3 4 5',
      report: { shifted: true, certain: true },
    })
  })

  test(`pages of ${version} that lead in a circle where events are looked for are a LinkError, and are tried again when it is told to`, async () => {
    const first = address(version, 'events')
    const circle = json({ ...pageOf(version, ['w', 'x'], first), page: 1, total_records: 9 })
    const again = [page(2, 'y z', 9), page(1, 'w x', 9), page(2, 'y z', 9), page(3, 'a b', 9), page(4, 'c', 9, true)]
    const { client } = clientOver(version, [page(1, 'a b', 5), page(2, 'y z', 9), circle, ...again])
    const walk = client.list().pages()
    await walk.next()
    const { checkpoint } = walk
    expect(await failureOf(() => walk.next())).toMatchObject({ code: 'link', link: first, checkpoint })
    expect(eventsOf((await walk.next()).value as Collection<object>).map((event) => idOf(event))).toEqual(['c'])
    expect(walk.report).toMatchObject({ events: 3, shifted: true, certain: true })
  })

  test(`where events of ${version} are gone, the walk goes back for those that moved up`, async () => {
    const steps = [page(2, 'd e', 4), page(1, 'b c', 4), page(2, 'd e', 4, true)]
    expect(await walked(page(1, 'a b', 5), ...steps)).toMatchObject({
      pages: ['a b', 'c', 'd e'],
      asked: '1 2 1 2',
      report: { shifted: true, certain: true },
    })
  })

  test(`where the last event of ${version} itself is gone, nothing is missed, and the report is not certain`, async () => {
    const steps = [page(2, 'd e', 4), page(1, 'a c', 4), page(2, 'd e', 4, true)]
    expect(await walked(page(1, 'a b', 5), ...steps, page(2, 'd e', 4, true))).toMatchObject({
      pages: ['a b', 'c', 'd e'],
      report: { certain: false, shifted: true },
    })
  })

  test(`an event of ${version} that comes again although the total stayed makes a walk uncertain`, async () => {
    expect(await walked(page(1, 'a b', 4), page(2, 'c a', 4), page(3, 'd', 4, true))).toMatchObject({
      pages: ['a b', 'c', 'd'],
      report: { duplicates: 1, certain: false },
    })
    expect(await walked(page(1, 'a b', 4), page(2, 'b c', 4), page(3, 'd', 4, true))).toMatchObject({
      pages: ['a b', 'c', 'd'],
      report: { duplicates: 1, shifted: true, certain: false },
    })
  })

  test(`totals of ${version} that shrink from page to page are no totals, and cost two requests once`, async () => {
    const steps = [page(1, 'a b', 6), page(2, 'c d', 4), page(1, 'a b', 6), page(2, 'c d', 4), page(3, 'e f', 2, true)]
    expect(await walked(...steps)).toMatchObject({
      pages: ['a b', 'c d', 'e f'],
      asked: '1 2 1 2 3',
      report: { certain: false },
    })
  })

  test(`totals of ${version} that come and go make a walk uncertain, and no more than that`, async () => {
    expect(await walked(page(1, 'a b', 4), page(2, 'c', null), page(3, 'd', 4, true))).toMatchObject({
      pages: ['a b', 'c', 'd'],
      asked: '1 2 3',
      report: { certain: false, totalAtStart: 4, totalAtEnd: 4 },
    })
  })
}
